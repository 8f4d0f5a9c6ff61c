internal import Dispatch
internal import Glibc
internal import HikidashiBase

/// Notices that something in a folder was written, made, renamed or removed (inotify).
// @unchecked: the source may be cancelled from any thread, and nothing else is done with it here.
final class FileWatch: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  /// Begins to watch a folder; nil where the kernel cannot, as on a network's file system.
  init?(folder: String, _ queue: DispatchQueue, onChange: @escaping @Sendable () -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
    guard inotify_add_watch(descriptor, folder, UInt32(events)) >= 0 else {
      close(descriptor)
      return nil
    }
    // Unsafe as far as the compiler can see: a source may be used from any thread.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      Self.drain(descriptor)
      onChange()
    }
    source.setCancelHandler { close(descriptor) }
    self.source = source
    source.resume()
  }

  /// Asks every so often, where nothing tells.
  init(every interval: Duration, _ queue: DispatchQueue, onChange: @escaping @Sendable () -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let nanoseconds = max(1_000_000, interval.nanoseconds)
    timer.schedule(
      deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds),
      leeway: .nanoseconds(nanoseconds / 4))
    timer.setEventHandler { onChange() }
    source = timer
    timer.resume()
  }

  deinit { source.cancel() }

  private static func drain(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}

/// A lock that processes take which change one file: a file beside it, `.NAME.lock`.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the others, some seconds at most: one that hangs must not keep all from saving.
  init(folder: String, name: String) {
    descriptor = open(folder + "/." + name + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    for _ in 0..<1_000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      usleep(5_000)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
