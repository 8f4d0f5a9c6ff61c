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

  /// Sorts what `stream` gives into `items`; `spare` is as large, and its content is lost.
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

extension RandomAccessCollection {
  /// The first index whose element, and every later one, `belongs` to the second part.
  @inline(__always)
  func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if belongs(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
