internal import CHikidashiSQLite
internal import HikidashiBase

/// The database of a ``TextIndex``: a connection that writes and one that reads meanwhile.
///
/// The rows of `heading` and `body` are passages; those of a document follow each other. A contentless
/// table cannot give a row back its text, so that a document which is replaced leaves its rows behind,
/// which belong to no document then.
final class TextIndexFile: Sendable {
  let writer: SQLiteConnection
  let reader: SQLiteConnection
  private let found: SQLiteFile

  private static let applicationID: Int32 = 0x484B_5458
  private static let version = 1

  /// Opens the file, and makes it anew where it is damaged, or of another version.
  init(_ path: String, _ language: TextIndex.Language) throws(SQLiteError) {
    do throws(SQLiteError) {
      writer = try Self.open(path, language)
    } catch {
      let file = SQLiteFile(path)
      switch error.kind {
      case .foreign: file.setAside()
      case .newer: file.remove()
      case _ where Self.isDamage(error): file.remove()
      default: throw error
      }
      writer = try Self.open(path, language)
    }
    reader = try Self.open(path, language)
    found = SQLiteFile(path)
  }

  /// Whether the file is not what was written: SQL is refused where the tables are others, rows where
  /// there are some that should not be.
  static func isDamage(_ error: SQLiteError) -> Bool {
    [.corrupt, .program, .constraint].contains(error.kind)
  }

  /// Removes the file, unless another has come in its place.
  func remove() { found.remove() }

  private static func open(
    _ path: String, _ language: TextIndex.Language
  ) throws(SQLiteError) -> SQLiteConnection {
    let options = SQLiteOptions(applicationID: applicationID, version: version)
    let connection = try SQLiteConnection(path, options) { session, found throws(SQLiteError) in
      guard found == 0 else { throw SQLiteError(.corrupt, message: "it is old", path: path) }
      try make(session, language)
    }
    try connection.use { session throws(SQLiteError) in
      // What a power cut takes is read from the documents again.
      try session.setSync(.normal)
      guard try session.int("SELECT language FROM state") == language.rawValue else {
        throw SQLiteError(.corrupt, message: "it is of another language", path: path)
      }
      let code = hk_sqlite_count_hits(session.database)
      if code != SQLITE_OK { throw session.error(code) }
    }
    return connection
  }

  private static func make(
    _ session: SQLiteSession, _ language: TextIndex.Language
  ) throws(SQLiteError) {
    try session.execute(
      """
      CREATE TABLE document (
        id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, version TEXT NOT NULL,
        first INTEGER NOT NULL, passages BLOB NOT NULL, labels TEXT NOT NULL);
      CREATE TABLE state (next INTEGER NOT NULL, language INTEGER NOT NULL);
      INSERT INTO state VALUES (1, \(language.rawValue))
      """)
    for table in ["title", "heading", "body"] {
      // Without the lengths, which are kept with the passages: a quarter of the time of building.
      try session.execute(
        """
        CREATE VIRTUAL TABLE \(table) USING fts5(
          text, content='', columnsize=0, tokenize='\(language.tokenizer.joined(separator: " "))')
        """)
    }
    // Fewer and longer runs are merged less often.
    try session.execute("INSERT INTO body (body, rank) VALUES ('hashsize', \(16 << 20))")
  }
}
