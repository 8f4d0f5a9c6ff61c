/// Finds the slot of an id: open addressing with linear probing over 32-bit slots.
///
/// A quarter of the size of a `Dictionary<NodeID, Int32>`, as the ids lie in an array of their own,
/// and it follows an edit without hashing anything again.
struct NodeTable: Sendable {
  private static let free: Int32 = -1
  private static let removed: Int32 = -2

  private var entries: [Int32]
  /// Entries that are not free, removed ones included.
  private var used = 0

  /// An empty table with room for `capacity` ids.
  init(capacity: Int) {
    var size = 8
    while size < capacity * 2 { size *= 2 }
    entries = Array(repeating: Self.free, count: size)
  }

  /// The slot of `id`; `ids` must hold the id of every slot in the table. O(1) on average.
  func slot(of id: NodeID, in ids: [NodeID]) -> Int? {
    let wrap = entries.count - 1
    var place = Int(truncatingIfNeeded: mixed(id.rawValue)) & wrap
    while true {
      let entry = entries[place]
      if entry == Self.free { return nil }
      if entry != Self.removed, ids[Int(entry)] == id { return Int(entry) }
      place = (place + 1) & wrap
    }
  }

  /// Enters `id` at `slot`, or returns the slot that has it already. O(1) on average.
  mutating func insert(_ id: NodeID, at slot: Int, in ids: [NodeID]) -> Int? {
    if (used + 1) * 2 > entries.count { grow(ids) }
    let wrap = entries.count - 1
    var place = Int(truncatingIfNeeded: mixed(id.rawValue)) & wrap
    while entries[place] != Self.free {
      let entry = entries[place]
      if entry != Self.removed, ids[Int(entry)] == id { return Int(entry) }
      place = (place + 1) & wrap
    }
    entries[place] = Int32(truncatingIfNeeded: slot)
    used += 1
    return nil
  }

  /// Makes room, and forgets removed entries.
  private mutating func grow(_ ids: [NodeID]) {
    let live = entries.filter { $0 >= 0 }
    self = NodeTable(capacity: live.count * 2 + 8)
    for entry in live { _ = insert(ids[Int(entry)], at: Int(entry), in: ids) }
  }

  /// The table after each slot has become the one that `newSlots` has for it; a negative one
  /// removes its id.
  ///
  /// - Complexity: O(size), a fraction of what entering all ids again takes.
  func moved(to newSlots: [Int32]) -> NodeTable {
    var table = self
    table.entries.withUnsafeMutableBufferPointer { entries in
      newSlots.withUnsafeBufferPointer { newSlots in
        for place in entries.indices where entries[place] >= 0 {
          let slot = newSlots[Int(entries[place])]
          entries[place] = slot < 0 ? Self.removed : slot
        }
      }
    }
    return table
  }
}
