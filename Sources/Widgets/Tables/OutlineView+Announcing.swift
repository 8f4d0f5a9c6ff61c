internal import CGTK
internal import Outlines

/// Which rows GTK knows of.
///
/// GTK makes some 200 row widgets for any list, which takes longer than all the rest of a window. So
/// a list that is shown first has only the rows that fill a screen, and the others a frame later.
enum AnnouncedRows {
  /// Not shown yet: changes are seen when it is.
  case none
  case first(Int)
  case all
}

extension OutlineView {
  /// More than fit on a large screen.
  private static var firstRows: Int { 60 }

  func announceWhenShown() {
    connect(UnsafeMutableRawPointer(list), "map") { [weak self] _ in
      self?.announceFirst()
      return false
    }
  }

  private func announceFirst() {
    guard case .none = announced else { return }
    let count = min(outline.rowCount, OutlineView.firstRows)
    model.rowsChanged(at: 0, removed: 0, inserted: count)
    announced = .first(count)
    var frames = 0
    addTick(to: list) { [weak self] in
      frames += 1
      // The first tick belongs to the frame that shows the first rows.
      if frames > 1 { self?.announceAll() }
      return frames <= 1
    }
  }

  /// Tells GTK of the rows that it does not know yet.
  func announceAll() {
    guard case .first(let count) = announced else { return }
    announced = .all
    model.rowsChanged(at: count, removed: 0, inserted: outline.rowCount - count)
    if let row = pendingScroll.flatMap({ outline.row(of: $0) }) { scroll(to: row) }
    pendingScroll = nil
  }
}
