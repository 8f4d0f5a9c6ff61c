/// Reads and writes numbers as text, for files.
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

// MARK: - Double

extension NumberText {
  /// The number that all of `text` writes, to the last bit as `Double(_: String)` reads it; nil when
  /// it is none.
  ///
  /// Besides decimal numbers, with or without an exponent, that is `inf` and `nan`. A number too
  /// large for a double is none, rather than infinite, as it is for Swift.
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

  /// Reads digits as long as there are any, and returns how many.
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

  /// Reads numbers with many digits or an exponent, infinity and NaN.
  private static func rareDouble(_ text: UnsafeBufferPointer<UInt8>, sign: Sign) -> Double? {
    let rest = text[sign.bytes...]
    if rest.elementsEqual("inf".utf8) { return sign.isNegative ? -.infinity : .infinity }
    if rest.elementsEqual("nan".utf8) { return .nan }
    guard let number = ScannedDecimal(rest) else { return nil }
    if let value = number.exactValue { return sign.isNegative ? -value : value }
    return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether the text is a decimal number, which a double may be too small for.
  static func isDecimal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return false }
    return ScannedDecimal(text[Sign(start, count: text.count).bytes...]) != nil
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

// MARK: - Writing

extension NumberText {
  /// Writes a number; returns how many bytes, at most ``mostBytes``, for which there must be room.
  @inline(__always)
  static func write(_ value: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
    guard value < 0 else { return writeDigits(UInt64(value), to: target) }
    target[0] = UInt8(ascii: "-")
    return 1 + writeDigits(UInt64(value.magnitude), to: target + 1)
  }

  /// Writes a number as its `description` has it: the fewest digits that read back as the same
  /// number. Returns how many bytes, at most ``mostBytes``, for which there must be room.
  ///
  /// Every NaN is written as `nan`.
  ///
  /// A number with few decimals is found by trying: if the nearest multiple of 1/10,000 is rounded to
  /// the very same double, then those decimals read back as it. As no two decimal numbers of up to
  /// fifteen digits are rounded to the same double, no shorter ones do.
  @inline(__always)
  static func write(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
    let magnitude = value.magnitude
    // Written so that NaN fails.
    guard magnitude < 1e11 else { return writeRare(value, to: target) }
    let parts = (magnitude * 1e4).rounded(.toNearestOrEven)
    guard parts / 1e4 == magnitude else { return writeRare(value, to: target) }
    return writeTenThousandths(UInt64(parts), negative: value.sign == .minus, to: target)
  }

  /// Writes a number of 1/10,000 without the zeros at the end, but with one decimal at least.
  @inline(__always)
  private static func writeTenThousandths(
    _ parts: UInt64, negative: Bool, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    target[0] = UInt8(ascii: "-")
    var next = target + (negative ? 1 : 0)
    let decimals: UInt32
    if parts < 100_000_000 {
      let digits = eightDigits(parts)
      let whole = UInt32(truncatingIfNeeded: digits)
      decimals = UInt32(truncatingIfNeeded: digits >> 32)
      let zeros = min(whole.trailingZeroBitCount >> 3, 3)
      store((whole | asciiZeros) >> UInt32(zeros * 8), at: next)
      next += 4 - zeros
    } else {
      next += writeDigits(parts / 10_000, to: next)
      decimals = UInt32(truncatingIfNeeded: eightDigits(parts % 10_000) >> 32)
    }
    next[0] = UInt8(ascii: ".")
    store(decimals | asciiZeros, at: next + 1)
    return next + 1 + max(1, 4 - decimals.leadingZeroBitCount >> 3) - target
  }

  /// Writes numbers with more than four decimals, very large numbers, infinity and NaN.
  private static func writeRare(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
    let magnitude = value.magnitude
    if magnitude < 1e6, magnitude >= 1e-4 {
      let parts = (magnitude * 1e9).rounded(.toNearestOrEven)
      if parts / 1e9 == magnitude {
        return writeParts(
          UInt64(parts), of: 1_000_000_000, decimals: 9, negative: value < 0, to: target)
      }
    }
    var description = value.isNaN ? "nan" : value.description
    return description.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      // The longest description has 24 bytes; the bound keeps memory safe should that ever change.
      let count = min(bytes.count, mostBytes)
      target.update(from: start, count: count)
      return count
    }
  }

  /// Writes a whole number of parts, of which `unit` are one, without the zeros at the end, but with
  /// one decimal at least.
  @inline(__always)
  private static func writeParts(
    _ parts: UInt64, of unit: UInt64, decimals: Int, negative: Bool,
    to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var next = target
    if negative {
      next[0] = UInt8(ascii: "-")
      next += 1
    }
    let (whole, fraction) = parts.quotientAndRemainder(dividingBy: unit)
    next += writeDigits(whole, to: next)
    next[0] = UInt8(ascii: ".")
    var rest = fraction
    for place in stride(from: decimals, to: 0, by: -1) {
      next[place] = zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    var last = decimals
    while last > 1, next[last] == zero { last -= 1 }
    return next + last + 1 - target
  }

  /// Writes a whole number; up to seven bytes behind it may be written as well.
  @inline(__always)
  private static func writeDigits(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
    guard value < 100_000_000 else { return writeManyDigits(value, to: target) }
    let digits = eightDigits(value)
    let zeros = min(digits.trailingZeroBitCount >> 3, 7)
    store((digits | 0x3030_3030_3030_3030) >> UInt64(zeros * 8), at: target)
    return 8 - zeros
  }

  private static func writeManyDigits(
    _ value: UInt64, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
    let count = writeDigits(high, to: target)
    store(eightDigits(low) | 0x3030_3030_3030_3030, at: target + count)
    return count + 8
  }

  /// The eight decimal digits of a number below 100,000,000, one a byte, the first one lowest: no
  /// loop, whose length would be guessed wrongly at every other number.
  ///
  /// The number is split into halves, these into quarters and these into digits, all of them at
  /// once in one word; a division by 100 or 10 is a multiplication and a shift, exact for what is
  /// divided here.
  @inline(__always)
  private static func eightDigits(_ value: UInt64) -> UInt64 {
    let (high, low) = value.quotientAndRemainder(dividingBy: 10_000)
    let halves = high | low << 32
    let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let quarters = (halves &- hundreds &* 100) << 16 | hundreds
    let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
    return (quarters &- tens &* 10) << 8 | tens
  }

  private static let asciiZeros: UInt32 = 0x3030_3030

  @inline(__always)
  private static func store<Word: FixedWidthInteger & BitwiseCopyable>(
    _ word: Word, at target: UnsafeMutablePointer<UInt8>
  ) {
    UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: Word.self)
  }
}
