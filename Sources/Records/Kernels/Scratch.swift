internal import Glibc

/// Memory for one computation, which is freed when the value goes out of scope.
///
/// Large blocks are mapped with huge pages where the kernel offers them: the first touch of a fresh
/// 4 KiB page costs more than most passes over it (see `MADV_HUGEPAGE` in madvise(2)).
struct Scratch<Element: BitwiseCopyable>: ~Copyable {
  /// `count` elements, of which nothing is initialized.
  let start: UnsafeMutablePointer<Element>
  let count: Int
  private let base: UnsafeMutableRawPointer
  /// Bytes mapped from the kernel; 0 when the memory is the allocator's.
  private let mapped: Int

  init(count: Int) {
    self.count = count
    let bytes = max(count, 1) * MemoryLayout<Element>.stride
    if bytes >= HugePages.size / 2, let block = HugePages.map(bytes) {
      base = block.base
      mapped = block.count
      start = block.aligned.bindMemory(to: Element.self, capacity: count)
    } else {
      base = .allocate(byteCount: bytes, alignment: 64)
      mapped = 0
      start = base.bindMemory(to: Element.self, capacity: count)
    }
  }

  init(repeating value: Element, count: Int) {
    self.init(count: count)
    start.initialize(repeating: value, count: count)
  }

  deinit {
    if mapped > 0 { munmap(base, mapped) } else { base.deallocate() }
  }
}

enum HugePages {
  static let size = 2 << 20

  /// Maps fresh memory that starts at a huge page and asks for such pages.
  static func map(
    _ bytes: Int
  ) -> (base: UnsafeMutableRawPointer, count: Int, aligned: UnsafeMutableRawPointer)? {
    let count = (bytes + size - 1) / size * size + size
    let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let base, base != MAP_FAILED else { return nil }
    let aligned = base.alignedUp(toMultipleOf: size)
    madvise(aligned, count - size, MADV_HUGEPAGE)
    return (base, count, aligned)
  }

  /// Asks for huge pages for those parts of a block that can have them.
  static func advise(_ block: UnsafeMutableRawPointer, bytes: Int) {
    guard bytes >= 2 * size else { return }
    let first = block.alignedUp(toMultipleOf: size)
    let last = (block + bytes).alignedDown(toMultipleOf: size)
    if last > first { madvise(first, last - first, MADV_HUGEPAGE) }
  }
}

extension Array where Element: BitwiseCopyable {
  /// An array of `count` elements that `body` initializes, all of them, in huge pages if large.
  init(scratch count: Int, _ body: (UnsafeMutablePointer<Element>) -> Void) {
    guard count > 0 else {
      self = []
      return
    }
    self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      HugePages.advise(start, bytes: count * MemoryLayout<Element>.stride)
      body(start)
      initialized = count
    }
  }
}
