internal import CGTK
internal import Outlines

extension RowList {
  /// Whether rows of the last change are still to come.
  var isChanging: Bool { isSettling || isRebinding }

  /// Whether nothing is to come in the next frames; a list that is not on the screen waits until it is.
  var isSettled: Bool {
    guard isAlive, gtk_widget_get_mapped(list) != 0 else { return true }
    return !isChanging && !anchor.isPursuing
  }

  /// Tells GTK that rows went, and that others came in their place; nothing of them is shown before
  /// ``rebind()``.
  ///
  /// - Parameter count: How many rows there are now.
  /// - Returns: False when GTK has to be told that all rows are others.
  @discardableResult
  func announce(removed: Range<Int>, inserted: Int, of count: Int) -> Bool {
    if losesItsPlace(removed) {
      model.rowsChanged(at: 0, removed: model.count, inserted: count)
      return false
    }
    model.rowsChanged(at: removed.lowerBound, removed: removed.count, inserted: inserted)
    return true
  }

  /// Whether GTK 4.8 would show wrong rows for ever: when rows with widgets are removed, and the row
  /// before them stays but has none. It is right again when all rows are replaced.
  private func losesItsPlace(_ removed: Range<Int>) -> Bool {
    guard !removed.isEmpty, removed.lowerBound > 0 else { return false }
    let rows = Set(shown.values.compactMap(\.row))
    return !rows.contains(removed.lowerBound - 1) && rows.contains { removed.contains($0) }
  }

  /// Tells GTK to ask again which rows are selected. It asks for those that have widgets, and first
  /// makes those that ought to: see ``losesItsPlace(_:)``.
  func announceSelection() { announceSelection(of: 0..<model.count) }

  /// Tells GTK to ask again for some rows, as far as it knows them.
  func announceSelection(of rows: Range<Int>) {
    model.selectionChanged(rows.clamped(to: 0..<model.count))
  }

  /// Shows the rows again that were bound before the latest change: those on the screen at once, the
  /// others, which are many more, a frame later.
  func rebind() {
    guard isAlive else { return }
    var isComplete = true
    for cell in shown.values where cell.generation != generation {
      if cell.isOnScreen { rebind(cell) } else { isComplete = false }
    }
    guard !isComplete, !isRebinding else { return }
    isRebinding = true
    afterNextFrame { [weak self] in
      guard let self else { return }
      isRebinding = false
      for cell in shown.values where cell.generation != generation { rebind(cell) }
      owner?.didRebind()
      queueLayout()
    }
  }

  private func rebind(_ cell: Cell) {
    guard let owner, let row = cell.row, row < owner.rowCount else { return }
    owner.rebind(cell, at: row)
    cell.generation = generation
  }

  /// Waits for the frame that lays the changed rows out, before it tells of the rest and scrolls
  /// among them. A further change begins the wait anew: the rest must not make its frame late.
  func settle() {
    framesToSettle = 2
    guard !isSettling else { return }
    isSettling = true
    addTick(to: list) { [weak self] in
      guard let self else { return false }
      framesToSettle -= 1
      guard framesToSettle == 0 else { return true }
      isSettling = false
      owner?.didSettle()
      if !isSettling { focusPending() }
      queueLayout()
      return false
    }
  }
}
