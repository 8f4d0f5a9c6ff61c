internal import HikidashiBase

/// A date as a search string writes it, in UTC: `2020`, `2020-05`, `2020/5/20`, `2020-05-20T10:30`,
/// `2020-05-20T10:30:15.25`, or `@` and seconds since 2001-01-01.
struct DateLiteral {
  /// The first moment, in seconds since 2001-01-01 00:00 UTC.
  var start: Double
  /// The first moment behind the year, month, day or minute; nil when it was given to the second.
  var end: Double?

  /// Days from 1970-01-01 to 2001-01-01.
  private static let reference = 11_323

  init?(_ text: String) {
    if text.utf8.first == 64 {
      guard let span = ValueSpan(String(text.dropFirst()), type: .double),
        case .double(let seconds) = span.start, !seconds.isNaN
      else { return nil }
      self.init(start: seconds, end: nil)
      return
    }
    var parts = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "Tt".contains($0) })
    let time = parts.count > 1 ? parts.removeLast() : nil
    let day = parts[0].split(
      omittingEmptySubsequences: false, whereSeparator: { "-/".contains($0) })
    guard (1...3).contains(day.count), day[0].utf8.count == 4,
      let year = Self.number(day[0], in: 1...9999)
    else { return nil }
    guard day.count > 1 else {
      guard time == nil else { return nil }
      self.init(year, 1, 1, until: (year + 1, 1, 1))
      return
    }
    guard let month = Self.number(day[1], in: 1...12) else { return nil }
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    guard day.count > 2 else {
      guard time == nil else { return nil }
      self.init(year, month, 1, until: (next.0, next.1, 1))
      return
    }
    let length = Self.days(next.0, next.1, 1) - Self.days(year, month, 1)
    guard let dayOfMonth = Self.number(day[2], in: 1...length) else { return nil }
    self.init(year, month, dayOfMonth, time: time)
  }

  private init(start: Double, end: Double?) {
    self.start = start
    self.end = end
  }

  private init(_ year: Int, _ month: Int, _ day: Int, until next: (Int, Int, Int)) {
    self.init(
      start: Double(Self.days(year, month, day) * 86_400),
      end: Double(Self.days(next.0, next.1, next.2) * 86_400))
  }

  private init?(_ year: Int, _ month: Int, _ day: Int, time: Substring?) {
    let midnight = Self.days(year, month, day) * 86_400
    guard var time else {
      self.init(start: Double(midnight), end: Double(midnight + 86_400))
      return
    }
    if let last = time.last, "Zz".contains(last) { time = time.dropLast() }
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = Self.number(parts[0], in: 0...23),
      let minute = Self.number(parts[1], in: 0...59)
    else { return nil }
    let start = midnight + hour * 3600 + minute * 60
    guard parts.count > 2 else {
      self.init(start: Double(start), end: Double(start + 60))
      return
    }
    let seconds = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let second = Self.number(seconds[0], in: 0...59) else { return nil }
    var fraction = 0.0
    if seconds.count > 1 {
      guard !seconds[1].isEmpty, seconds[1].utf8.allSatisfy({ (48...57).contains($0) }),
        let value = Double("0." + seconds[1])
      else { return nil }
      fraction = value
    }
    self.init(start: Double(start + second) + fraction, end: nil)
  }

  private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
      let value = Int(text), range.contains(value)
    else { return nil }
    return value
  }

  /// Days from 2001-01-01 to a day of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    CivilDate(year, month, day).daysSince1970 - reference
  }
}

extension DateLiteral {
  /// A moment to the second or finer, so that it is read as a moment.
  static func moment(_ seconds: Double) -> String {
    guard let text = civilMoment(seconds), DateLiteral(text)?.start == seconds else {
      return "@\(seconds)"
    }
    return text
  }

  /// The shortest text for a span that begins at this moment.
  static func beginning(at seconds: Double) -> String {
    spans(from: seconds).first { DateLiteral($0)?.start == seconds } ?? moment(seconds)
  }

  /// The text for all moments from one to another, if it is a year, a month, a day or a minute.
  static func span(from start: Double, to end: Double) -> String? {
    spans(from: start).first {
      let literal = DateLiteral($0)
      return literal?.start == start && literal?.end == end
    }
  }

  private static func civilMoment(_ seconds: Double) -> String? {
    let text = DateText.text(seconds)
    return text.hasPrefix("@") ? nil : String(text.dropLast())
  }

  private static func spans(from seconds: Double) -> [String] {
    guard let text = civilMoment(seconds) else { return [] }
    return [4, 7, 10, 16].map { String(text.prefix($0)) }
  }
}
