extension Collator {
  /// Positions in the order of the strings, equal ones in order of position.
  ///
  /// - Parameters:
  ///   - source: The strings.
  ///   - keys: What an earlier sort gave, to be used for the chunks that are still the same; what
  ///     this one made is left there in its place. Nil makes no such keys and needs less memory.
  /// - Complexity: O(total length of the strings) for strings that differ early.
  func sorted(_ source: TextSource, keys: inout TextKeys?) -> SortedPositions {
    let used = Array(source.chunks[..<min(source.chunks.count, source.chunkCount)])
    let code = keys.map(\.code) ?? sampledCode(source)
    let made = TextKeys(collation, code, parts(of: used, keys, code))
    keys = made
    return withExtendedLifetime(made) {
      sorted(source, made.parts.map { UnsafePointer($0.keys) }, code)
    }
  }

  /// Positions in the order of the strings, without keeping keys.
  func sorted(_ source: TextSource) -> SortedPositions {
    let code = sampledCode(source)
    let used = min(source.chunks.count, source.chunkCount)
    let scratch = Scratch<UInt64>(count: used << ChunkLayout.shift)
    let start = scratch.start
    forEachPart(of: used, work: source.count, code) { range, encoder in
      for index in range {
        let chunk = source.chunks[index]
        let keys = start + index << ChunkLayout.shift
        source.forEachValue(inChunk: index) { place in
          (keys + place).initialize(to: encoder.prefix(of: chunk.bytes(at: place)))
        }
      }
    }
    return sorted(source, (0..<used).map { UnsafePointer(start + $0 << ChunkLayout.shift) }, code)
  }

  private func sorted(
    _ source: TextSource, _ keys: [UnsafePointer<UInt64>], _ code: KeyCode
  ) -> SortedPositions {
    let count = source.counts(inChunks: 0..<source.chunkCount).values
    let stream = TextKeyStream(source: source, keys: keys, count: count)
    let items = Scratch<WideItem>(count: count)
    let spare = Scratch<WideItem>(count: count)
    RadixSort.sort(stream, into: items.start, spare: spare.start)
    let ties = TieSort(self, source, code, items.start, spare.start, count: count)
    ties.resolve()
    return SortedPositions(sorted: items.start, count: count, nulls: source.nullPositions())
  }

  /// A code made for a sample of the strings.
  private func sampledCode(_ source: TextSource) -> KeyCode {
    withTable { table in
      var frequencies = UnitFrequencies()
      guard let table else { return KeyCode(frequencies) }
      let step = max(1, source.count / 2048)
      for position in stride(from: 0, to: source.count, by: step) {
        let index = position >> ChunkLayout.shift
        let place = position & ChunkLayout.mask
        guard index < source.chunks.count, place < source.chunks[index].count else { continue }
        table.walk(source.chunks[index].bytes(at: place), into: &frequencies)
        frequencies.endString()
      }
      return KeyCode(frequencies)
    }
  }

  /// Calls `body` with ranges of 0 ..< `count`, each with an encoder for its thread.
  func forEachPart(
    of count: Int, work: Int, _ code: KeyCode, _ body: (Range<Int>, KeyEncoder) -> Void
  ) {
    let parts = min(Parallel.parts(for: work), max(1, count))
    Parallel.run(parts) { part in
      withTable { body(Parallel.range(part, of: parts, count: count), KeyEncoder(self, $0, code)) }
    }
  }

  /// The keys of every chunk: those of before where the chunk is the same, others made now.
  private func parts(
    of chunks: [TextChunk], _ old: TextKeys?, _ code: KeyCode
  ) -> [TextKeys.Part] {
    var known: [ObjectIdentifier: TextKeys.Part] = [:]
    for part in old?.parts ?? [] { known[ObjectIdentifier(part.chunk)] = part }
    var found = chunks.map { known[ObjectIdentifier($0)] }
    let missing = found.indices.filter { found[$0] == nil }
    let work = missing.reduce(0) { $0 + chunks[$1].count }
    found.withUnsafeMutableBufferPointer { found in
      guard let start = found.baseAddress else { return }
      forEachPart(of: missing.count, work: work, code) { range, encoder in
        for index in missing[range] { start[index] = TextKeys.Part(chunks[index], encoder) }
      }
    }
    return found.compactMap { $0 }
  }
}

extension SortedPositions {
  /// Makes the positions and the starts of runs from sorted items.
  init(sorted items: UnsafePointer<WideItem>, count: Int, nulls: [UInt32]) {
    let positions = [UInt32](scratch: count) { positions in
      Parallel.forEachRange(of: count) { range in
        for index in range { (positions + index).initialize(to: items[index].position) }
      }
    }
    var runs = PositionBits(count: count)
    runs.withWords { words in
      guard let words = words.baseAddress else { return }
      Parallel.forEachRange(of: count, step: 64) { range in
        for word in range.lowerBound >> 6..<(range.upperBound + 63) >> 6 {
          var bits: UInt64 = 0
          for index in word << 6..<min(word << 6 + 64, count) where items[index].beginsRun {
            bits |= 1 << UInt64(index & 63)
          }
          words[word] = bits
        }
      }
    }
    self.init(positions: positions, runStarts: runs, nulls: nulls)
  }
}

extension SortedPositions {
  /// The ascending order of text by a collator, or by its bytes if there is none.
  static func ascending(_ source: TextSource, _ collator: Collator?) -> SortedPositions {
    collator?.sorted(source) ?? .ascending(source)
  }

  /// The order of text by readings, and by the text itself where these are equal.
  static func ascending(
    _ source: TextSource, _ collator: Collator?, within read: SortedPositions
  ) -> SortedPositions {
    let byReading = read.arranged(descending: false, nullsFirst: false)
    let tied = byReading.tiedPositions(below: source.count)
    guard !tied.isEmpty else { return read }
    let texts = TextSource(chunks: source.chunks, count: source.count, taken: tied)
    let byText = ascending(texts, collator).arranged(descending: false, nullsFirst: false)
    var order = byReading.refined(by: byText, below: source.count)
    // Those without reading and text are equal to each other and come last.
    let nulls = read.nulls.count
    order.nulls = Array(order.positions.suffix(nulls))
    order.positions.removeLast(nulls)
    order.runStarts = PositionBits(words: order.runStarts.words, count: order.positions.count)
    return order
  }
}

/// The first 64 bits of the keys of a column's strings, kept for the next sort.
///
/// Keys are right as long as the column holds the same chunk, and of use whatever the chunk's
/// neighbours are. Making them anew costs a pass over all text.
final class TextKeys: Sendable {
  /// The keys of one chunk, by place; places without a value have some key.
  // @unchecked: written in init only.
  final class Part: @unchecked Sendable {
    /// Held, so that it is not edited in place.
    let chunk: TextChunk
    let keys: UnsafeMutablePointer<UInt64>

    init(_ chunk: TextChunk, _ encoder: KeyEncoder) {
      self.chunk = chunk
      keys = .allocate(capacity: max(1, chunk.count))
      for place in 0..<chunk.count {
        (keys + place).initialize(to: encoder.prefix(of: chunk.bytes(at: place)))
      }
    }

    deinit { keys.deallocate() }
  }

  let collation: Collation
  /// Any code is right for any strings; one made from other strings is only less good.
  let code: KeyCode
  let parts: [Part]

  init(_ collation: Collation, _ code: KeyCode, _ parts: [Part]) {
    self.collation = collation
    self.code = code
    self.parts = parts
  }

  /// Bytes held beyond the column's own.
  var allocatedBytes: Int {
    parts.reduce(KeyCode.allocatedBytes) { $0 + $1.chunk.count * 8 }
  }
}

/// Keys of a source, part by part, for the radix sort.
struct TextKeyStream: KeyStream {
  let source: TextSource
  let keys: [UnsafePointer<UInt64>]
  let count: Int
  let parts: Int

  init(source: TextSource, keys: [UnsafePointer<UInt64>], count: Int) {
    self.source = source
    self.keys = keys
    self.count = count
    parts = min(Parallel.parts(for: source.count), max(1, keys.count))
  }

  @inline(__always)
  func forEach(_ part: Int, _ body: (_ key: UInt64, _ position: UInt32) -> Void) {
    for index in Parallel.range(part, of: parts, count: keys.count) {
      let keys = keys[index]
      let first = UInt32(index << ChunkLayout.shift)
      source.forEachValue(inChunk: index) { place in
        body(keys[place], first &+ UInt32(truncatingIfNeeded: place))
      }
    }
  }
}
