/// Bytes that are being written one after the other.
struct TextBuffer: ~Copyable {
  private(set) var start: UnsafeMutablePointer<UInt8>
  /// Where the next byte goes; whoever writes moves it on.
  var next: UnsafeMutablePointer<UInt8>
  private var end: UnsafeMutablePointer<UInt8>

  init(capacity: Int) {
    start = .allocate(capacity: max(capacity, 64))
    next = start
    end = start + max(capacity, 64)
  }

  deinit { start.deallocate() }

  var count: Int { next - start }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  mutating func removeAll() { next = start }

  /// Makes room for so many bytes behind ``next``.
  @inline(__always)
  mutating func reserve(_ count: Int) {
    if end - next < count { grow(count) }
  }

  private mutating func grow(_ room: Int) {
    let used = count
    let capacity = max(used + room, (end - start) * 2)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: used)
    start.deallocate()
    start = larger
    next = larger + used
    end = larger + capacity
  }

  /// - Precondition: there is room.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    next[0] = byte
    next += 1
  }

  @inline(__always)
  mutating func append(_ bytes: [UInt8]) {
    reserve(bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      if let first = bytes.baseAddress { next.update(from: first, count: bytes.count) }
    }
    next += bytes.count
  }

  /// - Precondition: there is room.
  @inline(__always)
  mutating func put(_ text: StaticString) {
    next.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    next += text.utf8CodeUnitCount
  }

  /// Copies bytes; 32 behind them can be read where `isPadded`.
  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, isPadded: Bool) {
    guard let first = bytes.baseAddress else { return }
    reserve(bytes.count + 32)
    if isPadded, bytes.count <= 32 {
      let block = UnsafeRawPointer(first).loadUnaligned(as: SIMD32<UInt8>.self)
      UnsafeMutableRawPointer(next).storeBytes(of: block, as: SIMD32<UInt8>.self)
    } else {
      next.update(from: first, count: bytes.count)
    }
    next += bytes.count
  }
}
