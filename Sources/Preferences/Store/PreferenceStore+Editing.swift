internal import Dispatch
internal import HikidashiBase
internal import HikidashiStorage
internal import HikidashiValues

// MARK: - Editing

/// The changes made in a ``PreferenceStore/edit(_:_:)``, which take effect together.
public struct PreferenceEdit {
  let schema: PreferenceSchema
  let administrator: String
  /// The values that override the user's. A copy of all values would be copied again by the first
  /// change.
  let fixed: [Int: (layer: PreferenceLayer, content: PreferenceContent)]
  var changes: [Int: PreferenceContent?] = [:]
  /// Whether all user values without a change are to be removed.
  var isResetting = false

  /// Sets the user's value of a setting.
  ///
  /// - Throws: ``PreferenceError/refused(key:reason:)``, ``PreferenceError/locked(key:place:)``
  public mutating func set<Value: PreferenceValue>(
    _ preference: Preference<Value>, to value: Value
  ) throws(PreferenceError) {
    try set(preference.definition, value.content)
  }

  /// Removes the user's value of a setting, so that its default applies if no other layer has a
  /// value.
  public mutating func reset(_ preference: some PreferenceHandle) throws(PreferenceError) {
    try reset(preference.definition)
  }

  /// Removes all values of the user; those that the administrator has set stay.
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

  /// The definition of the setting at a position of the schema.
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
  /// Sets the user's value of a setting, which is in memory when this returns, and saved later.
  ///
  /// While a flag or a variable sets the setting, that value is used; the new one applies from the
  /// next run without it.
  ///
  /// - Throws: ``PreferenceError/refused(key:reason:)``, ``PreferenceError/locked(key:place:)``
  public func set<Value: PreferenceValue>(
    _ preference: Preference<Value>, to value: Value
  ) throws(PreferenceError) {
    try edit { (edit) throws(PreferenceError) in try edit.set(preference, to: value) }
  }

  /// Removes the user's value of a setting.
  ///
  /// - Throws: ``PreferenceError/locked(key:place:)``
  public func reset(_ preference: some PreferenceHandle) throws(PreferenceError) {
    try edit { (edit) throws(PreferenceError) in try edit.reset(preference) }
  }

  /// Removes all values of the user, but not secrets.
  public func resetAll() {
    do throws(PreferenceError) {
      try edit { (edit) throws(PreferenceError) in edit.resetAll() }
    } catch {
      // Nothing in it is refused.
    }
  }

  /// Makes several changes that take effect, and are undone, together or not at all.
  ///
  /// - Parameters:
  ///   - name: What was done, for an undo menu.
  ///   - body: Makes the changes. It must use only the given edit, not the store.
  /// - Throws: What `body` throws; nothing has changed then.
  public func edit(
    _ name: String? = nil, _ body: (inout PreferenceEdit) throws(PreferenceError) -> Void
  ) throws(PreferenceError) {
    try edit(name, typing: nil, body)
  }

  /// Makes changes as ``edit(_:_:)`` does; successive edits of one typing, which has a number of
  /// its own, are undone together.
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
  public var canUndo: Bool { observing { $0.history.edits.canUndo } }
  /// Whether there is an edit to redo.
  public var canRedo: Bool { observing { $0.history.edits.canRedo } }
  /// The name of the edit that ``undo()`` would undo.
  public var undoName: String? { observing { $0.history.edits.nextUndo?.name } }
  /// The name of the edit that ``redo()`` would redo.
  public var redoName: String? { observing { $0.history.edits.nextRedo?.name } }

  /// Undoes the last edit, and returns whether there was one. Settings that another process has
  /// changed since stay as they are. The last hundred edits can be undone.
  @discardableResult
  public func undo() -> Bool {
    go { history, user in history.undo(user) }
  }

  /// Redoes the edit that was undone last, and returns whether there was one.
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

  /// Applies changes of the user's values, and marks them as unsaved.
  private static func take(
    _ changes: [Int: PreferenceContent?], _ shared: inout Shared
  ) -> PreferenceChange {
    shared.unsaved.formUnion(changes.keys)
    return shared.state.set(changes)
  }

  private func announce(_ change: PreferenceChange) {
    tell(change)
    scheduleSave()
  }

  /// Saves a while after the last of several changes.
  private func scheduleSave() {
    autosave?.schedule { [weak self] in
      guard let self else { return }
      do throws(PreferenceError) { try save() } catch { report(error) }
    }
  }
}

// MARK: - Saving

extension PreferenceStore {
  /// Whether there are changes that are not saved yet.
  public var hasUnsavedChanges: Bool { observing { !$0.unsaved.isEmpty } }

  /// Saves the changes, if there are any, and waits for the disk.
  ///
  /// Changes that another process has made meanwhile to other settings are taken over.
  ///
  /// - Throws: ``PreferenceError/storage(_:)``; the changes then stay unsaved.
  public func save() throws(PreferenceError) {
    guard hasUnsavedChanges else { return }
    try exchange(isSaving: true)
  }

  /// Reads what other processes have stored. Without this call, the store does so a little later.
  ///
  /// - Throws: ``PreferenceError/storage(_:)``
  public func refresh() throws(PreferenceError) { try exchange(isSaving: false) }

  /// Saves the changes, if there are any, on a thread of the store.
  ///
  /// - Throws: ``PreferenceError/storage(_:)``; the changes then stay unsaved.
  public func save() async throws(PreferenceError) {
    guard hasUnsavedChanges else { return }
    let result = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Result { () throws(PreferenceError) in try self.exchange(isSaving: true) })
      }
    }
    try result.get()
  }

  /// Reads the file for the first time, and stores the version if needed.
  func load() throws(StorageError) {
    try stored.withLock { stored throws(StorageError) in
      let lock = place.folder.map { FileLock(folder: $0, name: name.lastComponent) }
      defer { withExtendedLifetime(lock) {} }
      let bytes = try read()
      var problems: [PreferenceProblem] = []
      var file = PreferenceFile()
      do throws(JSONFileDamage) {
        if let bytes { file = try PreferenceFile(bytes) }
      } catch {
        problems.append(try setAside(bytes ?? [], error.reason))
      }
      let isOther = prepare(&file, &problems)
      let (contents, refusals) = file.contents(schema)
      problems += complaints(refusals)
      shared.withLock { shared in
        shared.problems += problems
        _ = shared.state.set(contents.mapValues { .some($0) })
      }
      stored = Stored(bytes: bytes, isRead: true)
      guard isOther || bytes == nil || !problems.isEmpty else { return }
      let text = Array(file.text.utf8)
      guard text != bytes else { return }
      do throws(StorageError) {
        try storage.write(text, to: name)
        stored.bytes = text
      } catch {
        // A home that cannot be written must not keep the app from starting.
        shared.withLock { $0.problems.append(.notSaved(error)) }
      }
    }
  }

  /// Reads what is stored and, if `isSaving`, writes the changes.
  private func exchange(isSaving: Bool) throws(PreferenceError) {
    var problems: [PreferenceProblem] = []
    var changes: [PreferenceChange] = []
    do throws(StorageError) {
      try stored.withLock { stored throws(StorageError) in
        let lock =
          isSaving ? place.folder.map { FileLock(folder: $0, name: name.lastComponent) } : nil
        defer { withExtendedLifetime(lock) {} }
        let bytes = try read()
        if !isSaving, bytes == stored.bytes { return }
        guard var file = try parsed(bytes, stored, isSaving, &problems) else { return }
        if bytes != stored.bytes {
          changes.append(adopt(file, &problems))
          stored.bytes = bytes
        }
        guard isSaving else { return }
        try write(&file, &stored)
      }
    } catch {
      tell(changes, problems)
      throw .storage(error)
    }
    tell(changes, problems)
  }

  private func tell(_ changes: [PreferenceChange], _ problems: [PreferenceProblem]) {
    for change in changes { tell(change) }
    observedRest.didChange()
    add(problems)
  }

  /// Parses the bytes of the file; nil if it is damaged and left as it is, as someone may be
  /// mending it.
  private func parsed(
    _ bytes: [UInt8]?, _ stored: Stored, _ isSaving: Bool, _ problems: inout [PreferenceProblem]
  ) throws(StorageError) -> PreferenceFile? {
    var file = PreferenceFile()
    do throws(JSONFileDamage) {
      if let bytes { file = try PreferenceFile(bytes) }
    } catch {
      guard isSaving else {
        problems.append(.unreadable(place: place.description, reason: error.reason))
        return nil
      }
      problems.append(try setAside(bytes ?? [], error.reason))
      // All that is known here is to be in the new file.
      shared.withLock { $0.unsaved.formUnion($0.state.user.keys) }
    }
    _ = prepare(&file, &problems)
    return file
  }

  /// Takes over the file's values of all settings without unsaved changes.
  private func adopt(
    _ file: PreferenceFile, _ problems: inout [PreferenceProblem]
  ) -> PreferenceChange {
    let (contents, refusals) = file.contents(schema)
    problems += complaints(refusals)
    return shared.withLock { shared in
      var changes: [Int: PreferenceContent?] = contents.mapValues { .some($0) }
      for position in shared.state.user.keys where changes[position] == nil {
        changes[position] = .some(nil)
      }
      for position in shared.unsaved { changes[position] = nil }
      return shared.state.set(changes)
    }
  }

  private func write(
    _ file: inout PreferenceFile, _ stored: inout Stored
  ) throws(StorageError) {
    let changes = shared.withLock { shared in
      var changes: [Int: PreferenceContent?] = [:]
      for position in shared.unsaved { changes[position] = .some(shared.state.user[position]) }
      return changes
    }
    file.apply(changes, schema)
    let text = Array(file.text.utf8)
    if text != stored.bytes { try storage.write(text, to: name) }
    stored.bytes = text
    shared.withLock { shared in
      // It may have been changed once more meanwhile.
      for (position, content) in changes where shared.state.user[position] == content {
        shared.unsaved.remove(position)
      }
    }
  }

  private func read() throws(StorageError) -> [UInt8]? {
    do throws(StorageError) { return try storage.read(name) } catch .notFound { return nil }
  }

  /// Runs migrations and sets the version, and returns whether the file has changed.
  private func prepare(_ file: inout PreferenceFile, _ problems: inout [PreferenceProblem]) -> Bool
  {
    if let text = file.versionText {
      guard let found = AppVersion(text) else {
        problems.append(
          .badVersion(place: place.description, text: String(text.prefix(60))))
        file.setVersion(version)
        return true
      }
      if found == version { return false }
      if found > version {
        problems.append(.newer(place: place.description, found: found, own: version))
        return false
      }
      for migration in options.migrations
      where found < migration.version && migration.version <= version {
        migration.change(&file)
      }
    }
    file.setVersion(version)
    return true
  }

  private func complaints(_ refusals: [(position: Int, reason: String)]) -> [PreferenceProblem] {
    refusals.map {
      .badValue(key: schema.entries[$0.position].key, place: place.description, reason: $0.reason)
    }
  }

  /// Stores damaged bytes under another name, and returns the problem to report.
  private func setAside(
    _ bytes: [UInt8], _ reason: String
  ) throws(StorageError) -> PreferenceProblem {
    let copy = try storage.setAside(bytes, of: name)
    return .damaged(place: place.description, setAside: copy.text, reason: reason)
  }
}
