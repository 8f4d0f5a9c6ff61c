/// Strings under sort: an item for each, with a prefix of the string as its key.
struct TextItems {
  let strings: TextPointers.Lookup
  let items: UnsafeMutablePointer<WideItem>
  let spare: UnsafeMutablePointer<WideItem>

  /// A run of items whose strings are equal in their first `depth` bytes.
  struct Run {
    var start: Int
    var count: Int
    var depth: Int
  }

  /// Gives the items of a range the prefixes behind `depth`; returns the least and the greatest.
  @inline(__always)
  func loadPrefixes(of range: Range<Int>, from depth: Int) -> (UInt64, UInt64) {
    var least = UInt64.max
    var greatest = UInt64.min
    for index in range {
      let position = items[index].position
      let key = TextPrefix.key(of: strings.bytes(at: position), from: depth)
      items[index] = WideItem(key: key, position: position)
      least = min(least, key)
      greatest = max(greatest, key)
    }
    return (least, greatest)
  }

  /// How many bytes from `depth` on all strings of a range have in common with `first`.
  func commonBytes(
    of range: Range<Int>, with first: UnsafeBufferPointer<UInt8>, from depth: Int
  ) -> Int {
    var common = first.count - depth
    for index in range where common > 0 {
      common = TextPrefix.common(
        first, strings.bytes(at: items[index].position), from: depth, limit: common)
    }
    return common
  }

  /// Marks the first item of each run of equal prefixes in `range`, which begins and ends with a
  /// run; `body` is called with those that have something left to compare.
  @inline(__always)
  func markRuns(of sorted: Run, in range: Range<Int>, _ body: (Run) -> Void) {
    var start = range.lowerBound
    while start < range.upperBound {
      let key = items[start].key
      items[start].beginsRun = true
      var next = start + 1
      while next < range.upperBound, items[next].key == key { next += 1 }
      if next - start > 1, TextPrefix.continues(key) {
        body(Run(start: start, count: next - start, depth: sorted.depth + TextPrefix.width))
      }
      start = next
    }
  }

  /// The first place from `place` on where a run of equal prefixes begins.
  func runStart(of sorted: Run, from place: Int) -> Int {
    let end = sorted.start + sorted.count
    guard place > sorted.start, place < end else { return min(place, end) }
    let key = items[place - 1].key
    return (place..<end).partitioningIndex { items[$0].key > key }
  }
}
