internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiOutlines

/// The rows of an outline in a list: the outline, the cells that show it, and what a person does to it
/// there.
///
/// What a table may have besides, as a heading that stays or rows that are dragged, is an object of its
/// own that knows these rows, and nothing else of the table.
@MainActor
final class OutlineRows<Item: Sendable> {
  private(set) var outline: Outline<Item>
  let list = RowList<RowCell>()
  /// The text of a row: for typing ahead, and for a screen reader.
  let text: @MainActor (Item) -> String
  var hooks = OutlineHooks<Item>()
  var events = OutlineEvents<Item>()
  private(set) var selection = SelectionStyle.single
  private(set) var style = TableStyle.standard
  /// Runs after a row is shown with its level and state, and again when its selection changes.
  var configure: (@MainActor (RowCell, OutlineRow<Item>) -> Void)?
  /// Called before a person opens or closes a row.
  var willToggle: (@MainActor (_ row: OutlineRow<Item>, _ position: Int) -> Void)?
  /// Called when the outline has changed and GTK knows of it.
  var didChange: (@MainActor () -> Void)?
  /// What keeps their state from one run to the next.
  var keeping: (any RowsKeeping)?
  /// Shows the row of children that are to come.
  var showPlaceholder: (@MainActor (OutlineRow<Item>, RowCell) -> Void)?
  private let cells: Cells<Item>
  private let announcer: RowAnnouncer
  private let pictures = DisclosurePictures()
  /// What a person changes, to be taken back.
  private(set) lazy var edits = RowEdits(self)
  /// Where the user was before a filter was set.
  private var placeBeforeFilter: Place?

  init(_ outline: Outline<Item>, text: @escaping @MainActor (Item) -> String, cells: Cells<Item>) {
    self.outline = outline
    self.text = text
    self.cells = cells
    announcer = RowAnnouncer(list)
    list.rowsWrap = true
    list.source = self
    list.events.activated = { [weak self] position in
      if let self { events.onActivate?(self.outline.row(at: position)) }
    }
  }

  // MARK: - Changes

  func change(_ edit: (inout Outline<Item>) throws -> RowChange?) rethrows {
    guard list.isAlive else {
      _ = try edit(&outline)
      return
    }
    let before = place
    let inView = list.onScreen.map { ($0.row, outline.id(atRow: $0.row)) }.sorted { $0.0 < $1.0 }
    list.hold()
    var change = try edit(&outline)
    list.generation += 1
    if outline.rowCount - before.rowCount != (change.map { $0.inserted - $0.removed } ?? 0) {
      change = RowChange(position: 0, removed: before.rowCount, inserted: outline.rowCount)
    }
    if let change { announcer.announce(change, inView: inView) }
    didChange?()
    list.rebind()
    restore(before)
    keeping?.rowsChanged()
  }

  func changeSelection(_ edit: (inout Outline<Item>) -> Range<Int>?) {
    let changed = edit(&outline)
    keeping?.selectionChanged()
    guard let changed, list.isAlive else { return }
    list.announceSelection(of: changed)
    refresh()
  }

  func setSelection(_ style: SelectionStyle) {
    selection = style
    outline.selectionMode = style.mode
    refresh()
    list.announceSelection()
  }

  /// Rows that are shown keep the old measures until ``refresh()``.
  func setStyle(_ style: TableStyle) { self.style = style }

  /// Opens or closes a row as the user does it, hooks included.
  func toggle(row position: Int) {
    let row = outline.row(at: position)
    guard row.hasChildren else { return }
    list.anchor.stays()
    if row.isOpen {
      guard hooks.willClose?(row) ?? true else { return }
      willToggle?(row, position)
      change { $0.close(row.id) }
      if let now = outline.row(for: row.id) { events.onClose?(now) }
    } else {
      guard hooks.willOpen?(row) ?? true else { return }
      willToggle?(row, position)
      change { $0.open(row.id) }
      if let now = outline.row(for: row.id) { events.onOpen?(now) }
    }
  }

  private func clicked(_ cell: RowCell, onIcon: Bool) {
    guard let position = cell.row, position < outline.rowCount else { return }
    list.anchor.stays()
    let row = outline.row(at: position)
    if row.isSection || onIcon {
      cell.focusRow()
      return toggle(row: position)
    }
    if selection == .toggle {
      cell.focusRow()
      toggleSelection(of: row)
    }
    guard events.onClick != nil else { return }
    // GTK selects the row after this; who is told may take the list away.
    Task { [weak self] in self?.events.onClick?(row) }
  }

  private func clickedBox(_ cell: RowCell) {
    guard let position = cell.row, position < outline.rowCount else { return }
    cell.focusRow()
    toggleSelection(of: outline.row(at: position))
  }
}

// MARK: - Cells

extension OutlineRows: RowSource {
  var rowCount: Int { outline.rowCount }

  func id(atRow row: Int) -> NodeID { outline.id(atRow: row) }

  func row(of id: NodeID) -> Int? { outline.row(of: id) }

  func makeCell(for item: OpaquePointer) -> RowCell {
    let cell = RowCell(listItem: item, style: style) { [cells] in
      let content = cells.setup()
      if let native = content.native { OutlineRows.wrapByWidth(native) }
      // A list that dies with its window empties its items before it tells of their teardown, so the
      // end of the content itself is what counts.
      if let teardown = cells.teardown {
        content.on("destroy") { [weak content] _ in
          if let content { teardown(content) }
        }
      }
      return content
    }
    cell.onUnbind = cells.unbind
    cell.onClick = { [weak self] cell, onIcon in self?.clicked(cell, onIcon: onIcon) }
    cell.onCheck = { [weak self] cell in self?.clickedBox(cell) }
    return cell
  }

  private static func wrapByWidth(_ widget: NativeWidget) {
    let isLabel =
      g_type_check_instance_is_a(widget.cast(to: GTypeInstance.self), gtk_label_get_type()) != 0
    if isLabel, gtk_label_get_wrap(widget.opaque) != 0 { hk_label_wrap_by_width(widget) }
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      wrapByWidth(next)
      child = gtk_widget_get_next_sibling(next)
    }
  }

  func bind(_ cell: RowCell, at row: Int) {
    cell.unbind()
    show(outline.row(at: row), in: cell)
  }

  private func show(_ row: OutlineRow<Item>, in cell: RowCell) {
    cell.unmark()
    cells.bind(cell.content, row)
    cell.decorate(row, selection: selection, style: style, pictures)
    cell.setName(text(row.item))
    if outline.isPlaceholder(row.id) { showPlaceholder?(row, cell) } else { cell.showContent() }
    configure?(cell, row)
  }

  /// A cell outside of the list, for a row that is drawn there, too.
  func makeFreeCell() -> RowCell {
    let cell = RowCell(listItem: nil, style: style, content: cells.setup)
    cell.onUnbind = cells.unbind
    return cell
  }

  /// Shows a row in a cell outside of the list.
  func show(_ row: OutlineRow<Item>, inFreeCell cell: RowCell) {
    cell.unbind()
    cells.bind(cell.content, row)
    cell.decorate(row, selection: selection, style: style, pictures)
  }

  /// Shows levels and states again after the selection or the style has changed.
  func refresh() {
    for cell in list.shown.values {
      guard let position = cell.row, position < outline.rowCount else { continue }
      let row = outline.row(at: position)
      // What the user's own code has done to the old state goes with the old content.
      if configure != nil, cell.isShownSelected != row.isSelected {
        bind(cell, at: position)
      } else {
        cell.decorate(row, selection: selection, style: style, pictures)
      }
    }
  }

  /// Shows all rows again, as where what draws them has changed.
  func showAgain() {
    list.generation += 1
    list.rebind()
  }
}

// MARK: - Place

extension OutlineRows {
  /// Where the user is: what a change of the rows must not lose.
  private struct Place {
    var rowCount: Int
    var isFiltered: Bool
    /// The node that has the keyboard focus, with the nodes above it.
    var focused: [NodeID]
    /// The node at the top of the view, and where it stands.
    var top: ScrollPlace?
    /// The node that was selected last.
    var selected: NodeID?
  }

  private var place: Place {
    var path: [NodeID] = []
    var node = list.focusedNode
    while let id = node {
      path.append(id)
      node = outline.parent(of: id)
    }
    return Place(
      rowCount: outline.rowCount, isFiltered: outline.isFiltered, focused: path,
      top: list.anchor.readerPlace, selected: outline.anchor)
  }

  /// Goes back to where the user was, as far as it is still there.
  private func restore(_ place: Place) {
    // The focus goes with its node; when that is hidden, to what hides it.
    if let row = place.focused.lazy.compactMap({ self.outline.row(of: $0) }).first,
      list.focusedRow != row, list.cell(at: row)?.focusRow() != true
    {
      list.focus(row: row)
    }
    if outline.isFiltered {
      if !place.isFiltered { placeBeforeFilter = place }
      if place.focused.isEmpty { list.scroll(to: 0) }
    } else if place.isFiltered, let before = placeBeforeFilter {
      placeBeforeFilter = nil
      guard place.focused.isEmpty else { return }
      // Who has chosen something meanwhile wants to see it; who has not, is back where it began.
      if let chosen = outline.anchor, chosen != before.selected {
        scroll(to: chosen, .nearest)
      } else if let top = before.top {
        scroll(to: top)
      }
    }
  }

  func scroll(to place: ScrollPlace) { list.scroll(to: place) }

  /// Replaces all nodes, and goes to a place in them.
  func update(_ new: Outline<Item>, at place: ScrollPlace) {
    // What is to be seen is made first.
    list.anchor.go(to: place)
    change { $0.update(new) }
  }

  func scroll(to id: NodeID, _ alignment: RowAlignment) {
    change { $0.reveal(id) }
    guard list.isAlive, let row = outline.row(of: id) else { return }
    list.anchor.go(to: id, alignment)
    list.approach(row)
  }

  func scrollToEnd() {
    guard list.isAlive else { return }
    list.anchor.goToEnd()
    list.approach(outline.rowCount - 1)
  }

  func reveal(_ id: NodeID, focus: Bool) {
    change { $0.reveal(id) }
    guard let row = outline.row(of: id) else { return }
    if focus {
      list.focus(row: row)
    } else if list.anchor.aim != id {
      // What was not laid out yet may turn out to be in view by itself.
      let isNew = list.anchor.seen.isEmpty
      list.anchor.go(to: id, isWhollyInView(id) ? .nearest : .third, mayStay: isNew)
      list.approach(isNew ? nil : row)
    }
  }

  private func isWhollyInView(_ id: NodeID) -> Bool {
    guard let row = list.anchor.seen.first(where: { $0.id == id }) else { return false }
    return row.top >= list.events.cover?(id) ?? 0
      && row.bottom <= Double(gtk_widget_get_height(list.list))
  }
}
