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
    rows.hold()
    var change = try edit(&outline)
    rows.generation += 1
    if outline.rowCount - place.rowCount != (change.map { $0.inserted - $0.removed } ?? 0) {
      change = RowChange(position: 0, removed: place.rowCount, inserted: outline.rowCount)
    }
    if let change { announce(change) }
    endUnwantedLoads()
    showPlaceholderIfEmpty()
    rows.rebind()
    rows.announceSelection()
    restore(place)
  }

  /// Changes the selection and shows the change.
  ///
  /// ```swift
  /// view.changeSelection { $0.select(only: id) }
  /// ```
  public func changeSelection(_ edit: (inout Outline<Item>) -> Range<Int>?) {
    guard let changed = edit(&outline), native != nil else { return }
    rows.announceSelection(of: changed)
    refreshCells()
  }

  /// Opens what hides a node, and brings its row into view: where it is out of sight, to a third of
  /// the height, so that what leads to it is seen, too.
  public func reveal(_ id: NodeID, focus: Bool = false) {
    change { $0.reveal(id) }
    guard let row = outline.row(of: id) else { return }
    if focus {
      self.focus(row: row)
    } else if rows.anchor.aim != id {
      // What was not laid out yet may turn out to be in view by itself.
      let isNew = rows.anchor.seen.isEmpty
      rows.anchor.go(to: id, isWhollyInView(id) ? .nearest : .third, mayStay: isNew)
      rows.approach(isNew ? nil : row)
    }
  }

  private func isWhollyInView(_ id: NodeID) -> Bool {
    guard let row = rows.anchor.seen.first(where: { $0.id == id }) else { return false }
    return row.top >= pinnedHeight(above: id)
      && row.bottom <= Double(gtk_widget_get_height(rows.list))
  }

  /// Brings a row into view, where it is not in view already.
  public func scroll(to row: Int) {
    rows.scroll(to: row)
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
