/// Records that break a rule of their keys: they have the same values in fields that should be unique,
/// or none in the field that names them.
///
/// A store finds such records where an older version, or another tool, has stored them: see
/// ``RecordKeys/shared``.
public struct SharedKey: Sendable, Equatable {
  /// The fields that should be unique together.
  public let fields: [FieldDefinition]
  /// The values that the records share, as the first one has them, one for each field; null where they
  /// have none.
  public let values: [CellValue]
  /// The records, at least two that share a key, or one without; in ascending order.
  public let numbers: [RecordNumber]

  init(fields: [FieldDefinition], values: [CellValue], numbers: [RecordNumber]) {
    self.fields = fields
    self.values = values
    self.numbers = numbers.sorted()
  }
}
