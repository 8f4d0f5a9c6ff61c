extension NumberText {
  /// The number that all of `text` writes, to the last bit as `Double(_: String)` reads it; nil when
  /// it is none.
  ///
  /// Besides decimal numbers, with or without an exponent, that is `inf` and `nan`. A number too
  /// large for a double is infinite, as it is for Swift.
  ///
  /// - Source: Clinger, "How to read floating point numbers accurately", PLDI 1990: where digits and
  ///   power of ten are both exact doubles, one rounded operation gives the nearest double. Others
  ///   are left to the standard library.
  @inline(__always)
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let start = text.baseAddress else { return nil }
    let sign = Sign(start, count: text.count)
    var place = sign.bytes
    var digits: UInt64 = 0
    let whole = readDigits(start, from: &place, below: text.count, into: &digits)
    var decimals = 0
    if place < text.count, start[place] == UInt8(ascii: ".") {
      place += 1
      decimals = readDigits(start, from: &place, below: text.count, into: &digits)
    }
    guard place == text.count, whole + decimals <= 15, decimals <= 15, whole + decimals > 0 else {
      return rareDouble(text, sign: sign)
    }
    let value = Double(digits) / powersOfTen(decimals)
    return sign.isNegative ? -value : value
  }

  /// Reads digits as long as there are any; how many.
  @inline(__always)
  private static func readDigits(
    _ start: UnsafePointer<UInt8>, from place: inout Int, below end: Int,
    into value: inout UInt64
  ) -> Int {
    let first = place
    while place < end {
      let digit = start[place] &- zero
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      place &+= 1
    }
    return place &- first
  }

  /// Powers of ten that a double holds exactly: 0 to 22.
  @inline(__always)
  static func powersOfTen(_ exponent: Int) -> Double {
    exactPowers[exponent]
  }

  /// Numbers with many digits or an exponent, and what is not a number.
  private static func rareDouble(_ text: UnsafeBufferPointer<UInt8>, sign: Sign) -> Double? {
    let rest = text[sign.bytes...]
    if rest.elementsEqual("inf".utf8) { return sign.isNegative ? -.infinity : .infinity }
    if rest.elementsEqual("nan".utf8) { return .nan }
    guard let number = ScannedDecimal(rest) else { return nil }
    if let value = number.exactValue { return sign.isNegative ? -value : value }
    return Double(String(decoding: text, as: UTF8.self))
  }
}

/// A decimal number taken apart: its digits as a whole number, and a power of ten.
private struct ScannedDecimal {
  private var digits: UInt64 = 0
  private var digitCount = 0
  private var exponent = 0

  /// Nil when the text is not all of it a decimal number.
  init?(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
    var rest = text
    let whole = scanDigits(&rest, decimal: false)
    var decimals = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      decimals = scanDigits(&rest, decimal: true)
    }
    guard whole + decimals > 0 else { return nil }
    guard let mark = rest.first else { return }
    guard mark | 0x20 == UInt8(ascii: "e") else { return nil }
    rest.removeFirst()
    var negative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      negative = sign == UInt8(ascii: "-")
      rest.removeFirst()
    }
    guard !rest.isEmpty else { return nil }
    var power = 0
    for byte in rest {
      guard byte &- NumberText.zero < 10 else { return nil }
      // Beyond this every number is zero or infinite unless it has as many digits, and then it is
      // not read here.
      power = min(power * 10 + Int(byte - NumberText.zero), 1 << 40)
    }
    exponent += negative ? -power : power
  }

  private mutating func scanDigits(
    _ rest: inout Slice<UnsafeBufferPointer<UInt8>>, decimal: Bool
  ) -> Int {
    var count = 0
    while let byte = rest.first, byte &- NumberText.zero < 10 {
      rest.removeFirst()
      count += 1
      if decimal { exponent -= 1 }
      if digitCount > 0 || byte != NumberText.zero { digitCount += 1 }
      if digitCount <= 19 { digits = digits &* 10 &+ UInt64(byte - NumberText.zero) }
    }
    return count
  }

  /// The value, where one operation on exact numbers gives it.
  var exactValue: Double? {
    if digits == 0, digitCount == 0 { return 0 }
    guard digitCount <= 19, digits <= 1 << 53, abs(exponent) <= 22 else { return nil }
    let value = Double(digits)
    let power = NumberText.powersOfTen(abs(exponent))
    return exponent < 0 ? value / power : value * power
  }
}

private let exactPowers: InlineArray<23, Double> = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
