/// New nodes with their shape; ids of `derived` nodes are not known yet.
struct EditFragment {
  var ids: [NodeID]
  var derived: Bits
  var sections: Bits
  var selectable: Bits
  var openByDefinition: Bits
  var topology: Topology
}

/// The shape an outline will have after an edit: the old one, and lists of children for those
/// parents that an edit has touched.
///
/// A handle names a node: its slot if it is old, the number of old nodes plus its own if it is new.
struct EditPlan {
  /// Stands for the parent of the roots.
  static let root = -1

  let base: OutlineCore
  /// The children of the parents touched so far, and of all new parents.
  private(set) var lists: [Int: [Int32]] = [:]
  private var movedParents: [Int: Int] = [:]
  private var removed: Set<Int> = []
  private(set) var newIDs: [NodeID] = []
  private(set) var newSections = Bits()
  private(set) var newSelectable = Bits()
  private(set) var newOpen = Bits()
  private var newParents: [Int] = []
  private var newHandles: [NodeID: Int] = [:]
  private var repeats = RepeatedIDs()

  init(_ base: OutlineCore) { self.base = base }

  var isChanged: Bool { !lists.isEmpty }

  /// All nodes ever, removed ones included.
  var totalCount: Int { base.nodeCount + newIDs.count }

  func id(of handle: Int) -> NodeID {
    handle < base.nodeCount ? base.ids[handle] : newIDs[handle - base.nodeCount]
  }

  func parent(of handle: Int) -> Int {
    if let moved = movedParents[handle] { return moved }
    if handle >= base.nodeCount { return newParents[handle - base.nodeCount] }
    return base.topology.parent(of: handle) ?? Self.root
  }

  func children(of handle: Int) -> ArraySlice<Int32> {
    if let list = lists[handle] { return list[...] }
    if handle >= base.nodeCount { return [] }
    return base.topology.children(of: handle == Self.root ? nil : handle)
  }

  func childCount(of handle: Int) -> Int { children(of: handle).count }

  /// The node that has `id` and was not removed.
  func handle(of id: NodeID) -> Int? {
    if let handle = newHandles[id], isAlive(handle) { return handle }
    if let slot = base.slot(of: id), isAlive(slot) { return slot }
    return nil
  }

  func known(_ id: NodeID) throws(OutlineError) -> Int {
    guard let handle = handle(of: id) else { throw .unknownNode(id) }
    return handle
  }

  /// Whether neither the node nor one above it was removed. O(level).
  private func isAlive(_ handle: Int) -> Bool {
    removed.isEmpty || !isBelow(handle) { removed.contains($0) }
  }

  /// Whether `matches` holds for the node or one above it.
  private func isBelow(_ handle: Int, _ matches: (Int) -> Bool) -> Bool {
    var next = handle
    while next != Self.root {
      if matches(next) { return true }
      next = parent(of: next)
    }
    return false
  }

  private func place(of handle: Int) -> OutlinePlace {
    var path: [Int] = []
    var next = handle
    while next != Self.root {
      path.append(position(of: next))
      next = parent(of: next)
    }
    return OutlinePlace(path: path.reversed())
  }

  /// Where `handle` stands among its siblings.
  ///
  /// - Complexity: O(distance from where it stood before the edit).
  private func position(of handle: Int) -> Int {
    let siblings = children(of: parent(of: handle))
    let first = siblings.startIndex
    let target = Int32(truncatingIfNeeded: handle)
    let hint = handle < base.nodeCount ? Int(base.topology[handle].index) : siblings.count
    var below = min(hint, siblings.count - 1)
    var above = below + 1
    while true {
      if below >= 0 {
        if siblings[first + below] == target { return below }
        below -= 1
      }
      if above < siblings.count {
        if siblings[first + above] == target { return above }
        above += 1
      }
    }
  }
}

extension EditPlan {
  /// A position among the children of a node.
  struct Place {
    var parent: Int
    var index: Int
  }

  func place(_ parent: NodeID?, _ index: Int?) throws(OutlineError) -> Place {
    var handle = Self.root
    if let parent { handle = try known(parent) }
    return try place(handle, index, count: childCount(of: handle))
  }

  private func place(_ parent: Int, _ index: Int?, count: Int) throws(OutlineError) -> Place {
    let index = index ?? count
    guard index >= 0, index <= count else {
      throw .indexOutOfRange(
        index, childCount: count, parent: parent == Self.root ? nil : id(of: parent))
    }
    return Place(parent: parent, index: index)
  }

  mutating func insert(
    _ fragment: EditFragment, at place: Place, text: (Int) -> String
  ) throws(OutlineError) {
    let first = totalCount
    guard !fragment.ids.isEmpty else { return }
    try check(fragment, at: place)
    for slot in fragment.ids.indices {
      newIDs.append(fragment.ids[slot])
      newParents.append(fragment.topology.parent(of: slot).map { $0 + first } ?? place.parent)
      if !fragment.derived[slot] { newHandles[fragment.ids[slot]] = first + slot }
    }
    newSections.append(fragment.sections, 0..<fragment.ids.count)
    newSelectable.append(fragment.selectable, 0..<fragment.ids.count)
    newOpen.append(fragment.openByDefinition, 0..<fragment.ids.count)
    let shift = Int32(truncatingIfNeeded: first)
    for slot in fragment.ids.indices where fragment.topology.childCount(of: slot) > 0 {
      lists[first + slot] = fragment.topology.children(of: slot).map { $0 + shift }
    }
    change(place.parent) { list in
      list.insert(
        contentsOf: fragment.topology.children(of: nil).map { $0 + shift }, at: place.index)
    }
    for slot in fragment.ids.indices where fragment.derived[slot] {
      deriveID(of: first + slot, text: text(slot))
    }
  }

  /// Throws when an id of `fragment` is in use, or twice in it.
  private func check(_ fragment: EditFragment, at place: Place) throws(OutlineError) {
    var seen: [NodeID: Int] = [:]
    for slot in fragment.ids.indices where !fragment.derived[slot] {
      let id = fragment.ids[slot]
      let other = handle(of: id).map { self.place(of: $0) }
      let twin = seen.updateValue(slot, forKey: id).map {
        newPlace(of: $0, in: fragment, at: place)
      }
      if let first = other ?? twin {
        throw .duplicateID(id, first: first, second: newPlace(of: slot, in: fragment, at: place))
      }
    }
  }

  private func newPlace(
    of slot: Int, in fragment: EditFragment, at place: Place
  ) -> OutlinePlace {
    var path = fragment.topology.path(of: slot)
    path[0] += place.index
    if place.parent != Self.root { path = self.place(of: place.parent).path + path }
    return OutlinePlace(path: path)
  }

  private mutating func deriveID(of handle: Int, text: String) {
    let parent = parent(of: handle)
    let above = parent == Self.root ? NodeID.root : id(of: parent)
    var derived = NodeID.root
    var repeats = repeats
    repeats.settle(NodeID(parent: above, text: text)) { id in
      derived = id
      return self.handle(of: id) == nil
    }
    self.repeats = repeats
    newIDs[handle - base.nodeCount] = derived
    newHandles[derived] = handle
  }

  mutating func remove(_ handle: Int) {
    takeOut(handle)
    removed.insert(handle)
  }

  mutating func move(_ id: NodeID, under parent: NodeID?, at index: Int?) throws(OutlineError) {
    let handle = try known(id)
    var target = Self.root
    if let parent {
      target = try known(parent)
      if isBelow(target, { $0 == handle }) { throw .movedIntoItself(id, under: parent) }
    }
    let staysBelow = self.parent(of: handle) == target
    let place = try place(target, index, count: childCount(of: target) - (staysBelow ? 1 : 0))
    takeOut(handle)
    movedParents[handle] = target
    change(target) { $0.insert(Int32(truncatingIfNeeded: handle), at: place.index) }
  }

  private mutating func takeOut(_ handle: Int) {
    let position = position(of: handle)
    change(parent(of: handle)) { list in _ = list.remove(at: position) }
  }

  private mutating func change(_ parent: Int, _ body: (inout [Int32]) -> Void) {
    if lists[parent] == nil { lists[parent] = Array(children(of: parent)) }
    body(&lists[parent, default: []])
  }
}
