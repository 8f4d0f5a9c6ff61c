/// The positions of a column that take part in a sort, a grouping or a sum.
///
/// Positions are record numbers: position *n* is place `n & ChunkLayout.mask` of chunk
/// `n >> ChunkLayout.shift`. Those that take part and hold no value are *nulls*; positions that do
/// not take part (removed records, records outside a searched set) are left out altogether.
struct ColumnSource<Chunk: ColumnChunk>: Sendable {
  let chunks: [Chunk]
  /// The upper bound of the positions; a column may be shorter, and its missing values are null.
  let count: Int
  /// The positions that take part; nil means all below ``count``.
  let taken: RecordSet?

  init(chunks: [Chunk], count: Int, taken: RecordSet? = nil) {
    self.chunks = chunks
    self.count = count
    self.taken = taken
  }

  /// All values of the chunks, of which every one but the last is full.
  init(chunks: [Chunk]) {
    let last = chunks.last?.count ?? 0
    self.init(chunks: chunks, count: max(0, chunks.count - 1) << ChunkLayout.shift + last)
  }

  /// The number of chunks that the positions below ``count`` span, even if the column has fewer.
  var chunkCount: Int { ChunkLayout.chunks(for: count) }

  /// The `count` lowest bits, of 64.
  @inline(__always)
  static func bits(below count: Int) -> UInt64 {
    count >= 64 ? ~0 : count <= 0 ? 0 : (1 << UInt64(count)) - 1
  }

  /// The numbers of positions in a range of chunks with a value, and with null.
  func counts(inChunks range: Range<Int>) -> (values: Int, nulls: Int) {
    var values = 0
    var nulls = 0
    for index in range {
      forEachWord(inChunk: index) { _, present, missing in
        values &+= present.nonzeroBitCount
        nulls &+= missing.nonzeroBitCount
      }
    }
    return (values, nulls)
  }

  /// Calls `body` for every word of a chunk with its index, the bits of values and the bits of
  /// nulls.
  @inline(__always)
  func forEachWord(
    inChunk index: Int, _ body: (_ word: Int, _ values: UInt64, _ nulls: UInt64) -> Void
  ) {
    let chunk = index < chunks.count ? chunks[index] : nil
    let present = chunk?.present
    let used = chunk?.count ?? 0
    let here = count - index << ChunkLayout.shift
    var bits: BitChunk?
    if let taken {
      bits = index < taken.chunks.count ? taken.chunks[index] : nil
      if bits == nil { return }
    }
    for word in 0..<min(ChunkLayout.words, PositionBits.words(for: here)) {
      var all = Self.bits(below: here - word << 6)
      if let bits { all &= bits.words[word] }
      var values = all & Self.bits(below: used - word << 6)
      if let present { values &= present.words[word] }
      body(word, values, all & ~values)
    }
  }

  /// Calls `body` with the place of every value of a chunk that takes part, in order.
  @inline(__always)
  func forEachValue(inChunk index: Int, _ body: (_ place: Int) -> Void) {
    forEachWord(inChunk: index) { word, values, _ in
      if values == ~0 {
        for place in word << 6..<word << 6 + 64 { body(place) }
      } else {
        values.forEachBit { body(word << 6 + $0) }
      }
    }
  }

  /// The positions that take part and are null, in order.
  func nullPositions() -> [UInt32] {
    var positions: [UInt32] = []
    for index in 0..<chunkCount {
      if taken == nil, index < chunks.count, chunks[index].present == nil,
        chunks[index].count >= min(ChunkLayout.size, count - index << ChunkLayout.shift)
      {
        continue
      }
      forEachWord(inChunk: index) { word, _, nulls in
        let first = UInt32(index << ChunkLayout.shift + word << 6)
        nulls.forEachBit { positions.append(first + UInt32($0)) }
      }
    }
    return positions
  }
}
