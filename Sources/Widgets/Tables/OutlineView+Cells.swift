internal import CGTK
internal import CWidgetBridge
internal import Outlines

// MARK: - Cells

extension OutlineView {
  func makeCell(for item: OpaquePointer) -> RowCell {
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
    cell.onUnbind = cells.unbind
    cell.onClick = { [weak self] cell, onIcon in self?.clicked(cell, onIcon: onIcon) }
    return cell
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

  func bind(_ cell: RowCell, at row: Int) {
    cell.unbind()
    show(outline.row(at: row), in: cell)
  }

  /// How many rows have a widget now: those in view, and some around them.
  package var shownRowCount: Int { rows.shown.count }

  /// Shows levels and states again after the selection has changed.
  func refreshCells() {
    for cell in rows.shown.values {
      guard let position = cell.row, position < outline.rowCount else { continue }
      refresh(cell, outline.row(at: position))
    }
  }

  private func refresh(_ cell: RowCell, _ row: OutlineRow<Item>) {
    // What the user's own code has done to the old state goes with the old content.
    if cells.configure != nil, cell.isShownSelected != row.isSelected {
      cell.unbind()
      show(row, in: cell)
    } else {
      cell.decorate(row, selection: selectionStyle, style: tableStyle)
    }
  }

  /// Shows all rows again, as where what draws them has changed.
  func showAgain() {
    rows.generation += 1
    rows.rebind()
  }

  private func show(_ row: OutlineRow<Item>, in cell: RowCell) {
    cell.unmark()
    cells.bind(cell.content, row)
    cell.decorate(row, selection: selectionStyle, style: tableStyle)
    cell.setName(text(row.item))
    showWaiting(row, in: cell)
    cells.configure?(cell, row)
  }
}

// MARK: - Checkmarks

extension OutlineView {
  /// Shows a check mark at the end of each selected row, in place of a tint.
  ///
  /// ```swift
  /// OutlineView(toppings).selection(.toggle).checkmarks()
  /// ```
  @discardableResult
  public func checkmarks(_ isOn: Bool = true) -> Self {
    var marked = tableStyle
    marked.marksSelection = isOn
    if isOn { TableStyle.marks.install() }
    style(marked)
    refreshCells()
    return self
  }
}
