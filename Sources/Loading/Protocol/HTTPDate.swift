internal import HikidashiBase

/// A date as HTTP writes it, in any of its three forms: `Sun, 06 Nov 1994 08:49:37 GMT`,
/// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
///
/// - Source: RFC 9110, 5.6.7.
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The seconds since 1970-01-01 00:00 UTC; nil for anything else than a date.
  ///
  /// - Parameter now: The time in the same seconds, which tells the century of a year of two digits.
  static func seconds(_ text: String, now: Int) -> Int? {
    let parts = text.prefix(64).split { $0 == " " || $0 == "," || $0 == "-" }
    // Only the third form has the month before the day, and the year at the end.
    if parts.count == 5, let month = month(parts[1]) {
      return seconds(day: parts[2], month: month, year: parts[4], time: parts[3], now)
    }
    guard parts.count == 6, parts[5] == "GMT", let month = month(parts[2]) else { return nil }
    return seconds(day: parts[1], month: month, year: parts[3], time: parts[4], now)
  }

  /// The same of a date as ISO 8601 has it in UTC, with or without a fraction: `2026-11-28T12:00:00.000Z`.
  static func isoSeconds(_ text: String) -> Int? {
    guard text.last == "Z" || text.last == "z", text.utf8.count <= 40 else { return nil }
    let halves = text.dropLast().split(whereSeparator: { $0 == "T" || $0 == "t" || $0 == " " })
    guard halves.count == 2 else { return nil }
    let day = halves[0].split(separator: "-")
    guard day.count == 3, day[0].utf8.count == 4, let month = ResponseHead.count(day[1]),
      (1...12).contains(month)
    else { return nil }
    let time = halves[1].prefix { $0 != "." }
    return seconds(day: day[2], month: month, year: day[0], time: time, 0)
  }

  private static func month(_ text: Substring) -> Int? {
    months.firstIndex(of: text.lowercased()).map { $0 + 1 }
  }

  private static func seconds(
    day: Substring, month: Int, year: Substring, time: Substring, _ now: Int
  ) -> Int? {
    let clock = time.split(separator: ":").map { ResponseHead.count($0) }
    guard let day = ResponseHead.count(day), (1...31).contains(day),
      var number = ResponseHead.count(year), year.utf8.count == 4 || year.utf8.count == 2,
      clock.count == 3, let hour = clock[0], hour < 24, let minute = clock[1], minute < 60,
      let second = clock[2], second <= 60
    else { return nil }
    if year.utf8.count == 2 {
      // More than fifty years ahead is meant as the past.
      let current = 1970 + now / 31_556_952
      number += current - current % 100
      if number > current + 50 { number -= 100 }
    }
    let midnight = CivilDate(number, month, day).daysSince1970 * 86_400
    return midnight + hour * 3_600 + minute * 60 + second
  }
}
