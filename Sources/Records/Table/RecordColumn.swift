/// The values of one field for many records, to be appended to a table at once.
///
/// ```swift
/// try cards.append(columns: [name.column(names), rate.column(rates)])
/// ```
public struct RecordColumn: Sendable {
  public let definition: FieldDefinition
  /// How many values there are.
  public let count: Int
  /// Writes the values into the column of a table.
  let source: any ColumnFiller

  init(_ definition: FieldDefinition, _ source: any ColumnFiller) {
    self.definition = definition
    self.count = source.count
    self.source = source
  }
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
    let source = RecordColumn.plainFiller(values) ?? CellFiller(cells: values.map(\.cell))
    return RecordColumn(definition, source)
  }
}

extension FieldHandle {
  /// The values of this field for records to be appended, of a type only known at run time.
  public func column(cells: [CellValue]) -> RecordColumn {
    RecordColumn(definition, CellFiller(cells: cells))
  }
}
