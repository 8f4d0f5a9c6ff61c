import HikidashiBase

/// Connections that read a database file beside one another: what is looked up does not wait for a long search.
///
/// A further one is opened when all are busy. Each keeps its statements and some pages of the file in memory.
package final class SQLiteReaders: Sendable {
  private struct State {
    var all: [SQLiteConnection] = []
    var idle: [SQLiteConnection] = []
  }

  private let path: String
  private let options: SQLiteOptions
  private let state = Guarded(State())
  private static let most = 4

  /// Reads a file that is there.
  package init(_ path: String, _ options: SQLiteOptions) {
    (self.path, self.options) = (path, options)
  }

  /// Runs `body` as one transaction for reading, which sees one state of the file.
  package func read<Result: Sendable>(
    _ body: (SQLiteSession) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    guard let connection = try take() else {
      // All that may be are busy: one of them is waited for.
      let shared = state.withLock { $0.all.randomElement() }
      guard let shared else { return try SQLiteConnection(path, options).read(body) }
      return try shared.read(body)
    }
    defer { state.withLock { $0.idle.append(connection) } }
    return try connection.read(body)
  }

  /// An idle connection, or a new one; nil where there are as many as may be.
  private func take() throws(SQLiteError) -> SQLiteConnection? {
    let (idle, isFull) = state.withLock { ($0.idle.popLast(), $0.all.count >= Self.most) }
    if let idle { return idle }
    guard !isFull else { return nil }
    let connection = try SQLiteConnection(path, options)
    state.withLock { $0.all.append(connection) }
    return connection
  }
}
