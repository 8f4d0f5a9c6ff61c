internal import CGTK
internal import Outlines

extension OutlineView {
  func isSelected(row: Int) -> Bool {
    row < outline.rowCount && outline.isSelected(row: row)
  }

  func select(_ choice: RowChoice) -> Bool {
    func id(_ row: Int) -> NodeID? { row < outline.rowCount ? outline.id(atRow: row) : nil }
    let picks = selectionStyle == .single || selectionStyle == .multiple
    switch choice {
    case .only(let row):
      guard picks, let id = id(row) else { return false }
      return selectByUser { $0.select(only: id) }
    case .adding(let row):
      guard picks, let id = id(row) else { return false }
      return selectByUser { $0.setSelected(id, true) }
    case .extending(let row, let keepingOthers):
      guard picks, let id = id(row) else { return false }
      return selectByUser { $0.extendSelection(to: id, keepingOthers: keepingOthers) }
    case .removing(let row):
      guard let id = id(row) else { return false }
      return selectByUser { $0.setSelected(id, false) }
    case .all: return selectByUser { $0.selectAll() }
    case .nothing: return selectByUser { $0.clearSelection() }
    }
  }

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
