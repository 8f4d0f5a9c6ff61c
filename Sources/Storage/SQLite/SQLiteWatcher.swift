internal import CHikidashiSQLite
import Dispatch
import Glibc
import HikidashiBase

/// A watcher that calls a closure when another connection, in any process, commits to a database
/// file.
///
/// The kernel tells when the file or its log is written (inotify): while nobody writes, nothing is
/// done. Where it cannot tell, as on a network's file system, a timer asks. What others wrote is
/// told apart by `PRAGMA data_version`.
///
/// ```swift
/// let watcher = SQLiteWatcher(cards) { reload() }
/// // … as long as it is of interest
/// watcher.cancel()
/// ```
package final class SQLiteWatcher: Sendable {
  private let watch: FolderWatch
  private let look: Look

  /// Starts to watch, and calls `onChange` on its own queue, once for one or more later commits of
  /// others. `interval` is that of the timer, which is only used if it is needed.
  package init(
    _ connection: SQLiteConnection, interval: Duration = .seconds(2),
    onChange: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "SQLiteWatcher")
    let look = Look(connection, queue, onChange)
    self.look = look
    watch =
      Self.watch(connection.path, queue, look)
      ?? FolderWatch(every: interval, on: queue) { look.again() }
    // What was committed before the kernel was asked.
    queue.async { look.again() }
  }

  deinit { cancel() }

  /// Stops watching; a call that has begun runs to its end.
  package func cancel() {
    watch.cancel()
    look.end()
  }

  /// Returns nil if the kernel does not report everything that is written.
  private static func watch(
    _ path: String, _ queue: DispatchQueue, _ look: Look
  ) -> FolderWatch? {
    // The log stands beside the file itself, wherever a link to it is.
    guard let file = realpath(path, nil) else { return nil }
    defer { free(file) }
    let whole = String(cString: file)
    guard let folder = SystemFiles.folder(of: whole), hk_is_written_here_alone(folder) != 0
    else { return nil }
    let name = whole.split(separator: "/").last.map(String.init) ?? ""
    // Own commits are told of, too: many of them wake this queue now and then, and not each time.
    let rest = Duration.milliseconds(20)
    // The folder, as the log comes and goes.
    return FolderWatch(
      folder, of: [name, name + "-wal", name + "-journal"], for: [.writing, .made, .movedIn],
      on: queue, rest: rest
    ) {
      look.again()
      queue.asyncAfter(deadline: .now() + .nanoseconds(rest.nanoseconds)) { look.forAWhile() }
    }
  }
}

/// The last version that was seen, and the closure to call when it changes.
// @unchecked: what changes is only reached on `queue`.
private final class Look: @unchecked Sendable {
  /// The log is written before it is synced, and its commit seen after that, of which the kernel
  /// tells nothing: one looks again so many milliseconds after the writing, and then so many more,
  /// as a disk that is busy may take minutes.
  private static let delays = [100, 1_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000]

  private let connection: SQLiteConnection
  private let queue: DispatchQueue
  private let onChange: @Sendable () -> Void
  private var version: Int?
  private var later: DispatchWorkItem?
  private var isEnded = false

  init(
    _ connection: SQLiteConnection, _ queue: DispatchQueue,
    _ onChange: @escaping @Sendable () -> Void
  ) {
    self.connection = connection
    self.queue = queue
    self.onChange = onChange
    version = Self.version(of: connection)
  }

  func again() {
    guard !isEnded, let current = Self.version(of: connection), current != version else { return }
    version = current
    onChange()
  }

  func forAWhile(_ round: Int = 0) {
    later?.cancel()
    later = nil
    again()
    guard !isEnded, round < Self.delays.count else { return }
    let item = DispatchWorkItem { [weak self] in self?.forAWhile(round + 1) }
    later = item
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.delays[round]), execute: item)
  }

  /// Stops looking.
  func end() {
    queue.async { [self] in
      isEnded = true
      later?.cancel()
    }
  }

  private static func version(of connection: SQLiteConnection) -> Int? {
    try? connection.use { session throws(SQLiteError) in try session.dataVersion() }
  }
}
