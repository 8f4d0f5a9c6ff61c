import Glibc

/// Hands out the lines of a buffer, without their ends and the blanks that stand before those.
struct LineScanner {
  /// The number of the line handed out last; the first is 1.
  private(set) var line: Int
  /// Where the next line begins.
  private(set) var offset: Int
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int = 0, line: Int = 0) {
    self.bytes = bytes
    self.offset = offset
    self.line = line
  }

  mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard offset < bytes.count, let base = bytes.baseAddress else { return nil }
    let start = offset
    var end = bytes.count
    if let found = memchr(base + start, 0x0A, bytes.count - start) {
      end = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }
    offset = min(end + 1, bytes.count)
    line += 1
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }
}
