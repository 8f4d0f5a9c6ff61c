/// What a radix sort moves about: a key, and the position that it belongs to.
///
/// Items are compared by key, then by position. As positions differ, no two items are equal, and
/// any way of sorting them is a stable one.
protocol RadixItem: BitwiseCopyable {
  init(key: UInt64, position: UInt32)
  var key: UInt64 { get }
  var position: UInt32 { get }
  static func precedes(_ first: Self, _ second: Self) -> Bool
}

/// An item for keys of 64 bits.
struct WideItem: RadixItem {
  let key: UInt64
  let position: UInt32
  /// Whether a run of equal values begins here; used where keys alone do not say so.
  var beginsRun: Bool

  @inline(__always)
  init(key: UInt64, position: UInt32) {
    self.key = key
    self.position = position
    beginsRun = false
  }

  @inline(__always)
  static func precedes(_ first: Self, _ second: Self) -> Bool {
    first.key < second.key || (first.key == second.key && first.position < second.position)
  }
}

/// An item of half the size, for keys below 2^32.
struct NarrowItem: RadixItem {
  private let bits: UInt64

  @inline(__always)
  init(key: UInt64, position: UInt32) { bits = key << 32 | UInt64(position) }

  @inline(__always)
  var key: UInt64 { bits >> 32 }

  @inline(__always)
  var position: UInt32 { UInt32(truncatingIfNeeded: bits) }

  @inline(__always)
  static func precedes(_ first: Self, _ second: Self) -> Bool { first.bits < second.bits }
}
