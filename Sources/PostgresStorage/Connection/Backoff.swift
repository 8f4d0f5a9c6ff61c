/// How long to wait before each attempt of several: longer and longer, and by chance, so that many
/// who lost the same server do not come back to it all at once.
///
/// - Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015 (“full
///   jitter”).
struct Backoff: Sendable {
  private var longest: Duration
  private let limit: Duration

  init(first: Duration = .milliseconds(50), limit: Duration = .seconds(5)) {
    longest = min(first, limit)
    self.limit = limit
  }

  /// The next time to wait; the longest there may be doubles with each.
  mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
    defer { longest = min(longest * 2, limit) }
    return longest * Double.random(in: 0...1, using: &random)
  }

  mutating func next() -> Duration {
    var random = SystemRandomNumberGenerator()
    return next(using: &random)
  }
}
