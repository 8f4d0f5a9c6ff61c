import Dispatch
import HikidashiBase

/// Listens for transactions of others, on a connection of its own (`LISTEN`).
///
/// A lost notification does no harm: `onChange` leads to reading the log, and is also called after
/// each reconnection.
// @unchecked: mutable state is only used on `queue`.
final class PostgresListener: @unchecked Sendable {
  private let link: PostgresLink
  private let channel: String
  /// Returns whether the transaction with this sequence number is new to the store.
  private let isNews: @Sendable (_ sequence: Int) -> Bool
  private let onChange: @Sendable () -> Void
  private let queue = DispatchQueue(label: "PostgresListener")
  private let isCancelled = Guarded(false)

  private var connection: PostgresConnection?
  private var source: (any DispatchSourceRead)?
  private var failures = 0

  init(
    _ link: PostgresLink, channel: String, isNews: @escaping @Sendable (Int) -> Bool,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.link = link
    self.channel = channel
    self.isNews = isNews
    self.onChange = onChange
    queue.async { [weak self] in self?.listen() }
  }

  /// Stops listening; a call of `onChange` that has begun runs to its end.
  func cancel() {
    isCancelled.withLock { $0 = true }
    queue.async { self.disconnect() }
  }

  private var isEnded: Bool { isCancelled.withLock { $0 } || !link.canConnect }

  private func listen() {
    guard !isEnded else { return }
    do throws(PostgresError) {
      let connection = try link.connect(named: "hikidashi listening")
      let name = try connection.identifier(channel)
      try connection.run(PostgresStatement("LISTEN \(name)", isKept: false))
      guard !isEnded else { return }
      self.connection = connection
      failures = 0
      watch(connection)
      link.status.connected(.listening)
      // Something may have been stored before the connection listened.
      onChange()
    } catch {
      tryAgain(error)
    }
  }

  private func watch(_ connection: PostgresConnection) {
    let source = DispatchSource.makeReadSource(fileDescriptor: connection.socket, queue: queue)
    source.setEventHandler { [weak self] in self?.read() }
    // The socket must stay open as long as the source uses it.
    source.setCancelHandler { withExtendedLifetime(connection) {} }
    self.source = source
    source.resume()
  }

  private func read() {
    guard let connection, !isEnded else { return }
    do throws(PostgresError) {
      let notices = try connection.takeNotices()
      guard connection.isAlive else { throw connection.connectionError() }
      // A payload that is not a number announces something else than a transaction.
      if notices.contains(where: { Int($0.payload).map(isNews) ?? true }) { onChange() }
    } catch {
      tryAgain(error)
    }
  }

  private func tryAgain(_ error: PostgresError) {
    disconnect()
    guard !isEnded else { return }
    link.status.failed(.listening, error)
    failures += 1
    let time = PostgresLink.retry.delay(after: failures)
    queue.asyncAfter(
      deadline: .now() + .milliseconds(max(1, Int(time / .milliseconds(1))))
    ) { [weak self] in self?.listen() }
  }

  private func disconnect() {
    source?.cancel()
    source = nil
    connection = nil
  }
}
