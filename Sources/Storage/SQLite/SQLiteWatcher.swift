internal import CHikidashiSQLite
import Dispatch
import Glibc
import HikidashiBase

/// Calls back when another connection, also one of another process, commits to a database file.
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
// @unchecked: sources may be cancelled from any thread, and nothing else is done with them here.
package final class SQLiteWatcher: @unchecked Sendable {
  private let source: any DispatchSourceProtocol
  private let look: Look

  /// Begins to watch, and calls `onChange` on a queue of its own once for one or more commits of
  /// others after this; `interval` is that of the timer, where there has to be one.
  package init(
    _ connection: SQLiteConnection, interval: Duration = .seconds(2),
    onChange: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "SQLiteWatcher")
    let look = Look(connection, queue, onChange)
    self.look = look
    source =
      Self.fileSource(connection.path, queue, look) ?? Self.timer(interval, queue, look)
    source.resume()
    // What was committed before the kernel was asked.
    queue.async { look.again() }
  }

  deinit { cancel() }

  /// Ends the watch; a call that has begun runs to its end.
  package func cancel() {
    source.cancel()
    look.end()
  }

  private static func timer(
    _ interval: Duration, _ queue: DispatchQueue, _ look: Look
  ) -> any DispatchSourceProtocol {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let nanoseconds = interval.nanoseconds
    timer.schedule(
      deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds),
      leeway: .nanoseconds(nanoseconds / 4))
    timer.setEventHandler { look.again() }
    return timer
  }

  /// Nil where the kernel does not tell of all that is written.
  private static func fileSource(
    _ path: String, _ queue: DispatchQueue, _ look: Look
  ) -> (any DispatchSourceProtocol)? {
    // The log stands beside the file itself, wherever a link to it is.
    guard let file = realpath(path, nil) else { return nil }
    defer { free(file) }
    let whole = String(cString: file)
    guard let folder = SystemFiles.folder(of: whole), hk_is_written_here_alone(folder) != 0
    else { return nil }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    // The folder, as the log comes and goes.
    guard inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)) >= 0
    else {
      close(descriptor)
      return nil
    }
    let name = whole.split(separator: "/").last.map(String.init) ?? ""
    let names = [name, name + "-wal", name + "-journal"]
    let events = FileEvents(descriptor: descriptor, names: names)
    // Unsafe as far as the compiler can see: a source may be used from any thread.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      guard events.take() else { return }
      look.again()
      // Own commits are told of, too: many of them wake this queue now and then, and not each time.
      source.suspend()
      queue.asyncAfter(deadline: .now() + .milliseconds(20)) {
        source.resume()
        look.forAWhile()
      }
    }
    source.setCancelHandler { close(descriptor) }
    return source
  }
}

/// What the kernel tells of the files of a folder.
private struct FileEvents: Sendable {
  let descriptor: Int32
  let names: [String]

  /// Takes all that there is; whether it is about one of these files.
  func take() -> Bool {
    var isAboutThem = false
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        isAboutThem = isAboutThem || names(in: buffer[..<count]).contains { isOneOfThem($0) }
      }
    }
    return isAboutThem
  }

  /// No name: so much has happened that the kernel keeps it no longer.
  private func isOneOfThem(_ name: String) -> Bool { name.isEmpty || names.contains(name) }

  private func names(in events: Slice<UnsafeMutableRawBufferPointer>) -> [String] {
    var names: [String] = []
    var rest = UnsafeRawBufferPointer(rebasing: events)
    let head = MemoryLayout<inotify_event>.size
    while rest.count >= head {
      let length = min(rest.count - head, Int(rest.loadUnaligned(as: inotify_event.self).len))
      let name = rest[head..<head + length].prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      rest = UnsafeRawBufferPointer(rebasing: rest[(head + length)...])
    }
    return names
  }
}

/// The last version that was seen, and who is to know of another.
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

  /// Looks no more.
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
