extension Outline {
  /// Whether the children of `id` show, or would if it had any; false when it is unknown.
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
