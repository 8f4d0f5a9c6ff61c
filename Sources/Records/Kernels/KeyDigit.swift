/// How keys are distributed over buckets: a key that is not less than another never goes to a lower
/// bucket.
protocol KeyDigit {
  var buckets: Int { get }
  func bucket(of key: UInt64) -> Int
}

/// All in one bucket, for keys that are in order already.
struct OneBucket: KeyDigit {
  var buckets: Int { 1 }

  @inline(__always)
  func bucket(of key: UInt64) -> Int { 0 }
}

/// Buckets by the highest bits in which the keys differ.
struct BitsDigit: KeyDigit {
  let least: UInt64
  let shift: UInt64
  let buckets: Int

  /// - Parameter bits: The most bits that the bucket's number may have.
  @inline(__always)
  init(from least: UInt64, through greatest: UInt64, bits: Int) {
    self.least = least
    let width = 64 - (greatest &- least).leadingZeroBitCount
    shift = UInt64(max(0, width - bits))
    buckets = Int((greatest &- least) >> shift) + 1
  }

  @inline(__always)
  func bucket(of key: UInt64) -> Int { Int(truncatingIfNeeded: (key &- least) >> shift) }
}

/// Buckets of equal width for doubles, which spread numbers of the same size evenly; by their bits
/// half of all numbers below 10 would fall into two buckets.
struct LinearDigit: KeyDigit {
  let least: Double
  let scale: Double
  let buckets: Int

  /// Nil when the extremes are not finite or too close or too far apart to tell buckets apart.
  init?(from least: UInt64, through greatest: UInt64, bits: Int) {
    self.least = Double(orderedKey: least)
    buckets = 1 << bits
    let width = Double(orderedKey: greatest) - self.least
    scale = Double(buckets - 1) / width
    guard width.isFinite, scale.isNormal else { return nil }
  }

  @inline(__always)
  func bucket(of key: UInt64) -> Int {
    // Subtraction, multiplication and truncation all round monotonically.
    let place = (Double(orderedKey: key) - least) * scale
    return min(Int(truncatingIfNeeded: Int64(place)), buckets - 1)
  }
}
