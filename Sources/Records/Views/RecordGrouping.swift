/// What records are grouped by, and which of their fields are summed up for each group.
///
/// ```swift
/// RecordGrouping(by: city, passed, sums: price, weight)
/// ```
public struct RecordGrouping: Hashable, Sendable {
  /// A field of which records with equal values are a group.
  public struct Level: Hashable, Sendable {
    /// The field.
    public let field: FieldDefinition
    /// Whether the group with the greatest value comes first.
    public var isDescending: Bool

    /// Makes a level.
    ///
    /// - Precondition: ``FieldType/isGroupable`` of the field's type.
    public init(_ field: some FieldHandle, isDescending: Bool = false) {
      let field = field.definition
      precondition(
        field.type.isGroupable,
        "records cannot be grouped by “\(field.name)”, a field of \(field.type)")
      self.field = field
      self.isDescending = isDescending
    }
  }

  /// The fields, the one of the outermost groups first; without any there are sums of all records.
  public var levels: [Level]
  /// The fields that are summed up, whole numbers or doubles.
  public let sums: [FieldDefinition]

  /// Groups by the values of fields, in ascending order. Text is compared by its field's collation,
  /// and texts that are read in different ways are different groups.
  ///
  /// - Parameters:
  ///   - fields: The fields, the one of the outermost groups first.
  ///   - sums: The fields of numbers that are summed up.
  /// - Precondition: ``FieldType/isGroupable`` of the fields, ``FieldType/isNumber`` of those to sum.
  public init(by fields: any FieldHandle..., sums: any FieldHandle...) {
    self.init(levels: fields.map { Level($0.definition) }, sums: sums.map(\.definition))
  }

  /// Groups by levels.
  ///
  /// - Precondition: ``FieldType/isNumber`` of the fields to sum.
  public init(levels: [Level], sums: [FieldDefinition] = []) {
    for field in sums {
      precondition(
        field.type.isNumber, "“\(field.name)”, a field of \(field.type), cannot be summed up")
    }
    self.levels = levels
    self.sums = sums
  }
}
