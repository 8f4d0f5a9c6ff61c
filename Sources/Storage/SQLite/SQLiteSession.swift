internal import CHikidashiSQLite
import Glibc
import HikidashiBase

/// A connection that one thread may use: ``SQLiteConnection`` hands it out while holding its lock.
package final class SQLiteSession {
  let database: OpaquePointer
  package let path: String
  private var statements: [String: SQLiteStatement] = [:]
  private var sync: SQLiteSync?
  /// Whether there is a write-ahead log instead of SQLite's usual journal.
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

  /// Sets how long to wait for the locks of others.
  func wait(_ patience: Duration) {
    self.patience.pointee.milliseconds = Int64(patience.milliseconds)
    _ = hk_sqlite_be_patient(database, self.patience)
  }

  /// Returns the prepared statement of `sql`, preparing it at the first call.
  ///
  /// It is the same object each time, so do not request it again while it is at a row.
  package func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement(sql, database, path: path)
    if statements.count >= Self.statementLimit { statements = [:] }
    statements[sql] = statement
    return statement
  }

  /// Runs statements that have no parameters and need no results, such as a schema or a setting.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(database, sql, nil, nil, nil)
    if code != SQLITE_OK { throw error(code, sql) }
  }

  /// Returns the first column of the first row; 0 if there is no row.
  package func int(_ sql: String) throws(SQLiteError) -> Int {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.int(0) : 0
  }

  /// The maximum number of columns in a table.
  var columnLimit: Int { Int(sqlite3_limit(database, SQLITE_LIMIT_COLUMN, -1)) }

  package var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(database)) }

  /// The number of rows that the last statement inserted, changed or deleted.
  package var changedRows: Int { Int(sqlite3_changes64(database)) }

  /// Returns a number that changes when another connection commits.
  package func dataVersion() throws(SQLiteError) -> Int { try int("PRAGMA data_version") }

  /// Returns the version of the file's content (`PRAGMA user_version`).
  package func version() throws(SQLiteError) -> Int { try int("PRAGMA user_version") }

  /// Sets the version of the file's content, as a part of the transaction.
  package func setVersion(_ version: Int) throws(SQLiteError) {
    try execute("PRAGMA user_version = \(version)")
  }

  /// Sets how much of the next commits is on the disk when they return; not for use in a
  /// transaction.
  package func setSync(_ sync: SQLiteSync) throws(SQLiteError) {
    guard sync != self.sync else { return }
    // A journal that was removed is gone for certain only when its folder was synced, too.
    let level = sync == .full && !isLogged ? "EXTRA" : "\(sync.rawValue)"
    try execute("PRAGMA synchronous = \(level)")
    self.sync = sync
  }

  /// Returns the problems of the file in SQLite's words; none if the file is sound.
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

  /// Reserves space in the log before commits that wait for the disk; for use in a transaction.
  func reserveLog() {
    if sync == .full, isLogged { hk_sqlite_reserve_log(database, &reservedFrames) }
  }

  func error(_ code: Int32, _ sql: String = "") -> SQLiteError {
    SQLiteError(code, database, path: path, sql: sql)
  }
}

// MARK: - Opening

extension SQLiteSession {
  static func open(
    _ path: String, _ options: SQLiteOptions
  ) throws(SQLiteError) -> sending SQLiteSession {
    try makeFile(path)
    var database: OpaquePointer?
    // Without a mutex of SQLite's own, as the connection has one.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &database, flags, options.vfs)
    guard code == SQLITE_OK, let database else {
      let error = SQLiteError(code, database, path: path)
      sqlite3_close_v2(database)
      throw error
    }
    let session = SQLiteSession(database, path: path)
    try SQLiteHeader.check(database, path, options)
    session.wait(options.busyTimeout)
    return session
  }

  /// Makes a missing file, so that it is its owner's alone from the start; SQLite gives its log the
  /// same rights.
  private static func makeFile(_ path: String) throws(SQLiteError) {
    do throws(FileFailure) {
      if let folder = SystemFiles.folder(of: path) {
        let files = SystemFiles()
        files.close(try files.openRoot(folder))
      }
    } catch {
      throw SQLiteError(error, path)
    }
    // Without opening it: closing it again would drop locks of other connections in this process.
    if mknod(path, S_IFREG | 0o600, 0) == 0 {
      do throws(FileFailure) { try SystemFiles.syncFolder(above: path) } catch {
        throw SQLiteError(error, path)
      }
    } else if errno != EEXIST, access(path, F_OK) != 0 {
      throw SQLiteError(FileFailure(errno, in: "mknod"), path)
    }
  }

  /// Checks which app owns the file, and brings it up to date.
  func prepare(
    _ options: SQLiteOptions, _ update: (SQLiteSession, Int) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let code = hk_sqlite_harden(database)
    guard code == SQLITE_OK else { throw error(code) }
    let isOurs: Bool
    do throws(SQLiteError) {
      isOurs = try transaction(.reading) { (session) throws(SQLiteError) in
        try session.isCurrent(options)
      }
      try configure(options)
    } catch {
      // What is refused is left as it was found, its log included.
      _ = hk_sqlite_keep_wal(database)
      throw error
    }
    if isOurs { return }
    try transaction { session throws(SQLiteError) in
      // Another process may have been faster.
      if try session.isCurrent(options) { return }
      try session.execute("PRAGMA application_id = \(options.applicationID)")
      try update(session, try session.version())
      try session.setVersion(options.version)
    }
  }

  /// Whether the file is of this app and this version; false for an empty or an older one.
  ///
  /// To be called in a transaction, as another process may be making the file meanwhile.
  private func isCurrent(_ options: SQLiteOptions) throws(SQLiteError) -> Bool {
    let found = SQLiteHeader(
      applicationID: Int32(truncatingIfNeeded: try int("PRAGMA application_id")),
      version: try version())
    let isEmpty = try int("SELECT count(*) FROM sqlite_schema") == 0
    if isEmpty, found.applicationID == 0, found.version == 0 { return false }
    try found.check(path, options)
    return found.version == options.version
  }

  private func configure(_ options: SQLiteOptions) throws(SQLiteError) {
    if let size = options.pageSize { try execute("PRAGMA page_size = \(size)") }
    // A file system without shared memory has no such log; then SQLite's usual journal serves.
    isLogged = try startLog(patience: options.busyTimeout)
    try setSync(.full)
    // A log that a bulk load made long is cut back to 64 MiB when it was taken over.
    try execute("PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864")
  }

  /// Switches to the write-ahead log; returns false if the file cannot have one.
  ///
  /// The switch turns a lock for reading into one for writing, for which SQLite does not wait: two
  /// that did would wait for each other. So it is tried again, until others that make the file are
  /// done.
  private func startLog(patience: Duration) throws(SQLiteError) -> Bool {
    let deadline = ContinuousClock.now + patience
    var pause: UInt32 = 500
    while true {
      do throws(SQLiteError) {
        let journal = try statement("PRAGMA journal_mode = WAL")
        defer { journal.reset() }
        return try journal.step() && journal.string(0) == "wal"
      } catch {
        guard error.kind == .busy, .now < deadline else { throw error }
      }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
  }
}

extension SQLiteError {
  init(_ failure: FileFailure, _ path: String) {
    self.init(Self.kind(ofSystem: failure.code), message: failure.text, path: path)
  }
}

// MARK: - Transactions

/// The kind of a transaction, which sets the lock that it takes.
package enum SQLiteTransaction: String, Sendable {
  /// The transaction reads one state of the file, whatever others commit meanwhile.
  case reading = "BEGIN"
  /// The transaction takes the write lock at the start, so that no later statement fails without
  /// it.
  case writing = "BEGIN IMMEDIATE"
}

extension SQLiteSession {
  /// Runs `body` as one transaction: all of it is committed or, if anything fails, nothing.
  ///
  /// - Throws: What `body` throws; ``SQLiteError`` when the lock, a statement or the commit fails,
  ///   or the file is no longer where it was opened.
  package func transaction<Result, Failure: SQLiteFailure>(
    _ kind: SQLiteTransaction = .writing, _ body: (SQLiteSession) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(SQLiteError) { try run(kind.rawValue) } catch { throw Failure(error) }
    do throws(Failure) {
      let result = try body(self)
      do throws(SQLiteError) { try commit(kind) } catch { throw Failure(error) }
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  private func commit(_ kind: SQLiteTransaction) throws(SQLiteError) {
    // SQLite would go on writing to a file that has no name any more, and that nobody finds.
    if kind == .writing, hk_sqlite_has_moved(database) != 0 {
      throw SQLiteError(.vanished, message: "it is no longer at its path", path: path)
    }
    if kind == .writing { reserveLog() }
    try run("COMMIT")
  }

  /// Rolls back a transaction, unless an error has ended it already.
  private func rollBack() {
    guard sqlite3_get_autocommit(database) == 0 else { return }
    // What stands at a row would keep the rollback from ending it.
    var statement = sqlite3_next_stmt(database, nil)
    while let current = statement {
      if sqlite3_stmt_busy(current) != 0 { sqlite3_reset(current) }
      statement = sqlite3_next_stmt(database, current)
    }
    try? run("ROLLBACK")
  }

  private func run(_ sql: String) throws(SQLiteError) { try statement(sql).run() }
}
