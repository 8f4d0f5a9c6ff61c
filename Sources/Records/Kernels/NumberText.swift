/// Numbers as text: what files are read into and written from.
///
/// Only what a program or a person writes as a decimal number is one: no spaces, no digit groups, no
/// hexadecimal, nothing left over. The point is always a full stop, whatever the locale.
enum NumberText {
  /// Bytes that the longest number takes when written.
  static let mostBytes = 32

  /// The number that all of `text` writes, as `Int(_: String)` reads it; nil when it is none, or
  /// when 64 bits do not hold it.
  @inline(__always)
  static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = text.baseAddress else { return nil }
    let sign = Sign(start, count: text.count)
    let digits = text.count - sign.bytes
    guard digits > 0 else { return nil }
    // Eighteen digits cannot overflow.
    guard digits <= 18 else { return longInteger(text, sign: sign) }
    var value: Int64 = 0
    for index in sign.bytes..<text.count {
      let digit = start[index] &- zero
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return Int(sign.isNegative ? -value : value)
  }

  private static func longInteger(_ text: UnsafeBufferPointer<UInt8>, sign: Sign) -> Int? {
    var value: UInt64 = 0
    for byte in text[sign.bytes...] {
      let digit = byte &- zero
      guard digit < 10 else { return nil }
      let (tens, tooMany) = value.multipliedReportingOverflow(by: 10)
      let (sum, tooMuch) = tens.addingReportingOverflow(UInt64(digit))
      guard !tooMany, !tooMuch else { return nil }
      value = sum
    }
    // The least integer has no positive counterpart.
    if sign.isNegative { return value <= 1 << 63 ? Int(truncatingIfNeeded: 0 &- value) : nil }
    return Int(exactly: value)
  }

  /// The sign that may stand before a number.
  struct Sign {
    let isNegative: Bool
    let bytes: Int

    @inline(__always)
    init(_ start: UnsafePointer<UInt8>, count: Int) {
      let first = count > 0 ? start[0] : 0
      isNegative = first == UInt8(ascii: "-")
      bytes = isNegative || first == UInt8(ascii: "+") ? 1 : 0
    }
  }

  static let zero = UInt8(ascii: "0")
}
