internal import CGTK
internal import Outlines
internal import Records

extension NodeID {
  /// The row of a record, for what keeps rows in place.
  fileprivate init(_ number: RecordNumber) {
    self.init(rawValue: UInt64(clamping: number.rawValue))
  }

  fileprivate var record: RecordNumber { RecordNumber(Int(clamping: rawValue)) }
}

extension RecordsView: RowSource {
  var rowCount: Int { listing.count }

  func id(atRow row: Int) -> NodeID { NodeID(listing[row]) }

  func row(of id: NodeID) -> Int? { listing.row(of: id.record) }

  func makeCell(for item: OpaquePointer) -> RecordRow {
    let cell = RecordRow(listItem: item)
    cell.onClick = { [weak self] in self?.clicked($0) }
    return cell
  }

  func bind(_ cell: RecordRow, at row: Int) {
    // GTK 4.8 binds rows anew whose selection may have changed: they show what they did.
    if cell.generation == rows.generation, cell.lastRow == row { return cell.bindAgain() }
    cell.show(layout.texts(of: listing[row], in: listing.table), in: layout)
    cell.lastRow = row
    // A double click activates, and takes the second click away: not where each click counts.
    gtk_list_item_set_activatable(cell.listItem, selectionStyle == .toggle ? 0 : 1)
  }

  /// Shows every row again.
  func showAgain() {
    rows.generation += 1
    rows.rebind()
  }

  /// Tells GTK of other rows, once, and shows them.
  ///
  /// Rows that take the place of others keep the widgets of those: GTK would throw them away and make
  /// others.
  func announce(_ change: RecordListing.RowsChange) {
    guard native != nil else { return }
    rows.generation += 1
    if change.oldCount != change.newCount {
      rows.settle()
      let oldEnd = change.oldCount - change.suffix
      let newEnd = change.newCount - change.suffix
      let kept = min(oldEnd, newEnd)
      rows.announce(removed: kept..<oldEnd, inserted: newEnd - kept, of: change.newCount)
    }
    rows.rebind()
    // Of the others, which it would bind at once, it is told when they are.
    let shown = rows.onScreen.map(\.row)
    guard let first = shown.min(), let last = shown.max(), rows.isRebinding else {
      return rows.announceSelection()
    }
    rows.announceSelection(of: first..<last + 1)
  }
}
