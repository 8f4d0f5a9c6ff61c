/// The texts of a chunk, folded: small letters, one width, one kind of kana, as a collation says.
///
/// Texts lie one behind the other in order of their places; a place that was left out has an empty
/// one.
protocol FoldedTexts {
  /// The folded bytes; ``TextChunk/slack`` more may be read behind them.
  var arena: UnsafeMutablePointer<UInt8> { get }
  /// Where the text of each place begins, and behind the last one where it ends.
  var offsets: UnsafeMutablePointer<UInt32> { get }
  /// The number of places.
  var count: Int { get }
}

/// Folded texts in memory that is used again for the next chunk.
final class FoldedBuffer: FoldedTexts {
  private(set) var arena: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  let offsets: UnsafeMutablePointer<UInt32>
  private(set) var count = 0

  init(capacity: Int = 1 << 16) {
    self.capacity = capacity
    arena = .allocate(capacity: capacity + TextChunk.slack)
    offsets = .allocate(capacity: ChunkLayout.size + 1)
  }

  deinit {
    arena.deallocate()
    offsets.deallocate()
  }

  /// Folds the texts at the places that are set.
  func fold(_ chunk: TextChunk, _ places: PlaceWords, by folding: Folding) {
    count = chunk.count
    var end = 0
    for place in 0..<chunk.count {
      offsets[place] = UInt32(truncatingIfNeeded: end)
      guard places[place >> 6] >> UInt64(place & 63) & 1 != 0 else { continue }
      let text = chunk.bytes(at: place)
      var written = folding.fold(text, into: arena + end, capacity: capacity - end)
      if written > capacity - end {
        grow(keeping: end, room: written)
        written = folding.fold(text, into: arena + end, capacity: capacity - end)
      }
      end += written
    }
    offsets[chunk.count] = UInt32(truncatingIfNeeded: end)
    (arena + end).initialize(repeating: 0, count: TextChunk.slack)
  }

  private func grow(keeping count: Int, room: Int) {
    let larger = max(capacity * 2, count + room)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + TextChunk.slack)
    memory.initialize(from: arena, count: count)
    arena.deallocate()
    arena = memory
    capacity = larger
  }
}

/// Folded texts of a chunk that are kept for the next search.
// @unchecked: written in init only.
final class FoldedChunk: FoldedTexts, @unchecked Sendable {
  /// Held, so that it is not edited in place.
  let chunk: TextChunk
  let arena: UnsafeMutablePointer<UInt8>
  let offsets: UnsafeMutablePointer<UInt32>
  let count: Int

  /// Copies what a buffer holds of all values of a chunk.
  init(_ chunk: TextChunk, _ buffer: FoldedBuffer) {
    self.chunk = chunk
    count = buffer.count
    let bytes = Int(buffer.offsets[count]) + TextChunk.slack
    arena = .allocate(capacity: bytes)
    arena.initialize(from: buffer.arena, count: bytes)
    offsets = .allocate(capacity: count + 1)
    offsets.initialize(from: buffer.offsets, count: count + 1)
  }

  deinit {
    arena.deallocate()
    offsets.deallocate()
  }

  var allocatedBytes: Int { Int(offsets[count]) + TextChunk.slack + (count + 1) * 4 }
}
