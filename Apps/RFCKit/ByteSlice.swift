/// A stretch of bytes in memory that somebody else keeps alive; every access is checked.
///
/// Arrays and their slices count references at each step, which took a third of the time of reading
/// an index. This is what `Span` will be once it can be stored in a type without annotations.
struct ByteSlice: RandomAccessCollection {
  let startIndex: Int
  let endIndex: Int
  private let memory: UnsafeBufferPointer<UInt8>

  init(_ memory: UnsafeBufferPointer<UInt8>) {
    self.init(memory, memory.indices)
  }

  private init(_ memory: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.memory = memory
    startIndex = range.lowerBound
    endIndex = range.upperBound
  }

  subscript(position: Int) -> UInt8 {
    @inline(__always) get {
      precondition(position >= startIndex && position < endIndex, "outside of the bytes")
      return memory[position]
    }
  }

  subscript(range: Range<Int>) -> ByteSlice {
    precondition(range.lowerBound >= startIndex && range.upperBound <= endIndex, "outside")
    return ByteSlice(memory, range)
  }

  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try body(UnsafeBufferPointer(rebasing: memory[startIndex..<endIndex]))
  }

  /// The bytes as UTF-8; what is none becomes the replacement character.
  var string: String { String(decoding: self, as: UTF8.self) }
}
