internal import Records
internal import Support

extension RecordsView {
  /// The columns in their order, shown or hidden, with the widths that a person gave them.
  public var columns: [FieldColumn] { layout.columns }

  /// Shows or hides the column of a field; the last one that is shown stays.
  public func setHidden(_ name: String, _ isHidden: Bool) {
    layout.setHidden(name, isHidden)
    showColumns()
  }

  /// Makes the column of a field wider or less wide, in pixels; nil brings back the width that it was given, or
  /// the usual one.
  public func setWidth(_ name: String, _ width: Int?) {
    layout.setWidth(name, width)
    showWidths()
  }

  /// Puts the column of a field at a place among all columns, from 0.
  public func moveColumn(_ name: String, to place: Int) {
    layout.move(name, to: place)
    showColumns()
  }

  func showColumns() {
    guard native != nil else { return }
    header.show(layout, wanted.keys)
    showAgain()
    tools.showColumns(self)
  }

  func showWidths() {
    guard native != nil else { return }
    header.show(layout, wanted.keys)
    for cell in rows.shown.values { cell.setWidths(layout) }
  }
}
