import HikidashiPostgresStorage
import TestSupport

extension PostgresServer {
  /// A connection of a test's own.
  func connection(_ database: String = "postgres") throws -> PostgresConnection {
    try PostgresConnection(PostgresURL(url(database)))
  }
}
