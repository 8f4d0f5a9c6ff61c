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

  /// Numbers with more than four decimals, very large ones, and what is not a number.
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
