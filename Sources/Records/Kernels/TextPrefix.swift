/// Seven bytes of a string as a number that ascends as the bytes do, with what is left behind them.
///
/// The lowest byte is how many bytes the string has from the place on, at most eight: of two
/// strings whose seven bytes are the same with zeros put behind the shorter one, the shorter comes
/// first; with eight, there is more to compare.
enum TextPrefix {
  /// Bytes that one prefix covers.
  static let width = 7

  /// The prefix of `bytes` from `depth` on.
  ///
  /// Reads up to eight bytes, of which some may lie behind the string: ``TextChunk/slack``.
  ///
  /// - Precondition: `depth` is not greater than the count of `bytes`.
  @inline(__always)
  static func key(of bytes: UnsafeBufferPointer<UInt8>, from depth: Int) -> UInt64 {
    let rest = min(bytes.count &- depth, 8)
    guard rest > 0, let start = bytes.baseAddress else { return 0 }
    let word = UnsafeRawPointer(start + depth).loadUnaligned(as: UInt64.self).bigEndian
    let unused = UInt64(max(1, 8 &- rest)) &* 8
    return (word >> unused) << unused | UInt64(rest)
  }

  /// Whether strings with this prefix go on behind it.
  @inline(__always)
  static func continues(_ key: UInt64) -> Bool { UInt8(truncatingIfNeeded: key) == 8 }

  /// How many bytes, from `depth` on, two strings have in common, at most `limit`.
  static func common(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, from depth: Int,
    limit: Int
  ) -> Int {
    let end = min(min(first.count, second.count) - depth, limit)
    guard end > 0, let left = first.baseAddress, let right = second.baseAddress else { return 0 }
    let one = UnsafeRawPointer(left + depth)
    let other = UnsafeRawPointer(right + depth)
    var count = 0
    while count < end {
      let difference =
        one.loadUnaligned(fromByteOffset: count, as: UInt64.self)
        ^ other.loadUnaligned(fromByteOffset: count, as: UInt64.self)
      if difference != 0 {
        return min(end, count + difference.littleEndian.trailingZeroBitCount / 8)
      }
      count += 8
    }
    return end
  }
}
