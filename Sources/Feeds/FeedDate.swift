internal import FoundationEssentials
internal import HikidashiBase

/// Reads the dates of feeds: those of e-mail, those of ISO 8601, and common variations.
///
/// FoundationEssentials reads only whole dates of either form, libcurl only those of HTTP (and would
/// have to be loaded for a feed in a file), GLib only ISO 8601. A word that is not known makes it no date, as
/// a time that is wrong by half a day is worse than none.
///
/// - Source: RFC 822, RFC 2822 4.3 (years of two digits, zones), RFC 3339, W3C "Date and Time
///   Formats"; CLDR 44 for names of months and days.
struct FeedDate {
  private var rest: Substring.UTF8View
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var time: (hour: Int, minute: Int, second: Int, fraction: Double)?
  private var half: FeedDateWords.Half?
  /// Seconds east of Greenwich.
  private var offset: Int?
  /// The seconds of winter, where the zone has another time in summer, as the United States have.
  private var american: Int?
  /// Whether the month may as well be a day of the week.
  private var isMonthUnsure = false

  /// Returns the date that a text names; nil for other text, and for days that do not exist.
  static func date(_ text: String) -> Date? {
    guard text.utf8.count <= 128 else { return nil }
    var trimmed = FeedText.trimmed(text)
    if trimmed.utf8.contains(where: { $0 >= 0x80 }) {
      trimmed = FeedDateWords.withPlainBlanks(trimmed)
    }
    if trimmed.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }),
      let date = number(trimmed)
    {
      return date
    }
    var reader = FeedDate(rest: trimmed[...].utf8)
    let isRead = reader.beginsWithYear ? reader.readISO() : reader.readMail()
    return isRead ? reader.moment : nil
  }

  private init(rest: Substring.UTF8View) { self.rest = rest }

  private var moment: Date? {
    guard let year, (1...9999).contains(year), let month, let day else { return nil }
    let date = CivilDate(year, month, day)
    guard date.isValid else { return nil }
    var (hour, minute, second, fraction) = time ?? (0, 0, 0, 0)
    if let half {
      guard time != nil, let changed = half.hour(hour) else { return nil }
      hour = changed
    }
    guard (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      hour < 24 || minute == 0 && second == 0
    else { return nil }
    var east = offset ?? 0
    if let american, offset == nil {
      east = american + (FeedDateWords.isAmericanSummer(date, hour: hour) ? 3600 : 0)
    }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - east
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }
}

// Numbers alone.
extension FeedDate {
  /// Seconds or milliseconds since 1970, or a year, month, day and time without signs between them.
  private static func number(_ text: String) -> Date? {
    let whole = text.utf8.prefix { isDigit($0) }
    let digits = whole.count
    let hasFraction = digits < text.utf8.count
    guard let value = Double(text) else { return nil }
    if [8, 12, 14].contains(digits), !hasFraction, let date = calendar(whole) { return date }
    switch digits {
    case 9, 10: return Date(timeIntervalSince1970: value)
    case 12 where !hasFraction, 13 where !hasFraction:
      return Date(timeIntervalSince1970: value / 1000)
    default: return nil
    }
  }

  private static func calendar(_ digits: Substring.UTF8View) -> Date? {
    var reader = FeedDate(rest: digits)
    reader.year = reader.number(4)
    reader.month = reader.number(2)
    reader.day = reader.number(2)
    guard let year = reader.year, (1900...2199).contains(year) else { return nil }
    if !reader.rest.isEmpty, !reader.readTime() { return nil }
    return reader.rest.isEmpty ? reader.moment : nil
  }
}

// ISO 8601, as far as RFC 3339 and the W3C's note go, also with a blank for the T or without signs in it.
extension FeedDate {
  private var beginsWithYear: Bool {
    let digits = rest.prefix(while: Self.isDigit)
    let behind = rest[digits.endIndex...]
    switch digits.count {
    case 4:
      guard let next = behind.first else { return true }
      let isSign = next == 0x2D || next == 0x2F || next == 0x2E
      return isSign && behind.dropFirst().first.map(Self.isDigit) == true
    case 8: return behind.first == UInt8(ascii: "T") || behind.first == UInt8(ascii: "t")
    default: return false
    }
  }

  private mutating func readISO() -> Bool {
    year = number(4)
    month = 1
    day = 1
    if let next = rest.first, Self.isDigit(next) {
      (month, day) = (number(2), number(2))
    } else {
      guard skipSign() else { return rest.isEmpty }
      month = number(1...2)
      if skipSign() { day = number(1...2) } else if !rest.isEmpty { return false }
    }
    guard month != nil, day != nil else { return false }
    let isBlank = rest.first.map(FeedText.isBlank) ?? false
    skipBlanks()
    let isFollowed = skip("T") || skip("t") || isBlank
    guard isFollowed, !rest.isEmpty else { return rest.isEmpty && isBlank == isFollowed }
    skipBlanks()
    // Words before a time, as of the week or of the half of the day, are read as those of e-mail.
    if let next = rest.first, Self.isDigit(next) {
      guard readTime() else { return false }
    }
    return readMail()
  }

  private mutating func skipSign() -> Bool { skip("-") || skip("/") || skip(".") }
}

// The dates of e-mail: words and numbers in nearly any order.
extension FeedDate {
  private mutating func readMail() -> Bool {
    var isFirst = year == nil
    while let byte = rest.first {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "|"):
        rest.removeFirst()
      case UInt8(ascii: "("): rest = rest.drop { $0 != UInt8(ascii: ")") }.dropFirst()
      case UInt8(ascii: "["): rest = rest.drop { $0 != UInt8(ascii: "]") }.dropFirst()
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        let isZone = rest.dropFirst().first.map(Self.isDigit) ?? false
        if time != nil, isZone || byte == UInt8(ascii: "+") {
          guard readZone() else { return false }
        } else {
          rest.removeFirst()
        }
        isFirst = false
      case _ where Self.isDigit(byte):
        guard readNumber() else { return false }
        isFirst = false
      case _ where Self.isLetter(byte) || byte >= 0x80:
        guard readWord(isFirst: isFirst) else { return false }
        isFirst = false
      default: return false
      }
    }
    return true
  }

  private mutating func readNumber() -> Bool {
    let digits = rest.prefix(while: Self.isDigit)
    let behind = rest[digits.endIndex...]
    let next = behind.first ?? 0
    if next == UInt8(ascii: ":") { return time == nil && readTime() }
    if next >= 0x80, let unit = FeedDateWords.unit(behind) { return readUnit(unit, digits.count) }
    if next == UInt8(ascii: "h") || next == UInt8(ascii: "H"),
      behind.dropFirst().first.map(Self.isDigit) == true
    {
      return time == nil && readTime()
    }
    if next == UInt8(ascii: "/") || next == UInt8(ascii: ".") || next == UInt8(ascii: "-"),
      let isRead = readNumbers(next)
    {
      return isRead
    }
    guard digits.count <= 4, let value = number(digits.count) else { return false }
    if digits.count <= 2, day == nil {
      day = value
      skipOrdinal()
      return true
    }
    if digits.count <= 2, year != nil, time == nil, FeedDateWords.isHalf(rest) {
      // “8 pm”.
      time = (value, 0, 0, 0)
      return true
    }
    guard year == nil else { return false }
    year = Self.year(value, digits: digits.count)
    return true
  }

  private static func year(_ value: Int, digits: Int) -> Int {
    switch digits {
    case 1, 2: value < 50 ? 2000 + value : 1900 + value
    case 3: 1900 + value
    default: value
    }
  }

  /// Reads three numbers with a sign between them; nil where there are not three.
  ///
  /// The order of day and month must be told by the numbers, but that of dates with full stops, which are written
  /// where the day comes first.
  private mutating func readNumbers(_ sign: UInt8) -> Bool? {
    let numbers = rest.prefix { Self.isDigit($0) || $0 == sign }
    let parts = numbers.split(separator: sign, omittingEmptySubsequences: true)
    guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2,
      [2, 4].contains(parts[2].count)
    else { return nil }
    let values = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    guard day == nil, month == nil, year == nil else { return false }
    let isDayFirst = sign == UInt8(ascii: ".") || values[0] > 12 || values[0] == values[1]
    guard isDayFirst || values[1] > 12 else { return false }
    (day, month) = isDayFirst ? (values[0], values[1]) : (values[1], values[0])
    year = Self.year(values[2], digits: parts[2].count)
    rest = rest[numbers.endIndex...]
    return true
  }

  /// Reads a number with its unit, as in 2026年8月21日.
  private mutating func readUnit(_ unit: (kind: FeedDateWords.Unit, length: Int), _ digits: Int)
    -> Bool
  {
    guard digits <= 4, let value = number(digits) else { return false }
    rest = rest.dropFirst(unit.length)
    switch unit.kind {
    case .year: year = value
    case .month: month = value
    case .day: day = value
    case .hour: time = (value, 0, 0, 0)
    case .minute: time?.minute = value
    case .second: time?.second = value
    }
    return true
  }

  /// Skips the suffix of an ordinal, as in “3rd”.
  private mutating func skipOrdinal() {
    let word = rest.prefix { Self.isLetter($0) || $0 >= 0x80 }
    if FeedDateWords.isOrdinal(word) { rest = rest[word.endIndex...] }
  }

  private mutating func readWord(isFirst: Bool) -> Bool {
    let word = rest.prefix { Self.isLetter($0) || $0 >= 0x80 }
    if word.count == 3, let place = FeedDateWords.english(word) {
      // Nearly all words of feeds are these.
      if place < 0 {
        rest = rest[word.endIndex...]
        return true
      }
      if month == nil {
        (month, isMonthUnsure) = (place, place == 3)
        rest = rest[word.endIndex...]
        return true
      }
    }
    if word.first.map({ $0 >= 0x80 }) == true, let sign = FeedDateWords.sign(rest) {
      rest = rest.dropFirst(sign.length)
      half = half ?? sign.half
      return true
    }
    rest = rest[word.endIndex...]
    if time != nil, FeedDateWords.isGreenwich(word) {
      offset = offset ?? 0
      return true
    }
    let name = String(decoding: word, as: UTF8.self).lowercased()
    if let place = FeedDateWords.months[name], month == nil || isMonthUnsure {
      (month, isMonthUnsure) = (place, name == "mar")
      return true
    }
    if let found = readHalf(name) {
      half = found
      return true
    }
    if FeedDateWords.weekdays.contains(name) || FeedDateWords.fillers.contains(name) { return true }
    if time != nil { return readZone(name) }
    // A day of the week in another language, before a comma.
    return isFirst && (rest.first == UInt8(ascii: ",") || FeedDateWords.isWeekday(name))
  }

  /// The half of the day that a word names, which may have full stops.
  private mutating func readHalf(_ name: String) -> FeedDateWords.Half? {
    if let half = FeedDateWords.halves[name] { return half }
    guard name == "a" || name == "p" else { return nil }
    var next = rest
    guard next.popFirst() == UInt8(ascii: ".") else { return nil }
    next = next.drop(while: FeedText.isBlank)
    guard let letter = next.popFirst(), letter | 0x20 == UInt8(ascii: "m") else { return nil }
    guard next.first.map(Self.isLetter) != true else { return nil }
    rest = next
    return name == "a" ? .morning : .afternoon
  }

  /// Takes a zone by its name; whether it is known.
  private mutating func readZone(_ name: String) -> Bool {
    if let minutes = FeedDateWords.zones[name] {
      // `EST5EDT` is both.
      let number = rest.prefix(while: Self.isDigit)
      let summer = rest[number.endIndex...].prefix(while: Self.isLetter)
      if number.count == 1, !summer.isEmpty {
        guard FeedDateWords.zones[String(decoding: summer, as: UTF8.self).lowercased()] != nil
        else {
          return false
        }
        rest = rest[summer.endIndex...]
        american = minutes * 60
        return true
      }
      offset = offset ?? minutes * 60
      return true
    }
    if let minutes = FeedDateWords.american[name] {
      american = minutes * 60
      return true
    }
    // The letters of the military were told wrongly by RFC 822, and mean nothing.
    return name.utf8.count == 1 && name.utf8.allSatisfy(Self.isLetter)
  }
}

// What both have in common.
extension FeedDate {
  /// Reads hours, then minutes, seconds and their fraction where they are given, with or without colons.
  private mutating func readTime() -> Bool {
    let digits = rest.prefix(while: Self.isDigit).count
    if digits == 4 || digits == 6 {
      guard let hour = number(2), let minute = number(2) else { return false }
      time = (hour, minute, digits == 6 ? number(2) ?? 0 : 0, 0)
      return digits == 4 || readFraction()
    }
    guard let hour = number(1...2) else { return false }
    time = (hour, 0, 0, 0)
    guard skip(":") || skip("h") || skip("H") else { return true }
    guard let minute = number(1...2) else { return false }
    time?.minute = minute
    guard skip(":") else { return true }
    guard let second = number(1...2) else { return false }
    time?.second = second
    return readFraction()
  }

  private mutating func readFraction() -> Bool {
    guard rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") else { return true }
    let digits = rest.dropFirst().prefix(while: Self.isDigit)
    // “10:04:03, 26 June”.
    guard !digits.isEmpty else { return rest.first == UInt8(ascii: ",") }
    time?.fraction = Double("0." + String(decoding: digits.prefix(15), as: UTF8.self)) ?? 0
    rest = rest[digits.endIndex...]
    return true
  }

  /// Reads `+09:00`, `+0900` or `+09`.
  private mutating func readZone() -> Bool {
    let isWest = rest.first == UInt8(ascii: "-")
    guard skip("+") || skip("-"), let hours = number(1...2) else { return false }
    _ = skip(":")
    let minutes = rest.first.map(Self.isDigit) == true ? number(1...2) : 0
    guard let minutes, hours <= 24, minutes < 60 else { return false }
    let seconds = hours * 3600 + minutes * 60
    offset = isWest ? -seconds : seconds
    return true
  }

  private mutating func number(_ count: Int) -> Int? { number(count...count) }

  private mutating func number(_ counts: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(counts.upperBound).prefix(while: Self.isDigit)
    guard digits.count >= counts.lowerBound else { return nil }
    rest = rest[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: scalar) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipBlanks() { rest = rest.drop(while: FeedText.isBlank) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
