/// Hashes the collation elements of a string: equal for strings that are equal under the collation.
struct HashSink: ElementSink {
  private var primaries: UInt64
  private var secondaries: UInt64 = 0
  private var run: UInt64 = 0

  private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let second: UInt64 = 0xD6E8_FEB8_6659_FD93

  @inline(__always)
  init(seed: UInt64) { primaries = seed }

  @inline(__always)
  mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
    if primary != 0 { primaries = TextHash.fold(primaries ^ UInt64(primary), Self.first) }
    if secondary == ElementTable.commonSecondary {
      run &+= 1
    } else if secondary != 0 {
      secondaries = TextHash.fold(
        secondaries ^ run << 16 ^ UInt64(secondary) ^ Self.first, Self.second)
      run = 0
    }
    return true
  }

  /// The hash, with the secondary weights or without.
  @inline(__always)
  func value(accents: Bool) -> UInt64 {
    guard accents else { return TextHash.fold(primaries ^ Self.second, Self.first) }
    return TextHash.fold(primaries ^ Self.second, secondaries ^ run &* Self.second ^ Self.first)
  }
}
