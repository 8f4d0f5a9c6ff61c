internal import CHikidashiGTK
internal import HikidashiOutlines
internal import HikidashiRecords

/// The rows of a table of records: which records stand where, which are selected, and the cells that
/// show them.
///
/// Whoever puts the records in another order, edits them or presses keys, talks to these rows.
@MainActor
final class RecordsRows {
  let records: any SharedRecords
  let list = RowList<RecordRow>()
  private(set) var listing: RecordListing
  var layout: RecordsLayout
  private(set) var selection = SelectionStyle.multiple
  /// Called after the user has selected or deselected records.
  var onSelect: (@MainActor ([RecordNumber]) -> Void)?
  /// Called before records are shown that somebody has edited.
  var willCatchUp: (@MainActor (RecordTable) -> Void)?
  /// Called when more was edited than can be shown edit by edit.
  var isFarBehind: (@MainActor () -> Void)?
  /// Called when rows, or which of them are selected, have changed.
  var didChange: (@MainActor () -> Void)?
  private var following: Task<Void, Never>?
  private var isWaitingForFrame = false

  /// Fewer than these are put in order within a frame.
  static let mostAtOnce = 10_000
  /// More edits than these take longer than a frame, where there are many records.
  private static let mostEdits = 1_000

  init(_ records: any SharedRecords, columns: [FieldColumn]?) {
    let table = records.table
    self.records = records
    let known = (columns ?? []).filter { table.schema.fields.contains($0.field) }
    layout = RecordsLayout(known.isEmpty ? FieldColumn.columns(of: table.schema) : known)
    listing = RecordListing(SortedView(of: table))
    list.source = self
    list.events.didRebind = { [weak list] in list?.announceSelection() }
    list.model.rowsChanged(at: 0, removed: 0, inserted: listing.count)
  }

  isolated deinit { following?.cancel() }

  /// The widgets have died.
  func end() {
    list.end()
    following?.cancel()
    following = nil
    onSelect = nil
  }

  // MARK: - Changes

  /// Shows what others do to the records, in frames of the part that has the rows.
  func follow(in part: Part) {
    let changes = records.changes
    following = Task { [weak self, weak part] in
      for await _ in changes {
        guard let self, let part else { return }
        showSoon(in: part)
      }
    }
  }

  /// Shows what has changed in the next frame: however many edits there are between two, GTK is told
  /// once.
  private func showSoon(in part: Part) {
    guard let native = part.native, gtk_widget_get_mapped(native) != 0 else { return catchUp() }
    guard !isWaitingForFrame else { return }
    isWaitingForFrame = true
    addTick(to: native) { [weak self] in
      self?.isWaitingForFrame = false
      self?.catchUp()
      return false
    }
  }

  /// Whether nothing is to come in the next frames.
  var isSettled: Bool { !isWaitingForFrame && list.isSettled }

  /// Shows the records as they are now.
  func catchUp() {
    let table = records.table
    willCatchUp?(table)
    if isTooMuch(from: listing.table, to: table) {
      isFarBehind?()
      return
    }
    let before = list.focusedRow.flatMap { $0 < listing.count ? ($0, listing[$0]) : nil }
    let isSeen = before.flatMap { list.cell(at: $0.0) }?.isOnScreen ?? false
    list.hold()
    // Rows are bound anew in place: for a moment the keyboard is at another record, which nobody chose.
    list.heldFocus = nil
    let changes = listing.update(to: table)
    guard list.isAlive else { return }
    announce(changes)
    if let (row, number) = before { restoreFocus(number, row, isSeen: isSeen) }
    didChange?()
  }

  /// Whether what lies between two snapshots is too much to be shown edit by edit.
  private func isTooMuch(from old: RecordTable, to new: RecordTable) -> Bool {
    new.count > Self.mostAtOnce && new.changes(since: old).count > Self.mostEdits
  }

  /// The keyboard goes with its record; when that is gone, to the one that stands in its row now.
  private func restoreFocus(_ number: RecordNumber, _ row: Int, isSeen: Bool) {
    guard listing.count > 0 else { return }
    let target = listing.row(of: number) ?? min(row, listing.count - 1)
    guard list.focusedRow != target else { return }
    if list.cell(at: target)?.focusRow() == true { return }
    if listing.row(of: number) == nil {
      list.focus(row: target)
    } else if isSeen {
      // It has no cell before what is read has come back to its place.
      list.pendingFocus = id(atRow: target)
      list.settle()
    }
  }

  /// Takes over rows that were put in another order.
  func take(_ view: SortedView) {
    let current = list.focusedRow.flatMap { $0 < listing.count ? listing[$0] : nil }
    let chosen = listing.anchor.flatMap { number in
      let cell = listing.row(of: number).flatMap { list.cell(at: $0) }
      return cell?.isOnScreen == true ? number : nil
    }
    let isFilteredAnew = listing.view.filter != view.filter
    let now = records.table
    let isBehind = isTooMuch(from: view.table, to: now)
    announce(listing.take(view, of: isBehind ? view.table : now))
    if isBehind { isFarBehind?() }
    let followed = [current, chosen].lazy.compactMap { $0 }
      .compactMap { self.listing.row(of: $0) }.first
    if let followed {
      if current == nil { list.scroll(to: followed) } else { list.focus(row: followed) }
    } else if isFilteredAnew {
      list.scrollToStart()
    }
    didChange?()
  }

  /// Tells GTK of other rows, once, and shows them.
  ///
  /// Rows that take the place of others keep the widgets of those: GTK would throw them away and make
  /// others.
  private func announce(_ change: RecordListing.RowsChange) {
    guard list.isAlive else { return }
    list.generation += 1
    if change.oldCount != change.newCount {
      list.settle()
      let oldEnd = change.oldCount - change.suffix
      let newEnd = change.newCount - change.suffix
      let kept = min(oldEnd, newEnd)
      list.announce(removed: kept..<oldEnd, inserted: newEnd - kept, of: change.newCount)
    }
    list.rebind()
    // Of the others, which it would bind at once, it is told when they are.
    let shown = list.onScreen.map(\.row)
    guard let first = shown.min(), let last = shown.max(), list.isRebinding else {
      return list.announceSelection()
    }
    list.announceSelection(of: first..<last + 1)
  }

  // MARK: - Place

  func scroll(to number: RecordNumber) {
    catchUp()
    if let row = listing.row(of: number) { list.scroll(to: row) }
  }

  @discardableResult
  func focus(_ number: RecordNumber) -> Bool {
    catchUp()
    return listing.row(of: number).map { list.focus(row: $0) } ?? false
  }

  /// Moves the keyboard to the rows: to the selected one, or the first.
  func goToRows() {
    guard listing.count > 0 else { return }
    list.focus(row: listing.anchor.flatMap { listing.row(of: $0) } ?? 0)
  }

  /// The records that a command is about: the selected ones, or that which has the keyboard.
  var commanded: [RecordNumber] {
    let selected = listing.selectedNumbers
    if !selected.isEmpty { return selected }
    return list.focusedRow.map { $0 < listing.count ? [listing[$0]] : [] } ?? []
  }
}

// MARK: - Cells

extension NodeID {
  /// The row of a record, for what keeps rows in place.
  fileprivate init(_ number: RecordNumber) {
    self.init(rawValue: UInt64(clamping: number.rawValue))
  }

  fileprivate var record: RecordNumber { RecordNumber(Int(clamping: rawValue)) }
}

extension RecordsRows: RowSource {
  var rowCount: Int { listing.count }

  func id(atRow row: Int) -> NodeID { NodeID(listing[row]) }

  func row(of id: NodeID) -> Int? { listing.row(of: id.record) }

  func makeCell(for item: OpaquePointer) -> RecordRow {
    let cell = RecordRow(listItem: item)
    cell.onClick = { [weak self] in self?.clicked($0) }
    return cell
  }

  func bind(_ cell: RecordRow, at row: Int) {
    cell.show(layout.texts(of: listing[row], in: listing.table), in: layout)
    // A double click activates, and takes the second click away: not where each click counts.
    gtk_list_item_set_activatable(cell.listItem, selection == .toggle ? 0 : 1)
  }

  /// Shows every row again.
  func showAgain() {
    list.generation += 1
    list.rebind()
  }
}

// MARK: - Selection

extension RecordsRows {
  func setSelection(_ style: SelectionStyle) {
    selection = style
    listing.clearSelection()
    list.announceSelection()
    showAgain()
  }

  /// Selects records as the program does it.
  func select(_ numbers: [RecordNumber]) {
    catchUp()
    listing.select(RecordSet(numbers))
    list.announceSelection()
    didChange?()
  }

  func clearSelection() { listing.clearSelection() }

  /// Tells of what is selected now.
  func tellSelection() { onSelect?(listing.selectedNumbers) }

  /// Turns a row on or off, as the space bar does.
  func toggle(row: Int) {
    guard row < listing.count, selection != .none else { return }
    let isOn = listing.isSelected(row: row)
    selectByUser {
      if selection == .single, !isOn {
        $0.select(only: row)
      } else {
        $0.setSelected(row: row, !isOn)
      }
    }
  }

  private func clicked(_ cell: RecordRow) {
    guard selection == .toggle, let row = cell.row else { return }
    cell.focusRow()
    selectByUser { $0.setSelected(row: row, !$0.isSelected(row: row)) }
  }

  /// Changes the selection as the user does it.
  private func selectByUser(_ edit: (inout RecordListing) -> Void) {
    edit(&listing)
    list.announceSelection()
    didChange?()
    tellSelection()
  }

  func isSelected(row: Int) -> Bool { row < listing.count && listing.isSelected(row: row) }

  func select(_ choice: RowChoice) -> Bool {
    guard selection != .none else { return false }
    // Only there a click selects rows; in the others it turns them on or off itself.
    let picks = selection != .toggle
    let picksMany = selection == .multiple
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
    case .all where selection != .single: selectByUser { $0.selectAll() }
    case .nothing: selectByUser { $0.clearSelection() }
    default: return false
    }
    return true
  }
}
