internal import HikidashiBase
internal import HikidashiRecords
internal import HikidashiStorage
internal import HikidashiValues

/// The values that override the user's for a whole run: flags, variables, the administrator's file.
struct FixedLayers {
  var contents: [Int: (layer: PreferenceLayer, content: PreferenceContent)] = [:]
  var problems: [PreferenceProblem] = []
  /// Where the administrator's values are.
  var place = ""

  /// - Parameters:
  ///   - schema: The settings.
  ///   - layers: The sources of the values, the strongest first.
  ///   - user: The user's own place.
  init(
    _ schema: PreferenceSchema, _ layers: [PreferenceSource], above user: PreferencePlace
  ) throws(PreferenceError) {
    for layer in layers.reversed() {
      switch layer.kind {
      case .arguments(let values): try readFlags(values, schema)
      case .environment(let prefix, let variables): readVariables(prefix, schema, variables)
      case .administrator(let place, let environment):
        guard let file = place ?? Self.administrator(for: user, environment) else { continue }
        self.place = file.description
        readFile(file, schema)
      }
    }
  }

  private mutating func readFile(_ place: PreferencePlace, _ schema: PreferenceSchema) {
    do throws(StorageError) {
      let bytes: [UInt8]
      // Nothing is made where the administrator is at home.
      if case .file(let folder, let name) = place.kind {
        let path = folder + "/" + name
        guard let found = try? FileBytes.read(path, limit: PreferenceFile.limit) else { return }
        bytes = found
      } else {
        let (storage, name) = try place.open()
        bytes = try storage.read(name)
      }
      do throws(JSONFileDamage) {
        let (found, refusals) = try PreferenceFile(bytes).contents(schema)
        for (position, content) in found { contents[position] = (.administrator, content) }
        for (position, reason) in refusals {
          problems.append(
            .badValue(
              key: schema.entries[position].key, place: place.description, reason: reason))
        }
      } catch {
        problems.append(.unreadable(place: place.description, reason: error.reason))
      }
    } catch {
      if case .notFound = error { return }
      problems.append(.unreadable(place: place.description, reason: "\(error)"))
    }
  }

  private mutating func readVariables(
    _ prefix: String, _ schema: PreferenceSchema, _ environment: [String: String]?
  ) {
    for (position, entry) in schema.entries.enumerated() where !entry.definition.isSecret {
      let name = entry.variable(prefix)
      guard let text = PreferencePlace.variable(name, environment) else { continue }
      switch entry.definition.read(text) {
      case .success(let content): contents[position] = (.environment, content)
      case .failure(let refusal):
        problems.append(.badValue(key: entry.key, place: name, reason: refusal.reason))
      }
    }
  }

  private mutating func readFlags(
    _ arguments: [String: String], _ schema: PreferenceSchema
  ) throws(PreferenceError) {
    for (name, text) in arguments.sorted(by: { $0.key < $1.key }) {
      guard let position = schema.position(ofFlag: name) else {
        throw .badFlag("--" + name, reason: tr("there is no such flag"))
      }
      switch schema.entries[position].definition.read(text) {
      case .success(let content): contents[position] = (.commandLine, content)
      case .failure(let refusal): throw .badFlag("--" + name, reason: refusal.reason)
      }
    }
  }

  /// The file of the administrator for the app of a user's place.
  private static func administrator(
    for place: PreferencePlace, _ environment: [String: String]?
  ) -> PreferencePlace? {
    guard let app = place.app else { return nil }
    let folders = PreferencePlace.variable("XDG_CONFIG_DIRS", environment) ?? "/etc/xdg"
    for folder in folders.split(separator: ":") where folder.hasPrefix("/") {
      let path = folder + "/" + app + "/preferences.json"
      if FileBytes.isThere(path) { return .file(path) }
    }
    return nil
  }
}

/// The source of a setting's value; usually, each case overrides those before it.
public enum PreferenceLayer: Int, Sendable, CaseIterable, Comparable {
  /// The default in the definition.
  case standard
  /// The user's file.
  case user
  /// A file of the administrator, which the user cannot change.
  case administrator
  /// An environment variable, for this run.
  case environment
  /// A flag on the command line, for this run.
  case commandLine

  /// Compares layers in the order of the cases.
  public static func < (one: PreferenceLayer, other: PreferenceLayer) -> Bool {
    one.rawValue < other.rawValue
  }

  /// Whether values of this layer override the user's, so that a change by the user has no effect.
  public var isAboveUser: Bool { self > .user }
}

extension PreferenceLayer: CustomStringConvertible {
  /// The name of the layer, as reports show it.
  public var description: String {
    switch self {
    case .standard: "default"
    case .user: "user"
    case .administrator: "administrator"
    case .environment: "environment"
    case .commandLine: "command line"
    }
  }
}
