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
