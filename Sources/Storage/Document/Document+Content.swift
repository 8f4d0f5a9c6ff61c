import Glibc
public import Records
import Support

extension Document {
  /// The store of this name, which is opened when it is first asked for; waits for the disk.
  ///
  /// Its edits are in memory when they return and are saved with the document.
  ///
  /// - Parameters:
  ///   - name: Unique in the document; the name of a file or a table.
  ///   - schema: The fields that the records have.
  ///   - migrations: As for ``RecordStore``; of a document that is only read, none are run.
  /// - Throws: ``StoreError``, also where the name was asked for before with another schema.
  public func store(
    _ name: String, _ schema: Schema, migrations: [SchemaMigration] = []
  ) throws(StoreError) -> RecordStore {
    // In turn with saving, so that a store is opened once.
    try inTurn { () throws(StoreError) in
      if let store = state.withLock({ $0.stores[name] }) {
        guard store.schema == schema else {
          throw .otherSchema(
            place: store.destination.description, reason: "it is open with another one")
        }
        return store
      }
      let store = try open(name, schema, migrations)
      store.onChange { [weak self] change in
        if change.kind != .external { self?.scheduleSave() }
      }
      state.withLock { $0.stores[name] = store }
      return store
    }
  }

  private func open(
    _ name: String, _ schema: Schema, _ migrations: [SchemaMigration]
  ) throws(StoreError) -> RecordStore {
    let destination = try place.destination(name)
    let backend = try destination.open()
    return try RecordStore(
      schema, destination,
      isReadOnly ? ReadOnlyBackend(base: backend, place: destination.description) : backend,
      migrations, .whenAsked, undoLimit: 100)
  }

  /// The bytes of this name, or nil where there are none; may wait for the disk.
  public func value(_ name: StorageName) throws(StorageError) -> [UInt8]? {
    if let value = state.withLock({ $0.values[name] }) { return value }
    do throws(StorageError) { return try bytes.read(name) } catch .notFound { return nil }
  }

  /// Sets the bytes of this name, or removes them where nil; they are saved with the document.
  public func setValue(_ value: [UInt8]?, for name: StorageName) {
    state.withLock { $0.values[name] = .some(value) }
    scheduleSave()
  }

  /// Whether something was changed since it was saved last.
  public var hasUnsavedChanges: Bool {
    let (stores, isValueSet) = state.withLock { (Array($0.stores.values), !$0.values.isEmpty) }
    return isValueSet || stores.contains { $0.hasUnsavedChanges }
  }

  /// Saves what was changed since the last time, if anything; waits for the disk.
  ///
  /// Values and stores are saved one after another, each as a whole. What fails stays to be saved, and
  /// does not keep the others from being saved.
  ///
  /// - Throws: ``DocumentError``
  public func save() throws(DocumentError) {
    guard hasUnsavedChanges else { return }
    guard !isReadOnly else { throw .readOnly(place: place.description) }
    try inTurn { () throws(DocumentError) in
      // A newer app may have been started meanwhile.
      if let found = try Self.version(in: bytes, place), found > version {
        throw .newer(place: place.description, found: found, own: version)
      }
      let failure = saveValues()
      var failures: [String: StoreError] = [:]
      for (name, store) in state.withLock({ $0.stores }) where store.hasUnsavedChanges {
        do throws(StoreError) { try store.save() } catch { failures[name] = error }
      }
      if !failures.isEmpty { throw .stores(failures) }
      if let failure { throw .storage(failure) }
    }
  }

  /// Runs `body` when nobody saves or opens a store.
  ///
  /// A store that is saved tells of what others changed, on this thread, and whoever is told may save
  /// or ask for a store, too: waiting for one's own turn would be for ever.
  private func inTurn<Result: Sendable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = pthread_self()
    if turnHolder.withLock({ $0 }) == thread { return try body() }
    return try turn.withLock { _ throws(Failure) in
      turnHolder.withLock { $0 = thread }
      defer { turnHolder.withLock { $0 = nil } }
      return try body()
    }
  }

  /// Saves the values; the first failure, if any.
  private func saveValues() -> StorageError? {
    var failure: StorageError?
    for (name, value) in state.withLock({ $0.values }) {
      do throws(StorageError) {
        if let value {
          try bytes.write(value, to: name)
        } else {
          do throws(StorageError) { try bytes.remove(name) } catch .notFound {}
        }
        state.withLock { state in
          // It may have been set once more meanwhile.
          if state.values[name] == .some(value) { state.values[name] = nil }
        }
      } catch {
        failure = failure ?? error
      }
    }
    return failure
  }
}
