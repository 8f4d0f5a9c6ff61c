package import Outlines

// What a check of a table needs to know, and a program does not.
extension TableView {
  /// Whether rows were changed and are not laid out yet.
  package var isSettling: Bool {
    pending != nil || isWaiting || view.rows.isChanging
  }

  /// The widget that shows a row; nil where the list has none for it now.
  package func cellWidget(at index: Int) -> NativeWidget? {
    showPending()
    return visibleRow(index).flatMap { view.rows.cell(at: $0) }?.native
  }

  /// What is searched of an item.
  package func text(of item: Item) -> String { text(item) }

  /// How many rows can be selected.
  package var selectionMode: SelectionMode { view.outline.selectionMode }
}
