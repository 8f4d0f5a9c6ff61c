import Dispatch
public import Records

// The calls that wait for the disk on a thread of their own: for the main thread, and wherever else
// nothing may wait.
extension Document {
  /// Opens an app's data; see the initializer, which waits.
  ///
  /// - Throws: ``DocumentError``
  public static func open(
    _ place: DocumentPlace, version: AppVersion, newer: NewerData = .refuse,
    autosave: Duration? = .seconds(2), onSaveError: (@Sendable (DocumentError) -> Void)? = nil,
    onVersionChange:
      @escaping @Sendable (
        _ from: AppVersion, _ to: AppVersion, _ bytes: any ByteStorage
      ) throws(StorageError) -> Void = { _, _, _ in }
  ) async throws(DocumentError) -> Document {
    try await wait(on: DispatchQueue(label: "Document.open")) { () throws(DocumentError) in
      try Document(
        place, version: version, newer: newer, autosave: autosave, onSaveError: onSaveError,
        onVersionChange: onVersionChange)
    }
  }

  /// The store of this name; see the call of this name that waits.
  public func store(
    _ name: String, _ schema: Schema, migrations: [SchemaMigration] = []
  ) async throws(StoreError) -> RecordStore {
    try await wait(on: queue) { () throws(StoreError) in
      try self.store(name, schema, migrations: migrations)
    }
  }

  /// Saves what was changed since the last time, if anything.
  ///
  /// - Throws: ``DocumentError``
  public func save() async throws(DocumentError) {
    try await wait(on: queue) { () throws(DocumentError) in try self.save() }
  }
}
