internal import CGTK
internal import Outlines

extension OutlineView: RowModelOwner {
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
      cell.focus()
      toggleByUser(row: position)
    } else if selectionStyle == .toggle {
      cell.focus()
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
    guard var changed = edit(&wanted) else { return true }
    func refuse(_ id: NodeID, _ isOn: Bool) {
      guard let rows = wanted.setSelected(id, isOn) else { return }
      changed = min(changed.lowerBound, rows.lowerBound)..<max(changed.upperBound, rows.upperBound)
    }
    let on = wanted.selectedIDs.filter { !before.isSelected($0) }
    let off = before.selectedIDs.filter { !wanted.isSelected($0) }
    if let may = hooks.willDeselect {
      for id in off { if let row = before.row(for: id), !may(row) { refuse(id, true) } }
    }
    if let may = hooks.willSelect {
      for id in on { if let row = before.row(for: id), !may(row) { refuse(id, false) } }
    }
    changeSelection { outline in
      outline = wanted
      return changed
    }
    for id in off where !wanted.isSelected(id) {
      if let row = wanted.row(for: id) { hooks.didDeselect?(row) }
    }
    for id in on where wanted.isSelected(id) {
      if let row = wanted.row(for: id) { hooks.didSelect?(row) }
    }
    return true
  }
}

extension Outline {
  /// The row of a node, where it is visible.
  func row(for id: NodeID) -> OutlineRow<Item>? {
    row(of: id).map { row(at: $0) }
  }
}
