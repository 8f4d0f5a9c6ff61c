import FoundationEssentials

/// When sources were asked, and when servers may be asked again.
struct RefreshTimes: Sendable {
  private(set) var asked: [String: Date]
  private var blocked: [String: Date]
  /// The longest time that a server is believed to want no requests, a week: its clock may be wrong.
  private static let longest = 7 * 86_400.0

  init(_ asked: [String: Date], blocked: [String: Date]) {
    (self.asked, self.blocked) = (asked, blocked)
  }

  mutating func ask(_ source: String, at date: Date) { asked[source] = date }

  /// - Returns: Until when it is left alone.
  mutating func block(_ server: String, until date: Date, at now: Date) -> Date {
    let end = min(date, now.addingTimeInterval(Self.longest))
    let kept = wait(for: server, at: now) == nil ? nil : blocked[server]
    blocked[server] = max(kept ?? end, end)
    return blocked[server] ?? end
  }

  /// Notes that a source is gone for good, or there again.
  mutating func note(_ source: String, isGone: Bool) {
    blocked[source] = isGone ? .distantFuture : nil
  }

  func isGone(_ source: String) -> Bool { blocked[source] == .distantFuture }

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
