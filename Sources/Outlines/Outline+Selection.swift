/// Selecting returns a range of visible rows that holds all whose look has changed, those of parents
/// whose ``SelectionState`` changed included; nil: none. For a single node it is the smallest such
/// range, unless the node lies more than 64 levels deep.
extension Outline {
  /// How many nodes can be selected at once; a change drops what is no longer allowed (to one: all
  /// but the first). At first ``SelectionMode/multiple``.
  public var selectionMode: SelectionMode {
    get { core.selection.mode }
    set { core.setMode(newValue) }
  }

  /// The selected nodes, visible or not, in outline order. O(n / 64 + selected).
  public var selectedIDs: [NodeID] { core.selectedIDs }

  /// How many nodes are selected, visible or not. O(1).
  public var selectedCount: Int { core.selection.count }

  /// Where ``extendSelection(to:keepingOthers:)`` begins: the node selected last, or the one set
  /// here. An unknown id sets nil.
  public var anchor: NodeID? {
    get { core.selection.anchor.map { core.ids[$0] } }
    set { core.selection.anchor = newValue.flatMap { core.slot(of: $0) } }
  }

  /// Whether the node itself is selected; false when it is unknown.
  public func isSelected(_ id: NodeID) -> Bool {
    core.isSelected(id)
  }

  /// Whether the node at row number `row`, which must be in `0..<rowCount`, is selected. O(log n).
  public func isSelected(row: Int) -> Bool { core.selection.selected[core.slot(atRow: row)] }

  /// How much of a node and of all below it is selected; ``SelectionState/off`` when it is unknown.
  ///
  /// - Complexity: O(log n), however many nodes lie below.
  public func selectionState(of id: NodeID) -> SelectionState {
    core.selectionState(of: id)
  }

  /// Selects `id` and nothing else, hidden nodes included. Changes nothing when `id` is unknown or
  /// cannot be selected, as all below. O(n / 64).
  @discardableResult
  public mutating func select(only id: NodeID) -> Range<Int>? {
    guard let slot = core.slot(of: id) else { return nil }
    return core.select(only: slot)
  }

  /// Selects or deselects one node. O(log n); in single mode O(n / 64).
  @discardableResult
  public mutating func setSelected(_ id: NodeID, _ isSelected: Bool) -> Range<Int>? {
    guard let slot = core.slot(of: id) else { return nil }
    return core.setSelected(slot, isSelected)
  }

  /// Selects a node that is not, deselects one that is; it becomes the ``anchor`` either way.
  @discardableResult
  public mutating func toggleSelection(_ id: NodeID) -> Range<Int>? {
    guard let slot = core.slot(of: id) else { return nil }
    let rows = core.setSelected(slot, !core.selection.selected[slot])
    if core.selection.selectable[slot], core.selection.mode != .none {
      core.selection.anchor = slot
    }
    return rows
  }

  /// Selects the visible rows from the ``anchor`` to `id`, and deselects all other visible rows
  /// unless `keepingOthers`. Hidden nodes keep their state.
  ///
  /// When the anchor is hidden by a filter or a closed node, the range begins at the visible row
  /// nearest to it in outline order. Without an anchor `id` becomes the anchor. In single mode it
  /// selects `id` only.
  ///
  /// - Complexity: O(n / 64).
  @discardableResult
  public mutating func extendSelection(to id: NodeID, keepingOthers: Bool = false) -> Range<Int>? {
    guard let slot = core.slot(of: id) else { return nil }
    return core.extendSelection(to: slot, keepingOthers: keepingOthers)
  }

  /// Selects all visible rows that can be selected; only in multiple mode. O(n / 64).
  @discardableResult
  public mutating func selectAll() -> Range<Int>? { core.selectAll() }

  /// Deselects all nodes, visible or not; the ``anchor`` stays. O(n / 64).
  @discardableResult
  public mutating func clearSelection() -> Range<Int>? { core.clearSelection() }

  /// Selects (only in multiple mode) or deselects `id` and all nodes below it, in closed nodes, too,
  /// but not those that a filter hides. The ``anchor`` stays. O(n / 64).
  @discardableResult
  public mutating func selectDescendants(of id: NodeID, _ isSelected: Bool) -> Range<Int>? {
    guard let slot = core.slot(of: id) else { return nil }
    return core.selectDescendants(of: slot, isSelected)
  }
}
