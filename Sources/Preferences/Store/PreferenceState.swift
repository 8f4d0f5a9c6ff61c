internal import HikidashiBase

/// The values of all settings with their layers, and whether each setting is visible and enabled.
package struct PreferenceState: Sendable {
  let schema: PreferenceSchema
  /// The user's values, by the positions of their settings.
  private(set) var user: [Int: PreferenceContent]
  /// The values that override the user's.
  let fixed: [Int: (layer: PreferenceLayer, content: PreferenceContent)]
  package private(set) var values: [PreferenceContent]
  package private(set) var visible: [Bool]
  package private(set) var enabled: [Bool]
  /// The number of times that a condition was tested.
  private(set) var testCount = 0

  init(
    _ schema: PreferenceSchema, user: [Int: PreferenceContent],
    fixed: [Int: (layer: PreferenceLayer, content: PreferenceContent)]
  ) {
    self.schema = schema
    self.user = user
    self.fixed = fixed
    values = schema.entries.indices.map {
      fixed[$0]?.content ?? user[$0] ?? schema.entries[$0].definition.defaultContent
    }
    visible = Array(repeating: true, count: values.count)
    enabled = visible
    for rule in schema.rules.rules { set(rule) }
  }

  package func layer(_ position: Int) -> PreferenceLayer {
    fixed[position]?.layer ?? (user[position] == nil ? .standard : .user)
  }

  /// Sets user values, or removes them where nil, and returns what has changed.
  ///
  /// - Complexity: O(*n*) in the changes and the conditions that depend on them.
  package mutating func set(_ changes: [Int: PreferenceContent?]) -> PreferenceChange {
    var change = PreferenceChange(schema: schema, values: [], states: [])
    for (position, content) in changes {
      user[position] = content
      let value =
        fixed[position]?.content ?? content ?? schema.entries[position].definition.defaultContent
      guard values[position] != value else { continue }
      values[position] = value
      change.values.insert(position)
    }
    var rules: Set<Int> = []
    for position in change.values { rules.formUnion(schema.rules.dependents[position] ?? []) }
    for rule in rules where set(schema.rules.rules[rule]) {
      change.states.insert(schema.rules.rules[rule].target)
    }
    return change
  }

  /// Tests a condition, and returns whether its outcome has changed.
  @discardableResult
  private mutating func set(_ rule: PreferenceRules.Rule) -> Bool {
    testCount += 1
    let holds = rule.test.holds(values)
    if rule.isAboutVisibility {
      guard visible[rule.target] != holds else { return false }
      visible[rule.target] = holds
    } else {
      guard enabled[rule.target] != holds else { return false }
      enabled[rule.target] = holds
    }
    return true
  }
}

/// The edits that can be undone and redone.
struct PreferenceHistory: Sendable {
  struct Edit: Sendable {
    var name: String?
    /// The user's values of the settings before and after the edit; nil for none.
    var before: [Int: PreferenceContent?]
    var after: [Int: PreferenceContent?]
  }

  private(set) var edits = UndoStack<Edit>(limit: 100)
  /// The number of the typing that the last edit belongs to.
  private var typing: Int?

  /// Adds an edit.
  ///
  /// - Parameter typing: The number of the typing it belongs to; successive edits of one typing
  ///   become one.
  mutating func add(_ edit: Edit, typing: Int? = nil) {
    if let typing, typing == self.typing, var last = edits.nextUndo,
      last.after.keys == edit.after.keys
    {
      last.after = edit.after
      // Typed back to what it was.
      let isAsBefore = edit.after == last.before
      edits.forgetUndone()
      edits.nextUndo = isAsBefore ? nil : last
      if isAsBefore { self.typing = nil }
      return
    }
    self.typing = typing
    edits.add(edit)
  }

  /// The changes that undo the last edit, without settings that others have changed since.
  mutating func undo(_ user: [Int: PreferenceContent]) -> [Int: PreferenceContent?]? {
    typing = nil
    guard let edit = edits.undo() else { return nil }
    return edit.before.filter { user[$0.key] == (edit.after[$0.key] ?? nil) }
  }

  mutating func redo(_ user: [Int: PreferenceContent]) -> [Int: PreferenceContent?]? {
    guard let edit = edits.redo() else { return nil }
    return edit.after.filter { user[$0.key] == (edit.before[$0.key] ?? nil) }
  }
}
