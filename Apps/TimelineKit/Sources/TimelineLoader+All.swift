import FoundationEssentials

extension TimelineLoader {
  /// What has become of a source of several that were refreshed.
  public struct Refreshed: Sendable {
    /// The source.
    public let source: TimelineSource
    /// What it has brought, or why it could not be refreshed.
    public let outcome: Result<Outcome, any Error>
  }

  /// Loads what is new of several sources, some at once. One that fails keeps no other from being loaded.
  ///
  /// - Parameters:
  ///   - sources: What is loaded.
  ///   - pages: How many pages of each at most; what is left is a gap.
  ///   - jobs: How many at once.
  ///   - tell: Called with how many are done, on any thread.
  /// - Returns: What has become of each, in the order of `sources`.
  /// - Throws: `CancellationError` where the task was cancelled; what came before is kept.
  @concurrent public func refresh(
    all sources: [TimelineSource], pages: Int = 5, jobs: Int = 8,
    tell: @escaping @Sendable (_ done: Int) -> Void = { _ in }
  ) async throws -> [Refreshed] {
    var results: [Int: Refreshed] = [:]
    try await withThrowingTaskGroup(of: (Int, Refreshed).self) { group in
      var waiting = sources.indices[...]
      func begin() {
        guard let index = waiting.popFirst() else { return }
        let source = sources[index]
        group.addTask {
          do {
            let outcome = try await self.refresh(source, pages: pages)
            return (index, Refreshed(source: source, outcome: .success(outcome)))
          } catch {
            return (index, Refreshed(source: source, outcome: .failure(error)))
          }
        }
      }
      for _ in 0..<max(1, jobs) { begin() }
      for try await (index, result) in group {
        try Task.checkCancellation()
        results[index] = result
        tell(results.count)
        begin()
      }
    }
    try keepTimes(of: sources)
    return sources.indices.compactMap { results[$0] }
  }
}

/// When sources were asked, and when servers may be asked again.
struct RefreshTimes: Sendable {
  private(set) var asked: [String: Date]
  private var blocked: [String: Date] = [:]
  /// The longest time that a server is believed to want no requests: its clock may be wrong.
  private static let longest = 3_600.0

  init(_ asked: [String: Date]) { self.asked = asked }

  mutating func ask(_ source: String, at date: Date) { asked[source] = date }

  mutating func block(_ server: String, until date: Date, at now: Date) {
    let end = min(date, now.addingTimeInterval(Self.longest))
    blocked[server] = max(blocked[server] ?? end, end)
  }

  /// How long a server wants no requests; nil where it may be asked.
  func wait(for server: String, at now: Date) -> Duration? {
    guard let end = blocked[server] else { return nil }
    let seconds = end.timeIntervalSince(now)
    // The clock may have been set back since.
    return seconds > 0 && seconds <= Self.longest ? .seconds(seconds) : nil
  }

  /// Whether a source is likely to have something new: half the time has passed that lies between its posts.
  func isDue(_ source: String, dates: [Date], at now: Date) -> Bool {
    guard let last = asked[source], last <= now else { return true }
    return now.timeIntervalSince(last) >= Self.pause(after: dates)
  }

  /// How long a source is not asked that has posts of these dates, the newest first, in seconds: ten minutes to a
  /// day.
  static func pause(after dates: [Date]) -> Double {
    guard let newest = dates.first, let oldest = dates.last, dates.count > 1 else { return 3_600 }
    let mean = newest.timeIntervalSince(oldest) / Double(dates.count - 1)
    return min(max(mean / 2, 600), 86_400)
  }
}
