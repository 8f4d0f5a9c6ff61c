internal import CHikidashiICU
public import FoundationEssentials
internal import HikidashiBase

/// Writes how long ago a date was, or how far ahead it is, in the language of the reader.
///
/// ```swift
/// RelativeDateFormat().text(posted)                 // “5 minutes ago”, in Japanese “5 分前”
/// RelativeDateFormat().text(due, from: today)       // “tomorrow”
/// ```
///
/// Minutes and hours are counted; beyond half a day and midnight the days of the calendar are, so that
/// “yesterday” is the day before.
///
/// - Complexity: Making the first format of a kind takes about a millisecond, others and using them some
///   microseconds. It may be used from any thread.
public struct RelativeDateFormat: Sendable {
  private let words: SpanWords

  /// Makes a format for a language.
  ///
  /// - Parameters:
  ///   - isShort: Whether units are abbreviated: “5 min. ago”.
  ///   - language: The name of a language, as in BCP 47 or POSIX; the reader's, if not given.
  ///   - timeZone: The time zone whose midnight divides the days, such as `Asia/Tokyo`; the machine's, if
  ///     not given.
  public init(isShort: Bool = false, language: String? = nil, timeZone: String? = nil) {
    words = SpanWords(isShort: isShort, language: language, timeZone: timeZone)
  }

  /// Returns the distance of a date from another in words: “now” where it is less than half a minute.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - now: The date from which it is seen; the present, if not given.
  public func text(_ date: Date, from now: Date = Date()) -> String {
    let (unit, count) = distance(of: date, from: now)
    return words.write { hk_spans_write_relative($0, unit, Double(count), $1, $2, $3) }
      ?? date.formatted(.iso8601)
  }

  /// The number of a unit of time, and how often it counts.
  private func distance(of date: Date, from now: Date) -> (unit: Int32, count: Int) {
    let seconds = date.timeIntervalSince(now)
    // Half a million years.
    guard seconds.magnitude < 1.6e13 else { return (7, seconds < 0 ? -500_000 : 500_000) }
    func rounded(_ length: Double) -> Int { Int((seconds / length).rounded()) }
    if seconds.magnitude < 30 { return (1, 0) }
    if rounded(60).magnitude < 60 { return (2, rounded(60)) }
    let (day, today) = (words.day(of: date), words.day(of: now))
    if day == today || seconds.magnitude < 43_200 { return (3, rounded(3_600)) }
    let days = day - today
    if days.magnitude < 7 { return (4, days) }
    let months = months(from: CivilDate(daysSince1970: today), to: CivilDate(daysSince1970: day))
    if months == 0 { return (5, days / 7) }
    return months.magnitude < 12 ? (6, months) : (7, months / 12)
  }

  /// The whole months from one day to another.
  private func months(from start: CivilDate, to end: CivilDate) -> Int {
    let months = (end.year - start.year) * 12 + end.month - start.month
    if months > 0, end.day < start.day { return months - 1 }
    if months < 0, end.day > start.day { return months + 1 }
    return months
  }
}
