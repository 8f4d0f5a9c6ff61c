/// Why a table could not be migrated. The table itself is as it was.
public enum MigrationError: Error, Equatable, Sendable {
  /// The table's schema is newer than the one it is to have.
  case backwards(from: Int, to: Int)
  /// No migration leads to a version in between.
  case gap(version: Int)
  /// Two migrations lead to the same version.
  case duplicateVersion(Int)
  /// A step names a field that there is not at that point.
  case unknownField(version: Int, name: String, known: [String])
  /// A step would make two fields of one name.
  case duplicateField(version: Int, name: String)
  /// A field to be added has neither a default nor is it optional.
  case missingDefault(version: Int, field: String)
  /// A conversion takes another type than the field holds.
  case wrongType(version: Int, field: String, holds: FieldType, taken: FieldType)
  /// A value that could not be converted.
  case conversionFailed(
    version: Int, field: String, record: RecordNumber, value: CellValue, reason: String)
  /// What the migrations lead to is not the schema asked for.
  case notTheTarget(reason: String)
  /// A value that a field of the schema asked for refuses.
  case refused(record: RecordNumber, RecordError)
}

extension MigrationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .backwards(let from, let to):
      "the table has version \(from), which is newer than \(to); use a newer program"
    case .gap(let version): "no migration leads to version \(version); add one"
    case .duplicateVersion(let version):
      "two migrations lead to version \(version); number them one after the other"
    case .unknownField(let version, let name, let known):
      "migration to version \(version): no field is called “\(name)” at this step; there are "
        + known.joined(separator: ", ")
    case .duplicateField(let version, let name):
      "migration to version \(version): there is a field called “\(name)” already; rename or "
        + "remove it first"
    case .missingDefault(let version, let field):
      "migration to version \(version): the new field “\(field)” needs a default, or a closure "
        + "that makes its values, or must be optional"
    case .wrongType(let version, let field, let holds, let taken):
      "migration to version \(version): field “\(field)” holds \(holds), but its conversion takes "
        + "\(taken)"
    case .conversionFailed(let version, let field, let record, let value, let reason):
      "migration to version \(version): field “\(field)” of record \(record), \(value), cannot be "
        + "converted: \(reason)"
    case .notTheTarget(let reason):
      "the migrations do not lead to the schema asked for: \(reason); add the missing step, or "
        + "change the schema"
    case .refused(let record, let error): "record \(record): \(error)"
    }
  }
}
