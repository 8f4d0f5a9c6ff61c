/// How tables and forms show a field's values.
public enum FieldFormat: Hashable, Sendable, Codable {
  /// As the type suggests: numbers by the reader's language, dates with the time.
  case automatic
  /// A number with so many digits after the decimal point, 0 to 20.
  case decimals(Int)
  /// A fraction as per cent (0.5 is 50 %), with so many digits after the decimal point.
  case percent(decimals: Int)
  /// A count of bytes, in the unit that fits.
  case bytes
  /// A date without the time.
  case day
  /// Text of several lines.
  case paragraphs

  /// How many digits after the decimal point can be asked for.
  static var mostDecimals: Int { 20 }
}
