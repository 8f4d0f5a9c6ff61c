internal import FoundationEssentials

/// A time of day, to the second, of no day and no time zone: when a shop opens.
///
/// ```swift
/// let opens = TimeOfDay(hour: 9, minute: 30)
/// opens?.text()                             // “9:30 AM”, in German “09:30”
/// let field = Field<TimeOfDay>("opens", format: .time)
/// ```
///
/// In records and files it is the number of seconds from midnight.
public struct TimeOfDay: Hashable, Sendable, RawRepresentable {
  /// The beginning of the day, 00:00.
  public static let midnight = TimeOfDay(seconds: 0)

  /// The seconds from midnight, 0 to 86,399.
  public let rawValue: Int

  private init(seconds: Int) { rawValue = seconds }

  /// Creates a time from the seconds since midnight; nil unless they are 0 to 86,399.
  public init?(rawValue: Int) {
    guard (0..<86_400).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Creates a time; nil unless the hour is 0 to 23, and minute and second are 0 to 59.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else {
      return nil
    }
    rawValue = (hour * 60 + minute) * 60 + second
  }

  /// The hour, 0 to 23.
  public var hour: Int { rawValue / 3_600 }
  /// The minute, 0 to 59.
  public var minute: Int { rawValue / 60 % 60 }
  /// The second, 0 to 59.
  public var second: Int { rawValue % 60 }

  /// Returns the time some seconds later, or earlier where they are negative; behind midnight the day begins again.
  public func advanced(by seconds: Int) -> TimeOfDay {
    TimeOfDay(seconds: (rawValue + seconds % 86_400 + 86_400) % 86_400)
  }
}

extension TimeOfDay: Comparable {
  /// Whether one time is earlier than another on the same day.
  public static func < (one: TimeOfDay, other: TimeOfDay) -> Bool { one.rawValue < other.rawValue }
}

/// A time of day is stored as the seconds from midnight.
extension TimeOfDay: SortableValue {}

extension TimeOfDay: CustomStringConvertible {
  /// The time as `09:30`, or as `09:30:15` where it has seconds, in every language.
  public var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let parts = second == 0 ? [hour, minute] : [hour, minute, second]
    return parts.map(two).joined(separator: ":")
  }
}

extension TimeOfDay {
  /// Returns the hour and the minute as the readers of a language write them.
  ///
  /// - Parameter language: The name of a language, as in BCP 47 or POSIX; the reader's, if not given.
  public func text(language: String? = nil) -> String {
    if second != 0 { return description }
    return Self.format(language).text(Date(timeIntervalSince1970: Double(rawValue)))
  }

  /// Reads a time; nil where the text as a whole is none.
  ///
  /// The form of the language and `09:30` are understood, as are `9`, `0930`, `9.30`, `9h30`, `9:30 pm` and
  /// `9:30:15` in every language, and letters and digits of double width.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - language: The name of a language, as in BCP 47 or POSIX; the reader's, if not given.
  public init?(_ text: String, language: String? = nil) {
    let text = halfWidth(text)
    if let own = Self.short(text.lowercased()) {
      self = own
      return
    }
    guard let date = Self.format(language).date(text) else { return nil }
    let seconds = date.timeIntervalSince1970
    guard (0..<86_400).contains(seconds) else { return nil }
    self.init(rawValue: Int(seconds))
  }

  private static func format(_ language: String?) -> DateFormat {
    DateFormat(.time, calendar: .gregorian, language: language, timeZone: "UTC")
  }

  /// Digits, with or without signs between hours, minutes and seconds, and am or pm behind them.
  private static func short(_ text: String) -> TimeOfDay? {
    var digits = text[...]
    let half = ["am", "a.m.", "pm", "p.m.", "a", "p"].first { digits.hasSuffix($0) }
    if let half { digits.removeLast(half.count) }
    while digits.last?.isWhitespace == true { digits.removeLast() }
    let isASCII = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || ":.h".utf8.contains($0) }
    guard isASCII, !digits.isEmpty else { return nil }
    var parts = digits.split(omittingEmptySubsequences: false) { ":.h".contains($0) }
    // “9h”
    if parts.count == 2, parts[1].isEmpty, digits.last == "h" { parts.removeLast() }
    if parts.count == 1, (3...4).contains(parts[0].count) {
      parts = [parts[0].dropLast(2), parts[0].suffix(2)]
    }
    guard (1...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }),
      parts.dropFirst().allSatisfy({ $0.count == 2 })
    else { return nil }
    let numbers = parts.compactMap { Int($0) } + [0, 0]
    guard var hour = numbers.first else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half.hasPrefix("p") ? 12 : 0)
    }
    return TimeOfDay(hour: hour, minute: numbers[1], second: numbers[2])
  }
}
