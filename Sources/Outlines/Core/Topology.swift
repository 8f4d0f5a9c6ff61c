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
