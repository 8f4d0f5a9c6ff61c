internal import Records

extension PreferenceFile {
  /// What the file says of each setting that it names, with what is wrong; a key that stands twice
  /// has its last value.
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

  /// Changes what the file says of some settings; nil takes one out. All else stays as it is.
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

extension PreferenceSchema {
  /// The setting of a group that a member of its object is.
  func position(of key: String, in section: Section) -> Int? {
    // A point is in no key: what has one is not the key of a setting in a group.
    guard !key.utf8.contains(UInt8(ascii: ".")) else { return nil }
    return positions[section.key.isEmpty ? key : section.key + "." + key]
  }
}

extension PreferenceSchema.Section {
  /// The key of the group in the one around it.
  var lastKey: String { key.split(separator: ".").last.map(String.init) ?? "" }
}
