/// The shape of a forest: nodes in preorder, so that a subtree is a range of slots.
///
/// Nothing here recurses: a chain of a million levels is as good as a flat list.
struct Topology: Sendable {
  /// One node. All that a walk needs of a node lies in one cache line.
  struct Link: Sendable, Equatable {
    /// The slot of the parent; -1: none.
    var parent: Int32
    /// The slot after the last descendant.
    var end: Int32
    /// The position among its siblings.
    var index: Int32
    var level: Int32
    /// Where its children begin in `children`.
    var firstChild: Int32
    var childCount: Int32
  }

  /// One for each slot; none where no node has children, as in a long list: ``subscript(_:)`` tells
  /// of them by their slots alone, which spares a million rows 24 MB.
  var links: [Link] = []
  /// The slots of the roots, then of the children of slot 0, 1, 2 …
  private(set) var children: [Int32] = []
  private(set) var rootCount = 0
  /// Which slots have children.
  private(set) var parents = Bits()

  init() {}

  /// Makes the lists of children from links whose `firstChild` is not set yet. O(n).
  init(links: [Link], rootCount: Int) {
    guard rootCount < links.count else {
      self = Topology(flat: links.count)
      return
    }
    self.links = links
    self.rootCount = rootCount
    parents = Bits(count: links.count, repeating: false)
    children = Array(repeating: 0, count: links.count)
    var next = Int32(truncatingIfNeeded: rootCount)
    self.links.withUnsafeMutableBufferPointer { links in
      children.withUnsafeMutableBufferPointer { children in
        for slot in links.indices {
          links[slot].firstChild = next
          next += links[slot].childCount
          if links[slot].childCount > 0 { parents[slot] = true }
          let parent = Int(links[slot].parent)
          let first = parent < 0 ? 0 : links[parent].firstChild
          children[Int(first + links[slot].index)] = Int32(truncatingIfNeeded: slot)
        }
      }
    }
  }

  /// `count` roots without children. O(n).
  init(flat count: Int) {
    rootCount = count
    parents = Bits(count: count, repeating: false)
    children = Array(0..<Int32(truncatingIfNeeded: count))
  }

  /// Every node is a child of another or a root.
  var count: Int { children.count }

  /// Whether no node has children.
  @inline(__always)
  var isFlat: Bool { links.isEmpty }

  @inline(__always)
  subscript(slot: Int) -> Link {
    guard isFlat else { return links[slot] }
    let index = Int32(truncatingIfNeeded: slot)
    return Link(
      parent: -1, end: index + 1, index: index, level: 0,
      firstChild: Int32(truncatingIfNeeded: count), childCount: 0)
  }

  func parent(of slot: Int) -> Int? {
    let parent = self[slot].parent
    return parent < 0 ? nil : Int(parent)
  }

  /// `slot` and all below it.
  func subtree(_ slot: Int) -> Range<Int> { slot..<Int(self[slot].end) }

  /// All below `slot`.
  func descendants(of slot: Int) -> Range<Int> { slot + 1..<Int(self[slot].end) }

  /// The children of `parent` (nil: the roots) in order.
  func children(of parent: Int?) -> ArraySlice<Int32> {
    guard let parent else { return children[0..<rootCount] }
    let link = self[parent]
    let first = Int(link.firstChild)
    return children[first..<first + Int(link.childCount)]
  }

  func childCount(of parent: Int?) -> Int {
    parent.map { Int(self[$0].childCount) } ?? rootCount
  }

  /// The child of `parent` (nil: the root) at `index`, nil out of range. O(1).
  @inline(__always)
  func child(_ index: Int, of parent: Int?) -> Int? {
    var (first, count) = (0, rootCount)
    if let parent {
      let link = self[parent]
      (first, count) = (Int(link.firstChild), Int(link.childCount))
    }
    guard index >= 0, index < count else { return nil }
    return Int(children[first + index])
  }

  /// The root above `slot`, or `slot` itself. O(log roots).
  func root(above slot: Int) -> Int {
    var low = 0
    var high = rootCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(children[middle]) <= slot { low = middle } else { high = middle }
    }
    return Int(children[low])
  }

  /// Appends the positions among siblings from the root down to `slot`. O(level).
  func appendPath(of slot: Int, to path: inout [Int]) {
    guard !isFlat else {
      path.append(slot)
      return
    }
    let start = path.count
    var level = Int(links[slot].level)
    path.append(contentsOf: repeatElement(0, count: level + 1))
    path.withUnsafeMutableBufferPointer { path in
      links.withUnsafeBufferPointer { links in
        var slot = slot
        while level >= 0 {
          let link = links[slot]
          path[start + level] = Int(link.index)
          slot = Int(link.parent)
          level -= 1
        }
      }
    }
  }

  func path(of slot: Int) -> [Int] {
    var path: [Int] = []
    appendPath(of: slot, to: &path)
    return path
  }

  /// The slot at the end of `path`, nil where there is none. O(level).
  func slot(atPath path: UnsafeBufferPointer<Int>) -> Int? {
    guard !isFlat else {
      return path.count == 1 && path[0] >= 0 && path[0] < count ? path[0] : nil
    }
    var slot: Int?
    for index in path {
      var (first, count) = (0, rootCount)
      // Nothing is asked of the last node: it may lie far away in memory.
      if let slot { (first, count) = (Int(links[slot].firstChild), Int(links[slot].childCount)) }
      guard index >= 0, index < count else { return nil }
      slot = Int(children[first + index])
    }
    return slot
  }
}

/// Grows a ``Topology`` node by node in preorder.
struct TopologyBuilder: Sendable {
  private(set) var links: [Topology.Link] = []
  private var rootCount: Int32 = 0
  /// The nodes that are open, from the root down.
  private var stack: [Int32] = []

  mutating func reserve(_ capacity: Int) { links.reserveCapacity(capacity) }

  /// Adds a leaf under the node that was opened last.
  mutating func add() {
    append(
      parent: stack.last ?? -1, index: takeIndex(), level: Int32(truncatingIfNeeded: stack.count))
  }

  /// Adds a node; nodes that follow until ``close()`` are its children.
  mutating func open() {
    let slot = Int32(truncatingIfNeeded: links.count)
    add()
    stack.append(slot)
  }

  /// Ends the node that was opened last; false when there is none.
  mutating func close() -> Bool {
    guard let slot = stack.popLast() else { return false }
    links[Int(slot)].end = Int32(truncatingIfNeeded: links.count)
    return true
  }

  /// Adds `slots` of `source`, siblings with all below them, under the node that was opened last.
  ///
  /// - Complexity: O(slots).
  mutating func add(_ slots: Range<Int>, of source: Topology) {
    let shift = Int32(truncatingIfNeeded: links.count - slots.lowerBound)
    let oldLevel = source[slots.lowerBound].level
    let level = Int32(truncatingIfNeeded: stack.count)
    let parent = stack.last ?? -1
    let start = links.count
    var index = parent < 0 ? rootCount : links[Int(parent)].childCount
    links.append(contentsOf: slots.lazy.map { source[$0] })
    links.withUnsafeMutableBufferPointer { links in
      for slot in start..<links.count {
        if links[slot].level == oldLevel {
          links[slot].parent = parent
          links[slot].index = index
          index += 1
        } else {
          links[slot].parent += shift
        }
        links[slot].end += shift
        links[slot].level += level - oldLevel
      }
    }
    if parent < 0 { rootCount = index } else { links[Int(parent)].childCount = index }
  }

  private mutating func append(parent: Int32, index: Int32, level: Int32) {
    links.append(
      Topology.Link(
        parent: parent, end: Int32(truncatingIfNeeded: links.count + 1), index: index, level: level,
        firstChild: 0, childCount: 0))
  }

  /// Counts one more child for the node that was opened last.
  private mutating func takeIndex() -> Int32 {
    guard let parent = stack.last else {
      rootCount += 1
      return rootCount - 1
    }
    links[Int(parent)].childCount += 1
    return links[Int(parent)].childCount - 1
  }

  /// The topology; nodes still open end here. O(n).
  consuming func finish() -> Topology {
    while close() {}
    return Topology(links: links, rootCount: Int(rootCount))
  }
}

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
