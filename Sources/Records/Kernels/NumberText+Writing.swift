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
    return writeParts(
      UInt64(parts), of: 10_000, decimals: 4, negative: value.sign == .minus, to: target)
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

  @inline(__always)
  private static func writeDigits(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
    let count = digitCount(value)
    var rest = value
    for place in stride(from: count - 1, through: 0, by: -1) {
      target[place] = zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return count
  }

  /// How many decimal digits a number has.
  @inline(__always)
  private static func digitCount(_ value: UInt64) -> Int {
    var count = 1
    var bound: UInt64 = 10
    while value >= bound, count < 19 {
      count += 1
      bound &*= 10
    }
    return value >= 10_000_000_000_000_000_000 ? 20 : count
  }
}
