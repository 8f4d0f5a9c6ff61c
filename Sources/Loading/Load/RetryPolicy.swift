/// How often and after which waits an attempt that failed is repeated.
///
/// Only requests that may be repeated are (``LoadRequest/isRepeatable``), and only after failures that
/// may pass: see ``LoadError/isTransient``.
public struct RetryPolicy: Hashable, Sendable {
  /// How often it is tried at most, the first time included; from 1 on.
  public var attempts: Int { didSet { attempts = max(1, attempts) } }
  /// The wait behind the first attempt, which doubles with each further one.
  public var firstDelay: Duration { didSet { firstDelay = LoadTimeouts.bounded(firstDelay) } }
  /// No wait is longer than this. A server that wants to be left alone for longer ends the load.
  public var longestDelay: Duration {
    didSet { longestDelay = LoadTimeouts.bounded(longestDelay) }
  }
  /// The share of a wait that is left to chance, from 0 to 1, so that many clients do not come back
  /// at the same moment.
  public var jitter: Double { didSet { jitter = min(1, max(0, jitter)) } }

  public init(
    attempts: Int = 4, firstDelay: Duration = .milliseconds(500),
    longestDelay: Duration = .seconds(60), jitter: Double = 0.5
  ) {
    self.attempts = max(1, attempts)
    self.firstDelay = LoadTimeouts.bounded(firstDelay)
    self.longestDelay = LoadTimeouts.bounded(longestDelay)
    self.jitter = min(1, max(0, jitter))
  }

  /// No second attempt.
  public static let never = RetryPolicy(attempts: 1)

  /// The wait behind an attempt, counted from 1; nil where the server wants a longer one than
  /// ``longestDelay``.
  func delay(
    after attempt: Int, _ error: LoadError, using random: inout some RandomNumberGenerator
  ) -> Duration? {
    let doubled = firstDelay * (1 << min(max(0, attempt - 1), 20))
    let full = min(doubled, longestDelay)
    let share = jitter > 0 ? 1 - Double.random(in: 0...jitter, using: &random) : 1
    let delay = full * share
    guard case .status(_, let problem) = error, let wanted = problem.retryAfter else {
      return delay
    }
    return wanted > longestDelay ? nil : max(delay, wanted)
  }
}

extension LoadError {
  /// Whether trying again may help: the connection failed or broke, time ran out, or the server is
  /// overloaded (408, 425, 429, 500, 502, 503, 504).
  public var isTransient: Bool {
    switch self {
    case .noNetwork, .nameNotFound, .refused, .truncated, .reset: true
    case .timedOut(_, let phase, _): phase != .total
    case .tls(_, let problem): problem == .handshake
    case .status(_, let problem): [408, 425, 429, 500, 502, 503, 504].contains(problem.status)
    case .badRequest, .offline, .tooLarge, .tooManyRedirects, .redirectLoop, .badRedirect,
      .notModified, .badResponse, .badEncoding, .file, .program, .parser, .cancelled, .other:
      false
    }
  }
}
