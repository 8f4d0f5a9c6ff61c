/// One bit for every place of a chunk: whether it holds a value.
///
/// A chunk in which nothing is null has none.
final class PresenceBits: @unchecked Sendable {
  // @unchecked: owned by one chunk, which is edited only while one table holds it.
  let words: UnsafeMutablePointer<UInt64>

  /// All places hold a value.
  init() {
    words = .allocate(capacity: ChunkLayout.words)
    words.initialize(repeating: ~0, count: ChunkLayout.words)
  }

  init(copying other: PresenceBits) {
    words = .allocate(capacity: ChunkLayout.words)
    words.initialize(from: other.words, count: ChunkLayout.words)
  }

  deinit { words.deallocate() }

  @inline(__always)
  subscript(place: Int) -> Bool {
    get { words[place >> 6] >> UInt64(place & 63) & 1 != 0 }
    set {
      let bit = UInt64(1) << UInt64(place & 63)
      if newValue { words[place >> 6] |= bit } else { words[place >> 6] &= ~bit }
    }
  }
}
