import HikidashiCommands
import RFCKit
import Synchronization

/// Shows how far a sync is: one line that changes on a terminal, a line for every tenth elsewhere.
final class SyncProgress: Sendable {
  /// Whether files are asked for.
  enum Pause: Sendable {
    case none
    /// Those that are on their way still come.
    case beginning
    case whole
  }

  private struct State: Sendable {
    var status = RFCSyncStatus()
    var pause = Pause.none
    var pausedSince: ContinuousClock.Instant?
    var paused = Duration.zero
  }

  private let line: ProgressLine
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(_ output: CommandOutput) { line = ProgressLine(output) }

  /// Takes a status; on any thread.
  func show(_ status: RFCSyncStatus, at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      state.status = status
      line.show(text(state, at: now), fraction: status.fraction ?? 0, at: now)
    }
  }

  /// Takes a pause, or its end, which is shown at once; on any thread.
  func show(_ pause: Pause, at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      state.pause = pause
      switch (pause, state.pausedSince) {
      case (.whole, nil): state.pausedSince = now
      case (.none, let since?):
        state.paused += now - since
        state.pausedSince = nil
      default: break
      }
      line.show(
        text(state, at: now), fraction: state.status.fraction ?? 0, isUrgent: true, at: now)
    }
  }

  /// Leaves the line, so that what follows has one of its own.
  func end() { line.end() }

  /// `1,200 of 9,500 · 12 % · 3.4 MB/s · 2:10 left`, with rate and time once they mean something.
  private func text(_ state: State, at now: ContinuousClock.Instant) -> String {
    let status = state.status
    let percent = Int((status.fraction ?? 0) * 100)
    var parts = [tr("{} of {} documents", status.done, status.total), "\(percent) %"]
    switch state.pause {
    case .none: break
    case .beginning: return (parts + [tr("pausing")]).joined(separator: " · ")
    case .whole: return (parts + [tr("paused, p goes on")]).joined(separator: " · ")
    }
    let seconds = (now - start - state.paused) / .seconds(1)
    guard seconds > 0.5, status.done > 0 else { return parts.joined(separator: " · ") }
    parts.append(Self.amount(Int(Double(status.bytes) / seconds)) + "/s")
    if status.done < status.total {
      let left = seconds / Double(status.done) * Double(status.total - status.done)
      parts.append(tr("{} left", Self.time(Int(left))))
    }
    return parts.joined(separator: " · ")
  }

  /// `3.4 MB`.
  static func amount(_ bytes: Int) -> String {
    var value = Double(bytes)
    for unit in ["B", "kB", "MB"] {
      if value < 1000 { return rounded(value) + " " + unit }
      value /= 1000
    }
    return rounded(value) + " GB"
  }

  private static func rounded(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return value < 10 && tenths % 10 != 0 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
  }

  /// `2:10`, or `1:02:10`.
  static func time(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }
}
