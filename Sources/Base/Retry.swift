/// How often something that fails is tried again, and after which delays.
///
/// Each delay is the previous one times `factor`, up to `longest`. A random part of it, up to the
/// share `jitter`, is then taken off, so that clients which lost the same server do not all return
/// at once.
///
/// ```swift
/// let retry = Retry(attempts: 5, first: .seconds(1), factor: 2, longest: .seconds(60), jitter: 0)
/// retry.delay(after: 3)  // 4 seconds
/// ```
///
/// - Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015. A jitter of 1
///   is its “full jitter”.
public struct Retry: Hashable, Sendable {
  /// The total number of attempts, the first included; less than 1 counts as 1.
  public var attempts: Int { didSet { attempts = max(1, attempts) } }
  /// The delay after the first attempt, from zero to a hundred years.
  public var first: Duration { didSet { first = first.bounded } }
  /// The factor by which each delay is longer than the previous one, from 1 to 100.
  public var factor: Double { didSet { factor = min(max(1, factor), 100) } }
  /// The longest delay, from zero to a hundred years.
  public var longest: Duration { didSet { longest = longest.bounded } }
  /// The share of a delay that is random, from 0 to 1.
  public var jitter: Double { didSet { jitter = min(max(0, jitter), 1) } }

  /// One attempt, never repeated.
  public static let never = Retry(attempts: 1)

  /// A rule of retries. Values out of range are replaced by the nearest one that is in it.
  ///
  /// - Parameters:
  ///   - attempts: The total number of attempts, the first included; 1 or more.
  ///   - first: The delay after the first attempt, from zero to a hundred years.
  ///   - factor: The factor by which each delay is longer than the previous one, from 1 to 100.
  ///   - longest: The longest delay, from zero to a hundred years.
  ///   - jitter: The share of a delay that is random, from 0 to 1.
  public init(
    attempts: Int = 4, first: Duration = .milliseconds(500), factor: Double = 2,
    longest: Duration = .seconds(60), jitter: Double = 0.5
  ) {
    self.attempts = max(1, attempts)
    self.first = first.bounded
    self.factor = min(max(1, factor), 100)
    self.longest = longest.bounded
    self.jitter = min(max(0, jitter), 1)
  }

  /// The delay after this many attempts (1 or more), without jitter.
  ///
  /// It stops growing after a hundred attempts.
  public func fullDelay(after attempts: Int) -> Duration {
    guard attempts > 1 else { return min(first, longest) }
    var seconds = first / .seconds(1)
    for _ in 1..<min(attempts, 100) { seconds *= factor }
    return seconds < longest / .seconds(1) ? .seconds(seconds) : longest
  }

  /// The delay after this many attempts (1 or more), with random jitter.
  public func delay(
    after attempts: Int, using random: inout some RandomNumberGenerator
  ) -> Duration {
    let full = fullDelay(after: attempts)
    return jitter > 0 ? full * (1 - Double.random(in: 0...jitter, using: &random)) : full
  }

  /// The delay after this many attempts (1 or more), with random jitter.
  public func delay(after attempts: Int) -> Duration {
    var random = SystemRandomNumberGenerator()
    return delay(after: attempts, using: &random)
  }
}
