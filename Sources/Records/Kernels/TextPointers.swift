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
