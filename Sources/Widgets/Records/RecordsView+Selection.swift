internal import Records

extension RecordsView {
  /// Changes the selection as the user does it.
  func selectByUser(_ edit: (inout RecordListing) -> Void) {
    edit(&listing)
    rows.announceSelection()
    tools.show(self)
    onSelect?(listing.selectedNumbers)
  }

  func clicked(_ cell: RecordRow) {
    guard selectionStyle == .toggle, let row = cell.row else { return }
    cell.focusRow()
    selectByUser { $0.setSelected(row: row, !$0.isSelected(row: row)) }
  }

  func isSelected(row: Int) -> Bool { row < listing.count && listing.isSelected(row: row) }

  func select(row: Int, keepingOthers: Bool, extending: Bool) -> Bool {
    guard row < listing.count else { return false }
    switch selectionStyle {
    case .none, .toggle: return false
    case .single: selectByUser { $0.select(only: row) }
    case .multiple where extending:
      selectByUser { $0.extendSelection(to: row, keepingOthers: keepingOthers) }
    case .multiple where keepingOthers: selectByUser { $0.setSelected(row: row, true) }
    case .multiple: selectByUser { $0.select(only: row) }
    }
    return true
  }

  func deselect(row: Int) -> Bool {
    guard selectionStyle != .none, row < listing.count else { return false }
    selectByUser { $0.setSelected(row: row, false) }
    return true
  }

  func selectAllRows() -> Bool {
    guard selectionStyle == .multiple || selectionStyle == .toggle else { return false }
    selectByUser { $0.selectAll() }
    return true
  }

  func deselectAllRows() -> Bool {
    guard selectionStyle != .none else { return false }
    selectByUser { $0.clearSelection() }
    return true
  }
}
