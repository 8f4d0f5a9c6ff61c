/// Keys with their positions, which can be iterated repeatedly, part by part.
///
/// Going through a column three times (for the extremes, for counting, for distributing) is cheaper
/// than writing all keys to memory once.
protocol KeyStream {
  /// The number of keys.
  var count: Int { get }
  /// The number of parts of the keys; positions ascend within a part and from part to part.
  var parts: Int { get }
  /// Calls `body` with every key of a part and its position.
  func forEach(_ part: Int, _ body: (_ key: UInt64, _ position: UInt32) -> Void)
}

/// The keys of items in memory.
struct ItemStream<Item: RadixItem>: KeyStream {
  let items: UnsafePointer<Item>
  let count: Int
  let parts: Int

  init(_ items: UnsafePointer<Item>, count: Int) {
    self.items = items
    self.count = count
    parts = Parallel.parts(for: count)
  }

  @inline(__always)
  func forEach(_ part: Int, _ body: (_ key: UInt64, _ position: UInt32) -> Void) {
    for index in Parallel.range(part, of: parts, count: count) {
      body(items[index].key, items[index].position)
    }
  }
}

/// The numbers of a column as keys that ascend as the numbers do.
struct NumberStream<Element: OrderedKey>: KeyStream {
  let source: ColumnSource<ValueChunk<Element>>
  let count: Int
  let parts: Int

  /// - Parameter count: How many positions hold a value.
  init(_ source: ColumnSource<ValueChunk<Element>>, count: Int) {
    self.source = source
    self.count = count
    parts = min(Parallel.parts(for: source.count), max(1, source.chunkCount))
  }

  @inline(__always)
  func forEach(_ part: Int, _ body: (_ key: UInt64, _ position: UInt32) -> Void) {
    for index in Parallel.range(part, of: parts, count: source.chunkCount)
    where index < source.chunks.count {
      let values = source.chunks[index].values
      let first = UInt32(index << ChunkLayout.shift)
      source.forEachValue(inChunk: index) { place in
        body(values[place].orderedKey, first &+ UInt32(truncatingIfNeeded: place))
      }
    }
  }
}

extension KeyStream {
  /// The least and the greatest key, and whether the keys ascend already; nil without any key.
  @inline(__always)
  func extent() -> KeyExtent? {
    var parted = [KeyExtent?](repeating: nil, count: parts)
    parted.withUnsafeMutableBufferPointer { parted in
      guard let parted = parted.baseAddress else { return }
      Parallel.run(parts) { part in
        var extent: KeyExtent?
        forEach(part) { key, _ in
          if extent == nil { extent = KeyExtent(first: key) } else { extent?.add(key) }
        }
        parted[part] = extent
      }
    }
    return parted.reduce(nil) { whole, part in
      guard let part else { return whole }
      guard let whole else { return part }
      return whole.followed(by: part)
    }
  }
}

/// The least and the greatest key of a stream, and whether the keys ascend.
struct KeyExtent {
  var least: UInt64
  var greatest: UInt64
  private var first: UInt64
  private var last: UInt64
  /// Whether no key is less than the one before it.
  var ascends = true

  @inline(__always)
  init(first: UInt64) {
    least = first
    greatest = first
    self.first = first
    last = first
  }

  @inline(__always)
  mutating func add(_ key: UInt64) {
    if key < last { ascends = false }
    last = key
    if key < least { least = key }
    if key > greatest { greatest = key }
  }

  /// The extent of the same keys less the least of them.
  func shifted() -> Self {
    var extent = self
    extent.least = 0
    extent.greatest = greatest - least
    return extent
  }

  func followed(by next: Self) -> Self {
    var whole = self
    whole.ascends = ascends && next.ascends && next.first >= last
    whole.last = next.last
    whole.least = min(least, next.least)
    whole.greatest = max(greatest, next.greatest)
    return whole
  }
}

/// A distribution of keys over buckets, in which a greater key never goes to a lower bucket.
protocol KeyDigit {
  var buckets: Int { get }
  func bucket(of key: UInt64) -> Int
}

/// Puts all keys into one bucket, for keys that are in order already.
struct OneBucket: KeyDigit {
  var buckets: Int { 1 }

  @inline(__always)
  func bucket(of key: UInt64) -> Int { 0 }
}

/// Chooses buckets by the highest bits in which the keys differ.
struct BitsDigit: KeyDigit {
  let least: UInt64
  let shift: UInt64
  let buckets: Int

  /// - Parameter bits: The most bits that the bucket's number may have.
  @inline(__always)
  init(from least: UInt64, through greatest: UInt64, bits: Int) {
    self.least = least
    let width = 64 - (greatest &- least).leadingZeroBitCount
    shift = UInt64(max(0, width - bits))
    buckets = Int((greatest &- least) >> shift) + 1
  }

  @inline(__always)
  func bucket(of key: UInt64) -> Int { Int(truncatingIfNeeded: (key &- least) >> shift) }
}

/// Buckets of equal width for doubles, which spread numbers of the same size evenly; by their bits
/// half of all numbers below 10 would fall into two buckets.
struct LinearDigit: KeyDigit {
  let least: Double
  let scale: Double
  let buckets: Int

  /// Nil when the extremes are not finite or too close or too far apart to tell buckets apart.
  init?(from least: UInt64, through greatest: UInt64, bits: Int) {
    self.least = Double(orderedKey: least)
    buckets = 1 << bits
    let width = Double(orderedKey: greatest) - self.least
    scale = Double(buckets - 1) / width
    guard width.isFinite, scale.isNormal else { return nil }
  }

  @inline(__always)
  func bucket(of key: UInt64) -> Int {
    // Subtraction, multiplication and truncation all round monotonically.
    let place = (Double(orderedKey: key) - least) * scale
    return min(Int(truncatingIfNeeded: Int64(place)), buckets - 1)
  }
}
