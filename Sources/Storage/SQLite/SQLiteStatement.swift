internal import CHikidashiSQLite

/// A prepared statement, with methods to bind values and to step through its rows.
///
/// Positions of parameters and of columns are counted from 0. A statement belongs to the session
/// that made it and is used with the connection's lock held.
///
/// ```swift
/// let insert = try session.statement("INSERT INTO card (name, rate) VALUES (?, ?)")
/// try insert.bind("山田", at: 0)
/// try insert.bind(4.5, at: 1)
/// try insert.run()
/// ```
package final class SQLiteStatement {
  let handle: OpaquePointer
  private let database: OpaquePointer
  private let path: String

  init(_ sql: String, _ database: OpaquePointer, path: String) throws(SQLiteError) {
    var handle: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = sqlite3_prepare_v3(database, sql, -1, flags, &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw SQLiteError(code == SQLITE_OK ? SQLITE_MISUSE : code, database, path: path, sql: sql)
    }
    self.handle = handle
    self.database = database
    self.path = path
  }

  deinit { sqlite3_finalize(handle) }

  // Binding. The codes are compared in line, and the error is made out of it.

  @inline(__always)
  package func bind(_ value: Int, at position: Int) throws(SQLiteError) {
    let code = sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: position + 1), Int64(value))
    if code != SQLITE_OK { throw error(code) }
  }

  @inline(__always)
  package func bind(_ value: Double, at position: Int) throws(SQLiteError) {
    let code = sqlite3_bind_double(handle, Int32(truncatingIfNeeded: position + 1), value)
    if code != SQLITE_OK { throw error(code) }
  }

  @inline(__always)
  package func bind(_ value: Bool, at position: Int) throws(SQLiteError) {
    try bind(value ? 1 : 0, at: position)
  }

  @inline(__always)
  package func bindNull(at position: Int) throws(SQLiteError) {
    let code = sqlite3_bind_null(handle, Int32(truncatingIfNeeded: position + 1))
    if code != SQLITE_OK { throw error(code) }
  }

  /// Binds a copy of a text.
  package func bind(_ text: String, at position: Int) throws(SQLiteError) {
    var text = text
    let code = text.withUTF8 { bytes in
      bindText(bytes, position, hk_sqlite_transient())
    }
    if code != SQLITE_OK { throw error(code) }
  }

  /// Binds a copy of bytes, as a blob.
  package func bind(_ bytes: [UInt8], at position: Int) throws(SQLiteError) {
    let code = bytes.withUnsafeBytes { bindBlob($0, position, hk_sqlite_transient()) }
    if code != SQLITE_OK { throw error(code) }
  }

  /// Binds UTF-8 without copying it: the memory must stay valid until the statement is reset.
  @inline(__always)
  package func bindText(
    unowned text: UnsafeBufferPointer<UInt8>, at position: Int
  ) throws(SQLiteError) {
    let code = bindText(text, position, nil)
    if code != SQLITE_OK { throw error(code) }
  }

  /// Binds a blob without copying it: the memory must stay valid until the statement is reset.
  @inline(__always)
  package func bindBlob(
    unowned bytes: UnsafeRawBufferPointer, at position: Int
  ) throws(SQLiteError) {
    let code = bindBlob(bytes, position, nil)
    if code != SQLITE_OK { throw error(code) }
  }

  @inline(__always)
  private func bindText(
    _ text: UnsafeBufferPointer<UInt8>, _ position: Int, _ destructor: sqlite3_destructor_type?
  ) -> Int32 {
    // A null pointer would bind NULL and not an empty text.
    guard let start = text.baseAddress else {
      return sqlite3_bind_text(handle, Int32(truncatingIfNeeded: position + 1), "", 0, nil)
    }
    return start.withMemoryRebound(to: CChar.self, capacity: text.count) {
      sqlite3_bind_text64(
        handle, Int32(truncatingIfNeeded: position + 1), $0, UInt64(text.count), destructor,
        UInt8(SQLITE_UTF8))
    }
  }

  @inline(__always)
  private func bindBlob(
    _ bytes: UnsafeRawBufferPointer, _ position: Int, _ destructor: sqlite3_destructor_type?
  ) -> Int32 {
    let position = Int32(truncatingIfNeeded: position + 1)
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_bind_zeroblob(handle, position, 0)
    }
    return sqlite3_bind_blob64(handle, position, start, UInt64(bytes.count), destructor)
  }

  // Running.

  /// Steps to the next row; if there is none, resets the statement for reuse and returns false.
  @inline(__always)
  package func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE {
      sqlite3_reset(handle)
      return false
    }
    throw failedStep(code)
  }

  /// Runs the statement to its end, and ignores its rows.
  @inline(__always)
  package func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Releases the current row and its read locks; needed if not all rows were stepped through.
  @inline(__always)
  package func reset() { sqlite3_reset(handle) }

  /// Sets every parameter to NULL, which frees the copies of bound values.
  package func clearBindings() { sqlite3_clear_bindings(handle) }

  private func failedStep(_ code: Int32) -> SQLiteError {
    let error = error(code)
    sqlite3_reset(handle)
    return error
  }

  func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code, database, path: path, sql: String(cString: sqlite3_sql(handle)))
  }
}

// MARK: - Columns

/// The columns of the current row in the requested type; SQLite converts values of other types.
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

  /// Returns the UTF-8 of a text without copying it; it is valid until the next step or reset.
  @inline(__always)
  package func text(unowned column: Int) -> UnsafeBufferPointer<UInt8> {
    let column = Int32(truncatingIfNeeded: column)
    // The text first: asking for it may convert the value, and change its size.
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  /// Returns the bytes of a blob without copying them; they are valid until the next step or reset.
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
