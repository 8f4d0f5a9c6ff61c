internal import CGTK
public import Outlines

extension OutlineView {
  /// Changes the outline and shows the change, as one edit of the list.
  ///
  /// ```swift
  /// view.change { $0.openAll() }
  /// view.change { try $0.merge(nodes) }
  /// ```
  public func change(_ edit: (inout Outline<Item>) throws -> RowChange?) rethrows {
    announceAll()
    let rowsBefore = outline.rowCount
    let change = try edit(&outline)
    generation += 1
    if let change { announce(change, rowsBefore: rowsBefore) }
    showPlaceholderIfEmpty()
    rebindCells()
  }

  /// Changes the selection and shows the change.
  ///
  /// ```swift
  /// view.changeSelection { $0.select(only: id) }
  /// ```
  public func changeSelection(_ edit: (inout Outline<Item>) -> Range<Int>?) {
    guard let rows = edit(&outline) else { return }
    announceAll()
    if case .all = announced { model.selectionChanged(rows) }
    refreshCells()
  }

  /// Opens what hides a node, and brings its row into view.
  public func reveal(_ id: NodeID, focus: Bool = false) {
    change { $0.reveal(id) }
    guard let row = outline.row(of: id) else { return }
    scroll(to: row)
    if focus { self.focus(row: row) }
  }

  /// Brings a row into view.
  public func scroll(to row: Int) {
    guard native != nil, (0..<outline.rowCount).contains(row) else { return }
    guard case .all = announced else {
      // A list that is not shown yet would scroll to nowhere.
      pendingScroll = outline.id(atRow: row)
      return
    }
    gtk_widget_activate_action_variant(
      list, "list.scroll-to-item", g_variant_new_uint32(guint32(clamping: row)))
  }

  /// Opens or closes a row as the user does it, hooks included.
  func toggleByUser(row position: Int) {
    let row = outline.row(at: position)
    guard row.hasChildren else { return }
    if row.isOpen {
      guard hooks.willClose?(row) ?? true else { return }
      let focused = focusedRow
      var closed: RowChange?
      change { outline in
        closed = outline.close(row.id)
        return closed
      }
      // The focus must not vanish with the row that had it.
      if let focused, let closed, (0..<closed.removed).contains(focused - closed.position) {
        focus(row: position)
      }
      hooks.didClose?(outline.row(at: position))
    } else {
      guard hooks.willOpen?(row) ?? true else { return }
      change { $0.open(row.id) }
      hooks.didOpen?(outline.row(at: position))
    }
  }
}
