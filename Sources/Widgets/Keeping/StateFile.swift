internal import HikidashiBase
internal import HikidashiRecords
internal import HikidashiValues

/// What windows, parts and an app keep from one run to the next, as it stands in a file of JSON.
///
/// A value: reading and writing the file is done by ``StateWriter``. What a newer version of the toolkit
/// has written, and this one does not know, stays in the file.
struct StateFile: Sendable {
  /// Where a state stands in the file.
  enum Place: Hashable, Sendable {
    case window(String)
    case part(String)
    /// One of several of a kind.
    case document(String, of: String)
    case value(String)
  }

  /// A state in its aspects, such as the selection, by their names; each is a JSON text.
  typealias State = [String: String]

  private struct Document {
    var name: String
    var state: State
  }

  /// The format that this version writes.
  private static let ownFormat = 1
  /// The most documents of a kind.
  static let mostDocuments = 200

  private var format = StateFile.ownFormat
  private var windows: [String: State] = [:]
  private var parts: [String: State] = [:]
  private var values: [String: State] = [:]
  /// The documents of each kind, the one that was used last at the end.
  private var documents: [String: [Document]] = [:]
  /// What this version does not know.
  private var rest: [(key: String, text: String)] = []

  init() {}

  // MARK: - States

  /// The state at a place; empty where there is none.
  subscript(place: Place) -> State {
    switch place {
    case .window(let name): windows[name] ?? [:]
    case .part(let key): parts[key] ?? [:]
    case .value(let key): values[key] ?? [:]
    case .document(let name, let kind):
      documents[kind]?.last { $0.name == name }?.state ?? [:]
    }
  }

  /// Replaces some aspects of the state at a place. A document becomes the one that was used last, and
  /// the one that was not used for longest goes where there are too many.
  mutating func put(_ aspects: State, at place: Place) {
    switch place {
    case .window(let name): windows[name, default: [:]].merge(aspects) { $1 }
    case .part(let key): parts[key, default: [:]].merge(aspects) { $1 }
    case .value(let key): values[key, default: [:]].merge(aspects) { $1 }
    case .document(let name, let kind):
      let state = self[place].merging(aspects) { $1 }
      documents[kind, default: []].removeAll { $0.name == name }
      documents[kind, default: []].append(Document(name: name, state: state))
      let excess = (documents[kind]?.count ?? 0) - Self.mostDocuments
      if excess > 0 { documents[kind]?.removeFirst(excess) }
    }
  }
}

// MARK: - Reading

extension StateFile {
  /// Reads a file. What has another shape than a state is passed over where it is a part of the file,
  /// and is damage where it is the whole.
  init(_ bytes: [UInt8]) throws(JSONFileDamage) {
    for (key, value) in try JSONNode.members(ofFile: bytes) {
      switch key {
      case "format": format = max(Int(value.text) ?? 0, Self.ownFormat)
      case "windows": windows = Self.states(value)
      case "parts": parts = Self.states(value)
      case "values": values = Self.states(value)
      case "documents":
        documents = Self.members(value).mapValues { list in
          guard case .array(let elements) = list.kind else { return [] }
          return elements.compactMap { Self.document($0) }
        }
      default: rest.append((key, value.text))
      }
    }
  }

  /// The members of an object; the last of several equal keys counts.
  private static func members(_ node: JSONNode) -> [String: JSONNode] {
    guard case .object(let members) = node.kind else { return [:] }
    return Dictionary(members.map { ($0.key, $0.value) }) { $1 }
  }

  private static func states(_ node: JSONNode) -> [String: State] {
    members(node).mapValues { members($0).mapValues(\.text) }
  }

  private static func document(_ node: JSONNode) -> Document? {
    let members = members(node)
    guard let name = members["name"], case .string(let text) = name.kind,
      let state = members["state"]
    else { return nil }
    return Document(name: text, state: Self.members(state).mapValues(\.text))
  }
}

// MARK: - Writing

extension StateFile {
  /// The file as JSON, with a line for each state. Equal states are equal texts.
  var text: String {
    var members = [("format", "\(format)")]
    for (name, states) in [("windows", windows), ("parts", parts), ("values", values)]
    where !states.isEmpty {
      members.append((name, Self.object(states.mapValues(Self.line), indent: "  ")))
    }
    if !documents.isEmpty {
      let lists = documents.mapValues { list in
        let lines = list.map {
          "      {\"name\": \(JSONText.quoted($0.name)), \"state\": \(Self.line($0.state))}"
        }
        return list.isEmpty ? "[]" : "[\n" + lines.joined(separator: ",\n") + "\n    ]"
      }
      members.append(("documents", Self.object(lists, indent: "  ")))
    }
    members += rest.map { ($0.key, $0.text) }
    let lines = members.map { "  " + JSONText.quoted($0.0) + ": " + $0.1 }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  private static func object(_ members: [String: String], indent: String) -> String {
    let lines = members.sorted { $0.key < $1.key }.map {
      indent + "  " + JSONText.quoted($0.key) + ": " + $0.value
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n" + indent + "}"
  }

  private static func line(_ state: State) -> String {
    let members = state.sorted { $0.key < $1.key }.map { JSONText.quoted($0.key) + ": " + $0.value }
    return "{" + members.joined(separator: ", ") + "}"
  }
}
