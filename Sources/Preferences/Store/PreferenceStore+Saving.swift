internal import Dispatch
internal import Storage
internal import Support

extension PreferenceStore {
  /// Whether something was changed since it was saved last.
  public var hasUnsavedChanges: Bool { shared.withLock { !$0.unsaved.isEmpty } }

  /// Saves what was changed, if anything; waits for the disk.
  ///
  /// What another process has changed meanwhile, and this one has not, is taken over.
  ///
  /// - Throws: ``PreferenceError/storage(_:)``; what is not saved stays to be saved.
  public func save() throws(PreferenceError) {
    guard hasUnsavedChanges else { return }
    try exchange(isSaving: true)
  }

  /// Takes over what others have stored. It is noticed without this call soon after; with it, now.
  ///
  /// - Throws: ``PreferenceError/storage(_:)``
  public func refresh() throws(PreferenceError) { try exchange(isSaving: false) }

  /// Saves what was changed, if anything, on a thread of the store's own.
  ///
  /// - Throws: ``PreferenceError/storage(_:)``; what is not saved stays to be saved.
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

  /// Reads the file for the first time, and sees that the version is stored.
  func load() throws(StorageError) {
    try stored.withLock { stored throws(StorageError) in
      let lock = place.folder.map { FileLock(folder: $0, name: name.lastComponent) }
      defer { withExtendedLifetime(lock) {} }
      let bytes = try read()
      var problems: [PreferenceProblem] = []
      var file = PreferenceFile()
      do throws(PreferenceFile.Damage) {
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

  /// Reads what is stored and, where it is to save, writes what was changed.
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
    for change in changes { teller.tell(change) }
    add(problems)
  }

  /// The file that the bytes are; nil where it is damaged and is left to whoever is mending it.
  private func parsed(
    _ bytes: [UInt8]?, _ stored: Stored, _ isSaving: Bool, _ problems: inout [PreferenceProblem]
  ) throws(StorageError) -> PreferenceFile? {
    var file = PreferenceFile()
    do throws(PreferenceFile.Damage) {
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

  /// Takes over what the file says of all that was not changed here.
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

  /// Runs migrations and sets the version; whether anything is other than it was stored.
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
      for migration in migrations where found < migration.version && migration.version <= version {
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

  /// Keeps damaged bytes under another name, and says so.
  private func setAside(
    _ bytes: [UInt8], _ reason: String
  ) throws(StorageError) -> PreferenceProblem {
    let copy = try storage.setAside(bytes, of: name)
    return .damaged(place: place.description, setAside: copy.text, reason: reason)
  }
}
