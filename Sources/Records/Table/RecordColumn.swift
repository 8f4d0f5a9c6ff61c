/// The values of one field for many records that are appended to a table at once.
///
/// ```swift
/// try cards.append(columns: [name.column(names), rate.column(rates)])
/// ```
public struct RecordColumn: Sendable {
  /// The field that the values are for.
  public let definition: FieldDefinition
  let filler: ColumnFiller

  /// The number of values.
  public var count: Int { filler.count }
}

extension Field {
  /// Makes a column of values of this field, for records that are appended in this order.
  ///
  /// Numbers, booleans, text and dates, optional or not, are copied as they are; values of other
  /// types go through ``CellValue`` one by one.
  ///
  /// - Complexity: O(1) for an array, O(*n*) for other collections.
  public func column(_ values: some Collection<Value>) -> RecordColumn {
    let values = Array(values)
    let filler =
      ColumnFiller.plain(values) ?? .cells(values.map(\.cell), type: definition.type)
    return RecordColumn(definition: definition, filler: filler)
  }
}

extension FieldHandle {
  /// Makes a column of values of this field from cells, for a type that is only known at run time.
  public func column(cells: [CellValue]) -> RecordColumn {
    RecordColumn(definition: definition, filler: .cells(cells, type: definition.type))
  }
}
