extension RecordTable {
  /// The value of a field of a record.
  ///
  /// - Precondition: The record exists, and the field belongs to the table's schema. Numbers from
  ///   outside the program go through ``value(_:at:)``.
  public subscript<Value: FieldValue>(number: RecordNumber, field: Field<Value>) -> Value {
    let index = schema.requiredIndex(of: field.definition)
    guard let value = Value(cell: cell(at: requiredPosition(of: number), field: index)) else {
      // Values are checked when they are written; a type that then refuses its own value is wrong.
      fatalError("field “\(field.name)” of record \(number) is no value of its type")
    }
    return value
  }

  /// A record, to read several of its fields.
  ///
  /// - Precondition: The record exists.
  public subscript(number: RecordNumber) -> Record {
    Record(number: RecordNumber(requiredPosition(of: number)), table: self)
  }

  /// The value of a field of a record that may not exist.
  ///
  /// - Throws: ``RecordError/noSuchRecord(_:)``, ``RecordError/foreignField(name:)``.
  public func value<Value: FieldValue>(
    _ field: Field<Value>, at number: RecordNumber
  ) throws(RecordError) -> Value {
    let index = try schema.checkedIndex(of: field.definition)
    let cell = cell(at: try checkedPosition(of: number), field: index)
    guard let value = Value(cell: cell) else {
      throw .invalidValue(
        field: field.name, value: cell, reason: "is not a value of the field's type")
    }
    return value
  }

  /// The value of the field of this name.
  ///
  /// - Throws: ``RecordError/noSuchRecord(_:)``, ``RecordError/unknownField(name:known:)``.
  public func cell(named name: String, at number: RecordNumber) throws(RecordError) -> CellValue {
    let index = try schema.index(named: name)
    return cell(at: try checkedPosition(of: number), field: index)
  }

  /// The value of the field of this name as a Swift type.
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

/// One record of a table, as it was when it was asked for.
public struct Record: Sendable, Identifiable {
  public let number: RecordNumber
  let table: RecordTable

  public var id: RecordNumber { number }

  /// The value of a field.
  ///
  /// - Precondition: The field belongs to the table's schema.
  public subscript<Value: FieldValue>(field: Field<Value>) -> Value { table[number, field] }

  /// The value of the field of this name.
  ///
  /// - Throws: ``RecordError/unknownField(name:known:)``.
  public func cell(named name: String) throws(RecordError) -> CellValue {
    try table.cell(named: name, at: number)
  }

  /// All values, in the order of the schema's fields.
  public var cells: [CellValue] {
    table.columns.indices.map { table.cell(at: number.rawValue, field: $0) }
  }
}

extension RecordTable: Sequence {
  /// Goes through the records in ascending order of their numbers.
  public func makeIterator() -> some IteratorProtocol<Record> {
    numbers.lazy.map { Record(number: $0, table: self) }.makeIterator()
  }

  public var underestimatedCount: Int { count }
}
