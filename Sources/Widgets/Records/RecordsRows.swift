internal import CHikidashiGTK
internal import HikidashiBase
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
  /// What is computed from the records beside what they store.
  private(set) var computed: ComputedFields
  /// The records as they are stored that are shown.
  private var shown: RecordTable
  var layout: RecordsLayout {
    didSet { watchModels() }
  }
  private(set) var selection = SelectionStyle.multiple
  /// Called after the user has selected or deselected records.
  var onSelect: (@MainActor ([RecordNumber]) -> Void)?
  /// Called after a row was made to show a record.
  var configure: (@MainActor (RecordRow, Record) -> Void)? {
    didSet { watchModels() }
  }
  /// Called before records are shown that somebody has edited.
  var willCatchUp: (@MainActor (RecordTable) -> Void)?
  /// Called when more was edited than can be shown edit by edit.
  var isFarBehind: (@MainActor () -> Void)?
  /// Read by whoever follows which rows are selected.
  let observedSelection = ObservedState()
  /// Called when rows, or which of them are selected, have changed.
  var didChange: (@MainActor () -> Void)?
  /// What keeps their state from one run to the next.
  var keeping: (any RowsKeeping)?
  private var following: Task<Void, Never>?
  private var isWaitingForFrame = false

  /// Fewer than these are put in order within a frame.
  static let mostAtOnce = 10_000
  /// More edits than these take longer than a frame, where there are many records.
  private static let mostEdits = 1_000

  init(_ records: any SharedRecords, columns: [FieldColumn]?) {
    let stored = records.table
    let (columns, computed) = RecordsRows.known(columns, of: stored.schema)
    var made = computed
    // What takes a while is computed on another thread, before the first rows are shown.
    let isLong = !computed.fields.isEmpty && stored.count > Self.mostAtOnce
    let first = isLong ? RecordTable(stored.schema) : stored
    let table = made.tableOrStored(first)
    self.records = records
    self.computed = made
    shown = first
    layout = RecordsLayout(columns)
    listing = RecordListing(GroupedView(of: table))
    list.source = self
    watchModels()
    list.events.didRebind = { [weak list] in list?.announceSelection() }
    list.events.didLayOut = { [weak self] in self?.keeping?.laidOut() }
    list.events.didScroll = { [weak self] in self?.keeping?.scrolled() }
    list.model.rowsChanged(at: 0, removed: 0, inserted: listing.count)
  }

  /// The columns of fields that the records have or that are computed from them.
  private static func known(
    _ columns: [FieldColumn]?, of schema: Schema
  ) -> ([FieldColumn], ComputedFields) {
    let known = (columns ?? []).filter {
      schema.fields.contains($0.field) || $0.field.isComputed
    }
    guard !known.isEmpty else { return (FieldColumn.columns(of: schema), ComputedFields([])) }
    var computed = ComputedFields(known.map(\.field).filter(\.isComputed))
    do {
      _ = try computed.table(RecordTable(schema))
      return (known, computed)
    } catch {
      reportMisuse("the computed columns are left out: \(error)")
      return (known.filter { !$0.field.isComputed }, ComputedFields([]))
    }
  }

  isolated deinit { following?.cancel() }

  /// What the app has not written itself reads no models.
  private func watchModels() {
    list.followsModels = configure != nil || layout.columns.contains { $0.text != nil }
  }

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
    let stored = records.table
    willCatchUp?(stored)
    if isTooMuch(from: shown, to: stored) {
      isFarBehind?()
      return
    }
    shown = stored
    let table = computed.tableOrStored(stored)
    change { $0.update(to: table) }
  }

  /// Changes the rows; who reads, selects or has the keyboard in them stays with what is there.
  func change(_ edit: (inout RecordListing) -> RowsChange) {
    let before = list.focusedRow.flatMap { $0 < listing.count ? ($0, id(atRow: $0)) : nil }
    let isSeen = before.flatMap { list.cell(at: $0.0) }?.isOnScreen ?? false
    list.hold()
    // Rows are bound anew in place: for a moment the keyboard is at another record, which nobody chose.
    list.heldFocus = nil
    let changes = edit(&listing)
    guard list.isAlive else { return }
    announce(changes)
    if let (row, id) = before { restoreFocus(id, row, isSeen: isSeen) }
    tellChange()
  }

  /// Whether what lies between two snapshots is too much to be shown edit by edit.
  private func isTooMuch(from old: RecordTable, to new: RecordTable) -> Bool {
    new.count > Self.mostAtOnce && new.changes(since: old).count > Self.mostEdits
  }

  /// The keyboard goes with its record, or to the heading of the closed group with it; when it is gone,
  /// to what stands in its row now.
  private func restoreFocus(_ id: NodeID, _ row: Int, isSeen: Bool) {
    guard listing.count > 0 else { return }
    let known = self.row(of: id) ?? listing.view.row(aroundRecord: id.record)
    let target = known ?? min(row, listing.count - 1)
    guard list.focusedRow != target else { return }
    if list.cell(at: target)?.focusRow() == true { return }
    if known == nil {
      list.focus(row: target)
    } else if isSeen {
      // It has no cell before what is read has come back to its place.
      list.pendingFocus = self.id(atRow: target)
      list.settle()
    }
  }

  /// Takes over rows that were put in another order.
  func take(_ arranged: ArrangedRecords) {
    let current = list.focusedRow.flatMap { $0 < listing.count ? listing[$0] : nil }
    let chosen = listing.anchor.flatMap { number in
      let cell = listing.row(of: number).flatMap { list.cell(at: $0) }
      return cell?.isOnScreen == true ? number : nil
    }
    let isFilteredAnew = listing.records.filter != arranged.view.records.filter
    computed = arranged.computed
    layout.depth = arranged.view.grouping.levels.count
    shown = arranged.stored
    let now = records.table
    let isBehind = isTooMuch(from: shown, to: now)
    if !isBehind { shown = now }
    announce(listing.take(arranged.view, of: computed.tableOrStored(shown)))
    if isBehind { isFarBehind?() }
    let followed = [current, chosen].lazy.compactMap { $0 }
      .compactMap { self.listing.row(of: $0) }.first
    if let followed {
      if current == nil { list.scroll(to: followed) } else { list.focus(row: followed) }
    } else if isFilteredAnew {
      list.scrollToStart()
    }
    tellChange()
  }

  /// Tells GTK of other rows, once, and shows them.
  ///
  /// Rows that take the place of others keep the widgets of those: GTK would throw them away and make
  /// others.
  private func announce(_ change: RowsChange) {
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
    reveal(number)
    if let row = listing.row(of: number) { list.scroll(to: row) }
  }

  @discardableResult
  func focus(_ number: RecordNumber) -> Bool {
    reveal(number)
    return listing.row(of: number).map { list.focus(row: $0) } ?? false
  }

  /// Shows the records as they are now, and opens the groups with this one.
  private func reveal(_ number: RecordNumber) {
    catchUp()
    guard listing.row(of: number) == nil, listing.records.row(of: number) != nil else { return }
    change { $0.fold { $0.reveal(number) } }
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
    let focused = list.focusedRow.flatMap { $0 < listing.count ? listing[$0] : nil }
    return focused.map { [$0] } ?? []
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

  func id(atRow row: Int) -> NodeID {
    switch listing.view[row] {
    case .record(let number): NodeID(number)
    case .group(let group): NodeID(rawValue: group.id)
    }
  }

  func row(of id: NodeID) -> Int? {
    listing.row(of: id.record) ?? listing.view.row(ofGroup: id.rawValue)
  }

  func makeCell(for item: OpaquePointer) -> RecordRow {
    let cell = RecordRow(listItem: item)
    cell.onClick = { [weak self] in self?.clicked($0) }
    return cell
  }

  func bind(_ cell: RecordRow, at row: Int) {
    let content = listing.view[row]
    cell.unmark()
    cell.show(
      layout.content(of: content, in: listing.table, sums: listing.view.grouping.sums), in: layout)
    // A double click activates, and takes the second click away: not where each click counts.
    var isActivatable = selection != .toggle
    switch content {
    case .group: isActivatable = false
    case .record(let number): configure?(cell, listing.table[number])
    }
    gtk_list_item_set_activatable(cell.listItem, isActivatable ? 1 : 0)
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
    tellChange()
  }

  func clearSelection() { listing.clearSelection() }

  private func tellChange() {
    observedSelection.didChange()
    didChange?()
  }

  /// Tells of what is selected now.
  func tellSelection() { onSelect?(listing.selectedNumbers) }

  /// Turns a row on or off, as the space bar does.
  func toggle(row: Int) {
    if let isOpen = isOpen(row: row) { return setOpen(!isOpen, row: row) }
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
    guard let row = cell.row else { return }
    if let isOpen = isOpen(row: row) {
      cell.focusRow()
      return setOpen(!isOpen, row: row)
    }
    guard selection == .toggle else { return }
    cell.focusRow()
    selectByUser { $0.setSelected(row: row, !$0.isSelected(row: row)) }
  }

  /// Changes the selection as the user does it.
  private func selectByUser(_ edit: (inout RecordListing) -> Void) {
    edit(&listing)
    list.announceSelection()
    keeping?.selectionChanged()
    tellChange()
    tellSelection()
  }

  func isSelected(row: Int) -> Bool { row < listing.count && listing.isSelected(row: row) }

  func select(_ choice: RowChoice) -> Bool {
    guard selection != .none else { return false }
    // Only there a click selects rows; in the others it turns them on or off itself.
    let picks = selection != .toggle
    let picksMany = selection == .multiple
    func has(_ row: Int) -> Bool { row < listing.count && listing[row] != nil }
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
