internal import CHikidashiSQLite

/// The header of a database file, in its first bytes.
///
/// - Source: sqlite.org/fileformat.html, "The Database Header".
struct SQLiteHeader {
  var applicationID: Int32
  var version: Int

  private static let size = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  /// Throws for a file that is damaged, newer or of another app, before any of it is used, so that
  /// nothing is changed; an empty file passes.
  ///
  /// SQLite's own descriptor is read: were another opened and closed, the system would drop the
  /// locks that other connections of this process have on the file.
  static func check(
    _ database: OpaquePointer, _ path: String, _ options: SQLiteOptions
  ) throws(SQLiteError) {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = hk_sqlite_read_start(database, &bytes, Int32(size))
    if count <= 0 { return }
    guard count == size, bytes.starts(with: magic) else {
      throw SQLiteError(.corrupt, message: "the file is not a database", path: path)
    }
    let header = SQLiteHeader(
      applicationID: Int32(truncatingIfNeeded: number(bytes, 68)), version: number(bytes, 60))
    // The log may hold the rest of a file whose making was cut short.
    if header.applicationID == 0, header.version == 0 { return }
    try header.check(path, options)
  }

  func check(_ path: String, _ options: SQLiteOptions) throws(SQLiteError) {
    guard applicationID == options.applicationID else {
      let id = UInt32(bitPattern: applicationID)
      throw SQLiteError(
        .foreign, message: "it belongs to another app, whose id is 0x\(String(id, radix: 16))",
        path: path)
    }
    guard version <= options.version else {
      throw SQLiteError(
        .newer(found: version, known: options.version),
        message: "it has format \(version), and this version knows \(options.version)", path: path)
    }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
