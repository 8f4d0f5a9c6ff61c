/// A number that can be turned into 64 bits that ascend as the numbers do.
protocol OrderedKey: BitwiseCopyable, Sendable, AdditiveArithmetic {
  /// Equal for equal numbers, and less for lesser ones.
  var orderedKey: UInt64 { get }

  init(orderedKey: UInt64)
}

extension Int: OrderedKey {
  @inline(__always)
  var orderedKey: UInt64 { UInt64(bitPattern: Int64(self)) ^ 1 << 63 }

  @inline(__always)
  init(orderedKey: UInt64) { self = Int(Int64(bitPattern: orderedKey ^ 1 << 63)) }
}

/// Doubles ascend as `<` has them; 0 and -0 are equal. All NaN are equal here, and come last.
extension Double: OrderedKey {
  @inline(__always)
  var orderedKey: UInt64 {
    guard self == self else { return .max }
    // Adding 0 turns -0 into 0 and nothing else into anything else. Negative numbers have their bits
    // flipped, as they ascend when their magnitudes descend; the others get the highest bit.
    let bits = (self + 0).bitPattern
    return bits ^ (UInt64(bitPattern: Int64(bitPattern: bits) >> 63) | 1 << 63)
  }

  @inline(__always)
  init(orderedKey: UInt64) {
    let negative = orderedKey >> 63 == 0
    self = Double(bitPattern: negative ? ~orderedKey : orderedKey ^ 1 << 63)
  }
}
