import Glibc
import HikidashiBase

/// A connection that one thread uses at a time and that is replaced when it breaks.
final class PostgresLink: Sendable {
  let url: PostgresURL
  let options: PostgresOptions
  let status: ConnectionBoard
  private let wire: Guarded<Wire>
  private let isClosed = Guarded(false)

  init(_ url: PostgresURL, _ options: PostgresOptions, _ status: ConnectionBoard) {
    self.url = url
    self.options = options
    self.status = status
    wire = Guarded(Wire())
  }

  /// The current connection, if there is one.
  struct Wire: Sendable {
    fileprivate(set) var connection: PostgresConnection?
    /// The server process and the name of the previous connection.
    fileprivate var last: (process: Int, name: String)?
  }

  /// Waits until no other thread uses the connection, then runs `body` with it.
  func use<Result: Sendable, Failure: Error>(
    _ body: (inout Wire) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try wire.withLock { wire throws(Failure) in try body(&wire) }
  }

  /// Closes the connection; calls that wait for one fail soon.
  func close() {
    isClosed.withLock { $0 = true }
    wire.withLock { $0.connection = nil }
  }

  var canConnect: Bool { isClosed.withLock { !$0 } }

  /// The time until which a call that begins now waits for a connection.
  var deadline: ContinuousClock.Instant { .now + options.patience }

  /// Returns the connection; if it broke, connects again, with retries until the deadline.
  func connection(
    _ wire: inout Wire, until deadline: ContinuousClock.Instant, _ failures: inout Int
  ) throws(PostgresError) -> PostgresConnection {
    if let connection = wire.connection {
      if connection.isAlive { return connection }
      drop(&wire)
    }
    while true {
      do throws(PostgresError) {
        guard canConnect else {
          throw PostgresError(.cancelled, message: "it was closed", place: url.description)
        }
        let name = "hikidashi \(TransactionID().hexadecimal)"
        let connection = try connect(named: name)
        end(wire.last, with: connection)
        wire.connection = connection
        wire.last = (connection.serverProcess, name)
        status.connected(.work)
        return connection
      } catch {
        if canConnect { status.failed(.work, error) }
        guard error.isPassing, pause(after: &failures, until: deadline) else { throw error }
      }
    }
  }

  /// Runs `body`, and repeats it on a new connection when the old one breaks, for as long as
  /// `options.patience` allows.
  ///
  /// A call whose answer was lost is repeated, so `body` must be safe to run twice.
  ///
  /// - Parameter mayBeBusy: Whether `body` is also repeated after an error of the kind `busy`.
  func retrying<Result: Sendable>(
    mayBeBusy: Bool = false, _ body: (PostgresConnection) throws(PostgresError) -> Result
  ) throws(PostgresError) -> Result {
    let deadline = deadline
    return try use { wire throws(PostgresError) in
      var failures = 0
      while true {
        let connection = try connection(&wire, until: deadline, &failures)
        do throws(PostgresError) {
          return try body(connection)
        } catch {
          guard error.isPassing || mayBeBusy && error.kind == .busy else { throw error }
          if error.isPassing { drop(&wire) }
          guard pause(after: &failures, until: deadline) else { throw error }
        }
      }
    }
  }

  /// Drops a broken connection.
  func drop(_ wire: inout Wire) { wire.connection = nil }

  /// The delays between attempts; random, because many clients may reconnect at the same time.
  static let retry = Retry(
    attempts: .max, first: .milliseconds(50), longest: .seconds(5), jitter: 1)

  /// Counts a failure and waits before the next attempt; returns false if the deadline comes first.
  func pause(after failures: inout Int, until deadline: ContinuousClock.Instant) -> Bool {
    failures += 1
    return pause(Self.retry.delay(after: failures), until: deadline)
  }

  /// Waits this long; returns false if the deadline comes first or the link is closed.
  func pause(_ time: Duration, until deadline: ContinuousClock.Instant) -> Bool {
    let end = ContinuousClock.now + time
    guard end < deadline else { return false }
    // In short steps, so that closing does not wait for the whole pause.
    while ContinuousClock.now < end, canConnect {
      let left = min(Int64((end - .now) / .microseconds(1)) + 1, 50_000)
      usleep(UInt32(max(1, left)))
    }
    return canConnect
  }

  /// Connects and applies the settings that all connections share.
  func connect(named name: String) throws(PostgresError) -> PostgresConnection {
    let connection = try PostgresConnection(
      url, password: options.password, applicationName: name, timeout: options.connectTimeout)
    guard connection.setting("server_encoding") == "UTF8" else {
      throw PostgresError(
        .refused, message: "the database does not keep text as UTF-8",
        hint: "make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0",
        place: url.description)
    }
    let milliseconds = Int64(options.lockTimeout / .milliseconds(1))
    try connection.run(
      PostgresStatement(
        """
        SELECT set_config('lock_timeout', $1, false), set_config('statement_timeout', '0', false),
          set_config('idle_in_transaction_session_timeout', '30000', false),
          set_config('default_transaction_isolation', 'read committed', false),
          CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
            THEN set_config('synchronous_commit', 'on', false) END
        """, isKept: false
      ) { $0.add("\(max(1, milliseconds))") })
    return connection
  }

  /// Ends the server process of the previous connection, which may still hold a lock because the
  /// server has not noticed yet that the connection broke.
  private func end(_ last: (process: Int, name: String)?, with connection: PostgresConnection) {
    guard let last else { return }
    // If this is not permitted, the server's time limit for idle transactions ends it.
    _ = try? connection.run(
      PostgresStatement(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid = $1::bigint AND application_name = $2 AND state LIKE 'idle%'
        """, isKept: false
      ) {
        $0.add(last.process)
        $0.add(last.name)
      })
  }
}

extension PostgresConnection {
  /// Rolls back the current transaction; returns whether the connection can still be used.
  func rollBack() -> Bool {
    do throws(PostgresError) {
      guard isAlive else { return false }
      try run(PostgresStatement("ROLLBACK"))
      return true
    } catch {
      return false
    }
  }
}
