internal import CGTK
internal import Outlines

extension OutlineView {
  func isSelected(row: Int) -> Bool {
    row < outline.rowCount && outline.isSelected(row: row)
  }

  func select(row: Int, keepingOthers: Bool, extending: Bool) -> Bool {
    guard selectionStyle == .single || selectionStyle == .multiple, row < outline.rowCount else {
      return false
    }
    let id = outline.id(atRow: row)
    return selectByUser { outline in
      if extending { return outline.extendSelection(to: id, keepingOthers: keepingOthers) }
      return keepingOthers ? outline.setSelected(id, true) : outline.select(only: id)
    }
  }

  func deselect(row: Int) -> Bool {
    guard row < outline.rowCount else { return false }
    let id = outline.id(atRow: row)
    return selectByUser { $0.setSelected(id, false) }
  }

  func selectAllRows() -> Bool { selectByUser { $0.selectAll() } }

  func deselectAllRows() -> Bool { selectByUser { $0.clearSelection() } }

  func clicked(_ cell: RowCell, onIcon: Bool) {
    guard let position = cell.row, position < outline.rowCount else { return }
    let row = outline.row(at: position)
    if row.isSection || onIcon {
      cell.focusRow()
      toggleByUser(row: position)
    } else if selectionStyle == .toggle {
      cell.focusRow()
      toggleSelectionByUser(row)
    }
  }

  func toggleSelectionByUser(_ row: OutlineRow<Item>) {
    guard row.isSelectable, selectionStyle != .none else { return }
    selectByUser { $0.toggleSelection(row.id) }
  }

  /// Changes the selection as the user does it: hooks may refuse rows, and hear of the others.
  ///
  /// - Returns: True, as GTK then keeps its own idea of what was clicked last.
  @discardableResult
  private func selectByUser(_ edit: (inout Outline<Item>) -> Range<Int>?) -> Bool {
    guard selectionStyle != .none else { return false }
    guard hooks.watchesSelection else {
      changeSelection(edit)
      return true
    }
    let before = outline
    var wanted = outline
    guard edit(&wanted) != nil else { return true }
    let on = wanted.selectedIDs.filter { !before.isSelected($0) }
    let off = before.selectedIDs.filter { !wanted.isSelected($0) }
    let stay = off.filter { id in
      before.row(for: id).map { hooks.willDeselect?($0) == false } ?? false
    }
    let refused = on.filter { id in
      before.row(for: id).map { hooks.willSelect?($0) == false } ?? false
    }
    // The hooks may have changed the outline: the edit is made on what it is now.
    changeSelection { outline in
      var rows = edit(&outline)
      for (ids, isOn) in [(stay, true), (refused, false)] {
        for id in ids { rows = OutlineView.union(rows, outline.setSelected(id, isOn)) }
      }
      return rows
    }
    for id in off where !outline.isSelected(id) {
      if let row = outline.row(for: id) { hooks.didDeselect?(row) }
    }
    for id in on where outline.isSelected(id) {
      if let row = outline.row(for: id) { hooks.didSelect?(row) }
    }
    return true
  }

  private static func union(_ one: Range<Int>?, _ other: Range<Int>?) -> Range<Int>? {
    guard let one, let other else { return one ?? other }
    return min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
  }
}
