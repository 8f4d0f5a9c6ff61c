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

/// A number that can be turned into 64 bits that ascend as the numbers do.
protocol OrderedKey: BitwiseCopyable, Sendable, AdditiveArithmetic {
  /// Equal for equal numbers, and less for lesser ones.
  var orderedKey: UInt64 { get }

  init(orderedKey: UInt64)
}

extension Int: OrderedKey {
  @inline(__always)
  var orderedKey: UInt64 { UInt64(bitPattern: Int64(self)) ^ 1 << 63 }

  @inline(__always)
  init(orderedKey: UInt64) { self = Int(Int64(bitPattern: orderedKey ^ 1 << 63)) }
}

/// Doubles ascend as `<` has them; 0 and -0 are equal. All NaN are equal here, and come last.
extension Double: OrderedKey {
  @inline(__always)
  var orderedKey: UInt64 {
    guard self == self else { return .max }
    // Adding 0 turns -0 into 0 and nothing else into anything else. Negative numbers have their bits
    // flipped, as they ascend when their magnitudes descend; the others get the highest bit.
    let bits = (self + 0).bitPattern
    return bits ^ (UInt64(bitPattern: Int64(bitPattern: bits) >> 63) | 1 << 63)
  }

  @inline(__always)
  init(orderedKey: UInt64) {
    let negative = orderedKey >> 63 == 0
    self = Double(bitPattern: negative ? ~orderedKey : orderedKey ^ 1 << 63)
  }
}

extension SortedPositions {
  /// The ascending order of a column of integers; O(*n*).
  static func ascending(_ source: ColumnSource<ValueChunk<Int>>) -> Self { Self(numbers: source) }

  /// The ascending order of a column of doubles or dates; O(*n*).
  ///
  /// Doubles are ordered as `<` has it: 0 and -0 are equal. All NaN are equal to each other and come
  /// after everything else.
  static func ascending(_ source: ColumnSource<ValueChunk<Double>>) -> Self {
    Self(numbers: source)
  }

  private init<Element: OrderedKey>(numbers source: ColumnSource<ValueChunk<Element>>) {
    let nulls = source.nullPositions()
    let count = source.counts(inChunks: 0..<source.chunkCount).values
    let stream = NumberStream(source, count: count)
    guard let extent = stream.extent() else {
      self.init(positions: [], runStarts: PositionBits(count: 0), nulls: nulls)
      return
    }
    let width = extent.greatest - extent.least
    if width < UInt64(max(1 << 8, min(count / 4, CountedOrder.mostValues))) {
      self.init(CountedOrder(stream, extent: extent), nulls: nulls)
    } else if width <= UInt64(UInt32.max) {
      let shifted = ShiftedStream(stream: stream, least: extent.least)
      self.init(NarrowItem.self, shifted, extent: extent.shifted(), linear: false, nulls: nulls)
    } else {
      self.init(
        WideItem.self, stream, extent: extent, linear: Element.self == Double.self, nulls: nulls)
    }
  }

  private init<Item: RadixItem>(
    _: Item.Type, _ stream: some KeyStream, extent: KeyExtent, linear: Bool, nulls: [UInt32]
  ) {
    let items = Scratch<Item>(count: stream.count)
    let spare = Scratch<Item>(count: stream.count)
    let bits = RadixSort<Item>.bucketBits(for: stream.count)
    if linear, !extent.ascends,
      let digit = LinearDigit(from: extent.least, through: extent.greatest, bits: bits)
    {
      RadixSort.sort(stream, by: digit, into: items.start, spare: spare.start)
    } else {
      RadixSort.sort(stream, extent: extent, into: items.start, spare: spare.start)
    }
    self.init(items.start, count: stream.count, nulls: nulls) { $0.key != $1.key }
  }

  /// Makes the positions and runs from sorted items.
  init<Item: RadixItem>(
    _ items: UnsafePointer<Item>, count: Int, nulls: [UInt32],
    beginsRun: (_ previous: Item, _ item: Item) -> Bool
  ) {
    var runStarts = PositionBits(count: count)
    let positions = [UInt32](scratch: count) { positions in
      runStarts.withWords { words in
        Parallel.forEachRange(of: count, step: 64) { range in
          for first in stride(from: range.lowerBound, to: range.upperBound, by: 64) {
            var bits: UInt64 = 0
            for index in first..<min(first + 64, range.upperBound) {
              positions[index] = items[index].position
              let begins = index == 0 || beginsRun(items[index - 1], items[index])
              bits |= (begins ? 1 : 0) << UInt64(index & 63)
            }
            words[first >> 6] = bits
          }
        }
      }
    }
    self.init(positions: positions, runStarts: runStarts, nulls: nulls)
  }
}

/// The keys of another stream, less the least of them.
struct ShiftedStream<Stream: KeyStream>: KeyStream {
  let stream: Stream
  let least: UInt64

  var count: Int { stream.count }
  var parts: Int { stream.parts }

  @inline(__always)
  func forEach(_ part: Int, _ body: (_ key: UInt64, _ position: UInt32) -> Void) {
    stream.forEach(part) { body($0 &- least, $1) }
  }
}

/// A counting sort, for keys of which few different ones are possible: one pass counts them, one
/// writes every position where it belongs.
struct CountedOrder {
  let positions: [UInt32]
  let runStarts: PositionBits

  /// Counters for so many keys stay in a processor's second cache.
  static let mostValues = 1 << 17

  init(_ stream: some KeyStream, extent: KeyExtent) {
    let digit = BitsDigit(from: extent.least, through: extent.greatest, bits: 64)
    let places = BucketPlaces(stream, by: digit)
    var runStarts = PositionBits(count: stream.count)
    for start in places.starts() where start < stream.count { runStarts[Int(start)] = true }
    positions = [UInt32](scratch: stream.count) { positions in
      Parallel.run(stream.parts) { part in
        let next = places.next(in: part)
        stream.forEach(part) { key, position in
          let bucket = digit.bucket(of: key)
          positions[Int(next[bucket])] = position
          next[bucket] &+= 1
        }
      }
    }
    self.runStarts = runStarts
  }
}

extension SortedPositions {
  fileprivate init(_ order: CountedOrder, nulls: [UInt32]) {
    self.init(positions: order.positions, runStarts: order.runStarts, nulls: nulls)
  }
}
