internal import CHikidashiPostgreSQL
import Glibc

/// One connection to a PostgreSQL server. Calls block until the server answers, so do not make them
/// on the main thread.
///
/// Bind values as parameters, and quote names with ``identifier(_:)``.
///
/// ```swift
/// let connection = try PostgresConnection(PostgresURL("postgresql://localhost/cards"))
/// let rows = try connection.run(PostgresStatement("SELECT $1::bigint + 1") { $0.add(41) })
/// rows.int(0, 0)                         // 42
/// ```
// @unchecked: the owner's lock lets one thread use it at a time. Other threads may only call
// `canceller`, which libpq makes for that.
package final class PostgresConnection: @unchecked Sendable {
  let handle: OpaquePointer
  /// The URL of the database, without the password.
  package let place: String
  /// Texts, such as passwords, that are removed from messages.
  private let secrets: [String]
  /// The longest wait for an answer; nil waits until TCP notices that the server is gone.
  package var timeout: Duration?
  /// The names of the statements that the server keeps, by their SQL.
  var keptStatements: [String: String] = [:]
  var statementCount = 0

  /// Connects to a database.
  ///
  /// - Parameters:
  ///   - password: Returns the password; called if the URL has none. If it returns nil, libpq uses
  ///     `PGPASSWORD` and `~/.pgpass`.
  ///   - timeout: How long connecting may take.
  package init(
    _ url: PostgresURL, password: (@Sendable () throws -> String?)? = nil,
    applicationName: String? = nil, timeout: Duration = .seconds(10)
  ) throws(PostgresError) {
    place = url.description
    var more: [String: String] = [:]
    if url.password == nil, let password {
      more["password"] = try Self.ask(password, place)
    }
    if let applicationName { more["application_name"] = applicationName }
    secrets = url.secrets + [more["password"]].compactMap { $0 }.filter { !$0.isEmpty }
    let started = url.withParameters(more) { PQconnectStartParams($0, $1, 0) }
    guard let started else {
      throw PostgresError(.connection, message: "there is no memory left", place: place)
    }
    handle = started
    try connect(until: ContinuousClock.now + timeout)
    PQsetnonblocking(handle, 1)
    // libpq would print warnings to standard error.
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
  }

  deinit { PQfinish(handle) }

  private static func ask(
    _ password: @Sendable () throws -> String?, _ place: String
  ) throws(PostgresError) -> String? {
    do {
      return try password()
    } catch {
      throw PostgresError(.refused, message: "no password was to be had: \(error)", place: place)
    }
  }

  private func connect(until deadline: ContinuousClock.Instant) throws(PostgresError) {
    guard PQstatus(handle) != CONNECTION_BAD else { throw connectionError() }
    var next = PGRES_POLLING_WRITING
    while next != PGRES_POLLING_OK {
      guard next != PGRES_POLLING_FAILED else { throw connectionError() }
      let events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard try poll(Int16(events), until: deadline) else {
        throw PostgresError(.timedOut, message: "the server did not answer", place: place)
      }
      next = PQconnectPoll(handle)
    }
  }

  /// Whether the connection works, as far as libpq knows without asking the server.
  package var isAlive: Bool { PQstatus(handle) == CONNECTION_OK }

  /// The ID of the server process for this connection.
  package var serverProcess: Int { Int(PQbackendPID(handle)) }

  package var socket: Int32 { PQsocket(handle) }

  /// Returns a setting that the server reports, such as `server_encoding`; nil for any other.
  package func setting(_ name: String) -> String? {
    PQparameterStatus(handle, name).map { String(cString: $0) }
  }

  /// Quotes a name for use in SQL.
  ///
  /// - Throws: ``PostgresError`` if the name holds NUL or is invalid in the connection's encoding.
  package func identifier(_ name: String) throws(PostgresError) -> String {
    guard !name.utf8.contains(0), let quoted = PQescapeIdentifier(handle, name, name.utf8.count)
    else {
      throw PostgresError(.program, message: "“\(name)” cannot be a name", place: place)
    }
    defer { PQfreemem(quoted) }
    return String(cString: quoted)
  }

  /// A new object that can cancel the running statement from any thread.
  package var canceller: PostgresCanceller? { PostgresCanceller(handle) }
}

extension PostgresConnection {
  /// Waits until the socket is ready; returns false if `deadline` passes first.
  func poll(
    _ events: Int16, until deadline: ContinuousClock.Instant?
  ) throws(PostgresError) -> Bool {
    var entry = pollfd(fd: PQsocket(handle), events: events, revents: 0)
    guard entry.fd >= 0 else { throw connectionError() }
    while true {
      var milliseconds: Int32 = -1
      if let deadline {
        let left = deadline - .now
        guard left > .zero else { return false }
        milliseconds = Int32(clamping: Int64(left / .milliseconds(1)) + 1)
      }
      let count = Glibc.poll(&entry, 1, milliseconds)
      if count > 0 { return true }
      guard count == 0 || errno == EINTR else { throw connectionError() }
    }
  }

  /// Sends and reads until the next result, or a row of a copy, has arrived.
  func exchange(waitingForRow: Bool = false) throws(PostgresError) {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    var isFirst = true
    while true {
      let unsent = PQflush(handle)
      guard unsent >= 0 else { throw connectionError() }
      if waitingForRow ? !isFirst : PQisBusy(handle) == 0 { return }
      guard try poll(Int16(POLLIN | (unsent > 0 ? POLLOUT : 0)), until: deadline) else {
        canceller?.cancel()
        // A late answer must not be taken for that of the next statement.
        throw PostgresError(
          .timedOut, message: "the server did not answer in time; the connection was given up",
          place: place)
      }
      guard PQconsumeInput(handle) != 0 else { throw connectionError() }
      isFirst = false
    }
  }

  /// Reads the next result; returns nil if the statement has no more.
  func nextResult() throws(PostgresError) -> OpaquePointer? {
    try exchange()
    return PQgetResult(handle)
  }

  /// The error that libpq reports for the connection.
  func connectionError() -> PostgresError {
    let text = String(cString: PQerrorMessage(handle))
    let message = scrubbed(text.isEmpty ? "the connection is lost" : text)
    let isRefused = [
      "password", "authentication failed", "no pg_hba.conf", "does not exist", "invalid ",
    ]
    .contains { message.contains($0) }
    let isMistrusted = message.contains("certificate")
    let isStarted = PQserverVersion(handle) > 0
    return PostgresError(
      !isStarted && isRefused && !message.contains("No such file") || isMistrusted
        ? .refused : .connection, message: message, place: place)
  }

  /// Returns the error that a failed result holds.
  func error(_ result: OpaquePointer) -> PostgresError {
    func field(_ code: Int) -> String {
      PQresultErrorField(result, Int32(code)).map { scrubbed(String(cString: $0)) } ?? ""
    }
    // The values of libpq's `PG_DIAG_` constants, which are casts that Swift does not import.
    let code = field(0x43)
    guard !code.isEmpty else { return connectionError() }
    let kind = isAlive ? PostgresError.Kind(code: code) : .connection
    return PostgresError(
      kind, code: code, message: field(0x4D), detail: field(0x44), hint: field(0x48), place: place)
  }

  private func scrubbed(_ text: String) -> String {
    var text = text
    while text.last?.isWhitespace ?? false { text.removeLast() }
    for secret in secrets { text = text.replacing(secret, with: "…") }
    return text
  }
}

/// Cancels the running statement of a connection.
// @unchecked: libpq's cancel function may be called from any thread.
package final class PostgresCanceller: @unchecked Sendable {
  private let handle: OpaquePointer

  init?(_ connection: OpaquePointer) {
    guard let handle = PQgetCancel(connection) else { return nil }
    self.handle = handle
  }

  deinit { PQfreeCancel(handle) }

  /// Asks the server to cancel the running statement, which then fails with `cancelled`.
  package func cancel() {
    var message = [CChar](repeating: 0, count: 256)
    PQcancel(handle, &message, Int32(message.count))
  }
}

// MARK: - Statements

extension PostgresConnection {
  /// Runs one statement.
  @discardableResult
  package func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresResult {
    let results = try run([statement])
    guard let result = results.first else { throw connectionError() }
    return result
  }

  /// Runs statements one after another in one round trip (libpq's pipeline mode).
  ///
  /// After a statement fails, the later ones are not run. Statements outside of a transaction form
  /// one together.
  ///
  /// - Throws: The error of the statement that failed.
  package func run(
    _ statements: [PostgresStatement]
  ) throws(PostgresError) -> [PostgresResult] {
    guard isAlive, PQenterPipelineMode(handle) != 0 else { throw connectionError() }
    var sent: [Sent] = []
    var planned: [String: String] = [:]
    for statement in statements { try send(statement, &sent, &planned) }
    guard PQpipelineSync(handle) != 0 else { throw connectionError() }
    var failure: PostgresError?
    var results: [PostgresResult] = []
    for sent in sent {
      while let result = try nextResult() {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
          if case .plan(let sql, let name) = sent {
            keptStatements[sql] = name
            PQclear(result)
          } else {
            results.append(PostgresResult(result))
          }
        default:
          if failure == nil, PQresultStatus(result) != PGRES_PIPELINE_ABORTED {
            failure = error(result)
          }
          PQclear(result)
        }
        guard isAlive else { throw failure ?? connectionError() }
      }
      guard isAlive else { throw failure ?? connectionError() }
    }
    // The pipeline's sync point, behind the last statement.
    if let result = try nextResult() { PQclear(result) }
    guard isAlive, PQexitPipelineMode(handle) != 0 else { throw failure ?? connectionError() }
    if let failure {
      // A kept plan may be out of date, if the table has changed since.
      if failure.kind == .program { keptStatements = [:] }
      throw failure
    }
    return results
  }

  private enum Sent {
    case plan(sql: String, name: String)
    case statement
  }

  private func send(
    _ statement: PostgresStatement, _ sent: inout [Sent], _ planned: inout [String: String]
  ) throws(PostgresError) {
    let arguments = statement.arguments
    let count = Int32(arguments.count)
    var name: String?
    if statement.isKept {
      name = keptStatements[statement.sql] ?? planned[statement.sql]
      if name == nil {
        statementCount += 1
        let new = "hikidashi_\(statementCount)"
        guard PQsendPrepare(handle, new, statement.sql, count, arguments.typeIDs) != 0 else {
          throw connectionError()
        }
        sent.append(.plan(sql: statement.sql, name: new))
        planned[statement.sql] = new
        name = new
      }
    }
    let isSent = arguments.withValues { values, lengths, formats in
      if let name {
        return PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
      }
      return PQsendQueryParams(
        handle, statement.sql, count, arguments.typeIDs, values, lengths, formats, 1)
    }
    guard isSent != 0 else { throw connectionError() }
    sent.append(.statement)
  }
}
