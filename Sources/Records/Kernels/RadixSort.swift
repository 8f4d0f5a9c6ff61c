internal import Glibc
internal import HikidashiBase

/// Sorts items by key and position on all processors.
///
/// One pass distributes the items over up to some thousand buckets by the bits in which the keys of
/// this very input differ; each bucket then fits a processor's cache, where it is sorted the same
/// way, down to a few items that are sorted by insertion. Nothing depends on how the keys are
/// spread: a bucket that has most of the items is distributed again by all processors, and the
/// depth is bounded by the 64 bits of a key.
///
/// - Source: Knuth, "The Art of Computer Programming", volume 3, 5.2.5 (radix sorting).
enum RadixSort<Item: RadixItem> {
  typealias Items = UnsafeMutablePointer<Item>

  /// Sorts the keys of `stream` into `items`; `spare` is as large, and its content is overwritten.
  ///
  /// The stream may be one of `items` themselves.
  static func sort(_ stream: some KeyStream, into items: Items, spare: Items) {
    guard let extent = stream.extent() else { return }
    sort(stream, extent: extent, into: items, spare: spare)
  }

  static func sort(
    _ stream: some KeyStream, extent: KeyExtent, into items: Items, spare: Items
  ) {
    if extent.ascends {
      distribute(stream, by: OneBucket(), into: items)
    } else {
      let digit = BitsDigit(
        from: extent.least, through: extent.greatest, bits: bucketBits(for: stream.count))
      sort(stream, by: digit, into: items, spare: spare)
    }
  }

  /// Sorts items in place.
  static func sort(_ items: Items, spare: Items, count: Int) {
    sort(ItemStream(items, count: count), into: items, spare: spare)
  }

  /// Sorts with a first distribution by `digit`.
  static func sort(
    _ stream: some KeyStream, by digit: some KeyDigit, into items: Items, spare: Items
  ) {
    let starts = distribute(stream, by: digit, into: spare)
    sortBuckets(starts, of: stream.count, from: spare, into: items)
  }

  /// Bits of a bucket's number so that a bucket has some hundred items.
  static func bucketBits(for count: Int) -> Int {
    min(max(Int.bitWidth - count.leadingZeroBitCount - 9, 4), 12)
  }

  /// Writes every item behind the others of its bucket; says where each bucket begins.
  @discardableResult
  static func distribute(
    _ stream: some KeyStream, by digit: some KeyDigit, into items: Items
  ) -> [UInt32] {
    let places = BucketPlaces(stream, by: digit)
    let starts = places.starts()
    Parallel.run(stream.parts) { part in
      let next = places.next(in: part)
      stream.forEach(part) { key, position in
        let bucket = digit.bucket(of: key)
        let place = next[bucket]
        next[bucket] = place &+ 1
        (items + Int(place)).initialize(to: Item(key: key, position: position))
      }
    }
    return starts
  }

  private static func sortBuckets(
    _ starts: [UInt32], of count: Int, from spare: Items, into items: Items
  ) {
    let parts = Parallel.parts(for: count)
    let large = parts == 1 ? Int.max : max(Parallel.threshold, count / 16)
    Parallel.run(parts) { part in
      let range = Parallel.range(part, of: parts, count: count)
      let sorter = SerialRadixSort<Item>()
      forEachBucket(starts, of: count, beginningIn: range) { start, size in
        if size < large { sorter.sort(spare + start, into: items + start, count: size) }
      }
    }
    guard large < count else { return }
    forEachBucket(starts, of: count, beginningIn: 0..<count) { start, size in
      guard size >= large else { return }
      (items + start).update(from: spare + start, count: size)
      sort(items + start, spare: spare + start, count: size)
    }
  }

  private static func forEachBucket(
    _ starts: [UInt32], of count: Int, beginningIn range: Range<Int>,
    _ body: (_ start: Int, _ size: Int) -> Void
  ) {
    var bucket = starts.partitioningIndex { Int($0) >= range.lowerBound }
    while bucket < starts.count, Int(starts[bucket]) < range.upperBound {
      let end = bucket + 1 < starts.count ? Int(starts[bucket + 1]) : count
      body(Int(starts[bucket]), end - Int(starts[bucket]))
      bucket += 1
    }
  }
}

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

/// An item that a radix sort moves: a key and its position.
///
/// Items are compared by key, then by position. As positions differ, no two items are equal, and
/// any way of sorting them is a stable one.
protocol RadixItem: BitwiseCopyable {
  init(key: UInt64, position: UInt32)
  var key: UInt64 { get }
  var position: UInt32 { get }
  static func precedes(_ first: Self, _ second: Self) -> Bool
}

/// An item for keys of 64 bits.
struct WideItem: RadixItem {
  let key: UInt64
  let position: UInt32
  /// Whether a run of equal values begins here; used where keys alone do not say so.
  var beginsRun: Bool

  @inline(__always)
  init(key: UInt64, position: UInt32) {
    self.key = key
    self.position = position
    beginsRun = false
  }

  @inline(__always)
  static func precedes(_ first: Self, _ second: Self) -> Bool {
    first.key < second.key || (first.key == second.key && first.position < second.position)
  }
}

/// An item of half the size, for keys below 2^32.
struct NarrowItem: RadixItem {
  private let bits: UInt64

  @inline(__always)
  init(key: UInt64, position: UInt32) { bits = key << 32 | UInt64(position) }

  @inline(__always)
  var key: UInt64 { bits >> 32 }

  @inline(__always)
  var position: UInt32 { UInt32(truncatingIfNeeded: bits) }

  @inline(__always)
  static func precedes(_ first: Self, _ second: Self) -> Bool { first.bits < second.bits }
}

/// Where each part of a stream writes what it has for each bucket, so that all parts can write at
/// once and the items of a bucket keep their order.
struct BucketPlaces: ~Copyable {
  /// How many buckets there are.
  let buckets: Int
  private let places: Scratch<UInt32>

  /// Counts the keys of a stream, which is gone through once.
  @inline(__always)
  init(_ stream: some KeyStream, by digit: some KeyDigit) {
    buckets = digit.buckets
    let parts = stream.parts
    places = Scratch(repeating: 0, count: buckets * parts)
    let counts = places.start
    let width = buckets
    Parallel.run(parts) { part in
      let counts = counts + part * width
      stream.forEach(part) { key, _ in counts[digit.bucket(of: key)] &+= 1 }
    }
    var place: UInt32 = 0
    for bucket in 0..<width {
      for part in 0..<parts {
        let count = counts[part * width + bucket]
        counts[part * width + bucket] = place
        place &+= count
      }
    }
  }

  /// For each bucket the place that this part fills next; counted up by the caller.
  @inline(__always)
  func next(in part: Int) -> UnsafeMutablePointer<UInt32> { places.start + part * buckets }

  /// Where the buckets begin; to be asked before anything is written.
  func starts() -> [UInt32] { (0..<buckets).map { places.start[$0] } }
}

/// Memory for one computation, which is freed when the value goes out of scope.
///
/// Large blocks are mapped with huge pages where the kernel offers them: the first touch of a fresh
/// 4 KiB page costs more than most passes over it (see `MADV_HUGEPAGE` in madvise(2)).
struct Scratch<Element: BitwiseCopyable>: ~Copyable {
  /// `count` elements, of which nothing is initialized.
  let start: UnsafeMutablePointer<Element>
  let count: Int
  private let base: UnsafeMutableRawPointer
  /// Bytes mapped from the kernel; 0 when the memory is the allocator's.
  private let mapped: Int

  init(count: Int) {
    self.count = count
    let bytes = max(count, 1) * MemoryLayout<Element>.stride
    if bytes >= HugePages.size / 2, let block = HugePages.map(bytes) {
      base = block.base
      mapped = block.count
      start = block.aligned.bindMemory(to: Element.self, capacity: count)
    } else {
      base = .allocate(byteCount: bytes, alignment: 64)
      mapped = 0
      start = base.bindMemory(to: Element.self, capacity: count)
    }
  }

  init(repeating value: Element, count: Int) {
    self.init(count: count)
    start.initialize(repeating: value, count: count)
  }

  deinit {
    if mapped > 0 { munmap(base, mapped) } else { base.deallocate() }
  }
}

enum HugePages {
  static let size = 2 << 20

  /// Maps fresh memory that starts at a huge page and asks for such pages.
  static func map(
    _ bytes: Int
  ) -> (base: UnsafeMutableRawPointer, count: Int, aligned: UnsafeMutableRawPointer)? {
    let count = (bytes + size - 1) / size * size + size
    let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let base, base != MAP_FAILED else { return nil }
    let aligned = base.alignedUp(toMultipleOf: size)
    madvise(aligned, count - size, MADV_HUGEPAGE)
    return (base, count, aligned)
  }

  /// Asks for huge pages for those parts of a block that can have them.
  static func advise(_ block: UnsafeMutableRawPointer, bytes: Int) {
    guard bytes >= 2 * size else { return }
    let first = block.alignedUp(toMultipleOf: size)
    let last = (block + bytes).alignedDown(toMultipleOf: size)
    if last > first { madvise(first, last - first, MADV_HUGEPAGE) }
  }
}

extension Array where Element: BitwiseCopyable {
  /// An array of `count` elements that `body` initializes, all of them, in huge pages if large.
  init(scratch count: Int, _ body: (UnsafeMutablePointer<Element>) -> Void) {
    guard count > 0 else {
      self = []
      return
    }
    self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      HugePages.advise(start, bytes: count * MemoryLayout<Element>.stride)
      body(start)
      initialized = count
    }
  }
}
