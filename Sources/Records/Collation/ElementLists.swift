/// Stores lists of elements one after another, in blocks that never move.
final class ElementLists {
  private static let blockShift = 14
  private static let blockMask = 1 << blockShift - 1
  private static let mostBlocks = 4096
  private let blocks: UnsafeMutablePointer<UnsafeMutablePointer<UInt64>>
  private var blockCount = 0
  /// Where the next list begins.
  private(set) var count = 0

  init() { blocks = .allocate(capacity: Self.mostBlocks) }

  deinit {
    for block in 0..<blockCount { blocks[block].deallocate() }
    blocks.deallocate()
  }

  /// Keeps a list.
  ///
  /// - Returns: Where it begins; nil when there is no more room, or the list is too long.
  func add(_ list: UnsafeBufferPointer<UInt64>) -> Int? {
    guard list.count <= Self.blockMask else { return nil }
    var place = count
    // A list lies in one block.
    if place & Self.blockMask + list.count > Self.blockMask {
      place = (place | Self.blockMask) + 1
    }
    let block = place >> Self.blockShift
    guard block < Self.mostBlocks else { return nil }
    if block >= blockCount {
      blocks[block] = .allocate(capacity: 1 << Self.blockShift)
      blockCount = block + 1
    }
    if let start = list.baseAddress {
      (blocks[block] + place & Self.blockMask).initialize(from: start, count: list.count)
    }
    count = place + list.count
    return place
  }

  /// The elements from a place that ``add(_:)`` gave.
  @inline(__always)
  func start(_ place: Int) -> UnsafePointer<UInt64> {
    UnsafePointer(blocks[place >> Self.blockShift] + place & Self.blockMask)
  }

  /// Removes all lists but keeps the memory.
  func removeAll() { count = 0 }

  var allocatedBytes: Int { blockCount << (Self.blockShift + 3) + Self.mostBlocks * 8 }
}
