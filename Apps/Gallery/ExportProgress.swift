import Hikidashi

/// Tells on a terminal how many pictures of a scene are done, where that takes a while.
@MainActor
final class ExportProgress {
  private let output: CommandOutput
  private let start = ContinuousClock.now
  private var shown: ContinuousClock.Instant?

  init(_ output: CommandOutput) { self.output = output }

  func show(_ done: Int, of total: Int) {
    let now = ContinuousClock.now
    guard output.reportsToTerminal, now - start > .milliseconds(300),
      shown.map({ now - $0 > .milliseconds(100) }) ?? true
    else { return }
    shown = now
    output.report("\r\(done) of \(total) pictures")
  }

  /// Leaves nothing of it on the terminal.
  func end() {
    if shown != nil { output.report("\r\u{1B}[K") }
    shown = nil
  }
}
