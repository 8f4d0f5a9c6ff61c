extension Outline {
  /// Whether there is a node with that id. O(1) on average, as all lookups by id here.
  public func contains(_ id: NodeID) -> Bool { core.slot(of: id) != nil }

  /// What a node stands for, nil when it is unknown.
  public func item(of id: NodeID) -> Item? { core.slot(of: id).map { items[$0] } }

  /// Replaces what a node stands for; its id and place stay.
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
