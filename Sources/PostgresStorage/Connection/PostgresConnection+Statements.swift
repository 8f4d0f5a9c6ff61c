internal import CPostgreSQL

extension PostgresConnection {
  /// Runs one statement.
  @discardableResult
  package func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresResult {
    let results = try run([statement])
    guard let result = results.first else { throw connectionError() }
    return result
  }

  /// Runs statements one after another in one journey to the server and back.
  ///
  /// Where one fails those behind it are not run. Outside of a transaction of theirs they are one
  /// transaction.
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
    // The mark behind the last statement.
    if let result = try nextResult() { PQclear(result) }
    guard isAlive, PQexitPipelineMode(handle) != 0 else { throw failure ?? connectionError() }
    if let failure {
      // A plan may be of a table that has changed since.
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
