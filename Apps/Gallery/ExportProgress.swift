import Glibc
import HikidashiBase

/// Tells on a terminal how many pictures of a scene are done, where that takes a while.
@MainActor
final class ExportProgress {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now
  private var shown: ContinuousClock.Instant?

  func show(_ done: Int, of total: Int) {
    let now = ContinuousClock.now
    guard isTerminal, now - start > .milliseconds(300),
      shown.map({ now - $0 > .milliseconds(100) }) ?? true
    else { return }
    shown = now
    tell("\r\(done) of \(total) pictures")
  }

  /// Leaves nothing of it on the terminal.
  func end() {
    if shown != nil { tell("\r\u{1B}[K") }
    shown = nil
  }

  private func tell(_ text: String) {
    let bytes = Array(text.utf8)
    // Half a line is no harm.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
