internal import Outlines

/// What is called after a cell shows a row: a box, as cells are made before the table is.
@MainActor
final class TableHooks<Item: Sendable> {
  let text: @MainActor (Item) -> String
  var own = TableVariant<Item>("")
  var variant: TableVariant<Item>?
  /// Where a node stands among all rows.
  var index: @MainActor (NodeID) -> Int = { _ in 0 }

  init(text: @escaping @MainActor (Item) -> String) { self.text = text }

  func row(_ row: OutlineRow<Item>) -> TableRow<Item> {
    TableRow(
      index: index(row.id), item: row.item, text: text(row.item), isSelected: row.isSelected)
  }

  func configure(_ cell: RowCell, _ row: OutlineRow<Item>) {
    guard variant?.configureCell != nil || own.configureCell != nil else { return }
    let row = self.row(row)
    variant?.configureCell?(cell, row)
    own.configureCell?(cell, row)
  }
}

extension TableView {
  /// Hears of what the user does only where someone wants to: it costs a look at all selected rows.
  func installHooks() {
    view.hooks.didSelect = hook(\.onSelect, onSelect)
    view.hooks.didDeselect = hook(\.onDeselect, onDeselect)
    view.hooks.didActivate = hook(\.onActivate, onActivate)
  }

  private func hook(
    _ path: KeyPath<TableVariant<Item>, (@MainActor (TableRow<Item>) -> Void)?>,
    _ own: (@MainActor (TableRow<Item>) -> Void)?
  ) -> (@MainActor (OutlineRow<Item>) -> Void)? {
    let first = variant?[keyPath: path]
    guard first != nil || own != nil else { return nil }
    return { [hooks] row in
      let row = hooks.row(row)
      first?(row)
      own?(row)
    }
  }
}
