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
