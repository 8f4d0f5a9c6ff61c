internal import FoundationEssentials

/// Remembers which pictures could not be shown, so that a row that comes into view again does not ask for them each
/// time: a picture is asked for again after two minutes, after twenty more, and after a day.
struct FailedPictures {
  private struct Failure {
    var count = 0
    var next: ContinuousClock.Instant
  }

  private var failures: [URL: Failure] = [:]
  /// As many are remembered; then all that may be asked for again are forgotten.
  private static let most = 10_000
  private static let waits: [Duration] = [.seconds(120), .seconds(1_200), .seconds(86_400)]

  /// Whether it is not asked for at present.
  func isResting(_ url: URL, at now: ContinuousClock.Instant) -> Bool {
    failures[url].map { now < $0.next } ?? false
  }

  /// Whether it could not be shown when it was asked for last.
  func contains(_ url: URL) -> Bool { failures[url] != nil }

  mutating func note(_ url: URL, at now: ContinuousClock.Instant) {
    if failures.count >= Self.most {
      failures = failures.filter { now < $0.value.next }
      if failures.count >= Self.most { failures = [:] }
    }
    let count = failures[url]?.count ?? 0
    let wait = Self.waits[min(count, Self.waits.count - 1)]
    failures[url] = Failure(count: count + 1, next: now + wait)
  }

  mutating func forget(_ url: URL) { failures[url] = nil }

  mutating func removeAll() { failures = [:] }
}
