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
      try DocumentPlace.checkName(name)
      let key = home.key(of: name)
      if let store = state.withLock({ $0.stores[key] }) {
        guard store.schema == schema else {
          throw .otherSchema(
            place: store.destination.description, reason: tr("it is open with another one"))
        }
        return store
      }
      let store = try open(name, schema, migrations)
      store.onChange { [weak self] change in
        if change.kind != .external { self?.scheduleSave() }
      }
      state.withLock { $0.stores[key] = store }
      return store
    }
  }

  private func open(
    _ name: String, _ schema: Schema, _ migrations: [SchemaMigration]
  ) throws(StoreError) -> RecordStore {
    let destination = try home.destination(name)
    let backend = try destination.open()
    return try RecordStore(
      schema, destination,
      isReadOnly ? ReadOnlyBackend(base: backend, place: destination.description) : backend,
      migrations, .whenAsked, undoLimit: 100)
  }

  /// The bytes of this name, or nil where there are none; may wait for the disk.
  public func value(_ name: StorageName) throws(StorageError) -> [UInt8]? {
    if let value = state.withLock({ $0.values[name] }) { return value }
    do throws(StorageError) { return try home.values.read(name) } catch .notFound { return nil }
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
  /// Values and stores are saved together: whatever ends the program meanwhile, all of it is there
  /// when the document is opened again, or nothing. When it throws, nothing was saved, and all of it
  /// stays to be saved; as with other durable changes, one whose last sync failed may yet be seen. A
  /// store that was closed is left out, and is what is thrown in the end.
  ///
  /// - Throws: ``DocumentError``
  public func save() throws(DocumentError) {
    guard hasUnsavedChanges else { return }
    guard !isReadOnly else { throw .readOnly(place: place.description) }
    try inTurn { () throws(DocumentError) in
      // A newer app may have been started meanwhile.
      if let found = try Self.version(in: home.values, place), found > version {
        throw .newer(place: place.description, found: found, own: version)
      }
      let (stores, values) = state.withLock { ($0.stores.sorted { $0.key < $1.key }, $0.values) }
      let names = Dictionary(uniqueKeysWithValues: stores.map { (ObjectIdentifier($1), $0) })
      try RecordStore.save(stores.map(\.value)) { unsaved throws(DocumentError) in
        let named = unsaved.map { (name: names[ObjectIdentifier($0.store)] ?? "", records: $0) }
        return named.isEmpty && values.isEmpty ? [] : try home.save(values, named)
      }
      state.withLock { state in
        // It may have been set once more meanwhile.
        for (name, value) in values where state.values[name] == .some(value) {
          state.values[name] = nil
        }
      }
      let closed = stores.filter { $0.value.hasUnsavedChanges && $0.value.isClosed }
      guard closed.isEmpty else {
        throw .stores(
          Dictionary(
            uniqueKeysWithValues: closed.map {
              ($0.key, StoreError.closed(place: $0.value.destination.description))
            }))
      }
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
}
