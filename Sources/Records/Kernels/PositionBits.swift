/// A bit for each position, which is a record number or a place in a sorted order.
struct PositionBits: Sendable, Equatable {
  /// The number of positions.
  let count: Int
  /// 64 positions a word, the first in the lowest bit; bits from `count` on are zero.
  private(set) var words: [UInt64]

  /// Makes bits that are all clear.
  init(count: Int) {
    self.count = count
    words = [UInt64](repeating: 0, count: Self.words(for: count))
  }

  /// Takes words as they are; bits from `count` on are cleared, missing words are zero.
  init(words: [UInt64], count: Int) {
    self.count = count
    let needed = Self.words(for: count)
    self.words = words.count > needed ? Array(words[..<needed]) : words
    if self.words.count < needed {
      self.words += [UInt64](repeating: 0, count: needed - self.words.count)
    }
    if count & 63 != 0, let last = self.words.indices.last {
      self.words[last] &= (1 << UInt64(count & 63)) - 1
    }
  }

  /// The numbers of a set that are below `count`.
  init(_ set: RecordSet, below count: Int) {
    var words = [UInt64](repeating: 0, count: Self.words(for: count))
    for (index, chunk) in set.chunks.enumerated() {
      guard let chunk else { continue }
      let first = index * ChunkLayout.words
      for word in 0..<max(0, min(ChunkLayout.words, words.count - first)) {
        words[first + word] = chunk.words[word]
      }
    }
    self.init(words: words, count: count)
  }

  static func words(for count: Int) -> Int { (count + 63) >> 6 }

  @inline(__always)
  subscript(position: Int) -> Bool {
    get { words[position >> 6] >> UInt64(position & 63) & 1 != 0 }
    set {
      let bit = UInt64(1) << UInt64(position & 63)
      if newValue { words[position >> 6] |= bit } else { words[position >> 6] &= ~bit }
    }
  }

  /// How many bits are set; O(`count` / 64).
  var population: Int {
    words.withUnsafeBufferPointer { words in
      words.reduce(0) { $0 &+ $1.nonzeroBitCount }
    }
  }

  /// The first position from `position` on whose bit is set, or ``count`` when there is none.
  @inline(__always)
  func next(from position: Int) -> Int {
    guard position < count else { return count }
    var word = position >> 6
    var bits = words[word] & (~0 << UInt64(position & 63))
    while bits == 0 {
      word += 1
      guard word < words.count else { return count }
      bits = words[word]
    }
    return word << 6 + bits.trailingZeroBitCount
  }

  /// The last position up to `position` whose bit is set, or 0 when there is none.
  func previous(from position: Int) -> Int {
    var word = position >> 6
    guard word < words.count else { return 0 }
    var bits = words[word] & (~0 >> UInt64(63 - position & 63))
    while bits == 0 {
      guard word > 0 else { return 0 }
      word -= 1
      bits = words[word]
    }
    return word << 6 + 63 - bits.leadingZeroBitCount
  }

  /// The positions whose bits are set.
  func indices() -> [UInt32] {
    var indices: [UInt32] = []
    indices.reserveCapacity(population)
    for (index, word) in words.enumerated() {
      word.forEachBit { indices.append(UInt32(truncatingIfNeeded: index << 6 + $0)) }
    }
    return indices
  }

  /// The words, to be written in place.
  mutating func withWords<Result>(
    _ body: (UnsafeMutableBufferPointer<UInt64>) throws -> Result
  ) rethrows -> Result {
    try words.withUnsafeMutableBufferPointer { try body($0) }
  }
}

extension RecordSet {
  /// The positions whose bits are set.
  init(_ bits: PositionBits) {
    var chunks: [BitChunk?] = []
    for first in stride(from: 0, to: bits.words.count, by: ChunkLayout.words) {
      let chunk = BitChunk()
      for word in first..<Swift.min(first + ChunkLayout.words, bits.words.count) {
        chunk.words[word - first] = bits.words[word]
      }
      chunk.count = ChunkLayout.size
      chunks.append(chunk)
    }
    self.init(chunks: chunks)
  }
}

extension UInt64 {
  /// Calls `body` with the index of every bit that is set, from the lowest.
  @inline(__always)
  func forEachBit(_ body: (Int) -> Void) {
    var rest = self
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }
}
