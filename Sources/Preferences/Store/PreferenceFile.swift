internal import Records
internal import Storage
internal import Support

/// The settings as they are stored: keys with JSON values, known or not, in the order of the file.
///
/// A migration changes it before its settings are read; see ``PreferenceMigration``.
public struct PreferenceFile: Sendable {
  indirect enum Value: Sendable {
    case leaf(JSONNode)
    /// JSON text that was set.
    case written(String)
    case object([Member])
  }

  struct Member: Sendable {
    var key: String
    var value: Value
  }

  var members: [Member] = []

  /// The key of the version of the app that wrote the file.
  static let versionKey = "app-version"

  init() {}

  /// Why a text holds no settings.
  struct Damage: Error { var reason: String }

  init(_ bytes: [UInt8]) throws(Damage) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Damage(reason: tr("it is no UTF-8"))
    }
    let node: JSONNode
    do throws(JSONScanner.Failure) { node = try JSONNode(parsing: text) } catch {
      throw Damage(reason: error.description)
    }
    guard case .object(let members) = node.kind else {
      throw Damage(reason: tr("it is no JSON object"))
    }
    self.members = Self.members(members)
  }

  private static func members(_ list: [(key: String, value: JSONNode)]) -> [Member] {
    list.map { key, value in
      guard case .object(let inner) = value.kind else {
        return Member(key: key, value: .leaf(value))
      }
      return Member(key: key, value: .object(members(inner)))
    }
  }

  /// The file as JSON, a line for each member.
  var text: String { Self.text(members, indent: "") + "\n" }

  private static func text(_ members: [Member], indent: String) -> String {
    guard !members.isEmpty else { return "{}" }
    let inner = indent + "  "
    let lines = members.map { inner + JSONText.quoted($0.key) + ": " + text($0.value, inner) }
    return "{\n" + lines.joined(separator: ",\n") + "\n" + indent + "}"
  }

  private static func text(_ value: Value, _ indent: String) -> String {
    switch value {
    case .leaf(let node): node.text
    case .written(let text): text
    case .object(let members): text(members, indent: indent)
    }
  }

  /// The JSON of a value.
  static func node(_ value: Value) -> JSONNode? {
    switch value {
    case .leaf(let node): node
    case .written, .object: try? JSONNode(parsing: text(value, ""))
    }
  }

  /// The text of the version in the file; nil where there is none.
  var versionText: String? {
    guard let member = members.last(where: { $0.key == Self.versionKey }) else { return nil }
    guard let node = Self.node(member.value), case .string(let text) = node.kind else {
      return Self.text(member.value, "")
    }
    return text
  }

  mutating func setVersion(_ version: AppVersion) {
    let value = Value.written(JSONText.quoted(version.description))
    members.removeAll { $0.key == Self.versionKey }
    members.insert(Member(key: Self.versionKey, value: value), at: 0)
  }
}
