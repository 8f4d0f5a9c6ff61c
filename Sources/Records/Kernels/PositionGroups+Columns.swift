extension PositionGroups {
  /// Groups the values of a column of integers; O(*n*).
  static func grouping(
    _ source: ColumnSource<ValueChunk<Int>>, membership: Bool = false
  ) -> Self {
    grouping(numbers: source, membership: membership)
  }

  /// Groups the values of a column of doubles or dates; O(*n*). 0 and -0 are one group, and all NaN
  /// are.
  static func grouping(
    _ source: ColumnSource<ValueChunk<Double>>, membership: Bool = false
  ) -> Self {
    grouping(numbers: source, membership: membership)
  }

  private static func grouping<Element: OrderedKey>(
    numbers source: ColumnSource<ValueChunk<Element>>, membership: Bool
  ) -> Self {
    let counts = source.counts(inChunks: 0..<source.chunkCount)
    let nulls = counts.nulls > 0 ? source.nullPositions() : []
    let hashes = NumberHashes(
      stream: NumberStream(source, count: counts.values), seed: .random(in: 0 ... .max))
    return HashGrouping(hashes) { _, _ in true }
      .groups(below: source.count, nulls: nulls, membership: membership)
  }

  /// Groups the values of a column of strings or data by their bytes; O(*n*).
  static func grouping(_ source: TextSource, membership: Bool = false) -> Self {
    let counts = source.counts(inChunks: 0..<source.chunkCount)
    let nulls = counts.nulls > 0 ? source.nullPositions() : []
    let items = Scratch<WideItem>(count: counts.values)
    let hash = TextHash(seed: .random(in: 0 ... .max))
    source.gather(into: items.start) { hash.hash($0) }
    let pointers = TextPointers(source)
    let strings = pointers.lookup
    return HashGrouping(ItemStream(items.start, count: counts.values)) { first, second in
      TextHash.areEqual(strings.bytes(at: first), strings.bytes(at: second))
    }.groups(below: source.count, nulls: nulls, membership: membership)
  }

  /// Groups the values of a column of booleans: a count of bits; O(*n* / 64).
  static func grouping(_ source: ColumnSource<BitChunk>, membership: Bool = false) -> Self {
    var off = FoundBits()
    var on = FoundBits()
    var null = FoundBits()
    source.forEachBitWord { base, values, bits, nulls in
      off.add(values & ~bits, from: base)
      on.add(values & bits, from: base)
      null.add(nulls, from: base)
    }
    let found = [off, on, null].filter { $0.count > 0 }.sorted { $0.first < $1.first }
    var groups = Self(
      representatives: found.map { UInt32($0.first) }, counts: found.map { UInt32($0.count) })
    guard membership else { return groups }
    let numbers = [off, on, null].map { kind in
      UInt32(found.firstIndex { $0.first == kind.first } ?? 0)
    }
    groups.setMembership(below: source.count) { membership in
      source.forEachBitWord { base, values, bits, nulls in
        (values & ~bits).forEachBit { membership[base + $0] = numbers[0] }
        (values & bits).forEachBit { membership[base + $0] = numbers[1] }
        nulls.forEachBit { membership[base + $0] = numbers[2] }
      }
    }
    return groups
  }
}

/// The positions of one boolean.
private struct FoundBits {
  var first = Int.max
  var count = 0

  @inline(__always)
  mutating func add(_ bits: UInt64, from base: Int) {
    if count == 0, bits != 0 { first = base + bits.trailingZeroBitCount }
    count &+= bits.nonzeroBitCount
  }
}

extension ColumnSource<BitChunk> {
  /// Calls `body` for every word: its first position, which positions hold a value, their bits, and
  /// which are null.
  @inline(__always)
  fileprivate func forEachBitWord(
    _ body: (_ base: Int, _ values: UInt64, _ bits: UInt64, _ nulls: UInt64) -> Void
  ) {
    for index in 0..<chunkCount {
      let words = index < chunks.count ? chunks[index].words : nil
      forEachWord(inChunk: index) { word, values, nulls in
        body(index << ChunkLayout.shift + word << 6, values, words?[word] ?? 0, nulls)
      }
    }
  }
}
