internal import CGTK
internal import Outlines

/// Which rows GTK knows of.
///
/// GTK keeps some 200 row widgets for any list, and making them takes longer than all the rest of a
/// window, or of a frame. So a list that is shown, or that grows from a few rows, first has only the
/// rows that fill a screen, and the others a frame later.
enum AnnouncedRows {
  /// Not shown yet: changes are seen when it is.
  case none
  /// The first of them, as many as the model has.
  case first
  case all
}

extension OutlineView {
  /// As many rows as fit if they are as low as rows can be. Should they be lower still, the rest of
  /// the list is empty for a frame.
  private var firstRows: Int {
    var height = gtk_widget_get_height(list)
    if height == 0, let root = gtk_widget_get_root(list) {
      var width: gint = 0
      gtk_window_get_default_size(root.widget.cast(to: GtkWindow.self), &width, &height)
    }
    return max(Int(height) / 20, 20)
  }

  func announceWhenShown() {
    connect(UnsafeMutableRawPointer(list), "map") { [weak self] _ in
      self?.announceFirst()
      return false
    }
  }

  private func announceFirst() {
    guard case .none = announced else {
      // Styles that changed while the list was hidden are not seen otherwise.
      for cell in shown.values { cell.restyle() }
      return
    }
    let count = min(outline.rowCount, firstRows)
    model.rowsChanged(at: 0, removed: 0, inserted: count)
    announced = .first
    settle()
  }

  /// Tells GTK of the rows that it does not know yet.
  func announceAll() {
    guard case .first = announced else { return }
    announced = .all
    let count = model.count
    model.rowsChanged(at: count, removed: 0, inserted: outline.rowCount - count)
    announceSelection()
    settle()
  }

  /// Tells GTK to ask again which rows are selected. It asks for those that have widgets, and first
  /// makes those that ought to: see ``losesItsPlace(_:)``.
  func announceSelection() {
    model.selectionChanged(0..<model.count)
  }

  /// Tells GTK to ask again for some rows, as far as it knows them.
  func announceSelection(of rows: Range<Int>) {
    model.selectionChanged(rows.clamped(to: 0..<model.count))
  }

  /// Tells GTK of a change of which it knows nothing yet.
  ///
  /// Rows that take the place of others keep the widgets of those, which are bound anew: GTK would
  /// throw them away and make others.
  func announce(_ change: RowChange) {
    if case .none = announced { return }
    settle()
    guard let change = knownChange(change) else { return }
    let replaced = min(change.removed, change.inserted)
    let removed = change.position + replaced..<change.position + change.removed
    if losesItsPlace(removed) {
      announced = .all
      model.rowsChanged(at: 0, removed: model.count, inserted: outline.rowCount)
    } else {
      model.rowsChanged(
        at: removed.lowerBound, removed: removed.count, inserted: change.inserted - replaced)
    }
  }

  /// What a change is for GTK, which may know the first rows only, and is to know no more than those
  /// of a list that grows from a few. Nil when it happens behind the rows that GTK knows.
  private func knownChange(_ change: RowChange) -> RowChange? {
    let known = model.count
    let limit = firstRows
    if case .all = announced, known >= limit || outline.rowCount <= limit { return change }
    guard change.position <= known else { return nil }
    // The limit is that of the window as it is now, and may have become less.
    let first = min(outline.rowCount, max(limit, change.position))
    announced = first == outline.rowCount ? .all : .first
    return RowChange(
      position: change.position, removed: known - change.position,
      inserted: first - change.position)
  }

  /// Whether GTK 4.8 would show wrong rows for ever: when rows with widgets are removed, and the row
  /// before them stays but has none. It is right again when all rows are replaced.
  private func losesItsPlace(_ removed: Range<Int>) -> Bool {
    guard !removed.isEmpty, removed.lowerBound > 0 else { return false }
    let rows = Set(shown.values.compactMap(\.row))
    return !rows.contains(removed.lowerBound - 1) && rows.contains { removed.contains($0) }
  }

  /// Waits for the frame that lays the changed rows out, before it tells of the rest and scrolls
  /// among them. A further change begins the wait anew: the rest must not make its frame late.
  private func settle() {
    framesToSettle = 2
    guard !isSettling else { return }
    isSettling = true
    addTick(to: list) { [weak self] in
      guard let self else { return false }
      framesToSettle -= 1
      guard framesToSettle == 0 else { return true }
      isSettling = false
      announceAll()
      if !isSettling { focusPending() }
      queueLayout()
      return false
    }
  }

  private func focusPending() {
    guard let row = pendingFocus.flatMap({ outline.row(of: $0) }) else { return }
    pendingFocus = nil
    focus(row: row)
  }

  /// Calls `body`, while the list lives, in the frame after the one that is due.
  func afterNextFrame(_ body: @escaping @MainActor (OutlineView) -> Void) {
    var frames = 0
    addTick(to: list) { [weak self] in
      frames += 1
      guard frames > 1, let self else { return self != nil }
      body(self)
      return false
    }
  }
}
