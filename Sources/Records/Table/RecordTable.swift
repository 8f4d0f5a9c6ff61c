/// A table of records, which is a value like an array and stores them column by column.
///
/// ```swift
/// let name = Field<String>("name"), rate = Field<Double>("rate"), passed = Field<Bool>("passed")
/// var cards = try RecordTable(Schema(name, rate, passed))
/// let id = try cards.append { $0[name] = "山田"; $0[rate] = 4.5; $0[passed] = true }
/// cards[id, name]                        // "山田"
/// ```
///
/// A copy is a snapshot: it is made in constant time, shares with the original what neither has
/// changed since, and can be read on another thread while the original is edited.
/// ``changes(since:)`` returns the differences between two snapshots.
///
/// Each record has a ``RecordNumber``, which stays the same whatever else is edited, and is not
/// used again when its record is removed.
///
/// - Complexity: reading a value O(1); an edit O(1), and a chunk of 8,192 values is copied first
///   where a snapshot still needs it.
public struct RecordTable: Sendable {
  /// The fields of the records.
  public let schema: Schema
  /// A bit for each position: whether a record lives there.
  var live: [BitChunk] = []
  /// The values, in the order of the schema's fields.
  var columns: [Column]
  /// The number of records.
  public internal(set) var count = 0
  /// The position of the next record to be appended.
  var nextPosition = 0
  /// The caches of results that can be computed again from the columns; copies of the table share
  /// them.
  let caches: TableCaches
  /// The fields that searches may look up in a sorted order, see ``addIndex(on:)``.
  var indexedFields: Set<Int> = []

  /// Makes an empty table.
  public init(_ schema: Schema) {
    self.schema = schema
    columns = schema.fields.map { Column(for: $0.type) }
    caches = TableCaches()
  }

  /// Whether the table has no records.
  public var isEmpty: Bool { count == 0 }

  /// The numbers of all records, in ascending order.
  ///
  /// - Complexity: O(*n* / 8192)
  public var numbers: RecordSet { RecordSet(chunks: live, count: count) }

  /// Whether there is a record with this number.
  public func contains(_ number: RecordNumber) -> Bool { isLive(number.rawValue) }

  @inline(__always)
  func isLive(_ position: Int) -> Bool {
    guard position >= 0, position < nextPosition else { return false }
    let index = position >> ChunkLayout.shift
    return index < live.count && live[index].value(at: position & ChunkLayout.mask)
  }

  /// The position of a record that the caller says exists.
  @inline(__always)
  func requiredPosition(of number: RecordNumber) -> Int {
    guard isLive(number.rawValue) else {
      fatalError(RecordError.noSuchRecord(number).description)
    }
    return number.rawValue
  }

  /// The position of a record that may not exist.
  func checkedPosition(of number: RecordNumber) throws(RecordError) -> Int {
    guard isLive(number.rawValue) else { throw .noSuchRecord(number) }
    return number.rawValue
  }

  func cell(at position: Int, field index: Int) -> CellValue {
    columns[index].cell(at: position, type: schema.fields[index].type)
  }
}

// MARK: - Access

extension RecordTable {
  /// The value of a field of a record; of a computed field that the table has no column of, it is computed
  /// now.
  ///
  /// - Precondition: The record exists, and the field belongs to the table's schema or is computed of its
  ///   fields. Numbers from outside the program go through ``value(_:at:)``.
  public subscript<Value: FieldValue>(number: RecordNumber, field: Field<Value>) -> Value {
    let position = requiredPosition(of: number)
    let cell =
      if let index = schema.index(of: field.definition) {
        cell(at: position, field: index)
      } else {
        requiredComputation(of: field.definition)(self[number])
      }
    guard let value = Value(cell: cell) else {
      // Values are checked when they are written; a type that then refuses its own value is wrong.
      fatalError("field “\(field.name)” of record \(number) is no value of its type")
    }
    return value
  }

  private func requiredComputation(
    of definition: FieldDefinition
  ) -> @Sendable (Record) -> CellValue {
    guard let computation = definition.computation else {
      fatalError(RecordError.foreignField(name: definition.name).description)
    }
    return computation
  }

  /// The record with a number, for reading several of its fields.
  ///
  /// - Precondition: The record exists.
  public subscript(number: RecordNumber) -> Record {
    Record(number: RecordNumber(requiredPosition(of: number)), table: self)
  }

  /// Returns the value of a field of a record, and throws where the record does not exist.
  ///
  /// - Throws: ``RecordError/noSuchRecord(_:)``, ``RecordError/foreignField(name:)``.
  public func value<Value: FieldValue>(
    _ field: Field<Value>, at number: RecordNumber
  ) throws(RecordError) -> Value {
    let position = try checkedPosition(of: number)
    let cell =
      if let computation = field.definition.computation,
        schema.index(of: field.definition) == nil
      {
        computation(self[number])
      } else {
        cell(at: position, field: try schema.checkedIndex(of: field.definition))
      }
    guard let value = Value(cell: cell) else {
      throw .invalidValue(
        field: field.name, value: cell, reason: "is not a value of the field's type")
    }
    return value
  }

  /// Returns the value of the field of this name.
  ///
  /// - Throws: ``RecordError/noSuchRecord(_:)``, ``RecordError/unknownField(name:known:)``.
  public func cell(named name: String, at number: RecordNumber) throws(RecordError) -> CellValue {
    let index = try schema.index(named: name)
    return cell(at: try checkedPosition(of: number), field: index)
  }

  /// Returns the value of the field of this name as a Swift type.
  ///
  /// - Throws: ``RecordError/noSuchRecord(_:)``, ``RecordError/unknownField(name:known:)``,
  ///   ``RecordError/wrongType(field:expected:found:)``, and
  ///   ``RecordError/missingValue(field:)`` for null where the type is not optional.
  public func value<Value: FieldValue>(
    named name: String, as type: Value.Type = Value.self, at number: RecordNumber
  ) throws(RecordError) -> Value {
    let index = try schema.index(named: name)
    let definition = schema.fields[index]
    guard definition.type == Value.fieldType else {
      throw .wrongType(field: name, expected: definition.type, found: Value.fieldType)
    }
    let cell = cell(at: try checkedPosition(of: number), field: index)
    if let value = Value(cell: cell) { return value }
    if cell.isNull { throw .missingValue(field: name) }
    throw .invalidValue(field: name, value: cell, reason: "is not a value of \(Value.self)")
  }
}

/// A record of a table, with the values that it had when it was taken from the table.
public struct Record: Sendable, Identifiable {
  /// The number of the record.
  public let number: RecordNumber
  let table: RecordTable

  /// The number of the record, as the identity for lists.
  public var id: RecordNumber { number }

  /// The value of a field.
  ///
  /// - Precondition: The field belongs to the table's schema, or is computed of its fields.
  public subscript<Value: FieldValue>(field: Field<Value>) -> Value { table[number, field] }

  /// Returns the value of the field of this name.
  ///
  /// - Throws: ``RecordError/unknownField(name:known:)``.
  public func cell(named name: String) throws(RecordError) -> CellValue {
    try table.cell(named: name, at: number)
  }

  /// The values of all fields, in the order of the schema.
  public var cells: [CellValue] {
    table.columns.indices.map { table.cell(at: number.rawValue, field: $0) }
  }
}

extension RecordTable: Sequence {
  /// Returns an iterator over the records in ascending order of their numbers.
  public func makeIterator() -> some IteratorProtocol<Record> {
    numbers.lazy.map { Record(number: $0, table: self) }.makeIterator()
  }

  /// The number of records, which is exact.
  public var underestimatedCount: Int { count }
}

// MARK: - Columns

extension RecordTable {
  /// Adds many records, given column by column, which is the fast way to fill a table.
  ///
  /// ```swift
  /// try cards.append(columns: [name.column(names), rate.column(rates)])
  /// ```
  ///
  /// Fields without a column have their default in every new record.
  ///
  /// - Returns: The numbers of the new records, which ascend in the order of the values.
  /// - Throws: ``RecordError/unevenColumns(field:expected:found:)``,
  ///   ``RecordError/duplicateColumn(field:)``, ``RecordError/foreignField(name:)``, or why a value
  ///   is missing or refused; the table is then as it was.
  /// - Complexity: O(*n*); on all processors where columns are long.
  @discardableResult
  public mutating func append(columns added: [RecordColumn]) throws(RecordError) -> RecordSet {
    let count = added.first?.count ?? 0
    let fillers = try fillers(for: added, count: count)
    guard count > 0 else { return RecordSet() }
    let start = nextPosition
    guard count < Self.mostPositions - start else {
      throw .numberInUse(RecordNumber(Self.mostPositions))
    }
    // Values up to the end of the last chunk in use are written one by one, the others as chunks.
    let single = Swift.min(count, -start & ChunkLayout.mask)
    var chunks: [Column] = []
    for (index, filler) in fillers.enumerated() {
      guard hasRoom(in: index, for: filler, single: single),
        let made = filler.chunks(single..<count)
      else { throw .tooMuchText(field: schema.fields[index].name) }
      chunks.append(made)
    }
    for (index, filler) in fillers.enumerated() {
      for value in 0..<single { columns[index].set(filler.cell(value), at: start + value) }
      guard single < count else { continue }
      // Chunks before the new ones may be missing, where the last records were undone.
      columns[index].reserveChunks(ChunkLayout.chunks(for: start))
      columns[index].append(chunks[index])
    }
    nextPosition = start + count
    self.count += count
    return makeLive(start..<nextPosition)
  }

  /// Checks the columns to append, and adds the defaults of the missing ones.
  private func fillers(
    for added: [RecordColumn], count: Int
  ) throws(RecordError) -> [ColumnFiller] {
    var given = [ColumnFiller?](repeating: nil, count: columns.count)
    for column in added {
      let index = try schema.checkedIndex(of: column.definition)
      guard given[index] == nil else { throw .duplicateColumn(field: column.definition.name) }
      guard column.count == count else {
        throw .unevenColumns(
          field: column.definition.name, expected: count, found: column.count)
      }
      given[index] = column.filler
    }
    var fillers: [ColumnFiller] = []
    for (field, filler) in zip(schema.fields, given) {
      guard let filler else {
        if count > 0 { try field.check(field.defaultValue) }
        fillers.append(.repeated(field.defaultValue, count: count, type: field.type))
        continue
      }
      if !filler.isCheckedByItsType || !field.rules.isEmpty {
        for index in 0..<count { try field.check(filler.cell(index)) }
      }
      fillers.append(filler)
    }
    return fillers
  }

  /// Whether the first values fit into the last chunk in use.
  private func hasRoom(in index: Int, for filler: ColumnFiller, single: Int) -> Bool {
    guard case .texts(let chunks) = columns[index] else { return true }
    let chunk = nextPosition >> ChunkLayout.shift
    let bytes = (0..<single).reduce(0) { $0 + filler.cell($1).byteCount }
    return chunk < chunks.count ? chunks[chunk].hasRoom(for: bytes) : bytes <= TextChunk.mostBytes
  }

  /// Sets the bits of new records.
  private mutating func makeLive(_ range: Range<Int>) -> RecordSet {
    var added: [BitChunk?] = []
    while added.count < range.lowerBound >> ChunkLayout.shift { added.append(nil) }
    var lower = range.lowerBound
    while lower < range.upperBound {
      let upper = Swift.min((lower | ChunkLayout.mask) + 1, range.upperBound)
      let chunk = BitChunk()
      chunk.setPlain(placesFrom: lower & ChunkLayout.mask, count: upper - lower)
      added.append(chunk)
      editableChunk(&live, at: lower)
        .setPlain(placesFrom: lower & ChunkLayout.mask, count: upper - lower)
      lower = upper
    }
    return RecordSet(chunks: added, count: range.count)
  }
}
