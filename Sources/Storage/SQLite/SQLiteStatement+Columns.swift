internal import CSQLite

/// The columns of the row at which a statement stands, as whatever type is asked for; SQLite
/// converts where the value has another.
extension SQLiteStatement {
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  @inline(__always)
  package func int(_ column: Int) -> Int {
    Int(sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column)))
  }

  @inline(__always)
  package func double(_ column: Int) -> Double {
    sqlite3_column_double(handle, Int32(truncatingIfNeeded: column))
  }

  @inline(__always)
  package func bool(_ column: Int) -> Bool { int(column) != 0 }

  @inline(__always)
  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  /// The UTF-8 of a text, without a copy: it is there until the next step or reset.
  @inline(__always)
  package func text(unowned column: Int) -> UnsafeBufferPointer<UInt8> {
    let column = Int32(truncatingIfNeeded: column)
    // The text first: asking for it may convert the value, and change its size.
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  /// The bytes of a blob, without a copy: they are there until the next step or reset.
  @inline(__always)
  package func blob(unowned column: Int) -> UnsafeRawBufferPointer {
    let column = Int32(truncatingIfNeeded: column)
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  package func string(_ column: Int) -> String {
    String(decoding: text(unowned: column), as: UTF8.self)
  }

  package func bytes(_ column: Int) -> [UInt8] { Array(blob(unowned: column)) }
}
