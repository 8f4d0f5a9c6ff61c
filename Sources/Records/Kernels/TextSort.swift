internal import HikidashiBase

/// Sorts strings by their bytes, which for UTF-8 is by code points, on all processors.
///
/// The first seven bytes of every string are sorted as numbers; runs in which they are equal are
/// sorted by the next seven, and so on. What a run has in common is skipped at once, so the work is
/// never more than in proportion to the bytes of the strings, and nothing recurses.
struct TextSort {
  private let texts: TextItems

  /// The ascending order of the strings that take part.
  static func sorted(_ source: TextSource) -> SortedPositions {
    let counts = source.counts(inChunks: 0..<source.chunkCount)
    let nulls = counts.nulls > 0 ? source.nullPositions() : []
    let items = Scratch<WideItem>(count: counts.values)
    let spare = Scratch<WideItem>(count: counts.values)
    let pointers = TextPointers(source)
    let sort = TextSort(
      texts: TextItems(strings: pointers.lookup, items: items.start, spare: spare.start))
    if counts.values > 0 {
      source.gather(into: items.start) { TextPrefix.key(of: $0, from: 0) }
      sort.sort(count: counts.values)
    }
    extendLifetime(pointers)
    return SortedPositions(items.start, count: counts.values, nulls: nulls) { $1.beginsRun }
  }

  private func sort(count: Int) {
    var waiting = sortLoaded(TextItems.Run(start: 0, count: count, depth: 0))
    while var run = waiting.popLast() {
      run.depth += commonBytes(of: run)
      Parallel.forEachRange(of: run.count) { range in
        _ = texts.loadPrefixes(
          of: run.start + range.lowerBound..<run.start + range.upperBound, from: run.depth)
      }
      waiting += sortLoaded(run)
    }
  }

  /// Sorts a run whose prefixes are loaded, all but those runs within it that are so large that all
  /// processors should share in them: these are returned.
  private func sortLoaded(_ run: TextItems.Run) -> [TextItems.Run] {
    RadixSort<WideItem>.sort(
      texts.items + run.start, spare: texts.spare + run.start, count: run.count)
    let parts = Parallel.parts(for: run.count)
    let limit = parts == 1 ? Int.max : max(Parallel.threshold, run.count / 16)
    let bounds = (0...parts).map { part in
      let place = Parallel.range(min(part, parts - 1), of: parts, count: run.count)
      return texts.runStart(
        of: run, from: run.start + (part < parts ? place.lowerBound : run.count))
    }
    var large = [[TextItems.Run]](repeating: [], count: parts)
    large.withUnsafeMutableBufferPointer { large in
      Parallel.run(parts) { part in
        let sorter = SerialTextSort(texts)
        var later: [TextItems.Run] = []
        texts.markRuns(of: run, in: bounds[part]..<bounds[part + 1]) { run in
          if run.count >= limit { later.append(run) } else { sorter.sort(run) }
        }
        large[part] = later
      }
    }
    return large.flatMap { $0 }
  }

  private func commonBytes(of run: TextItems.Run) -> Int {
    let first = texts.strings.bytes(at: texts.items[run.start].position)
    let parts = Parallel.parts(for: run.count)
    var common = [Int](repeating: 0, count: parts)
    common.withUnsafeMutableBufferPointer { common in
      Parallel.run(parts) { part in
        let range = Parallel.range(part, of: parts, count: run.count)
        common[part] = texts.commonBytes(
          of: run.start + range.lowerBound..<run.start + range.upperBound, with: first,
          from: run.depth)
      }
    }
    return common.min() ?? 0
  }
}

extension SortedPositions {
  /// The ascending order of a column of strings or data by their bytes.
  ///
  /// O(*n* log *n*) at most, and no more than in proportion to the bytes of the strings.
  static func ascending(_ source: TextSource) -> Self { TextSort.sorted(source) }
}

/// Sorts runs of strings that have a beginning in common, on one processor.
struct SerialTextSort: ~Copyable {
  private let texts: TextItems
  private let sorter = SerialRadixSort<WideItem>()

  init(_ texts: TextItems) { self.texts = texts }

  /// Sorts a run and marks where runs of equal strings begin in it.
  ///
  /// Runs still to be sorted are kept in a list rather than on the stack, as strings may have any
  /// number of bytes in common.
  func sort(_ run: TextItems.Run) {
    var waiting = [run]
    while var run = waiting.popLast() {
      let items = texts.items + run.start
      let range = run.start..<run.start + run.count
      let (least, greatest) = texts.loadPrefixes(of: range, from: run.depth)
      if least == greatest {
        items[0].beginsRun = true
        guard TextPrefix.continues(least) else { continue }
        let first = texts.strings.bytes(at: items[0].position)
        run.depth += texts.commonBytes(of: range.dropFirst(), with: first, from: run.depth)
        waiting.append(run)
      } else {
        if run.count <= SerialRadixSort<WideItem>.fewItems {
          SerialRadixSort.insert(items, count: run.count)
        } else {
          let spare = texts.spare + run.start
          sorter.sort(items, into: spare, count: run.count)
          items.update(from: spare, count: run.count)
        }
        texts.markRuns(of: run, in: range) { waiting.append($0) }
      }
    }
  }
}

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

/// Where the strings of a column lie, without the chunks themselves.
///
/// Kernels that look strings up in no particular order would otherwise count references to chunks up
/// and down, on both processors at once, which takes longer than what they do.
struct TextPointers: ~Copyable {
  private let source: TextSource
  private let chunks: Scratch<Chunk>

  struct Chunk: BitwiseCopyable {
    let slots: UnsafePointer<TextSlot>
    let arena: UnsafePointer<UInt8>
  }

  /// A way to the strings that is valid as long as the pointers it was made from.
  struct Lookup {
    let chunks: UnsafePointer<Chunk>

    /// The bytes of the value at a position that holds one.
    @inline(__always)
    func bytes(at position: UInt32) -> UnsafeBufferPointer<UInt8> {
      let chunk = chunks[Int(position) >> ChunkLayout.shift]
      let slot = chunk.slots[Int(position) & ChunkLayout.mask]
      return UnsafeBufferPointer(start: chunk.arena + Int(slot.offset), count: Int(slot.count))
    }
  }

  init(_ source: TextSource) {
    self.source = source
    chunks = Scratch(count: source.chunks.count)
    for (index, chunk) in source.chunks.enumerated() {
      (chunks.start + index).initialize(to: Chunk(slots: chunk.slots, arena: chunk.arena))
    }
  }

  var lookup: Lookup { Lookup(chunks: chunks.start) }
}

/// Seven bytes of a string as a number that ascends as the bytes do, with what is left behind them.
///
/// The lowest byte is how many bytes the string has from the place on, at most eight: of two
/// strings whose seven bytes are the same with zeros put behind the shorter one, the shorter comes
/// first; with eight, there is more to compare.
enum TextPrefix {
  /// Bytes that one prefix covers.
  static let width = 7

  /// The prefix of `bytes` from `depth` on.
  ///
  /// Reads up to eight bytes, of which some may lie behind the string: ``TextChunk/slack``.
  ///
  /// - Precondition: `depth` is not greater than the count of `bytes`.
  @inline(__always)
  static func key(of bytes: UnsafeBufferPointer<UInt8>, from depth: Int) -> UInt64 {
    let rest = min(bytes.count &- depth, 8)
    guard rest > 0, let start = bytes.baseAddress else { return 0 }
    let word = UnsafeRawPointer(start + depth).loadUnaligned(as: UInt64.self).bigEndian
    let unused = UInt64(max(1, 8 &- rest)) &* 8
    return (word >> unused) << unused | UInt64(rest)
  }

  /// Whether strings with this prefix go on behind it.
  @inline(__always)
  static func continues(_ key: UInt64) -> Bool { UInt8(truncatingIfNeeded: key) == 8 }

  /// How many bytes, from `depth` on, two strings have in common, at most `limit`.
  static func common(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, from depth: Int,
    limit: Int
  ) -> Int {
    let end = min(min(first.count, second.count) - depth, limit)
    guard end > 0, let left = first.baseAddress, let right = second.baseAddress else { return 0 }
    let one = UnsafeRawPointer(left + depth)
    let other = UnsafeRawPointer(right + depth)
    var count = 0
    while count < end {
      let difference =
        one.loadUnaligned(fromByteOffset: count, as: UInt64.self)
        ^ other.loadUnaligned(fromByteOffset: count, as: UInt64.self)
      if difference != 0 {
        return min(end, count + difference.littleEndian.trailingZeroBitCount / 8)
      }
      count += 8
    }
    return end
  }
}

/// The strings of a column that take part, as UTF-8.
typealias TextSource = ColumnSource<TextChunk>

extension ColumnSource<TextChunk> {
  /// The bytes of the value at a position; valid while the source is held.
  @inline(__always)
  func bytes(at position: UInt32) -> UnsafeBufferPointer<UInt8> {
    chunks[Int(position) >> ChunkLayout.shift].bytes(at: Int(position) & ChunkLayout.mask)
  }

  /// Makes an item for every string, in order of position; `key` is called on several threads.
  @inline(__always)
  func gather(
    into items: UnsafeMutablePointer<WideItem>,
    key: (UnsafeBufferPointer<UInt8>) -> UInt64
  ) {
    let parts = min(Parallel.parts(for: count), max(1, chunkCount))
    var starts = [0]
    for part in 0..<parts {
      let range = Parallel.range(part, of: parts, count: chunkCount)
      starts.append(starts[part] + counts(inChunks: range).values)
    }
    Parallel.run(parts) { part in
      var item = items + starts[part]
      for index in Parallel.range(part, of: parts, count: chunkCount)
      where index < chunks.count {
        let chunk = chunks[index]
        let base = UInt32(truncatingIfNeeded: index << ChunkLayout.shift)
        forEachValue(inChunk: index) { place in
          let position = base &+ UInt32(truncatingIfNeeded: place)
          item.initialize(to: WideItem(key: key(chunk.bytes(at: place)), position: position))
          item += 1
        }
      }
    }
  }
}
