/// A 64-bit checksum that finds accidental damage to files; it does not protect against attackers.
///
/// - Source: Yann Collet, "xxHash fast digest algorithm", version 0.2.0, XXH64 with seed 0
///   (<https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>).
public enum XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Returns the checksum of bytes.
  ///
  /// - Complexity: O(*n*)
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var offset = 0
    var hash = prime5
    if bytes.count >= 32 {
      var lanes = SIMD4<UInt64>(prime1 &+ prime2, prime2, 0, 0 &- prime1)
      while offset + 32 <= bytes.count {
        for lane in 0..<4 {
          lanes[lane] = round(lanes[lane], word(bytes, offset + lane * 8))
        }
        offset += 32
      }
      hash =
        rotate(lanes[0], 1) &+ rotate(lanes[1], 7) &+ rotate(lanes[2], 12) &+ rotate(lanes[3], 18)
      for lane in 0..<4 { hash = (hash ^ round(0, lanes[lane])) &* prime1 &+ prime4 }
    }
    hash &+= UInt64(bytes.count)
    while offset + 8 <= bytes.count {
      hash = combine(hash, word(bytes, offset))
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      hash = rotate(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    for byte in bytes[offset...] {
      hash = rotate(hash ^ (UInt64(byte) &* prime5), 11) &* prime1
    }
    return finish(hash)
  }

  /// Takes one word more into a hash, as the algorithm does behind the last whole 32 bytes.
  @inline(__always)
  static func combine(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    rotate(hash ^ round(0, word), 27) &* prime1 &+ prime4
  }

  @inline(__always)
  static func finish(_ hash: UInt64) -> UInt64 {
    var hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
