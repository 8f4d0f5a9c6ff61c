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

/// A customization of tables that is used more than once: named, and kept beside the plain table,
/// which stays as it is.
///
/// ```swift
/// extension TableVariant<String> {
///   static var checklist: TableVariant {
///     TableVariant("checklist", selection: .toggle, checkmarks: true)
///   }
/// }
/// TableView(["Milk", "Bread"]).variant(.checklist)
/// ```
///
/// What it says comes after what the table itself was told, and before the table's own hooks; what it
/// leaves nil stays as it is there.
@MainActor
public struct TableVariant<Item: Sendable> {
  /// What it is called, for people who read the program.
  public let name: String
  public var selection: SelectionStyle?
  public var checkmarks: Bool?
  public var style: TableStyle?
  /// Changes a cell after it shows a row.
  public var configureCell: (@MainActor (RowCell, TableRow<Item>) -> Void)?
  public var onSelect: (@MainActor (TableRow<Item>) -> Void)?
  public var onDeselect: (@MainActor (TableRow<Item>) -> Void)?
  public var onActivate: (@MainActor (TableRow<Item>) -> Void)?

  public nonisolated init(
    _ name: String, selection: SelectionStyle? = nil, checkmarks: Bool? = nil,
    style: TableStyle? = nil,
    configureCell: (@MainActor (RowCell, TableRow<Item>) -> Void)? = nil,
    onSelect: (@MainActor (TableRow<Item>) -> Void)? = nil,
    onDeselect: (@MainActor (TableRow<Item>) -> Void)? = nil,
    onActivate: (@MainActor (TableRow<Item>) -> Void)? = nil
  ) {
    self.name = name
    self.selection = selection
    self.checkmarks = checkmarks
    self.style = style
    self.configureCell = configureCell
    self.onSelect = onSelect
    self.onDeselect = onDeselect
    self.onActivate = onActivate
  }
}

/// A row of a ``TableView``, as its hooks see it.
public struct TableRow<Item: Sendable>: Sendable {
  /// Its place among all rows, filtered or not, from 0.
  public let index: Int
  /// What the row stands for.
  public let item: Item
  /// Its text: what is searched, copied, and said by a screen reader.
  public let text: String
  public let isSelected: Bool
}
