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
