/// The meaning of a character of a search string to the parser, if it has one.
///
/// A Japanese keyboard gives full-width forms of everything; they mean the same.
struct QuerySign: Equatable, Sendable {
  /// The character in ASCII, small and large letters as they are; 0 for others.
  let ascii: UInt8

  static let none = QuerySign(code: 0)
  static let space = QuerySign(code: 0x20)
  /// ≥ ≦ and their like, which are one character where ASCII needs two.
  static let greaterOrEqual = QuerySign(code: 0x80)
  static let lessOrEqual = QuerySign(code: 0x81)
  static let notEqual = QuerySign(code: 0x82)
  /// ～ and …, which are one character where ASCII needs two dots.
  static let range = QuerySign(code: 0x83)
  /// “ and ”, closed by one another and not by ".
  static let curlyQuote = QuerySign(code: 0x84)

  private init(code: UInt8) { ascii = code }

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029, 0x3000: self = .space
    case 0x21...0x7E: self.init(code: UInt8(scalar.value))
    case 0xFF5E, 0x301C, 0x2025, 0x2026: self = .range
    // The full-width forms, in the order of ASCII.
    case 0xFF01...0xFF5D: self.init(code: UInt8(scalar.value - 0xFEE0))
    case 0x2212: self = "-"
    case 0x3002: self = "."
    case 0x201C, 0x201D, 0x201E: self = .curlyQuote
    case 0x2264, 0x2266: self = .lessOrEqual
    case 0x2265, 0x2267: self = .greaterOrEqual
    case 0x2260: self = .notEqual
    default: self = scalar.properties.isWhitespace ? .space : .none
    }
  }
}

extension QuerySign: ExpressibleByUnicodeScalarLiteral {
  init(unicodeScalarLiteral value: Unicode.Scalar) {
    self.init(code: UInt8(truncatingIfNeeded: value.value))
  }
}
