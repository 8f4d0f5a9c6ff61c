/// Sections and trees of any depth as a list of rows: what is open, selected and filtered, and which
/// row is which node.
///
/// An outline is a value. It knows nothing of drawing: every change returns the rows that it
/// concerns, ready for a list model.
///
/// ```swift
/// var animals = Outline {
///   Section("Mammals", open: true) { "Dog"; "Cat" }
///   Section("Fish") { "Tuna" }
/// }
/// animals.rowCount  // 4
/// let fish = animals.id(atRow: 3)
/// animals.open(fish)  // RowChange(position: 4, removed: 0, inserted: 1)
/// animals.row(at: 4).item  // "Tuna"
/// ```
///
/// With n nodes, row → node, node → row, opening and closing take O(log n) however many rows come
/// or go; making, filtering and editing an outline takes O(n). Copies are O(1); the first change
/// after a copy copies the parts it changes.
public struct Outline<Item: Sendable>: Sendable {
  /// The items by slot.
  @usableFromInline var items: [Item]
  var core: OutlineCore
  /// What the filter asks of new content, nil when there is none.
  var filterRule: FilterRule?

  struct FilterRule: Sendable {
    var predicate: @Sendable (NodeID, Item) -> Bool
    var scope: FilterScope
  }

  /// Creates an outline without nodes.
  public init() {
    items = []
    core = OutlineCore()
  }

  init(items: [Item], core: OutlineCore) {
    self.items = items
    self.core = core
  }

  /// Makes an outline of `nodes`.
  ///
  /// - Throws: ``OutlineError/duplicateID(_:first:second:)`` when two nodes were given the same id,
  ///   ``OutlineError/tooManyNodes(limit:)`` beyond 2³¹ − 64 nodes.
  /// - Complexity: O(n).
  public init(_ nodes: [Node<Item>]) throws(OutlineError) {
    var assembler = Assembler()
    assembler.add(nodes)
    self = try assembler.finish()
  }

  /// Makes an outline of the nodes that `content` lists.
  ///
  /// Ids that are written out must differ: the same one twice is a mistake in the program, which
  /// stops with a message that names both places.
  ///
  /// - Complexity: O(n).
  public init(@OutlineBuilder<Item> _ content: () -> [Node<Item>]) {
    do throws(OutlineError) {
      self = try Outline(content())
    } catch {
      // The ids stand in the program's text, so nothing but the program can mend this.
      preconditionFailure(error.description)
    }
  }
}

extension Outline {
  /// How many nodes there are, visible or not.
  public var nodeCount: Int { core.nodeCount }

  /// Whether there are no nodes.
  public var isEmpty: Bool { nodeCount == 0 }
}

// MARK: - Rows

extension Outline {
  /// How many rows are visible. O(1).
  public var rowCount: Int { core.visible.rowCount }

  /// Returns all that a view needs to draw row number `row`, which must be in `0..<rowCount`. O(log
  /// n).
  public func row(at row: Int) -> OutlineRow<Item> { self.row(in: core.slot(atRow: row)) }

  /// Returns the row of a node, whether it is visible or not; nil when the node is unknown. O(log
  /// n).
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

  /// Returns the visible row nearest to a node in outline order: its own, or when it is hidden that
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

// MARK: - Nodes

extension Outline {
  /// Whether there is a node with that id. O(1) on average, as all lookups by id here.
  public func contains(_ id: NodeID) -> Bool { core.slot(of: id) != nil }

  /// The item of a node; nil when the node is unknown.
  public func item(of id: NodeID) -> Item? { core.slot(of: id).map { items[$0] } }

  /// Replaces the item of a node; its id and place stay.
  ///
  /// The filter is not asked again: an item that no longer matches stays until the filter or the
  /// content is set anew.
  ///
  /// - Returns: The row to draw again, nil when the node is hidden or unknown.
  @discardableResult
  public mutating func setItem(_ item: Item, for id: NodeID) -> Int? {
    guard let slot = core.slot(of: id) else { return nil }
    items[slot] = item
    return core.visible.row(of: slot)
  }

  /// The node above, nil for a root or an unknown node.
  public func parent(of id: NodeID) -> NodeID? {
    core.slot(of: id).flatMap { core.topology.parent(of: $0) }.map { core.ids[$0] }
  }

  /// The nodes one level below `id` (nil: the roots) in order, filtered or not; nil when the node is
  /// unknown. O(children).
  public func children(of id: NodeID?) -> [NodeID]? {
    guard let id else { return core.topology.children(of: nil).map { core.ids[Int($0)] } }
    return core.slot(of: id).map { slot in
      core.topology.children(of: slot).map { core.ids[Int($0)] }
    }
  }

  /// How many nodes lie one level below `id` (nil: the root), nil when the node is unknown.
  public func childCount(of id: NodeID?) -> Int? {
    guard let id else { return core.topology.rootCount }
    return core.slot(of: id).map { core.topology.childCount(of: $0) }
  }

  /// The child of `id` (nil: the root) at `index`; nil when there is none.
  public func child(_ index: Int, of id: NodeID?) -> NodeID? {
    guard let id else { return core.topology.child(index, of: nil).map { core.ids[$0] } }
    guard let slot = core.slot(of: id) else { return nil }
    return core.topology.child(index, of: slot).map { core.ids[$0] }
  }

  /// How many nodes lie below `id` on all levels, nil when it is unknown.
  public func descendantCount(of id: NodeID) -> Int? {
    core.slot(of: id).map { core.topology.descendants(of: $0).count }
  }

  /// How many nodes lie above `id`, nil when it is unknown.
  public func level(of id: NodeID) -> Int? {
    core.slot(of: id).map { Int(core.topology[$0].level) }
  }

  /// Whether `id` is a heading, nil when it is unknown.
  public func isSection(_ id: NodeID) -> Bool? { core.slot(of: id).map { core.sections[$0] } }

  /// Whether `id` can be selected, nil when it is unknown.
  public func isSelectable(_ id: NodeID) -> Bool? {
    core.slot(of: id).map { core.selection.selectable[$0] }
  }

  /// Calls `body` with every node in outline order, visible or not. O(n).
  public func forEachNode(_ body: (NodeID, Item) throws -> Void) rethrows {
    for (id, item) in zip(core.ids, items) { try body(id, item) }
  }
}

// MARK: - Flat

extension Outline {
  /// Creates an outline without levels, whose nodes have the ids 1, 2, 3 … in the order of the items.
  ///
  /// ```swift
  /// view.update(Outline(flat: chapters))
  /// ```
  ///
  /// - Complexity: O(n).
  public init(flat items: [Item]) {
    self.init(flat: items, ids: items.indices.map { NodeID(rawValue: UInt64($0) + 1) })
  }

  /// Creates an outline without levels, which shares the storage of `items`.
  ///
  /// - Parameters:
  ///   - items: One for each row.
  ///   - ids: As many, all different.
  package init(flat items: [Item], ids: [NodeID]) {
    var table = NodeTable(capacity: ids.count)
    for slot in ids.indices { _ = table.insert(ids[slot], at: slot, in: ids) }
    let none = Bits(count: ids.count, repeating: false)
    self.init(
      items: items,
      core: OutlineCore(
        ids: ids, table: table, topology: Topology(flat: ids.count), sections: none,
        selectable: Bits(count: ids.count, repeating: true), openByDefinition: none))
  }

  /// The items of all nodes, in outline order. O(1).
  package var nodeItems: [Item] { items }

  /// The ids of all nodes, in outline order. O(1).
  package var nodeIDs: [NodeID] { core.ids }

  /// Where a node stands in outline order, from 0; nil when it is unknown. O(1) on average.
  package func position(of id: NodeID) -> Int? { core.slot(of: id) }
}

// MARK: - Content

extension Outline {
  /// Replaces all nodes; the selection is cleared and every node is open as defined. A filter is
  /// applied to the new nodes, and the ``selectionMode`` stays.
  ///
  /// - Returns: The list change, nil when the rows have the same ids as before.
  /// - Throws: ``OutlineError/duplicateID(_:first:second:)``; then nothing has changed.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func update(_ nodes: [Node<Item>]) throws(OutlineError) -> RowChange? {
    update(try Outline(nodes))
  }

  /// Replaces all nodes by those of `content`, open as they are there. O(n).
  @discardableResult
  public mutating func update(_ content: Outline) -> RowChange? {
    var new = content.core
    let allOpen = Bits(count: new.nodeCount, repeating: true)
    new.filter = nil
    new.selection = SelectionBits(selectable: new.selection.selectable)
    new.selection.mode = selectionMode
    return replace(content.items, new, filterOpen: allOpen)
  }

  /// Replaces all nodes; those that were there before, by id, stay open or closed and selected as
  /// they were, and so does the ``anchor``.
  ///
  /// - Returns: The list change, nil when the rows have the same ids as before.
  /// - Throws: ``OutlineError/duplicateID(_:first:second:)``; then nothing has changed.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func merge(_ nodes: [Node<Item>]) throws(OutlineError) -> RowChange? {
    merge(try Outline(nodes))
  }

  /// Replaces all nodes by those of `content` as ``merge(_:)-([Node<Item>])`` does. O(n).
  @discardableResult
  public mutating func merge(_ content: Outline) -> RowChange? {
    var new = content.core
    new.filter = nil
    new.selection = SelectionBits(selectable: new.selection.selectable)
    let filterOpen = new.adopt(core)
    return replace(content.items, new, filterOpen: filterOpen)
  }

  /// Takes new content whose rows are not counted yet.
  mutating func replace(
    _ items: [Item], _ new: OutlineCore, filterOpen: Bits
  ) -> RowChange? {
    let old = core
    self.items = items
    core = new
    if let rule = filterRule {
      let matches = Bits(words: matches(rule.predicate), count: items.count)
      core.applyFilter(matches, scope: rule.scope, open: filterOpen)
    }
    core.visible = VisibleRows(core.topology, open: core.shownOpen, pass: core.filter?.pass)
    return old.rowChange(to: core)
  }
}

extension Outline {
  /// Makes several changes as one transaction (all or none), and counts the rows once.
  ///
  /// ```swift
  /// var list = Outline { Section("Fish", open: true) { "Tuna"; "Saury" } }
  /// let fish = NodeID(path: ["Fish"])
  /// let change = try list.edit { editor in
  ///   try editor.insert([Node("Salmon", id: 9)], under: fish, at: 0)
  ///   try editor.remove(NodeID(path: ["Saury"], under: fish))
  /// }
  /// ```
  ///
  /// Nodes that stay, moved or not, keep their open state and selection, and so does the anchor.
  /// A filter is applied again.
  ///
  /// - Returns: The one list change, nil when the rows have the same ids as before.
  /// - Throws: What `body` throws; then nothing has changed.
  /// - Complexity: O(n) for the whole batch, plus that of each change.
  @discardableResult
  public mutating func edit<Failure: Error>(
    _ body: (inout Editor) throws(Failure) -> Void
  ) throws(Failure) -> RowChange? {
    var editor = Editor(self)
    try body(&editor)
    return commit(editor)
  }

  private mutating func commit(_ editor: Editor) -> RowChange? {
    let plan = editor.plan
    guard plan.isChanged else {
      guard !editor.setItems.isEmpty else { return nil }
      for (slot, item) in editor.setItems { items[slot] = item }
      guard filterRule != nil, let open = core.filter?.open else { return nil }
      return replace(items, core, filterOpen: open)
    }
    let layout = EditLayout(plan)
    var items: [Item] = []
    items.reserveCapacity(layout.topology.count)
    for run in layout.runs {
      switch run {
      case .old(let slots): items.append(contentsOf: self.items[slots])
      case .new(let indices): items.append(contentsOf: editor.newItems[indices])
      }
    }
    for (slot, item) in editor.setItems where layout.newSlots[slot] >= 0 {
      items[Int(layout.newSlots[slot])] = item
    }
    let (new, filterOpen) = plan.core(layout)
    return replace(items, new, filterOpen: filterOpen)
  }
}

/// What a view needs to draw one row of an ``Outline``.
public struct OutlineRow<Item: Sendable>: Sendable {
  /// The node's identity.
  public var id: NodeID
  /// The node's item.
  public var item: Item
  /// The node's level: the number of its ancestors, 0 for a root.
  public var level: Int
  /// Whether the node is a heading.
  public var isSection: Bool
  /// Whether the row has children; under a filter, whether a child passes the filter.
  public var hasChildren: Bool
  /// Whether its children show.
  public var isOpen: Bool
  /// Whether the row itself can be selected.
  public var isSelectable: Bool
  /// Whether the row itself is selected: what a highlight shows.
  public var isSelected: Bool
  /// How much of the row and of its descendants is selected: what a check box shows.
  public var selection: SelectionState
}

extension OutlineRow: Equatable where Item: Equatable {}
