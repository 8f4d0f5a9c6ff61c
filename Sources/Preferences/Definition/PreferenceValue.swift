public import FoundationEssentials
public import HikidashiRecords

/// A type whose values a ``Preference`` can have.
///
/// `Bool`, `Int`, `Double`, `String`, `Date`, `Duration`, lists of them, and enumerations with such
/// a raw value conform; for types of your own there is ``CodablePreferenceValue``.
///
/// ```swift
/// enum Theme: String, CaseIterable, PreferenceValue { case system, light, dark }
/// let theme = Preference("theme", default: Theme.system)      // one of the three
/// ```
public protocol PreferenceValue: Sendable, Equatable {
  /// The kind of the values, which decides how they are read, stored and edited.
  static var preferenceType: PreferenceType { get }
  /// Makes a value from its content; nil if the content is not of this type.
  init?(content: PreferenceContent)
  /// The value as it is compared, checked and stored.
  var content: PreferenceContent { get }
  /// All values, if they are few enough to choose from; otherwise empty.
  static var preferenceChoices: [Self] { get }
  /// The label of the value in a list of choices.
  var preferenceTitle: String { get }
}

extension PreferenceValue {
  /// No choices: people enter a value.
  public static var preferenceChoices: [Self] { [] }
  /// The content's text with a capital letter in front, and spaces for hyphens.
  public var preferenceTitle: String { content.text.capitalizedWords }
}

extension PreferenceValue where Self: CaseIterable {
  /// All cases.
  public static var preferenceChoices: [Self] { Array(allCases) }
}

extension Bool: PreferenceValue {
  /// A Boolean.
  public static var preferenceType: PreferenceType { .boolean }
  /// Reads a Boolean; nil for other content.
  @inlinable
  public init?(content: PreferenceContent) {
    guard case .boolean(let value) = content else { return nil }
    self = value
  }
  /// The Boolean as content.
  public var content: PreferenceContent { .boolean(self) }
}

extension Int: PreferenceValue {
  /// An integer.
  public static var preferenceType: PreferenceType { .integer }
  /// Reads an integer; nil for other content.
  @inlinable
  public init?(content: PreferenceContent) {
    guard case .integer(let value) = content else { return nil }
    self = value
  }
  /// The integer as content.
  public var content: PreferenceContent { .integer(self) }
}

extension Double: PreferenceValue {
  /// A floating-point number.
  public static var preferenceType: PreferenceType { .double }
  /// Reads a floating-point number; nil for other content.
  @inlinable
  public init?(content: PreferenceContent) {
    guard case .double(let value) = content else { return nil }
    self = value
  }
  /// The number as content.
  public var content: PreferenceContent { .double(self) }
}

extension String: PreferenceValue {
  /// A text.
  public static var preferenceType: PreferenceType { .text }
  /// Reads a text; nil for other content.
  @inlinable
  public init?(content: PreferenceContent) {
    guard case .text(let value) = content else { return nil }
    self = value
  }
  /// The text as content.
  public var content: PreferenceContent { .text(self) }
}

extension Array: PreferenceValue where Element: PreferenceValue {
  /// A list of the elements' type.
  public static var preferenceType: PreferenceType { .list(Element.preferenceType) }

  /// Reads a list; nil if the content or one of its elements has another type.
  public init?(content: PreferenceContent) {
    guard case .list(let contents) = content else { return nil }
    var values: [Element] = []
    for content in contents {
      guard let value = Element(content: content) else { return nil }
      values.append(value)
    }
    self = values
  }

  /// The list as content.
  public var content: PreferenceContent { .list(map(\.content)) }
}

/// An enumeration is kept as its raw value.
extension PreferenceValue where Self: RawRepresentable, RawValue: PreferenceValue {
  /// The type of the raw values.
  public static var preferenceType: PreferenceType { RawValue.preferenceType }

  /// Reads a raw value; nil if it is of another type or belongs to no case.
  public init?(content: PreferenceContent) {
    guard let raw = RawValue(content: content), let value = Self(rawValue: raw) else { return nil }
    self = value
  }

  /// The raw value as content.
  public var content: PreferenceContent { rawValue.content }
}

// MARK: - Times

extension Date: PreferenceValue {
  /// A date.
  public static var preferenceType: PreferenceType { .date }
  /// Reads a date; nil for other content.
  public init?(content: PreferenceContent) {
    guard case .date(let value) = content else { return nil }
    self = value
  }
  /// The date as content.
  public var content: PreferenceContent { .date(self) }
}

/// A duration is kept to the nanosecond.
extension Duration: PreferenceValue {
  /// A duration.
  public static var preferenceType: PreferenceType { .duration }
  /// Reads a duration; nil for other content.
  public init?(content: PreferenceContent) {
    guard case .duration(let value) = content else { return nil }
    self = value
  }
  /// The duration as content, in whole nanoseconds.
  public var content: PreferenceContent { .duration(DurationText.rounded(self)) }
}

extension TimeOfDay: PreferenceValue {
  /// A time of day.
  public static var preferenceType: PreferenceType { .time }
  /// Reads a time of day, such as `09:30`; nil for other content.
  public init?(content: PreferenceContent) {
    guard case .text(let text) = content, let time = TimeOfDay(text, language: "en") else {
      return nil
    }
    self = time
  }
  /// The time as content, as in `09:30`.
  public var content: PreferenceContent { .text(description) }
}

/// Durations as people write them: numbers with units, as in `1h30m`, `90s`, `1.5s`, `250ms`.
enum DurationText {
  /// The units and how many nanoseconds they have, the greatest first.
  private static let units: [(name: String, nanoseconds: Int128)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000),
    ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
  ]
  /// A thousand years; more is a mistake.
  private static let most: Int128 = 1_000 * 366 * 86_400_000_000_000

  /// The duration in whole nanoseconds, rounded towards zero.
  static func rounded(_ duration: Duration) -> Duration {
    let (seconds, attoseconds) = duration.components
    return .seconds(seconds) + .nanoseconds(attoseconds / 1_000_000_000)
  }

  /// The duration in whole numbers of units, the greatest unit first, as in `1m1s500ms`.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    var rest = Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
    guard rest != 0 else { return "0s" }
    var text = rest < 0 ? "-" : ""
    rest = rest < 0 ? -rest : rest
    for (name, size) in units where rest >= size {
      text += "\(rest / size)\(name)"
      rest %= size
    }
    return text
  }

  /// Reads a text as a duration; nil unless all of it is one. A number without a unit is seconds.
  static func duration(_ text: String) -> Duration? {
    var bytes = Array(text.utf8)[...]
    while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    guard !bytes.isEmpty else { return nil }
    var sum: Int128 = 0
    var isFirst = true
    while !bytes.isEmpty {
      guard let piece = piece(&bytes, isAlone: isFirst) else { return nil }
      sum += piece
      guard sum <= most else { return nil }
      isFirst = false
    }
    let (seconds, nanoseconds) = (isNegative ? -sum : sum).quotientAndRemainder(
      dividingBy: 1_000_000_000)
    return .seconds(Int64(seconds)) + .nanoseconds(Int64(nanoseconds))
  }

  /// Removes a number and its unit from the front, and returns them in nanoseconds.
  private static func piece(_ bytes: inout ArraySlice<UInt8>, isAlone: Bool) -> Int128? {
    guard let whole = digits(&bytes, most: 15) else { return nil }
    var (fraction, scale) = (Int128(0), Int128(1))
    if bytes.first == UInt8(ascii: ".") {
      bytes.removeFirst()
      let before = bytes.count
      guard let decimals = digits(&bytes, most: 12) else { return nil }
      fraction = decimals
      for _ in 0..<before - bytes.count { scale *= 10 }
    }
    let name = String(
      decoding: bytes.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) },
      as: UTF8.self)
    bytes.removeFirst(name.utf8.count)
    let isBare = name.isEmpty && isAlone && bytes.isEmpty
    guard let unit = units.first(where: { $0.name == (isBare ? "s" : name) }) else { return nil }
    return whole * unit.nanoseconds + fraction * unit.nanoseconds / scale
  }

  private static func digits(_ bytes: inout ArraySlice<UInt8>, most: Int) -> Int128? {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count <= most else { return nil }
    bytes.removeFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int128($1 - 0x30) }
  }
}

/// A `Codable` type whose values a setting can have, stored as JSON.
///
/// ```swift
/// struct Frame: CodablePreferenceValue { var width, height: Int }
/// let frame = Preference("frame", default: Frame(width: 800, height: 600))
/// ```
///
/// A value is decoded each time it is read, so keep a copy of one that you read often. A value that
/// cannot be encoded is refused.
public protocol CodablePreferenceValue: PreferenceValue, Codable {}

extension CodablePreferenceValue {
  /// JSON.
  public static var preferenceType: PreferenceType { .json }

  /// Decodes a value; nil if the content is not JSON of this type.
  public init?(content: PreferenceContent) {
    guard case .json(let text) = content,
      let value = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
    else { return nil }
    self = value
  }

  /// The value encoded as JSON; empty if it cannot be encoded.
  public var content: PreferenceContent {
    let encoder = JSONEncoder()
    // Equal values are equal text.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What cannot be encoded is no JSON, and so no value.
    guard let bytes = try? encoder.encode(self) else { return .json("") }
    return .json(String(decoding: bytes, as: UTF8.self))
  }
}
