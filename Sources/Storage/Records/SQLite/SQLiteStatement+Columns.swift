internal import HikidashiRecords

extension SQLiteStatement {
  /// Binds a value as it stands in a column; text and data are not copied, and must be there until the
  /// bindings are cleared.
  @inline(__always)
  func bind(
    _ column: ColumnSlice, _ place: Int, at position: Int
  ) throws(SQLiteError) {
    guard column.holdsValue(at: place) else { return try bindNull(at: position) }
    switch column.kind {
    case .integer: try bind(column.integer(at: place), at: position)
    case .double: try bind(column.double(at: place), at: position)
    case .boolean: try bind(column.boolean(at: place), at: position)
    case .text: try bindText(unowned: column.bytes(at: place), at: position)
    case .data:
      try bindBlob(unowned: UnsafeRawBufferPointer(column.bytes(at: place)), at: position)
    }
  }
}
