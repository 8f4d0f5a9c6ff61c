import Foundation
import Glibc

/// A terminal without a window, which a test types into and reads.
///
/// ```swift
/// let terminal = try TestTerminal()
/// let program = try terminal.start("/usr/bin/top")
/// terminal.type("q")
/// ```
// @unchecked: `data` is only reached with `condition` locked.
package final class TestTerminal: @unchecked Sendable {
  private let outer: Int32
  private let inner: Int32
  private let condition = NSCondition()
  private var data = Data()

  /// - Throws: `POSIXError` when the system has no terminal left.
  package init() throws {
    let outer = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard outer >= 0 else { throw POSIXError(.ENXIO) }
    // Held open, so that reading never fails because a program has ended.
    var isLocked: Int32 = 0
    let inner = withUnsafeMutablePointer(to: &isLocked) { isLocked in
      ioctl(outer, Self.setLock, isLocked) == 0
        ? ioctl(outer, Self.openPeer, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
    }
    guard inner >= 0 else {
      close(outer)
      throw POSIXError(.ENXIO)
    }
    (self.outer, self.inner) = (outer, inner)
    // The reader has one of its own: a number that is closed elsewhere may be another file's by the
    // time it is read.
    let read = fcntl(outer, F_DUPFD_CLOEXEC, 0)
    Thread.detachNewThread { [weak self] in
      defer { close(read) }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = Glibc.read(read, &bytes, bytes.count)
        guard count > 0, let self else { return }
        self.condition.withLock {
          self.data += bytes.prefix(count)
          self.condition.broadcast()
        }
      }
    }
  }

  deinit {
    // Ends the reader, and then what it reads.
    close(inner)
    close(outer)
  }

  /// Linux's `TIOCSPTLCK` and `TIOCGPTPEER`, which Swift does not import.
  private static let (setLock, openPeer): (UInt, UInt) = (0x4004_5431, 0x5441)

  /// Starts a program that has this terminal, and its keys, for itself.
  package func start(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil
  ) throws -> ChildProcess {
    try ChildProcess(
      "/usr/bin/setsid", ["--ctty", program] + arguments, environment: environment, input: inner,
      output: inner, errors: inner)
  }

  /// Presses keys.
  package func type(_ text: String) { _ = write(outer, text, text.utf8.count) }

  /// Whether lines are read as usual: as a whole, and seen while they are typed.
  package var isAsUsual: Bool {
    var mode = termios()
    tcgetattr(inner, &mode)
    return mode.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
  }

  /// All that was written, once it holds `text`, or has not for `seconds`.
  package func text(until text: String, seconds: Double = 120) -> String {
    let deadline = Date(timeIntervalSinceNow: seconds)
    return condition.withLock {
      while true {
        let read = String(decoding: data, as: UTF8.self)
        guard !read.contains(text), condition.wait(until: deadline) else { return read }
      }
    }
  }
}
