internal import FoundationEssentials
internal import HikidashiBase

/// Reads the dates of feeds: those of e-mail, those of ISO 8601, and common variations of both.
///
/// FoundationEssentials reads only whole dates of either form, libcurl only those of HTTP (and would
/// have to be loaded for a feed in a file), GLib only ISO 8601.
///
/// - Source: RFC 822, RFC 2822 4.3 (years of two digits, zones), RFC 3339, W3C "Date and Time
///   Formats".
struct FeedDate {
  private var rest: Substring.UTF8View
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var time: (hour: Int, minute: Int, second: Int, fraction: Double)?
  /// Seconds east of Greenwich.
  private var offset: Int?

  /// Returns the date that a text names; nil for other text, and for days that do not exist.
  static func date(_ text: String) -> Date? {
    guard text.utf8.count <= 128 else { return nil }
    let trimmed = FeedText.trimmed(text)
    var reader = FeedDate(rest: trimmed[...].utf8)
    let isRead = reader.beginsWithYear ? reader.readISO() : reader.readMail()
    return isRead ? reader.moment : nil
  }

  private init(rest: Substring.UTF8View) { self.rest = rest }

  private var moment: Date? {
    guard let year, (1...9999).contains(year), let month, let day else { return nil }
    let date = CivilDate(year, month, day)
    guard date.isValid else { return nil }
    let (hour, minute, second, fraction) = time ?? (0, 0, 0, 0)
    guard (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      hour < 24 || minute == 0 && second == 0
    else { return nil }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - (offset ?? 0)
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }
}

// ISO 8601, as far as RFC 3339 and the W3C's note go, and a blank for the T.
extension FeedDate {
  private var beginsWithYear: Bool {
    let digits = rest.prefix(while: Self.isDigit)
    guard digits.count == 4 else { return false }
    let next = rest.dropFirst(4).first
    return next == nil || next == UInt8(ascii: "-")
  }

  private mutating func readISO() -> Bool {
    year = number(4)
    month = 1
    day = 1
    guard skip("-") else { return rest.isEmpty }
    month = number(2)
    if skip("-") { day = number(2) } else if !rest.isEmpty { return false }
    guard month != nil, day != nil else { return false }
    let isFollowed = skip("T") || skip("t") || skip(" ")
    guard isFollowed else { return rest.isEmpty }
    skipBlanks()
    guard readTime() else { return false }
    skipBlanks()
    guard !rest.isEmpty else { return true }
    return readZone() && rest.isEmpty
  }
}

// The dates of e-mail: words and numbers in nearly any order.
extension FeedDate {
  private mutating func readMail() -> Bool {
    var isFirst = true
    while let byte = rest.first {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "."): rest.removeFirst()
      case UInt8(ascii: "("): rest = rest.drop { $0 != UInt8(ascii: ")") }.dropFirst()
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        if time == nil { rest.removeFirst() } else if !readZone() { return false }
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
    if rest[digits.endIndex...].first == UInt8(ascii: ":") { return time == nil && readTime() }
    guard digits.count <= 4, let value = number(digits.count) else { return false }
    if digits.count <= 2, day == nil {
      day = value
      return true
    }
    guard year == nil else { return false }
    switch digits.count {
    case 1, 2: year = value < 50 ? 2000 + value : 1900 + value
    case 3: year = 1900 + value
    default: year = value
    }
    return true
  }

  private mutating func readWord(isFirst: Bool) -> Bool {
    let word = rest.prefix { Self.isLetter($0) || $0 >= 0x80 }
    rest = rest[word.endIndex...]
    let letters = Self.letters(word)
    if month == nil, let place = Self.months.firstIndex(of: letters) {
      month = place + 1
      return true
    }
    if time != nil {
      let name = String(decoding: word, as: UTF8.self).lowercased()
      if let hours = Self.zones[name] { offset = offset ?? hours * 3600 }
      return true
    }
    // A weekday, which may be wrong or of another language; and zones that nobody knows are UTC.
    return isFirst || Self.weekdays.contains(letters)
  }

  /// The first three letters of a word as a number, as making a text of each word takes longer than all else.
  private static func letters(_ word: some Sequence<UInt8>) -> UInt32 {
    word.prefix(3).reduce(0) { $0 << 8 | UInt32(isLetter($1) ? $1 | 0x20 : $1) }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { letters($0.utf8) }
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    .map { letters($0.utf8) }
  private static let zones = [
    "ut": 0, "utc": 0, "gmt": 0, "z": 0, "wet": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5,
    "mst": -7, "mdt": -6, "pst": -8, "pdt": -7, "bst": 1, "cet": 1, "cest": 2, "eet": 2,
    "eest": 3, "msk": 3, "jst": 9, "aest": 10, "aedt": 11,
  ]
}

// What both have in common.
extension FeedDate {
  /// Reads hours, then minutes, seconds and their fraction where they are given.
  private mutating func readTime() -> Bool {
    guard let hour = number(1...2) else { return false }
    var (minute, second, fraction) = (0, 0, 0.0)
    if skip(":") {
      guard let value = number(1...2) else { return false }
      minute = value
    }
    if skip(":") {
      guard let value = number(1...2) else { return false }
      second = value
      if skip(".") || skip(",") {
        let digits = rest.prefix(while: Self.isDigit)
        guard !digits.isEmpty else { return false }
        fraction = Double("0." + String(decoding: digits.prefix(15), as: UTF8.self)) ?? 0
        rest = rest[digits.endIndex...]
      }
    }
    time = (hour, minute, second, fraction)
    return true
  }

  /// Reads `Z`, `+09:00`, `+0900`, `+09` or a name.
  private mutating func readZone() -> Bool {
    if let first = rest.first, Self.isLetter(first) { return readWord(isFirst: false) }
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
