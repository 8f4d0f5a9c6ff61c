extension Outline {
  /// How many rows are visible. O(1).
  public var rowCount: Int { core.visible.rowCount }

  /// All that a view needs of row number `row`, which must be in `0..<rowCount`. O(log n).
  public func row(at row: Int) -> OutlineRow<Item> { self.row(in: core.slot(atRow: row)) }

  /// All that is known of a node, as if it were a row, whether it is visible or not; nil when it is
  /// unknown. O(log n).
  public func row(for id: NodeID) -> OutlineRow<Item>? { core.slot(of: id).map { row(in: $0) } }

  private func row(in slot: Int) -> OutlineRow<Item> {
    OutlineRow(
      id: core.ids[slot], item: items[slot], level: Int(core.topology[slot].level),
      isSection: core.sections[slot], hasChildren: core.hasChildren(slot),
      isOpen: core.isOpen(slot), isSelectable: core.selection.selectable[slot],
      isSelected: core.selection.selected[slot], selection: core.selectionState(slot))
  }

  /// The node at row number `row`, which must be in `0..<rowCount`. O(log n).
  public func id(atRow row: Int) -> NodeID { core.ids[core.slot(atRow: row)] }

  /// The item at row number `row`, which must be in `0..<rowCount`. O(log n).
  public func item(atRow row: Int) -> Item { items[core.slot(atRow: row)] }

  /// The row of a node; nil when it is hidden or unknown. O(log n).
  public func row(of id: NodeID) -> Int? { core.row(of: id) }

  /// The visible row that is nearest to a node in outline order: its own, or when it is hidden that
  /// of a neighbour. Nil when the node is unknown or no row is visible. O(log n).
  public func nearestRow(to id: NodeID) -> Int? {
    guard let slot = core.slot(of: id), let near = core.nearestVisibleSlot(to: slot) else {
      return nil
    }
    return core.visible.rank(near)
  }

  /// The row of the node one level above row number `row`, nil for a root. O(log n).
  public func parentRow(ofRow row: Int) -> Int? {
    core.parentRow(ofRow: row)
  }

  /// How many visible rows lie below row number `row` in its subtree. O(log n).
  public func descendantCount(ofRow row: Int) -> Int {
    core.visible.rows(core.topology.descendants(of: core.slot(atRow: row))).count
  }
}

extension Outline {
  /// The positions among siblings, hidden ones counted, from the root down to row number `row`,
  /// which must be in `0..<rowCount`. O(log n + level).
  public func path(ofRow row: Int) -> [Int] { core.topology.path(of: core.slot(atRow: row)) }

  /// Appends the path of row number `row` to `path`, which allocates nothing when it has room.
  ///
  /// - Complexity: O(log n + level).
  public func appendPath(ofRow row: Int, to path: inout [Int]) {
    core.topology.appendPath(of: core.slot(atRow: row), to: &path)
  }

  /// The positions among siblings from the root down to a node, visible or not; nil when it is
  /// unknown. O(level).
  public func path(of id: NodeID) -> [Int]? { core.slot(of: id).map { core.topology.path(of: $0) } }

  /// The row of the node at `path`; nil when it is hidden or there is none. O(log n + level).
  public func row(atPath path: [Int]) -> Int? {
    path.withUnsafeBufferPointer { row(atPath: $0) }
  }

  /// The row of the node at a path that need not be an array. O(log n + level).
  public func row(atPath path: UnsafeBufferPointer<Int>) -> Int? {
    core.row(atPath: path)
  }

  /// The node at `path`, visible or not; nil when there is none. O(level).
  public func id(atPath path: [Int]) -> NodeID? {
    path.withUnsafeBufferPointer { core.topology.slot(atPath: $0) }.map { core.ids[$0] }
  }
}
