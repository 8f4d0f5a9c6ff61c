internal import HikidashiBase
internal import HikidashiRecords

/// Tells on standard error how far a command is: in one line that changes on a terminal, in a line for
/// each tenth elsewhere.
///
/// ```swift
/// let progress = ProgressLine(output)
/// for (place, path) in paths.enumerated() {
///   progress.show("\(place) of \(paths.count) files", fraction: Double(place) / Double(paths.count))
///   try read(path)
/// }
/// progress.end()
/// ```
///
/// A terminal is written to at most ten times a second. It may be used from any thread.
public final class ProgressLine: Sendable {
  private struct State: Sendable {
    var shown: ContinuousClock.Instant?
    var tenth = 0
    var width = 0
  }

  private let output: @Sendable (String) -> Void
  private let isTerminal: Bool
  private let start: ContinuousClock.Instant
  private let state = Guarded(State())

  /// Makes a line that writes where the output reports to.
  ///
  /// - Parameters:
  ///   - output: Where the output of the command goes.
  ///   - delay: How long nothing is shown, as most commands end at once.
  public init(_ output: CommandOutput, after delay: Duration = .zero) {
    self.output = output.report
    isTerminal = output.reportsToTerminal
    start = .now + delay
  }

  /// Shows how far it is.
  ///
  /// - Parameters:
  ///   - text: What the line says, made only when it is shown.
  ///   - fraction: How much is done, 0 to 1.
  ///   - isUrgent: Whether it is shown however short the time since the last one, as what a person has
  ///     asked for is.
  ///   - now: When that is.
  public func show(
    _ text: @autoclosure () -> String, fraction: Double, isUrgent: Bool = false,
    at now: ContinuousClock.Instant = .now
  ) {
    guard now >= start else { return }
    state.withLock { state in
      if isTerminal {
        let isSoon = state.shown.map { now - $0 < .milliseconds(100) } ?? false
        guard isUrgent || !isSoon || fraction >= 1 else { return }
        state.shown = now
        let line = text()
        let blanks = String(repeating: " ", count: max(0, state.width - line.columnCount))
        state.width = line.columnCount
        output("\r" + line + blanks)
      } else {
        let tenth = Int(fraction * 10)
        guard tenth > state.tenth else { return }
        state.tenth = tenth
        output(text() + "\n")
      }
    }
  }

  /// Leaves the line, so that what follows has one of its own.
  ///
  /// - Parameter clears: Whether nothing of it is left on a terminal.
  public func end(clears: Bool = false) {
    let width = state.withLock { state in
      defer { state.width = 0 }
      return state.width
    }
    guard width > 0 else { return }
    output(clears ? "\r" + String(repeating: " ", count: width) + "\r" : "\n")
  }
}
