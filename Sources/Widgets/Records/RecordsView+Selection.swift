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

  func select(_ choice: RowChoice) -> Bool {
    guard selectionStyle != .none else { return false }
    // Only there a click selects rows; in the others it turns them on or off itself.
    let picks = selectionStyle != .toggle
    let picksMany = selectionStyle == .multiple
    func has(_ row: Int) -> Bool { row < listing.count }
    switch choice {
    case .extending(let row, let keepingOthers) where picksMany && has(row):
      selectByUser { $0.extendSelection(to: row, keepingOthers: keepingOthers) }
    case .adding(let row) where picksMany && has(row):
      selectByUser { $0.setSelected(row: row, true) }
    case .only(let row) where picks && has(row), .adding(let row) where picks && has(row),
      .extending(let row, _) where picks && has(row):
      selectByUser { $0.select(only: row) }
    case .removing(let row) where has(row): selectByUser { $0.setSelected(row: row, false) }
    case .all where selectionStyle != .single: selectByUser { $0.selectAll() }
    case .nothing: selectByUser { $0.clearSelection() }
    default: return false
    }
    return true
  }
}
