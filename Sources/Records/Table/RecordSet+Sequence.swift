internal import CScan

extension RecordSet: Sequence {
  /// Goes through the numbers in ascending order.
  public struct Iterator: IteratorProtocol {
    private let chunks: [BitChunk?]
    private var chunk = -1
    private var word = ChunkLayout.words
    private var rest: UInt64 = 0

    init(_ chunks: [BitChunk?]) { self.chunks = chunks }

    public mutating func next() -> RecordNumber? {
      while rest == 0 {
        word += 1
        if word >= ChunkLayout.words {
          chunk += 1
          while chunk < chunks.count, chunks[chunk] == nil { chunk += 1 }
          guard chunk < chunks.count else { return nil }
          word = 0
        }
        rest = chunks[chunk]?.words[word] ?? 0
      }
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      return RecordNumber(chunk << ChunkLayout.shift | word << 6 | bit)
    }
  }

  public func makeIterator() -> Iterator { Iterator(chunks) }

  public var underestimatedCount: Int { count }

  /// The smallest number, or nil when the set is empty.
  public var first: RecordNumber? {
    var iterator = makeIterator()
    return iterator.next()
  }

  /// The numbers in ascending order.
  ///
  /// - Complexity: O(*n*)
  public var numbers: [RecordNumber] {
    // The scan may write eight numbers more than there are.
    [RecordNumber](unsafeUninitializedCapacity: count + 8) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      UnsafeMutableRawPointer(start).withMemoryRebound(to: Int64.self, capacity: count + 8) {
        first in
        var next = first
        for (index, chunk) in chunks.enumerated() {
          guard let chunk else { continue }
          next = hk_numbers_of_bits(
            chunk.words, ChunkLayout.words, Int64(index << ChunkLayout.shift), next)
        }
        initialized = next - first
      }
    }
  }
}

extension RecordSet: CustomStringConvertible {
  /// The first numbers and how many there are.
  public var description: String {
    let shown = prefix(10).map(\.description).joined(separator: ", ")
    return count > 10 ? "[\(shown), … \(count) in all]" : "[\(shown)]"
  }
}

extension BitChunk {
  /// How many of the bits are set.
  var countOfTrue: Int {
    var total = 0
    for word in 0..<ChunkLayout.words { total += words[word].nonzeroBitCount }
    return total
  }
}
