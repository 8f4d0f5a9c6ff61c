internal import CHikidashiGTK
internal import HikidashiOutlines

/// Tells GTK of the rows of a list, first of those that fill a screen.
///
/// GTK keeps some 200 row widgets for any list, and making them takes longer than all the rest of a
/// window, or of a frame. So a list that is shown, or that grows from a few rows, first has only the
/// rows that fill a screen, and the others a frame later.
@MainActor
final class RowAnnouncer {
  private let rows: RowList<RowCell>
  /// Whether the list has been shown; what changes before that is seen when it is.
  private var hasBegun = false

  init(_ rows: RowList<RowCell>) {
    self.rows = rows
    rows.isAllAnnounced = false
    rows.events.didSettle = { [weak self] in self?.announceRest() }
    connect(UnsafeMutableRawPointer(rows.list), "map") { [weak self] _ in
      self?.announceFirst()
      return false
    }
  }

  private var rowCount: Int { rows.source?.rowCount ?? 0 }

  /// As many rows as fit if they are as low as rows can be. Should they be lower still, the rest of
  /// the list is empty for a frame.
  private var firstRows: Int {
    var height = gtk_widget_get_height(rows.list)
    if height == 0, let root = gtk_widget_get_root(rows.list) {
      var width: gint = 0
      gtk_window_get_default_size(root.widget.cast(to: GtkWindow.self), &width, &height)
    }
    return max(Int(height) / 20, 20)
  }

  private func announceFirst() {
    guard !hasBegun else {
      // Styles that changed while the list was hidden are not seen otherwise.
      for cell in rows.shown.values { cell.restyle() }
      return
    }
    rows.model.rowsChanged(at: 0, removed: 0, inserted: min(rowCount, firstRows))
    hasBegun = true
    rows.settle()
  }

  /// Tells GTK of the rows that it does not know yet.
  private func announceRest() {
    guard hasBegun, !rows.isAllAnnounced else { return }
    rows.isAllAnnounced = true
    let count = rows.model.count
    rows.model.rowsChanged(at: count, removed: 0, inserted: rowCount - count)
    rows.announceSelection()
    rows.settle()
  }

  /// Tells GTK of a change of which it knows nothing yet.
  ///
  /// Rows that take the place of others keep the widgets of those, which are bound anew: GTK would
  /// throw them away and make others.
  func announce(_ change: RowChange) {
    guard hasBegun else { return }
    rows.settle()
    guard let change = knownChange(change) else { return }
    let replaced = min(change.removed, change.inserted)
    let removed = change.position + replaced..<change.position + change.removed
    let isKept = rows.announce(
      removed: removed, inserted: change.inserted - replaced, of: rowCount)
    if !isKept { rows.isAllAnnounced = true }
  }

  /// What a change is for GTK, which may know the first rows only, and is to know no more than those
  /// of a list that grows from a few. Nil when it happens behind the rows that GTK knows.
  private func knownChange(_ change: RowChange) -> RowChange? {
    let (known, limit, count) = (rows.model.count, firstRows, rowCount)
    if rows.isAllAnnounced, known >= limit || count <= limit { return change }
    guard change.position <= known else { return nil }
    // The limit is that of the window as it is now, and may have become less.
    let first = min(count, max(limit, change.position))
    rows.isAllAnnounced = first == count
    return RowChange(
      position: change.position, removed: known - change.position,
      inserted: first - change.position)
  }
}
