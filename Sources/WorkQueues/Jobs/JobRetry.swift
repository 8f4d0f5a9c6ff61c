/// How often a job that fails is tried again, and after which time.
///
/// ```swift
/// let retry = JobRetry(attempts: 5, first: .seconds(1), factor: 2, longest: .seconds(60))
/// retry.delay(after: 3)  // 4 seconds
/// ```
public struct JobRetry: Hashable, Sendable {
  /// How often it is tried in all, 1 or more; less counts as 1.
  public var attempts: Int
  /// How long after the first attempt the second begins; negative counts as zero.
  public var first: Duration
  /// By how much each delay is longer than the one before; less than 1 counts as 1.
  public var factor: Double
  /// What no delay is longer than.
  public var longest: Duration

  /// Not to be tried again.
  public static let never = JobRetry(attempts: 1)

  public init(
    attempts: Int, first: Duration = .seconds(1), factor: Double = 2,
    longest: Duration = .seconds(300)
  ) {
    self.attempts = attempts
    self.first = first
    self.factor = factor
    self.longest = longest
  }

  /// How long to wait after so many attempts, the first of which is 1.
  public func delay(after attempts: Int) -> Duration {
    let longest = max(.zero, longest)
    var seconds = max(.zero, first) / .seconds(1)
    // Some tens of doublings reach every longest delay.
    for _ in 1..<max(2, min(attempts, 100)) where attempts > 1 { seconds *= max(1, factor) }
    return seconds < longest / .seconds(1) ? .seconds(seconds) : longest
  }
}
