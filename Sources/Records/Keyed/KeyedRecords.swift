/// A table of records that are known by a key: no two have the same, and each is found in constant
/// time.
///
/// ```swift
/// let code = Field<String>("code"), name = Field<String>("name"), stock = Field<Int>("stock", default: 0)
/// var goods = try KeyedRecords(Schema(code, name, stock), key: code)
/// try goods.upsert("A-17") { $0[name] = "Bolt"; $0[stock] += 100 }
/// goods["a-17"]?[stock]                  // 100: the collation of the key ignores case
/// goods.table.sorted(by: .descending(stock))
/// ```
///
/// Keys are the same when the key field's collation says so; a binary one compares every byte. Every
/// record has a key: null is refused. More fields, alone or together, can be made unique; there, as
/// in SQL, any number of records may be without a value.
///
/// All that a ``RecordTable`` answers is asked of ``table``. A value: a copy is a snapshot.
public struct KeyedRecords<Key: FieldValue>: Sendable {
  /// The field that holds the keys.
  public let key: Field<Key>
  /// The records with their keys, and with what else must be unique: those of a store may have records
  /// that share a key, see ``RecordKeys/shared``.
  public package(set) var keys: RecordKeys
  /// Which of the keys it is.
  private let place: Int
  /// Whether each edit is held against the keys, and not only all of a batch together.
  var isStrict = true

  /// No records.
  ///
  /// - Parameters:
  ///   - schema: The fields of the records.
  ///   - key: The field that names a record.
  ///   - unique: Further fields, or groups of fields, of which no two records may have the same
  ///     values.
  /// - Throws: ``RecordError/foreignField(name:)``.
  public init(
    _ schema: Schema, key: Field<Key>, unique: [[any FieldHandle]] = []
  ) throws(RecordError) {
    try self.init(RecordTable(schema), key: key, unique: unique)
  }

  /// The records of a table, which keep their numbers.
  ///
  /// - Throws: ``RecordError/duplicateKey(field:value:holder:)``, ``RecordError/missingValue(field:)``
  ///   for a record without a key, ``RecordError/foreignField(name:)``.
  /// - Complexity: O(*n*)
  public init(
    _ table: RecordTable, key: Field<Key>, unique: [[any FieldHandle]] = []
  ) throws(RecordError) {
    let none = try RecordKeys(RecordTable(table.schema), key: key, unique: unique)
    let changes = table.changes(since: none.table)
    try self.init(none.edited(table, changes), key: key)
  }

  /// The records of a store.
  ///
  /// - Throws: ``RecordError/foreignField(name:)`` where the field is no key of theirs.
  package init(_ keys: RecordKeys, key: Field<Key>) throws(RecordError) {
    guard let place = keys.place(of: key) else { throw .foreignField(name: key.name) }
    self.keys = keys
    self.key = key
    self.place = place
  }

  /// The records, to be read.
  public var table: RecordTable { keys.table }
  public var schema: Schema { table.schema }
  public var count: Int { table.count }
  public var isEmpty: Bool { table.isEmpty }

  /// The number of the record with this key, or nil; of one of them, where several share it.
  ///
  /// - Complexity: O(1)
  public func number(of key: Key) -> RecordNumber? { keys.holder(of: key.cell, place) }

  /// The record with this key, or nil.
  ///
  /// - Complexity: O(1)
  public subscript(key: Key) -> Record? { number(of: key).map { table[$0] } }

  /// Whether there is a record with this key.
  public func contains(_ key: Key) -> Bool { number(of: key) != nil }

  /// Bytes that finding records by their keys takes, beside the table.
  public var indexBytes: Int { keys.allocatedBytes }
}

extension KeyedRecords where Key: SortableValue {
  /// The numbers of the records in the order of their keys, as the key field's collation has it.
  ///
  /// - Complexity: what sorting the table takes.
  public var numbersByKey: [RecordNumber] { table.sorted(by: .ascending(key)) }
}

extension KeyedRecords: Sequence where Key: SortableValue {
  /// Goes through the records in the order of their keys.
  public func makeIterator() -> some IteratorProtocol<Record> {
    numbersByKey.lazy.map { table[$0] }.makeIterator()
  }

  public var underestimatedCount: Int { count }
}
