/// Finds groups of equal values by their hashes, on all processors.
///
/// The positions are first distributed by the highest bits of the hash, so that those of one group
/// are in one partition, and each partition's table stays in a processor's cache.
struct HashGrouping: ~Copyable {
  private let items: Scratch<WideItem>
  private let found: Scratch<FoundGroup>
  /// Where each partition begins, and where the last one ends.
  private let starts: [Int]
  /// How many groups each partition has.
  private var sizes: [Int]

  /// Finds the groups.
  ///
  /// - Parameters:
  ///   - hashes: The hash of every value that takes part.
  ///   - areEqual: Whether the values at two positions are equal, asked when their hashes are.
  @inline(__always)
  init(_ hashes: some KeyStream, areEqual: (UInt32, UInt32) -> Bool) {
    let count = hashes.count
    items = Scratch(count: count)
    found = Scratch(count: count)
    let digit = HashDigit(count: count)
    let begins = RadixSort<WideItem>.distribute(hashes, by: digit, into: items.start)
    let starts = begins.map { Int($0) } + [count]
    self.starts = starts
    var sizes = [Int](repeating: 0, count: digit.buckets)
    let items = items.start
    let found = found.start
    sizes.withUnsafeMutableBufferPointer { sizes in
      let parts = min(Parallel.parts(for: count), digit.buckets)
      Parallel.run(parts) { part in
        let range = Parallel.range(part, of: parts, count: sizes.count)
        let largest = range.map { starts[$0 + 1] - starts[$0] }.max() ?? 0
        let table = GroupTable(room: largest)
        for bucket in range {
          let start = starts[bucket]
          sizes[bucket] = table.group(
            items + start, count: starts[bucket + 1] - start, into: found + start, areEqual)
        }
      }
    }
    self.sizes = sizes
  }

  /// The groups in order of first appearance; `nulls` are one more of them.
  func groups(below count: Int, nulls: [UInt32], membership: Bool) -> PositionGroups {
    var segments = sizes.indices.map { bucket in
      PositionGroups.Segment(start: found.start + starts[bucket], count: sizes[bucket])
    }
    let missing = Scratch<FoundGroup>(count: 1)
    if let first = nulls.first {
      missing.start.initialize(to: FoundGroup(key: 0, first: first, count: UInt32(nulls.count)))
      segments.append(PositionGroups.Segment(start: missing.start, count: 1))
    }
    var groups = PositionGroups(numbering: segments, below: count)
    guard membership else { return groups }
    let items = items.start
    let parts = min(Parallel.parts(for: self.items.count), sizes.count)
    groups.setMembership(below: count) { membership in
      Parallel.run(parts) { part in
        for bucket in Parallel.range(part, of: parts, count: sizes.count) {
          for index in starts[bucket]..<starts[bucket + 1] {
            let group = segments[bucket][Int(items[index].key)]
            membership[Int(items[index].position)] = group.number
          }
        }
      }
      for position in nulls { membership[Int(position)] = missing.start[0].number }
    }
    return groups
  }
}

/// Partitions by the highest bits of a hash, each of a few thousand items.
private struct HashDigit: KeyDigit {
  let buckets: Int
  private let shift: UInt64

  init(count: Int) {
    let bits = min(max(Int.bitWidth - count.leadingZeroBitCount - 12, 0), 11)
    buckets = 1 << bits
    shift = UInt64(64 - bits)
  }

  @inline(__always)
  func bucket(of key: UInt64) -> Int { Int(truncatingIfNeeded: key >> shift) }
}

/// A hash table with open addressing, used for one partition after the other.
private struct GroupTable: ~Copyable {
  /// The number of a group, plus one; 0 where there is none.
  private let slots: Scratch<UInt32>

  init(room: Int) { slots = Scratch(count: Self.size(for: room)) }

  /// At least twice as many slots as items, so that few are looked at for each.
  private static func size(for count: Int) -> Int {
    1 << (Int.bitWidth - max(count, 8).leadingZeroBitCount + 1)
  }

  /// Finds the groups of a partition, in order of first appearance; an item's key becomes the number
  /// of its group. Returns how many groups.
  @inline(__always)
  func group(
    _ items: UnsafeMutablePointer<WideItem>, count: Int,
    into groups: UnsafeMutablePointer<FoundGroup>, _ areEqual: (UInt32, UInt32) -> Bool
  ) -> Int {
    let size = Self.size(for: count)
    slots.start.initialize(repeating: 0, count: size)
    let slots = slots.start
    var found = 0
    for index in 0..<count {
      let hash = items[index].key
      let position = items[index].position
      var place = Int(truncatingIfNeeded: hash) & (size - 1)
      while true {
        let group = Int(slots[place]) - 1
        if group < 0 {
          slots[place] = UInt32(truncatingIfNeeded: found + 1)
          (groups + found).initialize(to: FoundGroup(key: hash, first: position, count: 1))
          items[index] = WideItem(key: UInt64(found), position: position)
          found += 1
          break
        }
        if groups[group].key == hash, areEqual(groups[group].first, position) {
          groups[group].count &+= 1
          items[index] = WideItem(key: UInt64(group), position: position)
          break
        }
        place = (place + 1) & (size - 1)
      }
    }
    return found
  }
}
