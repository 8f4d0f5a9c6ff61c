/// Which strings, as UTF-8, take part.
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
