import Support

/// A database file that any number of threads use, one at a time.
///
/// The file is made for its owner alone (0600), with a write-ahead log, every commit synced, and
/// foreign keys checked. Several connections and several processes may open the same file.
///
/// ```swift
/// let cards = try SQLiteConnection("/home/me/cards.db", SQLiteOptions(applicationID: 1, version: 1))
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

  /// Opens the file at `path`, which is made, with the folders above it, where it is missing.
  ///
  /// `prepare` runs in a transaction before anything else: it brings a file of an older version, or
  /// an empty one (version 0), up to date. The version is set after it.
  ///
  /// - Throws: ``SQLiteError`` when the file cannot be opened, is damaged, belongs to another app or
  ///   was written by a newer version; it is left as it is.
  package init(
    _ path: String, _ options: SQLiteOptions,
    prepare: (SQLiteSession, _ version: Int) throws(SQLiteError) -> Void = { _, _ in }
  ) throws(SQLiteError) {
    self.path = path
    self.options = options
    session = Guarded(try SQLiteSession.open(path, options))
    try session.withLock { session throws(SQLiteError) in try session.prepare(options, prepare) }
  }

  /// Runs `body` with the lock held; a transaction of its own for each statement.
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

  /// Runs `body` as one transaction that sees one state of the file.
  package func read<Result: Sendable, Failure: SQLiteFailure>(
    _ body: (SQLiteSession) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try session.withLock { session throws(Failure) in try session.transaction(.reading, body) }
  }
}
