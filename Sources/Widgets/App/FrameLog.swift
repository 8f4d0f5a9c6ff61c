internal import CHikidashiGTK
internal import Glibc
internal import HikidashiBase

/// Writes when the frames of an app's windows are made, and how long its main thread is busy, for who measures it.
///
/// The environment variable `HIKIDASHI_FRAMES` names the file, to which lines are appended. All times are
/// microseconds, and their beginnings those of the monotonic clock:
///
/// - `frame 81200345 5210 600`: the beginning of a frame, how long it took, and the rows of the longest list that shows
///   other rows from this frame on; 0 where none does.
/// - `work 81198003 9420`: the main thread went on after it had waited, and how long it was until it waited again.
@MainActor
final class FrameLog {
  /// The log of this process; nil where nobody measures.
  private(set) static var current: FrameLog?
  private let file: Int32
  private var frameStart = 0
  private var workStart = 0
  private var newRows = 0

  /// Begins the log that the environment asks for, once in a process.
  static func beginIfAsked() {
    guard current == nil, let path = Environment.value("HIKIDASHI_FRAMES") else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    current = FrameLog(file)
    g_main_context_set_poll_func(nil) { descriptors, count, limit in
      MainActor.assumeIsolated { FrameLog.current?.rest() }
      // GLib's descriptors are laid out as those of poll are.
      let status = poll(
        UnsafeMutableRawPointer(descriptors)?.assumingMemoryBound(to: pollfd.self),
        nfds_t(count), limit)
      MainActor.assumeIsolated { FrameLog.current?.goOn() }
      return status
    }
  }

  private init(_ file: Int32) { self.file = file }

  deinit { close(file) }

  /// Writes the frames of a window from now on.
  func watch(_ window: Window) {
    guard let native = window.native else { return }
    connect(UnsafeMutableRawPointer(native), "realize", after: true) { [weak self, weak window] _ in
      if let native = window?.native, let clock = gtk_widget_get_frame_clock(native) {
        self?.watch(clock)
      }
      return false
    }
  }

  private func watch(_ clock: OpaquePointer) {
    connect(UnsafeMutableRawPointer(clock), "before-paint") { [weak self] _ in
      self?.frameStart = g_get_monotonic_time()
      return false
    }
    connect(UnsafeMutableRawPointer(clock), "after-paint") { [weak self] _ in
      self?.painted()
      return false
    }
  }

  /// A list has laid out other rows than before, and stands where it is to stand.
  func listShows(rows: Int) { newRows = max(newRows, rows) }

  private func painted() {
    write("frame \(frameStart) \(g_get_monotonic_time() - frameStart) \(newRows)\n")
    newRows = 0
  }

  private func goOn() { workStart = g_get_monotonic_time() }

  private func rest() {
    let length = g_get_monotonic_time() - workStart
    // Most of it is a look at what there is, and nothing.
    if workStart > 0, length >= 100 { write("work \(workStart) \(length)\n") }
  }

  private func write(_ line: String) {
    let bytes = Array(line.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
  }
}
