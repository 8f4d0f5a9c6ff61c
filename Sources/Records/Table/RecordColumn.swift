/// The values of one field for many records, to be appended to a table at once.
///
/// ```swift
/// try cards.append(columns: [name.column(names), rate.column(rates)])
/// ```
public struct RecordColumn: Sendable {
  public let definition: FieldDefinition
  let filler: ColumnFiller

  /// How many values there are.
  public var count: Int { filler.count }
}

extension Field {
  /// The values of this field for records to be appended, in their order.
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
  /// The values of this field for records to be appended, of a type only known at run time.
  public func column(cells: [CellValue]) -> RecordColumn {
    RecordColumn(definition: definition, filler: .cells(cells, type: definition.type))
  }
}
