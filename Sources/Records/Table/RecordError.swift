/// The reason why a table refused an edit or a request.
public enum RecordError: Error, Equatable, Sendable {
  /// No record has this number: it was removed or never added.
  case noSuchRecord(RecordNumber)
  /// No field has this name; the known names are those of the schema.
  case unknownField(name: String, known: [String])
  /// The value, or the type that was asked for, is not of the field's type.
  case wrongType(field: String, expected: FieldType, found: FieldType)
  /// A field that is not optional was given no value and has no default.
  case missingValue(field: String)
  /// The field's type or rules do not allow the value.
  case invalidValue(field: String, value: CellValue, reason: String)
  /// The handle's field is not in the table's schema.
  case foreignField(name: String)
  /// The number is or was in use, or it is not one from 0 to 2³² − 1.
  case numberInUse(RecordNumber)
  /// Columns that are appended together have different numbers of values.
  case unevenColumns(field: String, expected: Int, found: Int)
  /// A field was given two columns of values.
  case duplicateColumn(field: String)
  /// A field would have more bytes of text than 8,192 neighbouring records can hold (4 GiB).
  case tooMuchText(field: String)
  /// Another record has this value in a field that must be unique.
  case duplicateKey(field: String, value: CellValue, holder: RecordNumber)
  /// The field's type has no order.
  case notSortable(field: String, type: FieldType)
  /// The sum does not fit into 64 bits.
  case overflow(field: String)
}

extension RecordError: CustomStringConvertible {
  /// The error as a message for a developer.
  public var description: String {
    switch self {
    case .noSuchRecord(let number):
      "there is no record \(number): it was removed or never made; ask contains(_:) first"
    case .unknownField(let name, let known):
      "no field is called “\(name)”; there are \(known.joined(separator: ", "))"
    case .wrongType(let field, let expected, let found):
      "field “\(field)” holds values of type \(expected), not \(found); convert the value"
    case .missingValue(let field):
      "field “\(field)” was given no value; give one, or give the field a default or make it optional"
    case .invalidValue(let field, let value, let reason):
      "field “\(field)” cannot be \(value): it \(reason)"
    case .foreignField(let name):
      "the field “\(name)” belongs to another schema; use the field that this table's schema was "
        + "made with, or find it with schema.field(_:of:)"
    case .numberInUse(let number) where number.rawValue < 0:
      "record numbers begin at 0, and \(number) is less; choose another"
    case .numberInUse(let number) where number.rawValue >= RecordTable.mostPositions:
      "record numbers end at \(RecordTable.mostPositions - 1), and \(number) is greater; choose a "
        + "smaller, or copy the records to a new table, which numbers them anew"
    case .numberInUse(let number):
      "record number \(number) is or was in use, and numbers are never used again; choose a greater"
    case .unevenColumns(let field, let expected, let found):
      "column “\(field)” has \(found) values where the others have \(expected)"
    case .duplicateColumn(let field):
      "field “\(field)” was given two columns of values; leave one out"
    case .tooMuchText(let field):
      "field “\(field)” would hold more than 4 GiB in one run of \(ChunkLayout.size) records; keep "
        + "large texts in files"
    case .duplicateKey(let field, let value, let holder):
      "field “\(field)” must be unique, and \(value) is record \(holder)'s; change one of them"
    case .notSortable(let field, let type):
      "field “\(field)” holds values of type \(type), which have no order; group by it instead, "
        + "with groups(by:)"
    case .overflow(let field):
      "the sum of field “\(field)” is more than 64 bits hold; sum it as a double"
    }
  }
}
