internal import Glibc
internal import HikidashiBase
internal import HikidashiRecords
internal import HikidashiStorage
internal import HikidashiValues

/// The content of a settings file: known and unknown keys with JSON values, in the file's order.
///
/// Migrations change it before its settings are read; see ``PreferenceMigration``.
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
  /// The most bytes of a file of others that is read.
  static let limit = 16 << 20

  init() {}

  init(_ bytes: [UInt8]) throws(JSONFileDamage) {
    members = Self.members(try JSONNode.members(ofFile: bytes))
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

// MARK: - Contents

extension PreferenceFile {
  /// The file's valid values of known settings, and why others are refused. The last of several
  /// equal keys counts.
  func contents(
    _ schema: PreferenceSchema
  ) -> (contents: [Int: PreferenceContent], refusals: [(position: Int, reason: String)]) {
    var reading = Reading(schema: schema)
    reading.read(members, schema.root)
    return (reading.contents, reading.refusals.sorted { $0.key < $1.key }.map { ($0, $1) })
  }

  private struct Reading {
    let schema: PreferenceSchema
    var contents: [Int: PreferenceContent] = [:]
    var refusals: [Int: String] = [:]

    mutating func read(_ members: [Member], _ section: PreferenceSchema.Section) {
      for member in members {
        if let position = schema.position(of: member.key, in: section) {
          read(member.value, position)
        } else if let inner = section.sections.first(where: { $0.lastKey == member.key }),
          case .object(let members) = member.value
        {
          read(members, inner)
        }
      }
    }

    private mutating func read(_ value: Value, _ position: Int) {
      let definition = schema.entries[position].definition
      guard !definition.isSecret else { return }
      contents[position] = nil
      refusals[position] = nil
      guard let node = PreferenceFile.node(value),
        let content = PreferenceContent(node, as: definition.type)
      else {
        refusals[position] = definition.unreadable
        return
      }
      switch definition.checked(content) {
      case .success(let content): contents[position] = content
      case .failure(let refusal): refusals[position] = refusal.reason
      }
    }
  }

  /// Sets the file's values of some settings; nil removes one. All else stays as it is.
  ///
  /// - Complexity: O(*n*) in the members of the file and the settings.
  mutating func apply(_ changes: [Int: PreferenceContent?], _ schema: PreferenceSchema) {
    guard !changes.isEmpty else { return }
    members = Self.applied(changes, to: members, schema.root, schema)
  }

  private static func applied(
    _ changes: [Int: PreferenceContent?], to members: [Member], _ section: PreferenceSchema.Section,
    _ schema: PreferenceSchema
  ) -> [Member] {
    var result: [Member] = []
    var seen: Set<Int> = []
    var seenSections: Set<String> = []
    for member in members {
      if let position = schema.position(of: member.key, in: section),
        let change = changes[position]
      {
        guard seen.insert(position).inserted, let content = change else { continue }
        result.append(Member(key: member.key, value: .written(content.jsonText)))
      } else if let inner = section.sections.first(where: { $0.lastKey == member.key }),
        case .object(let old) = member.value
      {
        seenSections.insert(inner.key)
        let new = applied(changes, to: old, inner, schema)
        if !new.isEmpty || old.isEmpty {
          result.append(Member(key: member.key, value: .object(new)))
        }
      } else {
        result.append(member)
      }
    }
    for position in section.preferences where !seen.contains(position) {
      guard let change = changes[position], let content = change else { continue }
      let key = schema.entries[position].definition.key
      result.append(Member(key: key, value: .written(content.jsonText)))
    }
    for inner in section.sections where !seenSections.contains(inner.key) {
      let new = applied(changes, to: [], inner, schema)
      guard !new.isEmpty else { continue }
      // What stands in the place of a group, and is none, gives way.
      result.removeAll { $0.key == inner.lastKey }
      result.append(Member(key: inner.lastKey, value: .object(new)))
    }
    return result
  }
}
