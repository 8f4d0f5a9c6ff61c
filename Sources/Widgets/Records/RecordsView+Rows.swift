internal import CGTK
public import Records
internal import Support

extension RecordsView {
  /// How many records are shown.
  public var count: Int { listing.count }

  /// The numbers of the records that are shown, from the top down.
  ///
  /// - Complexity: O(n)
  public var shownNumbers: [RecordNumber] {
    showPending()
    return Array(listing.view)
  }

  /// The selected records that are shown, from the top down. Setting them tells nobody; numbers that
  /// no record has are passed over.
  public var selectedNumbers: [RecordNumber] {
    get {
      showPending()
      return listing.selectedNumbers
    }
    set {
      showPending()
      listing.select(RecordSet(newValue))
      rows.announceSelection()
      tools.show(self)
    }
  }

  /// Replaces all records; none is selected afterwards.
  ///
  /// - Precondition: The table has the schema of the one that is shown.
  public func update(_ table: RecordTable) async throws {
    try await records.change(tr("Replace the records")) { $0 = table }
    listing.clearSelection()
    showPending()
  }

  /// Replaces all records. Those that were there before, by their numbers, stay selected, and the view
  /// stays where it is.
  ///
  /// - Precondition: The table has the schema of the one that is shown.
  public func merge(_ table: RecordTable) async throws {
    try await records.change(tr("Replace the records")) { $0 = table }
    showPending()
  }

  /// Shows every row again, as where what ``FieldColumn/text`` draws them by has changed: a setting, a
  /// rate. Selection and place stay.
  ///
  /// - Complexity: O(rows that have a widget), however many records there are.
  public func reload() {
    guard native != nil else { return }
    showAgain()
  }

  /// Brings a record into view, where it is shown and not in view already.
  public func scroll(to number: RecordNumber) {
    showPending()
    if let row = listing.row(of: number) { rows.scroll(to: row) }
  }

  /// Moves the keyboard focus to a record, which comes into view.
  @discardableResult
  public func focus(_ number: RecordNumber) -> Bool {
    showPending()
    return listing.row(of: number).map { rows.focus(row: $0) } ?? false
  }

  /// Shows what has changed in the next frame: however many edits there are between two, GTK is told
  /// once.
  func showSoon() {
    guard let native, gtk_widget_get_mapped(native) != 0 else { return showPending() }
    guard !isWaitingForFrame else { return }
    isWaitingForFrame = true
    addTick(to: native) { [weak self] in
      self?.isWaitingForFrame = false
      self?.showPending()
      return false
    }
  }

  /// Shows the records as they are now.
  func showPending() {
    let table = records.table
    dismissOldUndo(table)
    sharedKeys.show(records.keys)
    if isTooMuch(from: listing.table, to: table) {
      if !isArranging { rearrange() }
      return
    }
    let before = rows.focusedRow.flatMap { $0 < listing.count ? ($0, listing[$0]) : nil }
    let isSeen = before.flatMap { rows.cell(at: $0.0) }?.isOnScreen ?? false
    rows.hold()
    // Rows are bound anew in place: for a moment the keyboard is at another record, which nobody chose.
    rows.heldFocus = nil
    let changes = listing.update(to: table)
    guard native != nil else { return }
    announce(changes)
    if let (row, number) = before { restoreFocus(number, row, isSeen: isSeen) }
    tools.show(self)
    showContent()
  }

  /// The keyboard goes with its record; when that is gone, to the one that stands in its row now.
  private func restoreFocus(_ number: RecordNumber, _ row: Int, isSeen: Bool) {
    guard listing.count > 0 else { return }
    let target = listing.row(of: number) ?? min(row, listing.count - 1)
    guard rows.focusedRow != target else { return }
    if rows.cell(at: target)?.focusRow() == true { return }
    if listing.row(of: number) == nil {
      rows.focus(row: target)
    } else if isSeen {
      // It has no cell before what is read has come back to its place.
      rows.pendingFocus = id(atRow: target)
      rows.settle()
    }
  }

  /// Takes over rows that were put in another order.
  func take(_ view: SortedView) {
    let current = rows.focusedRow.flatMap { $0 < listing.count ? listing[$0] : nil }
    let chosen = listing.anchor.flatMap { number in
      let cell = listing.row(of: number).flatMap { rows.cell(at: $0) }
      return cell?.isOnScreen == true ? number : nil
    }
    let isFilteredAnew = listing.view.filter != view.filter
    let now = records.table
    let isFarBehind = isTooMuch(from: view.table, to: now)
    announce(listing.take(view, of: isFarBehind ? view.table : now))
    if isFarBehind { rearrange() }
    let followed = [current, chosen].lazy.compactMap { $0 }
      .compactMap { self.listing.row(of: $0) }.first
    if let followed {
      if current == nil { rows.scroll(to: followed) } else { rows.focus(row: followed) }
    } else if isFilteredAnew {
      rows.scrollToStart()
    }
    tools.show(self)
    showContent()
  }
}
