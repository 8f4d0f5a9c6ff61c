internal import CHikidashiSQLite
import Glibc
import HikidashiBase

/// A connection to a database file, which any number of threads may use, one at a time.
///
/// The file is made for its owner alone (0600), with a write-ahead log, every commit synced, and
/// foreign keys checked. Several connections and several processes may open the same file.
///
/// ```swift
/// let options = SQLiteOptions(applicationID: 1, version: 1)
/// let cards = try SQLiteConnection("/home/me/cards.db", options)
/// try cards.write { session throws(SQLiteError) in
///   let insert = try session.statement("INSERT INTO card (name) VALUES (?)")
///   try insert.bind("山田", at: 0)
///   try insert.run()
/// }
/// ```
package final class SQLiteConnection: Sendable {
  package let path: String
  package let options: SQLiteOptions
  private let session: Guarded<SQLiteSession>

  /// Opens the file at `path`, making it and the folders above it if they are missing.
  ///
  /// `prepare` runs in a transaction before anything else: it brings a file of an older version, or
  /// an empty one (version 0), up to date. The version is set after it.
  ///
  /// - Throws: ``SQLiteError`` when the file cannot be opened, is damaged, belongs to another app
  ///   or was written by a newer version; it is left as it is.
  package init(
    _ path: String, _ options: SQLiteOptions,
    prepare: (SQLiteSession, _ version: Int) throws(SQLiteError) -> Void = { _, _ in }
  ) throws(SQLiteError) {
    self.path = path
    self.options = options
    session = Guarded(try SQLiteSession.open(path, options))
    try session.withLock { session throws(SQLiteError) in try session.prepare(options, prepare) }
  }

  /// Runs `body` with the lock held; each statement is a transaction unless `body` begins one.
  package func use<Result: Sendable, Failure: Error>(
    _ body: (SQLiteSession) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try session.withLock { session throws(Failure) in try body(session) }
  }

  /// Runs `body` as one transaction that may write.
  package func write<Result: Sendable, Failure: SQLiteFailure>(
    _ body: (SQLiteSession) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try session.withLock { session throws(Failure) in try session.transaction(.writing, body) }
  }

  /// Runs `body` as one transaction for reading, which sees one state of the file.
  package func read<Result: Sendable, Failure: SQLiteFailure>(
    _ body: (SQLiteSession) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try session.withLock { session throws(Failure) in try session.transaction(.reading, body) }
  }
}

// MARK: - Copy

extension SQLiteConnection {
  /// Writes a copy of the database to `destination`, replacing any file there; the copy is on the
  /// disk when this returns.
  ///
  /// Other threads wait meanwhile; other processes may go on reading and writing.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  package func copy(to destination: String) throws(SQLiteError) {
    try use { session throws(SQLiteError) in try session.copy(to: destination) }
  }
}

extension SQLiteSession {
  func copy(to destination: String) throws(SQLiteError) {
    let fresh = "\(destination).\(String(UInt64.random(in: .min ... .max), radix: 16)).new"
    guard mknod(fresh, S_IFREG | 0o600, 0) == 0 else {
      throw SQLiteError(FileFailure(errno, in: "mknod"), destination)
    }
    do throws(SQLiteError) {
      try fill(fresh)
      try Self.settle(fresh, as: destination)
    } catch {
      unlink(fresh)
      throw error
    }
  }

  private func fill(_ path: String) throws(SQLiteError) {
    var copy: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let opened = sqlite3_open_v2(path, &copy, flags, nil)
    defer { sqlite3_close_v2(copy) }
    guard opened == SQLITE_OK, let copy else { throw SQLiteError(opened, copy, path: path) }
    guard let backup = sqlite3_backup_init(copy, "main", database, "main") else {
      throw SQLiteError(sqlite3_extended_errcode(copy), copy, path: path)
    }
    // All in one step: in several, a writer elsewhere could make it begin anew for ever.
    var code = sqlite3_backup_step(backup, -1)
    for _ in 0..<1_000 where code == SQLITE_BUSY || code == SQLITE_LOCKED {
      usleep(10_000)
      code = sqlite3_backup_step(backup, -1)
    }
    let finished = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw SQLiteError(finished == SQLITE_OK ? code : finished, copy, path: path)
    }
  }

  /// Syncs a finished copy and gives it its name.
  private static func settle(_ fresh: String, as destination: String) throws(SQLiteError) {
    let files = SystemFiles()
    let file = Glibc.open(fresh, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SQLiteError(FileFailure(errno, in: "open"), fresh) }
    defer { files.close(file) }
    do throws(FileFailure) {
      try files.sync(file)
      guard rename(fresh, destination) == 0 else { throw FileFailure(errno, in: "rename") }
      try SystemFiles.syncFolder(above: destination)
    } catch {
      throw SQLiteError(error, destination)
    }
  }
}

/// The options for opening a database file.
package struct SQLiteOptions: Sendable {
  /// The number of the app that owns the file, stored in its header (`PRAGMA application_id`).
  package var applicationID: Int32
  /// The version of the file's content that this program writes (`PRAGMA user_version`); a file
  /// with a greater one is refused.
  package var version: Int
  /// How long to wait for the locks of others.
  package var busyTimeout: Duration = .seconds(10)
  /// The name of SQLite's layer for files (VFS); nil for the default. Tests replace it to count
  /// calls and to make them fail.
  package var vfs: String?
  /// The bytes of a page of a file that is made, a power of two; nil for SQLite's default. A file that is there
  /// keeps its own.
  package var pageSize: Int?

  package init(
    applicationID: Int32, version: Int, busyTimeout: Duration = .seconds(10), vfs: String? = nil,
    pageSize: Int? = nil
  ) {
    self.applicationID = applicationID
    self.version = version
    self.busyTimeout = busyTimeout
    self.vfs = vfs
    self.pageSize = pageSize
  }
}

/// How much of a commit is on the disk when the commit returns.
package enum SQLiteSync: Int32, Sendable {
  /// The system decides when to write: a power cut may damage the file.
  case off = 0
  /// A power cut may undo the last commits, but only whole ones.
  case normal = 1
  /// Every commit is on the disk.
  case full = 2
}
