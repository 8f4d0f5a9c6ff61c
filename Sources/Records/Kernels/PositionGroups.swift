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

  /// The group of a position that does not take part.
  static let none = UInt32.max
}

/// A group before it is known which number it has among all of them.
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

/// Which of the first positions of groups come before which.
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
