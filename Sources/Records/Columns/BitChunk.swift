/// A chunk of booleans, a bit each. A place that is null or was removed holds false.
final class BitChunk: ColumnChunk, @unchecked Sendable {
  // @unchecked: edited only while one table holds it, see ``ColumnChunk``.
  /// ``ChunkLayout/words`` words; bits from `count` on are zero.
  let words: UnsafeMutablePointer<UInt64>
  var count = 0
  var present: PresenceBits?

  init(capacity: Int = ChunkLayout.size) {
    words = .allocate(capacity: ChunkLayout.words)
    words.initialize(repeating: 0, count: ChunkLayout.words)
  }

  deinit { words.deallocate() }

  /// The capacity, which is always a whole chunk: a kilobyte.
  var capacity: Int { ChunkLayout.size }

  func copy(capacity: Int) -> Self {
    let copy = Self(capacity: capacity)
    copy.words.update(from: words, count: ChunkLayout.words)
    copy.count = count
    copy.present = present.map(PresenceBits.init(copying:))
    return copy
  }

  func fill(to count: Int) {
    guard count > self.count else { return }
    let bits = presence()
    for place in self.count..<count { bits[place] = false }
    self.count = count
  }

  @inline(__always)
  func value(at place: Int) -> Bool { words[place >> 6] >> UInt64(place & 63) & 1 != 0 }

  /// Writes a value, or null; the place may be the first unused one.
  func set(_ value: Bool?, at place: Int) {
    let bit = UInt64(1) << UInt64(place & 63)
    if value == true { words[place >> 6] |= bit } else { words[place >> 6] &= ~bit }
    if place >= count { count = place + 1 }
    if value == nil { presence()[place] = false } else { present?[place] = true }
  }

  /// Writes a bit of a chunk that has no nulls: the bits of live records.
  @inline(__always)
  func setPlain(_ value: Bool, at place: Int) {
    let bit = UInt64(1) << UInt64(place & 63)
    if value { words[place >> 6] |= bit } else { words[place >> 6] &= ~bit }
    if place >= count { count = place + 1 }
  }

  /// Sets a run of bits of a chunk that has no nulls.
  func setPlain(placesFrom start: Int, count added: Int) {
    var place = start
    while place < start + added {
      if place & 63 == 0, place + 64 <= start + added {
        words[place >> 6] = ~0
        place += 64
      } else {
        words[place >> 6] |= 1 << UInt64(place & 63)
        place += 1
      }
    }
    count = max(count, start + added)
  }

  var allocatedBytes: Int { ChunkLayout.words * 8 * (present == nil ? 1 : 2) }
}
