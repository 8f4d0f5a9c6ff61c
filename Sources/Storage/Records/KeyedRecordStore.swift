public import HikidashiRecords

/// A typed view of a ``RecordStore`` that finds records by their key, as `KeyedRecords` does.
///
/// ```swift
/// let goods = try KeyedRecordStore(schema, key: code, at: .sqlite(path))
/// try await goods.edit("Deliver") { try $0.upsert("A-17") { $0[stock] += 100 } }
/// goods.records["A-17"]?[stock]          // 100
/// ```
///
/// Its ``store`` knows the key: whoever edits the records, here, as a table or in a form, no edit
/// leaves two of them with one key. Use the store for undoing, for changes from elsewhere and for
/// everything else that concerns the records as a table.
///
/// Where an older version or another tool has stored two records with one key, the store opens all
/// the same. ``/HikidashiRecords/RecordKeys/shared`` lists them, and an edit mends them:
///
/// ```swift
/// for shared in goods.keys.shared {
///   try goods.edit("Mend") { goods in
///     for number in shared.numbers.dropFirst() { try goods.remove(number) }
///   }
/// }
/// ```
public final class KeyedRecordStore<Key: FieldValue>: Sendable {
  /// The store that keeps the records.
  public let store: RecordStore
  /// No records, with the key by which records are found.
  private let none: KeyedRecords<Key>

  /// Opens a store; waits for the disk.
  ///
  /// - Parameters:
  ///   - schema: The fields that the records have.
  ///   - key: The field that names a record.
  ///   - unique: Further fields, or groups of fields, of which no two records may have the same
  ///     values.
  ///   - destination: Where the records are kept.
  ///   - migrations: As for ``RecordStore``.
  ///   - saving: When edits are stored; with each edit, if not given.
  /// - Throws: ``StoreError``; stored records that share a key are no error.
  public convenience init(
    _ schema: Schema, key: Field<Key>, unique: [[any FieldHandle]] = [],
    at destination: StoreDestination, migrations: [SchemaMigration] = [],
    saving: StoreSaving = .eachEdit
  ) throws(StoreError) {
    let store = try RecordStore(
      schema, key: key, unique: unique, at: destination, migrations: migrations, saving: saving)
    try self.init(store, key: key)
  }

  /// Wraps a store, which keeps `key` and the `unique` fields unique from now on.
  ///
  /// - Throws: ``StoreError/refused(place:_:)`` when a field belongs to another schema.
  public init(
    _ store: RecordStore, key: Field<Key>, unique: [[any FieldHandle]] = []
  ) throws(StoreError) {
    self.store = store
    try store.require(key: key, unique: unique)
    do throws(RecordError) {
      none = try KeyedRecords(store.keys.ofNone, key: key)
    } catch {
      throw .refused(place: store.destination.description, error)
    }
  }

  /// The records as they are now.
  ///
  /// - Complexity: O(1)
  public var records: KeyedRecords<Key> { records(store.keys) }

  private func records(_ keys: RecordKeys) -> KeyedRecords<Key> {
    var records = none
    records.keys = keys
    return records
  }

  /// Makes the edits of `body` as one transaction of the ``store``; waits for the disk.
  ///
  /// - Throws: What `body` throws, or ``StoreError``; the records are then as they were.
  @discardableResult
  public func edit<Result>(
    _ name: String? = nil, _ body: (inout KeyedRecords<Key>) throws -> Result
  ) throws -> Result {
    try store.edit(name) { keys in
      var records = records(keys)
      let result = try body(&records)
      return (result, records.table, records.keys)
    }
  }

  /// Makes the edits of `body` as one transaction, on a thread of the store's own.
  ///
  /// - Throws: What `body` throws, or ``StoreError``; the records are then as they were.
  @discardableResult
  public func edit<Result: Sendable>(
    _ name: String? = nil,
    _ body: @escaping @Sendable (inout KeyedRecords<Key>) throws -> Result
  ) async throws -> Result {
    try await wait(on: store.queue) { try self.edit(name, body) }
  }
}

extension KeyedRecordStore: SharedRecords {
  /// The records as a table.
  public var table: RecordTable { store.table }
  /// The unique keys of the records, and the records that break their rules.
  public var keys: RecordKeys { store.keys }
  /// A sequence of the changes from now on, for one reader.
  public var changes: RecordTransactions { store.changes }
  /// Whether there is an edit to undo.
  public var canUndo: Bool { store.canUndo }
  /// The name of the edit that ``undo()`` would undo.
  public var undoName: String? { store.undoName }
  /// Whether there is an edit to redo.
  public var canRedo: Bool { store.canRedo }
  /// The name of the edit that ``redo()`` would redo.
  public var redoName: String? { store.redoName }

  /// Makes the edits of a closure, which edits the table, as one transaction.
  public func change(
    _ name: String, _ body: @escaping @Sendable (inout RecordTable) throws -> Void
  ) async throws {
    try await store.change(name, body)
  }

  /// Undoes the last edit, and returns whether there was one.
  public func undo() async throws -> Bool { try await store.undo() }

  /// Redoes the edit that was undone last, and returns whether there was one.
  public func redo() async throws -> Bool { try await store.redo() }
}
