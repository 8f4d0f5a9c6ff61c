/// Sorts items that fit a cache, on one processor; made once and used for many runs of items.
struct SerialRadixSort<Item: RadixItem>: ~Copyable {
  typealias Items = UnsafeMutablePointer<Item>

  /// Counters for each depth.
  private let counters = Scratch<UInt32>(count: mostBuckets * depths)

  /// Runs up to this many items are sorted by insertion.
  static var fewItems: Int { 24 }
  private static var mostBits: Int { 10 }
  private static var mostBuckets: Int { 1 << mostBits }
  /// Every depth takes four bits of the key at least, as a run of more than `fewItems` is spread
  /// over sixteen buckets at least.
  private static var depths: Int { 64 / 4 + 1 }

  /// Sorts the items of `source` into `items`, which do not overlap; the source's order is lost.
  func sort(_ source: Items, into items: Items, count: Int, depth: Int = 0) {
    guard count > Self.fewItems else {
      Self.insert(source, into: items, count: count)
      return
    }
    let (least, greatest) = Self.extremes(of: source, count: count)
    guard least < greatest else {
      items.update(from: source, count: count)
      return
    }
    let bits = min(max(Int.bitWidth - count.leadingZeroBitCount, 4), Self.mostBits)
    let digit = BitsDigit(from: least, through: greatest, bits: bits)
    let counts = counters.start + depth * Self.mostBuckets
    distribute(source, into: items, count: count, by: digit, counts: counts)
    if digit.shift > 0 {
      sortBuckets(items, spare: source, buckets: digit.buckets, ends: counts, depth: depth)
    }
  }

  @inline(__always)
  private func distribute(
    _ source: Items, into items: Items, count: Int, by digit: BitsDigit,
    counts: UnsafeMutablePointer<UInt32>
  ) {
    counts.initialize(repeating: 0, count: digit.buckets)
    for index in 0..<count { counts[digit.bucket(of: source[index].key)] &+= 1 }
    var place: UInt32 = 0
    for bucket in 0..<digit.buckets {
      let size = counts[bucket]
      counts[bucket] = place
      place &+= size
    }
    for index in 0..<count {
      let item = source[index]
      let bucket = digit.bucket(of: item.key)
      items[Int(counts[bucket])] = item
      counts[bucket] &+= 1
    }
  }

  /// Sorts within buckets, each of which ends where `ends` says.
  @inline(__always)
  private func sortBuckets(
    _ items: Items, spare: Items, buckets: Int, ends: UnsafeMutablePointer<UInt32>, depth: Int
  ) {
    var start = 0
    for bucket in 0..<buckets {
      let end = Int(ends[bucket])
      let size = end - start
      if size > Self.fewItems {
        sort(items + start, into: spare + start, count: size, depth: depth + 1)
        (items + start).update(from: spare + start, count: size)
      } else if size > 1 {
        Self.insert(items + start, count: size)
      }
      start = end
    }
  }

  /// Sorts a few items in place.
  @inline(__always)
  static func insert(_ items: Items, count: Int) {
    for index in stride(from: 1, to: count, by: 1) {
      let item = items[index]
      var place = index
      while place > 0, Item.precedes(item, items[place - 1]) {
        items[place] = items[place - 1]
        place -= 1
      }
      items[place] = item
    }
  }

  @inline(__always)
  private static func insert(_ source: Items, into items: Items, count: Int) {
    items.update(from: source, count: count)
    insert(items, count: count)
  }

  @inline(__always)
  private static func extremes(of items: Items, count: Int) -> (UInt64, UInt64) {
    var least = items[0].key
    var greatest = least
    for index in 1..<count {
      least = min(least, items[index].key)
      greatest = max(greatest, items[index].key)
    }
    return (least, greatest)
  }
}
