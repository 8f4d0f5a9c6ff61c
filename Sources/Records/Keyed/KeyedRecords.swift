/// A table of records with a unique key, by which each record is found in constant time.
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
  /// The table with its key and its other unique fields. Records of a store may share a key; see
  /// ``RecordKeys/shared``.
  public package(set) var keys: RecordKeys
  /// The index of the key field among the unique fields.
  private let place: Int
  /// Whether each edit is checked against the keys, rather than only a batch as a whole.
  var isStrict = true

  /// Makes an empty table with a key.
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

  /// Makes a keyed table from the records of a table, which keep their numbers.
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

  /// Makes a keyed table from the records of a store.
  ///
  /// - Throws: ``RecordError/foreignField(name:)`` where the field is no key of theirs.
  package init(_ keys: RecordKeys, key: Field<Key>) throws(RecordError) {
    guard let place = keys.place(of: key) else { throw .foreignField(name: key.name) }
    self.keys = keys
    self.key = key
    self.place = place
  }

  /// The records as a table that is only read.
  public var table: RecordTable { keys.table }
  /// The schema of the records.
  public var schema: Schema { table.schema }
  /// The number of records.
  public var count: Int { table.count }
  /// Whether there are no records.
  public var isEmpty: Bool { table.isEmpty }

  /// The number of the record with this key, or nil; where several records share it, the number of
  /// one.
  ///
  /// - Complexity: O(1)
  public func number(of key: Key) -> RecordNumber? { keys.holder(of: key.cell, place) }

  /// The record with this key, or nil.
  ///
  /// - Complexity: O(1)
  public subscript(key: Key) -> Record? { number(of: key).map { table[$0] } }

  /// Whether there is a record with this key.
  public func contains(_ key: Key) -> Bool { number(of: key) != nil }

  /// The memory that the index of the keys takes in addition to the table, in bytes.
  public var indexBytes: Int { keys.allocatedBytes }
}

extension KeyedRecords where Key: SortableValue {
  /// The numbers of the records, sorted by key.
  ///
  /// - Complexity: what sorting the table takes.
  public var numbersByKey: [RecordNumber] { table.sorted(by: .ascending(key)) }
}

extension KeyedRecords: Sequence where Key: SortableValue {
  /// Returns an iterator over the records in the order of their keys.
  public func makeIterator() -> some IteratorProtocol<Record> {
    numbersByKey.lazy.map { table[$0] }.makeIterator()
  }

  /// The number of records, which is exact.
  public var underestimatedCount: Int { count }
}

// MARK: - Editing

extension KeyedRecords {
  /// Adds a record.
  ///
  /// - Throws: ``RecordError/duplicateKey(field:value:holder:)`` with the record that has the key or
  ///   another unique value already, ``RecordError/missingValue(field:)`` without a key, or why a
  ///   value is refused; nothing is changed then.
  @discardableResult
  public mutating func append(
    _ fill: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) -> RecordNumber {
    var draft = RecordDraft(schema, cells: schema.fields.map(\.defaultValue))
    try fill(&draft)
    try draft.checkBelongs(to: schema)
    return try keys.append(draft.cells, isStrict: isStrict)
  }

  /// Changes the record with this key, or adds a record with it if there is none.
  ///
  /// - Parameters:
  ///   - key: which record.
  ///   - change: is given the record's values; those of a new record are the defaults, so that only
  ///     fields that have one can be read.
  /// - Throws: as ``append(_:)`` does.
  @discardableResult
  public mutating func upsert(
    _ key: Key, _ change: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) -> RecordNumber {
    if let number = number(of: key) {
      try update(number, change)
      return number
    }
    let field = self.key
    return try append { draft throws(RecordError) in
      draft[field] = key
      try change(&draft)
    }
  }

  /// Changes the record with this key, and returns whether there is one.
  ///
  /// - Throws: as ``append(_:)`` does.
  @discardableResult
  public mutating func update(
    _ key: Key, _ change: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) -> Bool {
    guard let number = number(of: key) else { return false }
    try update(number, change)
    return true
  }

  /// Changes values of a record, which may include its key.
  ///
  /// - Throws: ``RecordError/noSuchRecord(_:)``, and as ``append(_:)`` does.
  public mutating func update(
    _ number: RecordNumber, _ change: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) {
    let position = try table.checkedPosition(of: number)
    var draft = RecordDraft(schema, cells: table[RecordNumber(position)].cells)
    let before = draft.cells
    try change(&draft)
    try draft.checkBelongs(to: schema)
    try keys.update(number, from: before, to: draft, isStrict: isStrict)
  }

  /// Removes the record with this key, and returns whether there was one.
  @discardableResult
  public mutating func remove(_ key: Key) -> Bool {
    guard let number = number(of: key) else { return false }
    // Cannot fail: the record was just found.
    try? remove(number)
    return true
  }

  /// Removes a record.
  ///
  /// - Throws: ``RecordError/noSuchRecord(_:)``.
  public mutating func remove(_ number: RecordNumber) throws(RecordError) {
    try keys.remove(number)
  }

  /// Adds many records, given column by column, as ``RecordTable/append(columns:)`` does.
  ///
  /// - Throws: as that does, and ``RecordError/duplicateKey(field:value:holder:)``; nothing is changed
  ///   then.
  @discardableResult
  public mutating func append(columns: [RecordColumn]) throws(RecordError) -> RecordSet {
    var newer = table
    let added = try newer.append(columns: columns)
    try update(to: newer)
    return added
  }

  /// Replaces the table by a snapshot of it that was edited elsewhere.
  ///
  /// - Precondition: It has the schema of the table.
  /// - Throws: ``RecordError/duplicateKey(field:value:holder:)``, ``RecordError/missingValue(field:)``
  ///   for a record without a key; nothing is changed then.
  /// - Complexity: O(1) for each record that differs, and what ``RecordTable/changes(since:)`` takes.
  public mutating func update(to newer: RecordTable) throws(RecordError) {
    let changes = newer.changes(since: table)
    if isStrict { keys = try keys.edited(newer, changes) } else { keys.follow(newer, changes) }
  }

  /// Makes all edits of a closure or none: when `edits` throws, nothing is changed.
  ///
  /// Within the closure, two records may have the same key; only the result at its end must have
  /// unique keys. Thus records can exchange their keys.
  ///
  /// ```swift
  /// try goods.batch { goods in
  ///   try goods.update(first) { $0[code] = "B-1" }
  ///   try goods.update(second) { $0[code] = "A-17" }
  /// }
  /// ```
  ///
  /// - Throws: What `edits` throws; ``RecordError/duplicateKey(field:value:holder:)`` or
  ///   ``RecordError/missingValue(field:)`` for what is left at its end.
  @discardableResult
  public mutating func batch<Result>(
    _ edits: (inout KeyedRecords) throws -> Result
  ) throws -> Result {
    var edited = self
    edited.isStrict = false
    let result = try edits(&edited)
    edited.isStrict = isStrict
    if isStrict, !edited.keys.isWhole {
      let changes = edited.table.changes(since: table)
      if let error = edited.keys.complaint(since: table, changes) { throw error }
    }
    self = edited
    return result
  }
}
