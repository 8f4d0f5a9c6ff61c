internal import CSQLite
import Glibc

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

  /// Checks whose file it is, and brings it up to date.
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
    // A file system without shared memory has no such log; then SQLite's usual journal serves.
    isLogged = try startLog(patience: options.busyTimeout)
    try setSync(.full)
    // A log that a bulk load made long is cut back to 64 MiB when it was taken over.
    try execute("PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864")
  }

  /// Switches to the write-ahead log; false where there can be none.
  ///
  /// The switch turns a lock for reading into one for writing, for which SQLite does not wait: two
  /// that did would wait for each other. So it is tried again, until others that make the file are done.
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
