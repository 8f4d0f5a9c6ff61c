internal import CGTK
internal import Outlines

extension OutlineView {
  func setUp(_ item: OpaquePointer) {
    let content = cells.setup()
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

  func bind(_ item: OpaquePointer) {
    guard let cell = RowCell.in(item) else { return }
    let position = Int(gtk_list_item_get_position(item))
    guard position < outline.rowCount else { return }
    let row = outline.row(at: position)
    shown[item] = cell
    cells.bind(cell.content, row)
    cell.decorate(row, togglesByClick: selectionStyle == .toggle)
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

  /// Shows icons, levels and states again after the outline has changed.
  func refreshCells(content: Bool = false) {
    for cell in shown.values {
      guard let position = cell.row, position < outline.rowCount else { continue }
      let row = outline.row(at: position)
      if content { cells.bind(cell.content, row) }
      cell.decorate(row, togglesByClick: selectionStyle == .toggle)
    }
  }
}
