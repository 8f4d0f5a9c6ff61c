/// The positions of a column in groups of equal values, in order of first appearance.
///
/// Nulls form a group of their own.
struct PositionGroups: Sendable, Equatable {
  /// The first position of each group, ascending.
  var representatives: [UInt32] = []
  /// How many positions each group has.
  var counts: [UInt32] = []
  /// For every position of the table its group, ``none`` where it does not take part; nil when it
  /// was not asked for.
  var membership: [UInt32]?

  /// When the group of every position is to be known.
  enum Membership {
    case never
    /// Where there are so few groups that it takes little time.
    case ofFewGroups
    case always
  }

  /// The group of a position that does not take part.
  static let none = UInt32.max
}

/// A group that has no number yet.
struct FoundGroup: BitwiseCopyable {
  /// The hash of its value while groups are looked for, its number afterwards.
  var key: UInt64
  var first: UInt32
  var count: UInt32

  var number: UInt32 { UInt32(truncatingIfNeeded: key) }
}

extension PositionGroups {
  typealias Segment = UnsafeMutableBufferPointer<FoundGroup>

  /// Numbers groups by their first positions, all below `count`, and tells each of them its number.
  ///
  /// A bit for every first position, and for each word how many bits lie before it, give the number
  /// of a group without sorting.
  init(numbering segments: [Segment], below count: Int) {
    let total = segments.reduce(0) { $0 + $1.count }
    let order = AppearanceOrder(segments, total: total, below: count)
    representatives = order.positions(total)
    counts = [UInt32](scratch: total) { counts in
      Self.forEach(segments, total: total) { segment in
        for index in segment.indices {
          let number = order.number(of: segment[index].first)
          segment[index].key = UInt64(number)
          (counts + Int(number)).initialize(to: segment[index].count)
        }
      }
    }
  }

  /// Calls `body` with every segment, on all processors.
  fileprivate static func forEach(_ segments: [Segment], total: Int, _ body: (Segment) -> Void) {
    let parts = min(Parallel.parts(for: total), segments.count)
    Parallel.run(parts) { part in
      for index in Parallel.range(part, of: parts, count: segments.count) { body(segments[index]) }
    }
  }

  /// Fills in ``membership`` for the positions below `count`; `body` writes for those that take part.
  mutating func setMembership(
    below count: Int, _ body: (UnsafeMutablePointer<UInt32>) -> Void
  ) {
    membership = [UInt32](scratch: count) { membership in
      Parallel.forEachRange(of: count) { range in
        (membership + range.lowerBound).initialize(repeating: Self.none, count: range.count)
      }
      body(membership)
    }
  }
}

/// The order of the first positions of groups.
private struct AppearanceOrder: ~Copyable {
  private let bits: Scratch<UInt64>
  private let before: Scratch<UInt32>

  init(_ segments: [PositionGroups.Segment], total: Int, below count: Int) {
    let words = PositionBits.words(for: count)
    // A byte for each position first, as several threads can write bytes next to each other.
    let flags = Scratch<UInt8>(count: words * 64)
    let firsts = flags.start
    Parallel.forEachRange(of: words * 64) { range in
      (firsts + range.lowerBound).initialize(repeating: 0, count: range.count)
    }
    PositionGroups.forEach(segments, total: total) { segment in
      for group in segment { firsts[Int(group.first)] = 1 }
    }
    bits = Scratch(count: words)
    before = Scratch(count: words)
    var sum: UInt32 = 0
    for word in 0..<words {
      let value = Self.packed(firsts + word * 64)
      (bits.start + word).initialize(to: value)
      (before.start + word).initialize(to: sum)
      sum &+= UInt32(truncatingIfNeeded: value.nonzeroBitCount)
    }
  }

  /// 64 bytes that are 0 or 1, as bits.
  @inline(__always)
  private static func packed(_ flags: UnsafePointer<UInt8>) -> UInt64 {
    var bits: UInt64 = 0
    for byte in 0..<8 {
      let eight = UnsafeRawPointer(flags + byte * 8).loadUnaligned(as: UInt64.self).littleEndian
      // The product moves the lowest bit of byte i to bit 56 + i.
      bits |= ((eight &* 0x0102_0408_1020_4080) >> 56) << UInt64(byte * 8)
    }
    return bits
  }

  @inline(__always)
  func number(of first: UInt32) -> UInt32 {
    let word = Int(first >> 6)
    let lower = bits.start[word] & ((1 << UInt64(first & 63)) - 1)
    return before.start[word] &+ UInt32(truncatingIfNeeded: lower.nonzeroBitCount)
  }

  func positions(_ total: Int) -> [UInt32] {
    let bits = bits.start
    let before = before.start
    let words = self.bits.count
    return [UInt32](scratch: total) { positions in
      Parallel.forEachRange(of: words) { range in
        for word in range {
          var next = positions + Int(before[word])
          bits[word].forEachBit { bit in
            next.initialize(to: UInt32(truncatingIfNeeded: word << 6 + bit))
            next += 1
          }
        }
      }
    }
  }
}

// MARK: - Columns

extension PositionGroups {
  /// Groups the values of a column of integers; O(*n*).
  static func grouping(
    _ source: ColumnSource<ValueChunk<Int>>, membership: Membership = .never
  ) -> Self {
    grouping(numbers: source, membership: membership)
  }

  /// Groups the values of a column of doubles or dates; O(*n*). 0 and -0 are one group, and all NaN
  /// are.
  static func grouping(
    _ source: ColumnSource<ValueChunk<Double>>, membership: Membership = .never
  ) -> Self {
    grouping(numbers: source, membership: membership)
  }

  private static func grouping<Element: OrderedKey>(
    numbers source: ColumnSource<ValueChunk<Element>>, membership: Membership
  ) -> Self {
    let counts = source.counts(inChunks: 0..<source.chunkCount)
    let nulls = counts.nulls > 0 ? source.nullPositions() : []
    let hashes = NumberHashes(
      stream: NumberStream(source, count: counts.values), seed: .random(in: 0 ... .max))
    let few = FewGroups.find(
      hashes, below: source.count, membership: membership != .never
    ) { _, _ in true }
    if let few { return few.with(nulls: nulls) }
    return HashGrouping(hashes) { _, _ in true }
      .groups(below: source.count, nulls: nulls, membership: membership == .always)
  }

  /// Groups the values of a column of strings or data by their bytes; O(*n*).
  static func grouping(_ source: TextSource, membership: Membership = .never) -> Self {
    let counts = source.counts(inChunks: 0..<source.chunkCount)
    let nulls = counts.nulls > 0 ? source.nullPositions() : []
    if let few = grouping(few: source, count: counts.values, membership: membership) {
      return few.with(nulls: nulls)
    }
    let hash = TextHash(seed: .random(in: 0 ... .max))
    let items = Scratch<WideItem>(count: counts.values)
    source.gather(into: items.start) { hash.hash($0) }
    let pointers = TextPointers(source)
    let strings = pointers.lookup
    return HashGrouping(ItemStream(items.start, count: counts.values)) { first, second in
      TextHash.areEqual(strings.bytes(at: first), strings.bytes(at: second))
    }.groups(below: source.count, nulls: nulls, membership: membership == .always)
  }

  /// Groups the values of a column by their bytes, without nulls; nil where there are many groups.
  static func grouping(
    few source: TextSource, count: Int, membership: Membership
  ) -> Self? {
    let pointers = TextPointers(source)
    let strings = pointers.lookup
    return FewGroups.find(
      TextHashes(source, TextHash(seed: .random(in: 0 ... .max)), count: count),
      below: source.count, membership: membership != .never
    ) { TextHash.areEqual(strings.bytes(at: $0), strings.bytes(at: $1)) }
  }

  /// Groups the values of a column of booleans: a count of bits; O(*n* / 64).
  static func grouping(_ source: ColumnSource<BitChunk>, membership: Membership = .never) -> Self {
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
    guard membership == .always else { return groups }
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
