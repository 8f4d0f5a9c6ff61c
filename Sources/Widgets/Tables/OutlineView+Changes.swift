internal import CGTK
public import Outlines

extension OutlineView {
  /// Changes the outline and shows the change, as one edit of the list.
  ///
  /// Return what the edit returned. After several edits that return is the last one's: the whole list
  /// is then shown anew, which costs more.
  ///
  /// ```swift
  /// view.change { $0.openAll() }
  /// view.change { try $0.merge(nodes) }
  /// ```
  public func change(_ edit: (inout Outline<Item>) throws -> RowChange?) rethrows {
    guard native != nil else {
      _ = try edit(&outline)
      return
    }
    let place = Place(of: self)
    hold(place.focused.first)
    var change = try edit(&outline)
    generation += 1
    if outline.rowCount - place.rowCount != (change.map { $0.inserted - $0.removed } ?? 0) {
      change = RowChange(position: 0, removed: place.rowCount, inserted: outline.rowCount)
    }
    if let change { announce(change) }
    endUnwantedLoads()
    showPlaceholderIfEmpty()
    rebindCells()
    announceSelection()
    restore(place)
  }

  /// Changes the selection and shows the change.
  ///
  /// ```swift
  /// view.changeSelection { $0.select(only: id) }
  /// ```
  public func changeSelection(_ edit: (inout Outline<Item>) -> Range<Int>?) {
    guard let rows = edit(&outline), native != nil else { return }
    announceSelection(of: rows)
    refreshCells()
  }

  /// Opens what hides a node, and brings its row into view.
  public func reveal(_ id: NodeID, focus: Bool = false) {
    change { $0.reveal(id) }
    guard let row = outline.row(of: id) else { return }
    if focus { self.focus(row: row) } else { scroll(to: row) }
  }

  /// Brings a row into view, where it is not in view already.
  public func scroll(to row: Int) {
    guard native != nil, (0..<outline.rowCount).contains(row) else { return }
    anchor.go(to: outline.id(atRow: row), .nearest)
    heldFocus = nil
    approach(row)
  }

  /// What is in view is to stay while rows change.
  private func hold(_ focused: NodeID?) {
    guard !anchor.isPursuing else { return }
    anchor.hold()
    heldFocus = HeldFocus(node: focused)
  }

  /// Scrolls so that a row is somewhere in view, and has a cell.
  func bringIntoView(_ row: Int) {
    gtk_widget_activate_action_variant(
      list, "list.scroll-to-item", g_variant_new_uint32(guint32(clamping: row)))
  }

  /// Opens or closes a row as the user does it, hooks included.
  func toggleByUser(row position: Int) {
    let row = outline.row(at: position)
    guard row.hasChildren else { return }
    if row.isOpen {
      guard hooks.willClose?(row) ?? true else { return }
      prepareAnimation(row, at: position)
      change { $0.close(row.id) }
      if let now = outline.row(for: row.id) { hooks.didClose?(now) }
    } else {
      guard hooks.willOpen?(row) ?? true else { return }
      prepareAnimation(row, at: position)
      change { $0.open(row.id) }
      if let now = outline.row(for: row.id) { hooks.didOpen?(now) }
    }
  }
}
