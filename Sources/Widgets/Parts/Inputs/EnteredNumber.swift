public import Records

/// A number that a ``NumberEntry`` takes: `Int` or `Double`.
public protocol EnteredNumber: FieldValue, Comparable {
  /// The number that a text of the reader's language is, or nil.
  init?(_ text: String, _ format: NumberFormat)
  /// The nearest number, for steps.
  init(nearest number: Double)
  func text(_ format: NumberFormat) -> String
  var asDouble: Double { get }
  /// How many digits stand behind the decimal sign, at least and at most, unless an entry says so.
  static var usualDecimals: ClosedRange<Int> { get }
}

extension Int: EnteredNumber {
  public init?(_ text: String, _ format: NumberFormat) {
    guard let number = format.integer(text) else { return nil }
    self = number
  }

  public init(nearest number: Double) {
    self = Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
  }

  public func text(_ format: NumberFormat) -> String { format.text(self) }
  public var asDouble: Double { Double(self) }
  public static var usualDecimals: ClosedRange<Int> { 0...0 }
}

extension Double: EnteredNumber {
  public init?(_ text: String, _ format: NumberFormat) {
    guard let number = format.double(text) else { return nil }
    self = number
  }

  public init(nearest number: Double) { self = number }
  public func text(_ format: NumberFormat) -> String { format.text(self) }
  public var asDouble: Double { self }
  public static var usualDecimals: ClosedRange<Int> { 0...6 }
}
