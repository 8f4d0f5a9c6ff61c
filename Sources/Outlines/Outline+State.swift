/// One change of the list of rows: at `position`, `removed` rows went and `inserted` came.
///
/// It is the smallest such change: the rows before and after it keep their ids. They may *look*
/// different (a section that is now open, an item that was set, a ``SelectionState``), so bind the
/// rows on screen again.
///
/// `GListModel`'s `items_changed` takes exactly these three numbers.
public struct RowChange: Hashable, Sendable {
  /// The first row that changed, from 0.
  public var position: Int
  /// The number of rows removed from `position` on.
  public var removed: Int
  /// The number of rows inserted from `position` on.
  public var inserted: Int

  public init(position: Int, removed: Int, inserted: Int) {
    self.position = position
    self.removed = removed
    self.inserted = inserted
  }
}

// MARK: - Opening

extension Outline {
  /// Whether `id` is open, even if it has no children; false when it is unknown.
  public func isOpen(_ id: NodeID) -> Bool { core.isOpen(id) }

  /// Shows the children of `id`. An unknown id changes nothing here and below.
  ///
  /// While a filter is on, opening and closing last until the filter is set anew or cleared.
  ///
  /// - Returns: The list change, nil when no row came or went.
  /// - Complexity: O(log n), whatever the number of rows that come.
  @discardableResult
  public mutating func open(_ id: NodeID) -> RowChange? { setOpen(id, true) }

  /// Hides all below `id`; what is open there stays open for the next time. O(log n).
  @discardableResult
  public mutating func close(_ id: NodeID) -> RowChange? { setOpen(id, false) }

  /// Opens `id` when it is closed, and closes it when it is open. O(log n).
  @discardableResult
  public mutating func toggle(_ id: NodeID) -> RowChange? {
    guard let slot = core.slot(of: id) else { return nil }
    return core.setOpen(slot, !core.isOpen(slot))
  }

  /// Opens or closes `id`, and all nodes with children below it if `withDescendants`.
  ///
  /// - Complexity: O(log n); with descendants O(n).
  @discardableResult
  public mutating func setOpen(
    _ id: NodeID, _ isOpen: Bool, withDescendants: Bool = false
  ) -> RowChange? {
    guard let slot = core.slot(of: id) else { return nil }
    return withDescendants
      ? core.setOpenWithDescendants(slot, isOpen) : core.setOpen(slot, isOpen)
  }

  /// Opens all nodes with children. O(n).
  @discardableResult
  public mutating func openAll() -> RowChange? { core.setAllOpen(true) }

  /// Closes all nodes with children. O(n).
  @discardableResult
  public mutating func closeAll() -> RowChange? { core.setAllOpen(false) }

  /// Opens all nodes above `id`, so that it has a row unless the filter hides it.
  ///
  /// - Complexity: O(level + closed ancestors × log n), at most O(n).
  @discardableResult
  public mutating func reveal(_ id: NodeID) -> RowChange? {
    guard let slot = core.slot(of: id) else { return nil }
    return core.reveal(slot)
  }
}

// MARK: - Selection

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

// MARK: - Filter

extension Outline {
  /// Whether a filter is on.
  public var isFiltered: Bool { core.filter != nil }

  /// Shows only the nodes for which `predicate` is true and what `scope` adds to them; nil shows all
  /// again.
  ///
  /// A new filter opens all nodes, so that every match shows. Opening and closing while it is on
  /// concerns only what is filtered: clearing the filter brings back what was open before. The
  /// selection of hidden nodes is kept. New content is filtered as well.
  ///
  /// ```swift
  /// var list = Outline { Section("Fish") { "Tuna"; "Saury" } }
  /// list.setFilter { _, name in name.contains("una") }
  /// list.rowCount  // 2: Fish, Tuna
  /// ```
  ///
  /// - Complexity: O(n) calls of `predicate`.
  @discardableResult
  @inlinable
  public mutating func setFilter(
    _ predicate: (@Sendable (NodeID, Item) -> Bool)?, keeping scope: FilterScope = .ancestors
  ) -> RowChange? {
    guard let predicate else { return clearFilter() }
    return setFilter(predicate, matches: matches(predicate), keeping: scope)
  }

  /// Asks `predicate` of every node; inlinable, so that it is compiled for the app's own items.
  @inlinable
  func matches(_ predicate: @Sendable (NodeID, Item) -> Bool) -> [UInt64] {
    let ids = self.ids
    var words: [UInt64] = []
    words.reserveCapacity((items.count + 63) / 64)
    var first = 0
    while first < items.count {
      var word: UInt64 = 0
      for slot in first..<min(first + 64, items.count) where predicate(ids[slot], items[slot]) {
        word |= 1 << UInt64(slot - first)
      }
      words.append(word)
      first += 64
    }
    return words
  }

  @usableFromInline var ids: [NodeID] { core.ids }

  @usableFromInline
  mutating func setFilter(
    _ predicate: @escaping @Sendable (NodeID, Item) -> Bool, matches: [UInt64],
    keeping scope: FilterScope
  ) -> RowChange? {
    filterRule = FilterRule(predicate: predicate, scope: scope)
    return core.setFilter(matches: Bits(words: matches, count: items.count), scope: scope)
  }

  @usableFromInline
  mutating func clearFilter() -> RowChange? {
    filterRule = nil
    return core.clearFilter()
  }
}

extension Outline {
  /// The opened, closed and selected nodes, to be saved and given to ``restore(_:)`` later.
  ///
  /// - Complexity: O(n / 64 + what it lists).
  public var state: OutlineState { core.state }

  /// Restores a saved state; ids that no longer exist are ignored, and new nodes follow their
  /// definitions. A filter stays as it is.
  ///
  /// - Returns: The list change, nil when no row came or went; the selection may differ anywhere.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func restore(_ state: OutlineState) -> RowChange? { core.restore(state) }
}

// MARK: - Loading

extension NodeID {
  /// Returns the id of the placeholder row below `parent`, shown until its children are loaded.
  public static func placeholder(under parent: NodeID) -> NodeID {
    NodeID(parent: parent, text: placeholderText)
  }

  /// What a placeholder's id is derived from: no text that an item is likely to have.
  static let placeholderText = "\u{0}children to come"
}

/// Children that are loaded when a person asks for them. Until then one row stands for them: a
/// placeholder, which holds its parent's item and cannot be selected.
///
/// ```swift
/// var files = try Outline([Node("Pictures", id: 1, loadsChildren: true)])
/// files.open(1)  // a row that says “Loading”
/// try files.setChildren([Node("Holiday.jpg", id: 2)], of: 1)
/// ```
extension Outline {
  /// Whether a node is a placeholder for children that are not loaded yet.
  public func isPlaceholder(_ id: NodeID) -> Bool {
    parent(of: id).map { NodeID.placeholder(under: $0) == id } ?? false
  }

  /// Whether the children of `id` are not loaded yet.
  public func awaitsChildren(_ id: NodeID) -> Bool {
    contains(.placeholder(under: id)) && childCount(of: id) == 1
  }

  /// Replaces all descendants of a node, which then counts as loaded.
  ///
  /// - Returns: The list change, nil when the rows have the same ids as before.
  /// - Throws: What ``Editor/insert(_:under:at:)`` throws; then nothing has changed.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func setChildren(
    _ nodes: [Node<Item>], of id: NodeID
  ) throws(OutlineError) -> RowChange? {
    let old = children(of: id) ?? []
    return try edit { (editor) throws(OutlineError) in
      for child in old { try editor.remove(child) }
      try editor.insert(nodes, under: id)
    }
  }

  /// Removes the descendants of a node; its children are loaded again when they are wanted.
  ///
  /// - Returns: The list change, nil when the rows have the same ids as before.
  /// - Throws: ``OutlineError/unknownNode(_:)``.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func unloadChildren(of id: NodeID) throws(OutlineError) -> RowChange? {
    guard let item = item(of: id) else { throw .unknownNode(id) }
    guard !awaitsChildren(id) else { return nil }
    let old = children(of: id) ?? []
    let placeholder = Node(item, id: .placeholder(under: id), isSelectable: false)
    return try edit { (editor) throws(OutlineError) in
      for child in old { try editor.remove(child) }
      try editor.insert([placeholder], under: id)
    }
  }
}

/// The state that the user gave an ``Outline``: opened, closed and selected nodes. Made to be
/// saved.
///
/// Nodes that were neither opened nor closed are not listed and follow their definitions, so
/// sections that are new at the next launch show as they were defined.
public struct OutlineState: Codable, Equatable, Sendable {
  /// The nodes that are open although defined closed, in outline order.
  public var opened: [NodeID]
  /// The nodes that are closed although defined open, in outline order.
  public var closed: [NodeID]
  /// The selected nodes, in outline order.
  public var selected: [NodeID]
  /// Where the next range of selected rows begins.
  public var anchor: NodeID?

  public init(
    opened: [NodeID] = [], closed: [NodeID] = [], selected: [NodeID] = [], anchor: NodeID? = nil
  ) {
    self.opened = opened
    self.closed = closed
    self.selected = selected
    self.anchor = anchor
  }
}

/// How much of a node and of its descendants is selected, counting only what can be selected and,
/// under a filter, only what passes it.
public enum SelectionState: Hashable, Sendable {
  /// Nothing.
  case off
  /// A part.
  case some
  /// Everything, and at least one node.
  case on
}

/// How many nodes can be selected at once.
public enum SelectionMode: Hashable, Sendable, Codable {
  /// None.
  case none
  /// At most one.
  case single
  /// Any number.
  case multiple
}

/// Which nodes a filter shows in addition to the nodes that match.
public enum FilterScope: Hashable, Sendable, Codable {
  /// The nodes above each match.
  case ancestors
  /// The nodes above each match, and all below it.
  case ancestorsAndDescendants
}

// MARK: - Testing

extension Outline {
  /// What is wrong inside; for tests.
  func checkInvariants() -> [String] {
    core.checkInvariants() + (items.count == core.ids.count ? [] : ["one item a node"])
  }
}
