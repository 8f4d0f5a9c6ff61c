internal import CSQLite

/// A connection in the hands of one thread: ``SQLiteConnection`` gives it while it holds its lock.
package final class SQLiteSession {
  let database: OpaquePointer
  package let path: String
  private var statements: [String: SQLiteStatement] = [:]
  private var sync: SQLiteSync?
  /// Whether there is a write-ahead log, and not SQLite's usual journal.
  var isLogged = true
  /// How many frames the log has room for.
  private var reservedFrames: Int64 = 0
  /// SQLite has its address.
  private let patience: UnsafeMutablePointer<hk_sqlite_patience>

  /// How many statements are kept; past that all are let go, as their SQL must be made up.
  private static let statementLimit = 256

  /// Takes over an open connection.
  init(_ database: OpaquePointer, path: String) {
    self.database = database
    self.path = path
    patience = .allocate(capacity: 1)
    patience.initialize(to: hk_sqlite_patience())
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(database)
    patience.deallocate()
  }

  /// Says how long is waited for the locks of others.
  func wait(_ patience: Duration) {
    let (seconds, attoseconds) = patience.components
    self.patience.pointee.milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    _ = hk_sqlite_be_patient(database, self.patience)
  }

  /// The prepared statement of `sql`, which is made when it is first asked for.
  ///
  /// It is the same one each time: one that stands at a row must not be asked for again.
  package func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement(sql, database, path: path)
    if statements.count >= Self.statementLimit { statements = [:] }
    statements[sql] = statement
    return statement
  }

  /// Runs statements that have no parameters and whose rows are of no interest: a schema, a setting.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(database, sql, nil, nil, nil)
    if code != SQLITE_OK { throw error(code, sql) }
  }

  /// The first column of the first row, 0 where there is none.
  package func int(_ sql: String) throws(SQLiteError) -> Int {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.int(0) : 0
  }

  /// How many columns a table may have.
  var columnLimit: Int { Int(sqlite3_limit(database, SQLITE_LIMIT_COLUMN, -1)) }

  package var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(database)) }

  /// How many rows the last statement inserted, changed or deleted.
  package var changedRows: Int { Int(sqlite3_changes64(database)) }

  /// A number that differs from the last one when another connection has committed in between.
  package func dataVersion() throws(SQLiteError) -> Int { try int("PRAGMA data_version") }

  /// The version of what is in the file.
  package func version() throws(SQLiteError) -> Int { try int("PRAGMA user_version") }

  /// Sets the version of what is in the file, as a part of the transaction.
  package func setVersion(_ version: Int) throws(SQLiteError) {
    try execute("PRAGMA user_version = \(version)")
  }

  /// Says how much of the next commits is on the disk when they return; not within a transaction.
  package func setSync(_ sync: SQLiteSync) throws(SQLiteError) {
    guard sync != self.sync else { return }
    // A journal that was removed is gone for certain only when its folder was synced, too.
    let level = sync == .full && !isLogged ? "EXTRA" : "\(sync.rawValue)"
    try execute("PRAGMA synchronous = \(level)")
    self.sync = sync
  }

  /// What is wrong with the file, in SQLite's words; nothing in a sound one.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  package func problems() throws(SQLiteError) -> [String] {
    let statement = try statement("PRAGMA integrity_check")
    defer { statement.reset() }
    var lines: [String] = []
    do throws(SQLiteError) {
      while try statement.step() { lines.append(statement.string(0)) }
    } catch let error where error.kind == .corrupt {
      lines.append(error.message)
    }
    return lines == ["ok"] ? [] : lines
  }

  /// Makes room in the log ahead of the commits that wait for the disk; within a transaction.
  func reserveLog() {
    if sync == .full, isLogged { hk_sqlite_reserve_log(database, &reservedFrames) }
  }

  func error(_ code: Int32, _ sql: String = "") -> SQLiteError {
    SQLiteError(code, database, path: path, sql: sql)
  }
}
