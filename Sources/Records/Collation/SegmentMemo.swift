/// Elements of pieces of several scalars, found by up to 16 bytes of UTF-8.
///
/// It is emptied when it is half full, so that it stays small whatever it is asked for.
final class SegmentMemo {
  struct Key: Equatable {
    var low: UInt64 = 0
    var high: UInt64 = 0
  }

  private struct Slot {
    var key = Key()
    var place: UInt32 = 0
    /// How many elements, plus one; 0 is an empty slot.
    var count: UInt32 = 0
  }

  private static let slots = 1 << 13
  private let table: UnsafeMutablePointer<Slot>
  private var used = 0
  private let lists = ElementLists()

  init() {
    table = .allocate(capacity: Self.slots)
    table.initialize(repeating: Slot(), count: Self.slots)
  }

  deinit { table.deallocate() }

  /// The key of a piece; nil when it is too long. No piece ends in a zero byte unless it begins with
  /// it, as U+0000 belongs to nothing that stands before it: padding with zeros is unambiguous.
  @inline(__always)
  static func key(_ text: UTF8Bytes) -> Key? {
    guard text.count <= 16 else { return nil }
    var low: UInt64 = 0
    var high: UInt64 = 0
    for (index, byte) in text.enumerated() {
      if index < 8 {
        low |= UInt64(byte) << UInt64(index * 8)
      } else {
        high |= UInt64(byte) << UInt64(index * 8 - 64)
      }
    }
    return Key(low: low, high: high)
  }

  @inline(__always)
  func find(_ key: Key) -> (list: UnsafePointer<UInt64>, count: Int)? {
    var index = Self.start(key)
    while true {
      let slot = table[index]
      if slot.count == 0 { return nil }
      if slot.key == key { return (lists.start(Int(slot.place)), Int(slot.count) - 1) }
      index = (index + 1) & (Self.slots - 1)
    }
  }

  func add(_ key: Key, _ list: UnsafeBufferPointer<UInt64>) {
    if used >= Self.slots / 2 || lists.count > Self.slots * 8 {
      table.update(repeating: Slot(), count: Self.slots)
      lists.removeAll()
      used = 0
    }
    guard let place = lists.add(list) else { return }
    var index = Self.start(key)
    while table[index].count != 0 { index = (index + 1) & (Self.slots - 1) }
    table[index] = Slot(key: key, place: UInt32(place), count: UInt32(list.count) + 1)
    used += 1
  }

  @inline(__always)
  private static func start(_ key: Key) -> Int {
    let mixed = (key.low ^ key.high &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: mixed >> 40) & (slots - 1)
  }

  var allocatedBytes: Int { Self.slots * MemoryLayout<Slot>.stride + lists.allocatedBytes }
}
