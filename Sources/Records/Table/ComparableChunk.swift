internal import Glibc

/// A chunk that can be compared with an earlier or later state of itself.
protocol ComparableChunk: ColumnChunk {
  /// A result about two chunks as a whole that helps to compare their places.
  associatedtype Comparison

  func comparison(with other: Self) -> Comparison

  /// Bits of the places `word * 64 ..< word * 64 + 64` whose values differ, whether or not they are
  /// null; bits of places that either chunk does not have mean nothing.
  func differences(from other: Self, word: Int, _ comparison: Comparison) -> UInt64
}

/// The places of a word that both chunks have.
@inline(__always)
private func sharedPlaces(_ word: Int, _ left: some ColumnChunk, _ right: some ColumnChunk) -> Int {
  min(64, min(left.count, right.count) - word << 6)
}

extension ValueChunk: ComparableChunk {
  func comparison(with other: ValueChunk) {}

  @inline(__always)
  func differences(from other: ValueChunk, word: Int, _: Void) -> UInt64 {
    let count = sharedPlaces(word, self, other)
    let stride = MemoryLayout<Element>.stride
    guard count > 0, memcmp(values + word << 6, other.values + word << 6, count * stride) != 0
    else {
      return 0
    }
    var bits: UInt64 = 0
    for place in 0..<count
    where memcmp(values + (word << 6 + place), other.values + (word << 6 + place), stride) != 0 {
      bits |= 1 << UInt64(place)
    }
    return bits
  }
}

extension BitChunk: ComparableChunk {
  func comparison(with other: BitChunk) {}

  @inline(__always)
  func differences(from other: BitChunk, word: Int, _: Void) -> UInt64 {
    words[word] ^ other.words[word]
  }
}

extension TextChunk: ComparableChunk {
  /// Whether one arena begins with the other: then equal slots are equal values.
  ///
  /// That is so for a chunk and its copy, to which an edit adds bytes at the end.
  func comparison(with other: TextChunk) -> Bool {
    memcmp(arena, other.arena, min(arenaCount, other.arenaCount)) == 0
  }

  @inline(__always)
  func differences(from other: TextChunk, word: Int, _ isSameArena: Bool) -> UInt64 {
    let count = sharedPlaces(word, self, other)
    guard count > 0 else { return 0 }
    let stride = MemoryLayout<TextSlot>.stride
    if isSameArena, memcmp(slots + word << 6, other.slots + word << 6, count * stride) == 0 {
      return 0
    }
    var bits: UInt64 = 0
    for place in 0..<count {
      let left = bytes(at: word << 6 + place)
      let right = other.bytes(at: word << 6 + place)
      if left.count != right.count || !left.elementsEqual(right) { bits |= 1 << UInt64(place) }
    }
    return bits
  }
}
