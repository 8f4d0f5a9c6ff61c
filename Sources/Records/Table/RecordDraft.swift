/// The values of a record that is being added or changed.
///
/// ```swift
/// let id = try cards.append { $0[name] = "山田"; $0[rate] = 4.5 }
/// try cards.update(id) { $0[rate] += 0.5 }
/// ```
public struct RecordDraft: Sendable {
  let schema: Schema
  private(set) var cells: [CellValue]
  /// A bit for each field that was written to; the last stands for all from the 64th on.
  private(set) var touched: UInt64 = 0

  init(_ schema: Schema, cells: [CellValue]) {
    self.schema = schema
    self.cells = cells
  }

  /// The value of a field. A field without a default must be set before it is read, unless it is
  /// optional.
  public subscript<Value: FieldValue>(field: Field<Value>) -> Value {
    get {
      let cell = cells[index(of: field)]
      guard let value = Value(cell: cell) else {
        // Only a programmer's mistake leads here: a draft that is read before it is written.
        fatalError("field “\(field.name)” was read before it was given a value")
      }
      return value
    }
    set { write(newValue.cell, at: index(of: field)) }
  }

  /// Returns the value of the field of this name.
  ///
  /// - Throws: ``RecordError/unknownField(name:known:)``.
  public func cell(named name: String) throws(RecordError) -> CellValue {
    cells[try schema.index(named: name)]
  }

  /// Sets the value of the field of this name.
  ///
  /// - Throws: ``RecordError`` when there is no such field or the value is none of its values.
  public mutating func set(_ name: String, to cell: CellValue) throws(RecordError) {
    let index = try schema.index(named: name)
    try schema.fields[index].check(cell)
    write(cell, at: index)
  }

  private mutating func write(_ cell: CellValue, at index: Int) {
    cells[index] = cell
    touched |= 1 << UInt64(min(index, 63))
  }

  func isTouched(_ index: Int) -> Bool { touched >> UInt64(min(index, 63)) & 1 != 0 }

  /// Throws when the draft was replaced by one of another table.
  func checkBelongs(to other: Schema) throws(RecordError) {
    if schema.fields != other.fields { throw .foreignField(name: schema.fields[0].name) }
  }

  private func index<Value>(of field: Field<Value>) -> Int {
    schema.requiredIndex(of: field.definition)
  }
}
