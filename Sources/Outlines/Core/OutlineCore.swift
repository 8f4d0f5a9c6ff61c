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
