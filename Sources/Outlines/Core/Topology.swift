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

  var links: [Link] = []
  /// The slots of the roots, then of the children of slot 0, 1, 2 …
  private(set) var children: [Int32] = []
  private(set) var rootCount = 0
  /// Which slots have children.
  private(set) var parents = Bits()

  init() {}

  /// Makes the lists of children from links whose `firstChild` is not set yet. O(n).
  init(links: [Link], rootCount: Int) {
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

  var count: Int { links.count }

  func parent(of slot: Int) -> Int? {
    let parent = links[slot].parent
    return parent < 0 ? nil : Int(parent)
  }

  /// `slot` and all below it.
  func subtree(_ slot: Int) -> Range<Int> { slot..<Int(links[slot].end) }

  /// All below `slot`.
  func descendants(of slot: Int) -> Range<Int> { slot + 1..<Int(links[slot].end) }

  /// The children of `parent` (nil: the roots) in order.
  func children(of parent: Int?) -> ArraySlice<Int32> {
    guard let parent else { return children[0..<rootCount] }
    let first = Int(links[parent].firstChild)
    return children[first..<first + Int(links[parent].childCount)]
  }

  func childCount(of parent: Int?) -> Int {
    parent.map { Int(links[$0].childCount) } ?? rootCount
  }

  /// The child of `parent` (nil: the root) at `index`, nil out of range. O(1).
  @inline(__always)
  func child(_ index: Int, of parent: Int?) -> Int? {
    guard index >= 0, index < childCount(of: parent) else { return nil }
    let first = parent.map { Int(links[$0].firstChild) } ?? 0
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
    var slot: Int?
    for index in path {
      guard let child = child(index, of: slot) else { return nil }
      slot = child
    }
    return slot
  }
}
