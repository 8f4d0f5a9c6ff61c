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
