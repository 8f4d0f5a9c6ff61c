public import Records
import Support

/// Records that are known by a key and keep themselves saved: ``RecordStore`` for `KeyedRecords`.
///
/// ```swift
/// let goods = try KeyedRecordStore(schema, key: code, at: .sqlite(path))
/// try await goods.edit("Deliver") { try $0.upsert("A-17") { $0[stock] += 100 } }
/// goods.records["A-17"]?[stock]          // 100
/// ```
///
/// Undoing, changes from elsewhere and all else that concerns the records as a table is asked of
/// ``store``.
public final class KeyedRecordStore<Key: FieldValue>: Sendable {
  /// The store of the table.
  public let store: RecordStore
  /// The records as they were looked at last.
  private let known: Guarded<KeyedRecords<Key>>

  /// Opens a store; waits for the disk.
  ///
  /// - Parameters:
  ///   - schema: The fields that the records have.
  ///   - key: The field that names a record.
  ///   - unique: Further fields, or groups of fields, of which no two records may have the same values.
  ///   - destination: Where the records are kept.
  ///   - migrations: As for ``RecordStore``.
  /// - Throws: ``StoreError``, among them ``StoreError/refused(place:_:)`` when two of the stored
  ///   records have one key.
  public convenience init(
    _ schema: Schema, key: Field<Key>, unique: [[any FieldHandle]] = [],
    at destination: StoreDestination, migrations: [SchemaMigration] = []
  ) throws(StoreError) {
    try self.init(
      RecordStore(schema, at: destination, migrations: migrations), key: key, unique: unique)
  }

  /// The records of a store.
  ///
  /// - Throws: ``StoreError/refused(place:_:)`` when two of them have one key.
  public init(
    _ store: RecordStore, key: Field<Key>, unique: [[any FieldHandle]] = []
  ) throws(StoreError) {
    self.store = store
    do throws(RecordError) {
      known = Guarded(try KeyedRecords(store.table, key: key, unique: unique))
    } catch {
      throw .refused(place: store.destination.description, error)
    }
  }

  /// The records as they are now; where another process has stored two with one key, as they were
  /// before.
  ///
  /// - Complexity: O(1) for each record that was changed since the last call.
  public var records: KeyedRecords<Key> {
    let table = store.table
    return known.withLock { known in
      try? known.update(to: table)
      return known
    }
  }

  /// Makes edits that take effect together and are stored when this returns, or not at all; waits for
  /// the disk.
  ///
  /// - Throws: What `body` throws, or ``StoreError``; the records are then as they were.
  @discardableResult
  public func edit<Result>(
    _ name: String? = nil, _ body: (inout KeyedRecords<Key>) throws -> Result
  ) throws -> Result {
    try store.edit(name) { table in
      var keyed = known.withLock { $0 }
      try keyed.update(to: table)
      let result = try body(&keyed)
      table = keyed.table
      // The next edit goes on from here; one that was not stored after all is taken back by it.
      let edited = keyed
      known.withLock { $0 = edited }
      return result
    }
  }

  /// Makes edits that take effect together and are stored when this returns, or not at all, on a
  /// thread of the store's own.
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
