internal import Glibc
internal import HikidashiBase

/// Memory for the columns of chunks that are made together: slabs of huge pages that several share.
///
/// The first touch of fresh small pages would take longer than reading a file. A slab lives as long
/// as one of its chunks does, which is why it is no larger.
final class ColumnMemory: Sendable {
  private static let slabSize = 4 * HugePages.size

  /// Memory that is given back when nobody holds it any more.
  // @unchecked: never changes; who was given a piece of it is the only one who writes there.
  private final class Block: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    private let mapping: (base: UnsafeMutableRawPointer, count: Int)?

    init(mapping bytes: Int) {
      if let map = HugePages.map(bytes) {
        mapping = (map.base, map.count)
        start = map.aligned
      } else {
        mapping = nil
        start = .allocate(byteCount: bytes, alignment: 64)
      }
    }

    init(allocating bytes: Int) {
      mapping = nil
      start = .allocate(byteCount: bytes, alignment: 64)
    }

    deinit {
      if let mapping { munmap(mapping.base, mapping.count) } else { start.deallocate() }
    }
  }

  private struct State {
    var slab: Block?
    var used = 0
  }

  private let state = Guarded(State())
  private let usesSlabs: Bool

  /// - Parameter usesSlabs: whether so much is to come that slabs are worth it.
  init(usesSlabs: Bool) { self.usesSlabs = usesSlabs }

  /// A piece of memory for `count` elements, and what keeps it alive.
  func piece<Element: BitwiseCopyable>(
    of type: Element.Type, count: Int
  ) -> (start: UnsafeMutablePointer<Element>, owner: any AnyObject & Sendable) {
    let bytes = max(1, count) * MemoryLayout<Element>.stride
    guard usesSlabs, bytes <= Self.slabSize / 4 else {
      let block = Block(allocating: bytes)
      return (block.start.bindMemory(to: type, capacity: count), block)
    }
    // Cache lines are not shared between pieces, which different threads fill.
    let rounded = (bytes + 63) & ~63
    let (block, offset) = state.withLock { state -> (Block, Int) in
      if let slab = state.slab, state.used + rounded <= Self.slabSize {
        defer { state.used += rounded }
        return (slab, state.used)
      }
      let slab = Block(mapping: Self.slabSize)
      state.slab = slab
      state.used = rounded
      return (slab, 0)
    }
    return ((block.start + offset).bindMemory(to: type, capacity: count), block)
  }
}
