internal import HikidashiRecords

// The groups of the rows, and what is open of them.
extension RecordsRows {
  /// Whether a row is the heading of a group, and that is open; nil for records.
  func isOpen(row: Int) -> Bool? {
    guard row < listing.count, case .group(let group) = listing.view[row] else { return nil }
    return group.isOpen
  }

  /// Opens or closes the group of a row.
  func setOpen(_ isOpen: Bool, row: Int) {
    guard row < listing.count else { return }
    change { $0.fold { $0.setOpen(isOpen, row: row) } }
  }

  /// Opens and closes groups as they were in another run, where the records are grouped as they were then.
  func fold(like folding: GroupFolding) {
    guard listing.view.isGrouped(like: folding) else { return }
    change { $0.fold { $0.fold(like: folding) } }
  }

  func setAllOpen(_ isOpen: Bool) { change { $0.fold { $0.setAllOpen(isOpen) } } }
}
