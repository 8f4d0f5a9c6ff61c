import FoundationEssentials
internal import HikidashiFeeds

/// Fields that servers and exports write in several ways. A field that cannot be read is not there, and costs nothing
/// else.
extension KeyedDecodingContainer {
  /// A text; a number is its digits.
  func text(_ key: Key) -> String? {
    if let text = try? decodeIfPresent(String.self, forKey: key) { return text }
    guard has(key) else { return nil }
    if let number = try? decode(Int64.self, forKey: key) { return String(number) }
    if let number = try? decode(UInt64.self, forKey: key) { return String(number) }
    return (try? decode(Decimal.self, forKey: key)).map { "\($0)" }
  }

  /// A text that a post is nothing without.
  ///
  /// - Throws: `DecodingError.keyNotFound`, which names the field.
  func needed(_ key: Key) throws -> String {
    if let text = text(key) { return text }
    throw DecodingError.keyNotFound(
      key, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
  }

  /// A truth value; of numbers all but 0 are true.
  func flag(_ key: Key) -> Bool? {
    if let flag = try? decodeIfPresent(Bool.self, forKey: key) { return flag }
    switch text(key)?.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off", "": return false
    case let digits?: return Double(digits).map { $0 != 0 }
    case nil: return nil
    }
  }

  /// A number, or a text that is one.
  func number(_ key: Key) -> Double? {
    if let number = try? decodeIfPresent(Double.self, forKey: key) { return number }
    return text(key).flatMap { Double($0) }
  }

  /// A value of a type.
  func value<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
    try? decodeIfPresent(type, forKey: key)
  }

  /// Whether there is something else than `null`.
  func has(_ key: Key) -> Bool { contains(key) && (try? decodeNil(forKey: key)) == false }
}

/// Dates as feeds, servers and people's exports write them.
enum ReadableDate {
  /// The date that a text names: in a form of feeds, as `20260102` or `20260102030405`, or the seconds, milliseconds
  /// or microseconds since 1970.
  static func date(_ text: String) -> Date? {
    if let date = Feed.date(text) { return date }
    let text = text.trimmedBlanks
    if isCompact(text) { return compact(text) }
    guard let number = Double(text), number.isFinite else { return nil }
    let seconds =
      switch number.magnitude {
      case 1e14...: number / 1e6
      case 1e11...: number / 1e3
      default: number
      }
    // No post is older than networks, and none of the next century.
    return (1...4_102_444_800).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
  }

  /// Whether a text has the digits of a day, and not those of seconds.
  private static func isCompact(_ text: Substring) -> Bool {
    (text.utf8.count == 8 || text.utf8.count == 14)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && ["19", "20"].contains(text.prefix(2))
  }

  private static func compact(_ text: Substring) -> Date? {
    func part(_ start: Int, _ count: Int = 2) -> Substring { text.dropFirst(start).prefix(count) }
    let day = "\(part(0, 4))-\(part(4))-\(part(6))"
    return Feed.date(text.utf8.count == 8 ? day : "\(day)T\(part(8)):\(part(10)):\(part(12))Z")
  }
}
