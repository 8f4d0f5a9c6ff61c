/// The conditions of all settings, and for each setting the conditions that depend on it.
struct PreferenceRules: Sendable {
  /// A condition with positions in place of keys.
  indirect enum Test: Sendable {
    case equals(Int, PreferenceContent)
    case isOneOf(Int, Set<PreferenceContent>)
    case isAtLeast(Int, PreferenceContent)
    case isAtMost(Int, PreferenceContent)
    case all([Test])
    case any([Test])
    case not(Test)

    func holds(_ values: [PreferenceContent]) -> Bool {
      switch self {
      case .equals(let position, let content): values[position] == content
      case .isOneOf(let position, let contents): contents.contains(values[position])
      case .isAtLeast(let position, let content): !values[position].precedes(content)
      case .isAtMost(let position, let content): !content.precedes(values[position])
      case .all(let tests): tests.allSatisfy { $0.holds(values) }
      case .any(let tests): tests.contains { $0.holds(values) }
      case .not(let test): !test.holds(values)
      }
    }
  }

  struct Rule: Sendable {
    /// The setting that is shown or may be changed.
    var target: Int
    /// Whether the condition decides on being shown; otherwise on being changed.
    var isAboutVisibility: Bool
    var test: Test
  }

  let rules: [Rule]
  /// The rules that depend on a setting, by the setting's position.
  let dependents: [Int: [Int]]

  init(
    _ entries: [PreferenceSchema.Entry], _ positions: [String: Int]
  ) throws(PreferenceSchemaError) {
    var rules: [Rule] = []
    var dependents: [Int: [Int]] = [:]
    for (target, entry) in entries.enumerated() {
      let conditions = [entry.definition.parts.visible, entry.definition.parts.enabled]
      for (condition, isAboutVisibility) in zip(conditions, [true, false]) {
        guard let condition else { continue }
        var resolution = Resolution(entry: entry, entries: entries, positions: positions)
        let test = try resolution.test(condition, depth: 0)
        for read in resolution.reads { dependents[read, default: []].append(rules.count) }
        rules.append(Rule(target: target, isAboutVisibility: isAboutVisibility, test: test))
      }
    }
    self.rules = rules
    self.dependents = dependents
    try checkCycles(entries)
  }

  /// Refuses circular conditions: removes settings that wait for no other, until none is left.
  private func checkCycles(_ entries: [PreferenceSchema.Entry]) throws(PreferenceSchemaError) {
    var waiting = [Int](repeating: 0, count: entries.count)
    for list in dependents.values { for rule in list { waiting[rules[rule].target] += 1 } }
    var free = entries.indices.filter { waiting[$0] == 0 }
    var count = 0
    while let next = free.popLast() {
      count += 1
      for rule in dependents[next] ?? [] {
        let target = rules[rule].target
        waiting[target] -= 1
        if waiting[target] == 0 { free.append(target) }
      }
    }
    guard count < entries.count else { return }
    throw .cycle(circle(among: Set(entries.indices.filter { waiting[$0] > 0 }), entries))
  }

  /// One circle among settings each of which waits for another of them.
  private func circle(
    among rest: Set<Int>, _ entries: [PreferenceSchema.Entry]
  ) -> [String] {
    var readBy: [Int: Int] = [:]
    for (read, list) in dependents where rest.contains(read) {
      for rule in list where rest.contains(rules[rule].target) { readBy[rules[rule].target] = read }
    }
    guard var current = rest.min() else { return [] }
    var path: [Int] = []
    var steps: [Int: Int] = [:]
    while steps[current] == nil {
      steps[current] = path.count
      path.append(current)
      guard let next = readBy[current] else { break }
      current = next
    }
    return path[(steps[current] ?? 0)...].map { entries[$0].key }
  }
}

/// Finds the settings that a condition names.
private struct Resolution {
  let entry: PreferenceSchema.Entry
  let entries: [PreferenceSchema.Entry]
  let positions: [String: Int]
  private(set) var reads: Set<Int> = []

  init(
    entry: PreferenceSchema.Entry, entries: [PreferenceSchema.Entry], positions: [String: Int]
  ) {
    self.entry = entry
    self.entries = entries
    self.positions = positions
  }

  mutating func test(
    _ condition: PreferenceCondition, depth: Int
  ) throws(PreferenceSchemaError) -> PreferenceRules.Test {
    guard depth < 64 else {
      throw .badCondition(place: entry.place, key: entry.key, reason: "more than 64 levels")
    }
    switch condition {
    case .equals(let key, let content):
      let position = try position(of: key)
      return .equals(position, try value(content, of: position))
    case .isOneOf(let key, let contents):
      let position = try position(of: key)
      var values: Set<PreferenceContent> = []
      for content in contents { values.insert(try value(content, of: position)) }
      return .isOneOf(position, values)
    case .isAtLeast(let key, let content):
      let position = try position(of: key)
      return .isAtLeast(position, try ordered(content, for: position))
    case .isAtMost(let key, let content):
      let position = try position(of: key)
      return .isAtMost(position, try ordered(content, for: position))
    case .all(let list): return .all(try tests(list, depth))
    case .any(let list): return .any(try tests(list, depth))
    case .not(let condition): return .not(try test(condition, depth: depth + 1))
    }
  }

  private mutating func tests(
    _ list: [PreferenceCondition], _ depth: Int
  ) throws(PreferenceSchemaError) -> [PreferenceRules.Test] {
    var tests: [PreferenceRules.Test] = []
    for condition in list { tests.append(try test(condition, depth: depth + 1)) }
    return tests
  }

  /// Looks for the key in the setting's own group, then in those around it.
  private mutating func position(of key: String) throws(PreferenceSchemaError) -> Int {
    for count in (0..<entry.path.count).reversed() {
      let whole = (entry.path.prefix(count) + [key]).joined(separator: ".")
      guard let position = positions[whole] else { continue }
      guard !entries[position].definition.isSecret else {
        throw .badCondition(place: entry.place, key: whole, reason: "it is secret")
      }
      reads.insert(position)
      return position
    }
    throw .unknownKey(place: entry.place, key: key)
  }

  /// A value that the other setting can have.
  private func value(
    _ content: PreferenceContent, of position: Int
  ) throws(PreferenceSchemaError) -> PreferenceContent {
    switch entries[position].definition.checked(content.read(as: entries[position].definition.type))
    {
    case .success(let content): return content
    case .failure(let refusal):
      throw .badCondition(
        place: entry.place, key: entries[position].key,
        reason: "\(content.text) is none of its values, each \(refusal.reason)")
    }
  }

  /// The bound in a condition, which may lie outside the setting's range.
  private func ordered(
    _ content: PreferenceContent, for position: Int
  ) throws(PreferenceSchemaError) -> PreferenceContent {
    let other = entries[position]
    let content = content.read(as: other.definition.type)
    guard content.isBound(of: other.definition.type) else {
      throw .badCondition(
        place: entry.place, key: other.key, reason: "\(content.text) is no bound for it")
    }
    return content
  }
}
