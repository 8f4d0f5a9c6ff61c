/// A word made of every string of a source that takes part: a hash, or the beginning of a key.
struct TextWords: ~Copyable {
  private let source: TextSource
  private let words: Scratch<UInt64>

  /// Calls `word` for every string, on several threads, each with a table of its own.
  @inline(__always)
  init(
    _ source: TextSource, by collator: Collator,
    _ word: (_ text: UTF8Bytes, _ table: ElementTable?) -> UInt64
  ) {
    self.source = source
    let chunks = min(source.chunks.count, source.chunkCount)
    words = Scratch(count: chunks << ChunkLayout.shift)
    let start = words.start
    let parts = min(Parallel.parts(for: source.count), max(1, chunks))
    Parallel.run(parts) { part in
      collator.withTable { table in
        for index in Parallel.range(part, of: parts, count: chunks) {
          let chunk = source.chunks[index]
          let words = start + index << ChunkLayout.shift
          source.forEachValue(inChunk: index) { place in
            (words + place).initialize(to: word(chunk.bytes(at: place), table))
          }
        }
      }
    }
  }

  /// The words, of which there are `count`; valid as long as this is.
  func stream(count: Int) -> TextKeyStream {
    let chunks = min(source.chunks.count, source.chunkCount)
    return TextKeyStream(
      source: source,
      keys: (0..<chunks).map { UnsafePointer(words.start + $0 << ChunkLayout.shift) },
      count: count)
  }
}
