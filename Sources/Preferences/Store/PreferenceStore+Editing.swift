internal import Dispatch
internal import Support

/// Changes of a ``PreferenceStore/edit(_:_:)``, which take effect together.
public struct PreferenceEdit {
  let schema: PreferenceSchema
  let administrator: String
  /// What the user cannot change. A copy of all values would be copied again by the first change.
  let fixed: [Int: (layer: PreferenceLayer, content: PreferenceContent)]
  var changes: [Int: PreferenceContent?] = [:]
  /// Whether all that the changes do not name is to go.
  var isResetting = false

  /// Sets a value of the user's.
  ///
  /// - Throws: ``PreferenceError/refused(key:reason:)``, ``PreferenceError/locked(key:place:)``
  public mutating func set<Value: PreferenceValue>(
    _ preference: Preference<Value>, to value: Value
  ) throws(PreferenceError) {
    try set(preference.definition, value.content)
  }

  /// Takes the user's value of a setting away, so that it is what the definition says.
  public mutating func reset(_ preference: some PreferenceHandle) throws(PreferenceError) {
    try reset(preference.definition)
  }

  /// Takes all values of the user's away; those that the administrator has set stay.
  public mutating func resetAll() {
    changes = [:]
    isResetting = true
  }

  package mutating func set(
    _ definition: PreferenceDefinition, _ content: PreferenceContent
  ) throws(PreferenceError) {
    let position = try position(definition)
    switch definition.checked(content) {
    case .success(let content): changes[position] = content
    case .failure(let refusal):
      throw .refused(key: schema.entries[position].key, reason: refusal.reason)
    }
  }

  /// The setting at a position of the schema.
  package func definition(_ position: Int) -> PreferenceDefinition {
    schema.entries[position].definition
  }

  package mutating func reset(_ definition: PreferenceDefinition) throws(PreferenceError) {
    changes[try position(definition)] = .some(nil)
  }

  private func position(_ definition: PreferenceDefinition) throws(PreferenceError) -> Int {
    guard let position = schema.position(of: definition), !definition.isSecret else {
      throw .unknown(key: definition.key)
    }
    if fixed[position]?.layer == .administrator {
      throw .locked(key: schema.entries[position].key, place: administrator)
    }
    return position
  }
}

extension PreferenceStore {
  /// Sets a value of the user's, which is in memory when this returns.
  ///
  /// While a flag or a variable says the value, that one is used, and this from the next run on.
  ///
  /// - Throws: ``PreferenceError/refused(key:reason:)``, ``PreferenceError/locked(key:place:)``
  public func set<Value: PreferenceValue>(
    _ preference: Preference<Value>, to value: Value
  ) throws(PreferenceError) {
    try edit { (edit) throws(PreferenceError) in try edit.set(preference, to: value) }
  }

  /// Takes the user's value of a setting away.
  ///
  /// - Throws: ``PreferenceError/locked(key:place:)``
  public func reset(_ preference: some PreferenceHandle) throws(PreferenceError) {
    try edit { (edit) throws(PreferenceError) in try edit.reset(preference) }
  }

  /// Takes all values of the user's away, but not secrets.
  public func resetAll() {
    do throws(PreferenceError) {
      try edit { (edit) throws(PreferenceError) in edit.resetAll() }
    } catch {
      // Nothing in it is refused.
    }
  }

  /// Makes several changes that take effect together, and are undone together, or not at all.
  ///
  /// - Parameters:
  ///   - name: What was done, for an undo menu.
  ///   - body: Makes the changes. It must not ask the store, only what it is given.
  /// - Throws: What `body` throws; nothing has changed then.
  public func edit(
    _ name: String? = nil, _ body: (inout PreferenceEdit) throws(PreferenceError) -> Void
  ) throws(PreferenceError) {
    try edit(name, typing: nil, body)
  }

  /// As ``edit(_:_:)``; edits of one typing, whose number no other has, are undone together.
  package func edit(
    _ name: String? = nil, typing: Int?,
    _ body: (inout PreferenceEdit) throws(PreferenceError) -> Void
  ) throws(PreferenceError) {
    let fixed = shared.withLock { $0.state.fixed }
    var edit = PreferenceEdit(schema: schema, administrator: administratorPlace, fixed: fixed)
    try body(&edit)
    let (changes, isResetting) = (edit.changes, edit.isResetting)
    let change = shared.withLock { shared in
      var own = changes.filter { shared.state.user[$0.key] != $0.value }
      if isResetting {
        for position in shared.state.user.keys where changes[position] == nil {
          own[position] = .some(nil)
        }
      }
      guard !own.isEmpty else { return nil as PreferenceChange? }
      var before: [Int: PreferenceContent?] = [:]
      for position in own.keys { before[position] = .some(shared.state.user[position]) }
      shared.history.add(
        PreferenceHistory.Edit(name: name, before: before, after: own), typing: typing)
      return Self.take(own, &shared)
    }
    if let change { announce(change) }
  }

  /// Whether there is an edit to undo.
  public var canUndo: Bool { shared.withLock { !$0.history.done.isEmpty } }
  /// Whether there is an edit to make again.
  public var canRedo: Bool { shared.withLock { !$0.history.undone.isEmpty } }
  /// The name of the edit that ``undo()`` would take back.
  public var undoName: String? { shared.withLock { $0.history.done.last?.name } }
  /// The name of the edit that ``redo()`` would make again.
  public var redoName: String? { shared.withLock { $0.history.undone.last?.name } }

  /// Takes back the last edit; whether there was one. What was changed since by another process stays
  /// as it is. The last hundred edits are remembered.
  @discardableResult
  public func undo() -> Bool {
    go { history, user in history.undo(user) }
  }

  /// Makes the edit again that was undone last; whether there was one.
  @discardableResult
  public func redo() -> Bool {
    go { history, user in history.redo(user) }
  }

  private func go(
    _ step: (inout PreferenceHistory, [Int: PreferenceContent]) -> [Int: PreferenceContent?]?
  ) -> Bool {
    let change = shared.withLock { shared in
      let changes = step(&shared.history, shared.state.user)
      return changes.map { Self.take($0, &shared) }
    }
    guard let change else { return false }
    announce(change)
    return true
  }

  /// Takes changes of the user's layer, which are to be saved.
  private static func take(
    _ changes: [Int: PreferenceContent?], _ shared: inout Shared
  ) -> PreferenceChange {
    shared.unsaved.formUnion(changes.keys)
    shared.changeCount += 1
    return shared.state.set(changes)
  }

  private func announce(_ change: PreferenceChange) {
    teller.tell(change)
    scheduleSave()
  }

  /// Saves a while after the last of several changes.
  private func scheduleSave() {
    guard let delay else { return }
    let count = shared.withLock { $0.changeCount }
    queue.asyncAfter(deadline: .now() + .nanoseconds(delay.nanoseconds)) { [weak self] in
      guard let self, shared.withLock({ $0.changeCount }) == count else { return }
      do throws(PreferenceError) { try save() } catch { report(error) }
    }
  }
}
