/// All of an ``Outline`` but its items: not generic, so that it is compiled once and fast.
///
/// A node is known by its slot, its place in preorder. Slots change only with the content.
struct OutlineCore: Sendable {
  var ids: [NodeID] = []
  var table = NodeTable(capacity: 0)
  var topology = Topology()
  /// Which slots are headings.
  var sections = Bits()
  /// Which slots are open as their definitions say.
  var openByDefinition = Bits()
  /// Which slots are open when no filter is set.
  var open = Bits()
  var filter: FilterResult?
  var visible = VisibleRows(Topology(), open: Bits(), pass: nil)
  var selection = SelectionBits()

  init() {}

  /// Makes an outline of new nodes: open as defined, nothing selected, no filter.
  init(
    ids: [NodeID], table: NodeTable, topology: Topology, sections: Bits, selectable: Bits,
    openByDefinition: Bits
  ) {
    self.ids = ids
    self.table = table
    self.topology = topology
    self.sections = sections
    self.openByDefinition = openByDefinition
    open = openByDefinition
    visible = VisibleRows(topology, open: openByDefinition, pass: nil)
    selection = SelectionBits(selectable: selectable)
  }
}

/// What a filter lets through, and which nodes are open while it is on.
struct FilterResult: Sendable {
  /// The matches and what is shown with them.
  var pass: Bits
  /// The slots that have a child in `pass`.
  var parents: Bits
  /// Which slots are open; all, when the filter is new.
  var open: Bits
}

extension OutlineCore {
  var nodeCount: Int { ids.count }

  func slot(of id: NodeID) -> Int? { table.slot(of: id, in: ids) }

  /// Which slots are open in what is shown now.
  var shownOpen: Bits { filter?.open ?? open }

  func isOpen(_ slot: Int) -> Bool { filter?.open[slot] ?? open[slot] }

  func hasChildren(_ slot: Int) -> Bool { filter?.parents[slot] ?? topology.parents[slot] }

  func slot(atRow row: Int) -> Int {
    precondition(row >= 0 && row < visible.rowCount, "Row index is out of range")
    return visible.slot(atRow: row)
  }

  /// The slot of the visible row that is nearest to `slot` in preorder, which may be it itself; the
  /// one after it when two are as near. Nil when no row is visible.
  func nearestVisibleSlot(to slot: Int) -> Int? {
    let (rank, isVisible) = visible.locate(slot)
    if isVisible { return slot }
    let after = rank < visible.rowCount ? visible.slot(atRow: rank) : nil
    let before = rank > 0 ? visible.slot(atRow: rank - 1) : nil
    guard let after, let before else { return after ?? before }
    return slot - before < after - slot ? before : after
  }

  /// Counts the rows anew after many changes.
  mutating func refillRows() {
    visible.refill(topology, open: shownOpen, pass: filter?.pass)
  }

  /// The one list change that `body` makes by opening, closing and filtering, without new content.
  mutating func rowChange(of body: (inout OutlineCore) -> Void) -> RowChange? {
    let before = visible.visibleSlots()
    let countBefore = visible.rowCount
    body(&self)
    let after = visible.visibleSlots()
    guard let first = before.words.indices.first(where: { before.words[$0] != after.words[$0] }),
      let last = before.words.indices.last(where: { before.words[$0] != after.words[$0] })
    else { return nil }
    let low = first * 64 + (before.words[first] ^ after.words[first]).trailingZeroBitCount
    let high = last * 64 + 64 - (before.words[last] ^ after.words[last]).leadingZeroBitCount
    let position = visible.rank(low)
    let tail = visible.rowCount - visible.rank(min(high, nodeCount))
    return RowChange(
      position: position, removed: countBefore - tail - position,
      inserted: visible.rowCount - tail - position)
  }
}

// MARK: - Lookup

/// Questions about a node by id or path. They stand here, and use no closures, so that asking one
/// retains nothing: a closure over a whole outline retains every array in it.
extension OutlineCore {
  func row(of id: NodeID) -> Int? {
    guard let slot = slot(of: id) else { return nil }
    return visible.row(of: slot)
  }

  func row(atPath path: UnsafeBufferPointer<Int>) -> Int? {
    guard let slot = topology.slot(atPath: path) else { return nil }
    return visible.row(of: slot)
  }

  func parentRow(ofRow row: Int) -> Int? {
    guard let parent = topology.parent(of: slot(atRow: row)) else { return nil }
    return visible.rank(parent)
  }

  func isOpen(_ id: NodeID) -> Bool {
    guard let slot = slot(of: id) else { return false }
    return isOpen(slot)
  }

  func isSelected(_ id: NodeID) -> Bool {
    guard let slot = slot(of: id) else { return false }
    return selection.selected[slot]
  }

  func selectionState(of id: NodeID) -> SelectionState {
    guard let slot = slot(of: id) else { return .off }
    return selectionState(slot)
  }
}

// MARK: - State

extension OutlineCore {
  var state: OutlineState {
    var state = OutlineState(
      selected: selectedIDs, anchor: selection.anchor.map { ids[$0] })
    for word in open.words.indices where open.words[word] != openByDefinition.words[word] {
      var changed = open.words[word] ^ openByDefinition.words[word]
      while changed != 0 {
        let slot = word * 64 + changed.trailingZeroBitCount
        changed &= changed &- 1
        if open[slot] { state.opened.append(ids[slot]) } else { state.closed.append(ids[slot]) }
      }
    }
    return state
  }

  var selectedIDs: [NodeID] {
    var selected: [NodeID] = []
    selected.reserveCapacity(selection.count)
    selection.selected.forEachSet { selected.append(ids[$0]) }
    return selected
  }

  /// Opens, closes and selects as `state` says; ids it does not know are passed over.
  mutating func restore(_ state: OutlineState) -> RowChange? {
    let change = rowChange { core in
      core.open = core.openByDefinition
      for id in state.opened { if let slot = core.slot(of: id) { core.open[slot] = true } }
      for id in state.closed { if let slot = core.slot(of: id) { core.open[slot] = false } }
      if core.filter == nil { core.refillRows() }
    }
    var bits = Bits(count: nodeCount, repeating: false)
    for id in state.selected {
      if let slot = slot(of: id), selection.selectable[slot] { bits[slot] = true }
    }
    selection.replace(with: bits)
    selection.anchor = state.anchor.flatMap { slot(of: $0) }
    setMode(selection.mode)
    return change
  }
}

// MARK: - Opening

extension OutlineCore {
  /// Opens or closes one node. O(log n).
  mutating func setOpen(_ slot: Int, _ isOpen: Bool) -> RowChange? {
    guard self.isOpen(slot) != isOpen else { return nil }
    if filter == nil { open[slot] = isOpen } else { filter?.open[slot] = isOpen }
    let below = topology.descendants(of: slot)
    let before = visible.rowCount
    visible.hide(below, by: isOpen ? -1 : 1, pass: filter?.pass)
    let difference = visible.rowCount - before
    guard difference != 0 else { return nil }
    return RowChange(
      position: visible.rank(slot) + 1, removed: max(0, -difference), inserted: max(0, difference))
  }

  /// Opens or closes `slot` and all nodes below it that have children. O(n).
  mutating func setOpenWithDescendants(_ slot: Int, _ isOpen: Bool) -> RowChange? {
    rowChange { core in
      core.setOpenFlags(in: core.topology.subtree(slot), isOpen)
      core.refillRows()
    }
  }

  /// Opens or closes all nodes that have children. O(n).
  mutating func setAllOpen(_ isOpen: Bool) -> RowChange? {
    rowChange { core in
      core.setOpenFlags(in: 0..<core.nodeCount, isOpen)
      core.refillRows()
    }
  }

  private mutating func setOpenFlags(in range: Range<Int>, _ isOpen: Bool) {
    guard !range.isEmpty else { return }
    var flags = shownOpen
    for word in (range.lowerBound &>> 6)...((range.upperBound - 1) &>> 6) {
      let mask = mask(of: range, inWord: word) & topology.parents.words[word]
      if isOpen { flags.words[word] |= mask } else { flags.words[word] &= ~mask }
    }
    if filter == nil { open = flags } else { filter?.open = flags }
  }

  /// Opens what lies above `slot`. O(closed ancestors × log n), at most O(n).
  mutating func reveal(_ slot: Int) -> RowChange? {
    var closed: [Int] = []
    var next = topology.parent(of: slot)
    while let parent = next {
      if !isOpen(parent) { closed.append(parent) }
      next = topology.parent(of: parent)
    }
    // Many at once are cheaper to count anew.
    guard closed.count <= 256 else {
      return rowChange { core in
        for parent in closed {
          if core.filter == nil {
            core.open[parent] = true
          } else {
            core.filter?.open[parent] = true
          }
        }
        core.refillRows()
      }
    }
    // From below, so that only the last one to open shows rows: all of them, in one change.
    var change: RowChange?
    for parent in closed { change = setOpen(parent, true) }
    return change
  }
}

// MARK: - Filter

extension OutlineCore {
  /// Shows only `matches` and what `scope` adds; all nodes are open at first. O(n / 64 + matches).
  mutating func setFilter(matches: Bits, scope: FilterScope) -> RowChange? {
    rowChange { core in
      core.applyFilter(matches, scope: scope, open: Bits(count: core.nodeCount, repeating: true))
      core.refillRows()
    }
  }

  /// Shows all again, open as before the filter. O(n).
  mutating func clearFilter() -> RowChange? {
    guard filter != nil else { return nil }
    return rowChange { core in
      core.filter = nil
      core.selection.recount(pass: nil)
      core.refillRows()
    }
  }

  /// Sets what passes, without counting the rows.
  mutating func applyFilter(_ matches: Bits, scope: FilterScope, open: Bits) {
    var result = FilterResult(
      pass: matches, parents: Bits(count: nodeCount, repeating: false), open: open)
    if scope == .ancestorsAndDescendants { addDescendants(of: matches, to: &result) }
    addAncestors(of: matches, to: &result)
    filter = result
    selection.recount(pass: result.pass)
  }

  private func addDescendants(of matches: Bits, to result: inout FilterResult) {
    var done = 0
    matches.forEachSet { slot in
      guard slot >= done else { return }
      let range = topology.subtree(slot)
      result.pass.set(range, to: true)
      for word in (range.lowerBound &>> 6)...((range.upperBound - 1) &>> 6) {
        result.parents.words[word] |=
          topology.parents.words[word] & mask(of: range, inWord: word)
      }
      done = range.upperBound
    }
  }

  /// Goes up from each match until a way that is marked already.
  private func addAncestors(of matches: Bits, to result: inout FilterResult) {
    guard !topology.isFlat else { return }
    topology.links.withUnsafeBufferPointer { links in
      result.pass.words.withUnsafeMutableBufferPointer { pass in
        result.parents.words.withUnsafeMutableBufferPointer { parents in
          matches.forEachSet { slot in
            var next = Int(links[slot].parent)
            while next >= 0 {
              let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: next & 63)
              if parents[next &>> 6] & bit != 0 { return }
              parents[next &>> 6] |= bit
              pass[next &>> 6] |= bit
              next = Int(links[next].parent)
            }
          }
        }
      }
    }
  }
}

// MARK: - Invariants

extension OutlineCore {
  /// What is wrong with the parts, each held against one made anew; empty when all is well. O(n).
  func checkInvariants() -> [String] {
    var broken: [String] = []
    func check(_ condition: Bool, _ rule: String) { if !condition { broken.append(rule) } }
    let count = ids.count
    for bits in [sections, openByDefinition, open, selection.selectable, selection.selected] {
      check(bits.count == count, "one bit a node")
      check(bits == Bits(words: bits.words, count: count), "no bits past the end")
    }
    check(
      topology.isFlat
        || Topology(links: topology.links, rootCount: topology.rootCount).links == topology.links,
      "lists of children")
    for slot in 0..<count {
      let link = topology[slot]
      let parent = topology.parent(of: slot)
      check(self.slot(of: ids[slot]) == slot, "the table finds slot \(slot)")
      check(Int(link.end) > slot && Int(link.end) <= count, "end of \(slot)")
      check(topology.child(Int(link.index), of: parent) == slot, "index of \(slot)")
      check(link.level == parent.map { topology[$0].level + 1 } ?? 0, "level of \(slot)")
      if let parent { check(topology.descendants(of: parent).contains(slot), "nesting of \(slot)") }
    }
    let fresh = VisibleRows(topology, open: shownOpen, pass: filter?.pass)
    check(fresh.hidden == visible.hidden, "partly hidden slots")
    check(fresh.masks == visible.masks, "masks")
    check(fresh.shown == visible.shown, "shown counts")
    check(fresh.covers == visible.covers, "covers")
    check(selection.count == selection.selected.population, "selected count")
    for (selected, selectable) in zip(selection.selected.words, selection.selectable.words) {
      check(selected & ~selectable == 0, "only what can be selected is")
    }
    check(selection.mode != .none || selection.count == 0, "mode none")
    check(selection.mode != .single || selection.count <= 1, "mode single")
    return broken
  }
}
