internal import CSQLite

/// What a transaction does besides reading.
package enum SQLiteTransaction: String, Sendable {
  /// It reads one state of the file, whatever others commit meanwhile.
  case reading = "BEGIN"
  /// It takes the lock for writing at the start, so that nothing in it fails for want of one.
  case writing = "BEGIN IMMEDIATE"
}

extension SQLiteSession {
  /// Runs `body` as one transaction: all of it is committed, or nothing when anything fails.
  ///
  /// - Throws: What `body` throws; ``SQLiteError`` when the lock, a statement or the commit fails, or
  ///   the file is no longer where it was opened.
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

  /// Ends a transaction that some errors have ended already.
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
