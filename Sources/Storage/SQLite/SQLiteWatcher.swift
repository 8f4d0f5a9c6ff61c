import Dispatch
import Glibc
import Support

/// Notices what other connections, also those of other processes, commit to a database file.
///
/// The kernel tells when the file or its log is written (inotify), and a timer asks where it cannot,
/// as on a network's file system. What others wrote is told apart by `PRAGMA data_version`.
///
/// ```swift
/// let watcher = SQLiteWatcher(cards) { reload() }
/// // … as long as it is of interest
/// watcher.cancel()
/// ```
// @unchecked: sources may be cancelled from any thread, and nothing else is done with them here.
package final class SQLiteWatcher: @unchecked Sendable {
  private let sources: [any DispatchSourceProtocol]

  /// Begins to watch, and calls `onChange` on a queue of its own once for one or more commits of
  /// others after this; `interval` is that of the timer.
  package init(
    _ connection: SQLiteConnection, interval: Duration = .seconds(2),
    onChange: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "SQLiteWatcher")
    let look = Look(connection, onChange)
    var sources: [any DispatchSourceProtocol] = []
    if let source = Self.fileSource(connection.path, queue, look) { sources.append(source) }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let (seconds, attoseconds) = interval.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    timer.schedule(
      deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds),
      leeway: .nanoseconds(nanoseconds / 4))
    timer.setEventHandler { look.again() }
    sources.append(timer)
    self.sources = sources
    for source in sources { source.resume() }
  }

  deinit { cancel() }

  /// Ends the watch; a call that has begun runs to its end.
  package func cancel() { for source in sources { source.cancel() } }

  private static func fileSource(
    _ path: String, _ queue: DispatchQueue, _ look: Look
  ) -> (any DispatchSourceProtocol)? {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    // The folder, as the log comes and goes.
    let folder = SystemFiles.folder(of: path) ?? "."
    guard inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)) >= 0
    else {
      close(descriptor)
      return nil
    }
    // Unsafe as far as the compiler can see: a source may be used from any thread.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      drain(descriptor)
      look.again()
      // Own commits are told of, too: many of them wake this queue now and then, and not each time.
      source.suspend()
      queue.asyncAfter(deadline: .now() + .milliseconds(20)) { source.resume() }
    }
    source.setCancelHandler { close(descriptor) }
    return source
  }

  private static func drain(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}

/// The last version that was seen, and who is to know of another.
private final class Look: Sendable {
  private let connection: SQLiteConnection
  private let onChange: @Sendable () -> Void
  private let version: Guarded<Int?>

  init(_ connection: SQLiteConnection, _ onChange: @escaping @Sendable () -> Void) {
    self.connection = connection
    self.onChange = onChange
    version = Guarded(Self.version(of: connection))
  }

  func again() {
    guard let current = Self.version(of: connection) else { return }
    let isNew = version.withLock { version in
      defer { version = current }
      return version != current
    }
    if isNew { onChange() }
  }

  private static func version(of connection: SQLiteConnection) -> Int? {
    try? connection.use { session throws(SQLiteError) in try session.dataVersion() }
  }
}
