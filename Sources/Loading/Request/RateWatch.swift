/// Sees whether a transfer is as fast as it must be, window after window.
///
/// It is told the time and the bytes so far, and has no clock of its own.
struct RateWatch {
  private let least: LeastRate
  private var start: ContinuousClock.Instant
  /// The bytes that had come when the window began.
  private var count: Int

  /// A watch whose first window begins now.
  init(_ least: LeastRate, count: Int, at now: ContinuousClock.Instant) {
    self.least = least
    self.count = count
    start = now
  }

  /// When the window ends.
  var deadline: ContinuousClock.Instant { start + least.window }

  /// Whether a window has ended in which too little came; the next one has begun where it has.
  ///
  /// Who asks late, as on a busy machine, has given the transfer more time.
  mutating func isTooSlow(count: Int, at now: ContinuousClock.Instant) -> Bool {
    guard now >= deadline else { return false }
    defer { (start, self.count) = (now, count) }
    return count - self.count < least.leastBytes
  }
}

extension LoadRequest {
  /// The least rate that can be asked for beside the bound on the rate.
  ///
  /// - Parameter hold: How long the bound may keep a byte back.
  func leastRate(hold: Duration = .zero) -> LeastRate? {
    guard var least = timeouts.leastRate else { return nil }
    guard let most = limits.bytesPerSecond else { return least }
    guard most > 1 else { return nil }
    least.bytesPerSecond = min(least.bytesPerSecond, most / 2)
    least.window += hold
    return least
  }
}
