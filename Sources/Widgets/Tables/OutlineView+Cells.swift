internal import CGTK
internal import CWidgetBridge
internal import Outlines

extension OutlineView {
  func setUp(_ item: OpaquePointer) {
    let content = cells.setup()
    if let native = content.native { wrapByWidth(native) }
    // A list that dies with its window empties its items before it tells of their teardown, so the
    // end of the content itself is what counts.
    if let teardown = cells.teardown {
      content.on("destroy") { [weak content] _ in
        if let content { teardown(content) }
      }
    }
    let cell = RowCell(listItem: item, content: content, style: tableStyle)
    cell.onClick = { [weak self] cell, onIcon in self?.clicked(cell, onIcon: onIcon) }
    cell.adopt { gtk_list_item_set_child(item, $0) }
  }

  private func wrapByWidth(_ widget: NativeWidget) {
    let isLabel =
      g_type_check_instance_is_a(widget.cast(to: GTypeInstance.self), gtk_label_get_type()) != 0
    if isLabel, gtk_label_get_wrap(widget.opaque) != 0 { hk_label_wrap_by_width(widget) }
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      wrapByWidth(next)
      child = gtk_widget_get_next_sibling(next)
    }
  }

  func bind(_ item: OpaquePointer) {
    guard let cell = RowCell.in(item) else { return }
    let position = Int(gtk_list_item_get_position(item))
    guard position < outline.rowCount else { return }
    let row = outline.row(at: position)
    shown[item] = cell
    show(row, in: cell)
  }

  func unbind(_ item: OpaquePointer) {
    guard let cell = shown.removeValue(forKey: item) else { return }
    cell.unbind()
    cells.unbind?(cell.content)
  }

  /// How many rows have a widget now: those in view, and some around them.
  package var shownRowCount: Int { shown.count }

  /// The cell that shows a row, if the list has one for it.
  func cell(at row: Int) -> RowCell? {
    shown.values.first { $0.row == row }
  }

  /// Shows levels and states again after the selection has changed.
  func refreshCells() {
    for cell in shown.values {
      guard let position = cell.row, position < outline.rowCount else { continue }
      refresh(cell, outline.row(at: position))
    }
  }

  private func refresh(_ cell: RowCell, _ row: OutlineRow<Item>) {
    // What the user's own code has done to the old state goes with the old content.
    if cells.configure != nil, cell.isShownSelected != row.isSelected {
      cells.unbind?(cell.content)
      show(row, in: cell)
    } else {
      cell.decorate(row, selection: selectionStyle, style: tableStyle)
    }
  }

  /// Shows all rows again, as where what draws them has changed.
  func showAgain() {
    generation += 1
    rebindCells()
  }

  /// Shows the rows again after the outline has changed: those on the screen at once, the others,
  /// which are many more, a frame later.
  func rebindCells() {
    guard native != nil else { return }
    var isComplete = true
    for cell in shown.values where cell.generation != generation {
      if isOnScreen(cell) { rebind(cell) } else { isComplete = false }
    }
    guard !isComplete, !isRebinding else { return }
    isRebinding = true
    afterNextFrame { view in
      view.isRebinding = false
      for cell in view.shown.values where cell.generation != view.generation { view.rebind(cell) }
      view.queueLayout()
    }
  }

  private func rebind(_ cell: RowCell) {
    guard let position = cell.row, position < outline.rowCount else { return }
    cells.unbind?(cell.content)
    show(outline.row(at: position), in: cell)
  }

  private func show(_ row: OutlineRow<Item>, in cell: RowCell) {
    cell.unmark()
    cells.bind(cell.content, row)
    cell.decorate(row, selection: selectionStyle, style: tableStyle)
    // GTK 4.8 does not name a row by its content, and a screen reader would only say "list item".
    cell.setName(text(row.item))
    showWaiting(row, in: cell)
    cells.configure?(cell, row)
    cell.generation = generation
  }

  /// GTK unmaps the rows that are out of view.
  func isOnScreen(_ cell: RowCell) -> Bool {
    cell.native.map { gtk_widget_get_mapped($0) != 0 } ?? false
  }
}
