internal import CHikidashiPostgreSQL
import Glibc

extension PostgresConnection {
  /// Runs a `COPY … FROM STDIN` with the bytes that `body` sends by ``putCopy(_:)``.
  ///
  /// - Throws: The server's error, or what `body` throws. In both cases nothing is stored.
  package func copyIn(
    _ sql: String, _ body: (PostgresConnection) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    try begin(copy: sql, PGRES_COPY_IN)
    do throws(PostgresError) {
      try body(self)
    } catch {
      // The server then ends the copy with an error of its own.
      try? endCopy("the copy was given up")
      throw error
    }
    try endCopy(nil)
  }

  /// Sends bytes as a part of the running `COPY … FROM STDIN`.
  package func putCopy(_ bytes: UnsafeRawBufferPointer) throws(PostgresError) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    while true {
      let status = PQputCopyData(
        handle, start.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
      if status > 0 { break }
      guard status == 0 else { throw connectionError() }
      try waitToWrite()
    }
    // Flushes, so that libpq's buffer does not grow without limit.
    while true {
      let unsent = PQflush(handle)
      guard unsent >= 0 else { throw connectionError() }
      if unsent == 0 { return }
      try waitToWrite()
    }
  }

  private func endCopy(_ reason: String?) throws(PostgresError) {
    while true {
      let status = PQputCopyEnd(handle, reason)
      if status > 0 { break }
      guard status == 0 else { throw connectionError() }
      try waitToWrite()
    }
    try finishResults()
  }

  /// Runs a `COPY … TO STDOUT` and calls `body` with each row; stops when `body` throws.
  package func copyOut(
    _ sql: String, _ body: (UnsafeRawBufferPointer) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    try begin(copy: sql, PGRES_COPY_OUT)
    while true {
      var row: UnsafeMutablePointer<CChar>?
      let count = PQgetCopyData(handle, &row, 1)
      if count > 0, let row {
        defer { PQfreemem(row) }
        do throws(PostgresError) {
          try body(UnsafeRawBufferPointer(start: row, count: Int(count)))
        } catch {
          canceller?.cancel()
          throw error
        }
        continue
      }
      guard count == 0 else { return try finishResults() }
      try exchange(waitingForRow: true)
    }
  }

  private func begin(copy sql: String, _ expected: ExecStatusType) throws(PostgresError) {
    guard isAlive, PQsendQuery(handle, sql) != 0 else { throw connectionError() }
    guard let result = try nextResult() else { throw connectionError() }
    defer { PQclear(result) }
    guard PQresultStatus(result) == expected else {
      let error = error(result)
      try? finishResults()
      throw error
    }
  }

  /// Reads all remaining results.
  private func finishResults() throws(PostgresError) {
    var failure: PostgresError?
    while let result = try nextResult() {
      if PQresultStatus(result) == PGRES_FATAL_ERROR { failure = failure ?? error(result) }
      let isCopying =
        PQresultStatus(result) == PGRES_COPY_IN || PQresultStatus(result) == PGRES_COPY_OUT
      PQclear(result)
      guard isAlive else { throw failure ?? connectionError() }
      if isCopying { break }
    }
    if let failure { throw failure }
  }

  private func waitToWrite() throws(PostgresError) {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    guard try poll(Int16(POLLOUT | POLLIN), until: deadline) else {
      throw PostgresError(.timedOut, message: "the server takes no more", place: place)
    }
    guard PQconsumeInput(handle) != 0 else { throw connectionError() }
  }
}

extension PostgresConnection {
  /// A notification from another connection (`NOTIFY`).
  package struct Notice: Equatable, Sendable {
    package let channel: String
    package let payload: String
    /// The ID of the server process for the connection that sent the notification.
    package let process: Int
  }

  /// Returns the notifications that arrived since the last call, without waiting for new ones.
  package func takeNotices() throws(PostgresError) -> [Notice] {
    guard PQconsumeInput(handle) != 0 else { throw connectionError() }
    var notices: [Notice] = []
    while let notice = PQnotifies(handle) {
      notices.append(
        Notice(
          channel: String(cString: notice.pointee.relname),
          payload: String(cString: notice.pointee.extra), process: Int(notice.pointee.be_pid)))
      PQfreemem(notice)
    }
    return notices
  }
}
