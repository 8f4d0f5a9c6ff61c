/// A named customization that several tables can use; tables without it are not changed.
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
  /// The name, for people who read the code.
  public let name: String
  /// How rows are selected; nil leaves it to the table.
  public var selection: SelectionStyle?
  /// Whether selected rows have a check mark; nil leaves it to the table.
  public var checkmarks: Bool?
  /// The style; nil leaves it to the table.
  public var style: TableStyle?
  /// Changes a cell after it has shown a row.
  public var configureCell: (@MainActor (RowCell, TableRow<Item>) -> Void)?
  /// Called after the user has selected a row.
  public var onSelect: (@MainActor (TableRow<Item>) -> Void)?
  /// Called after the user has deselected a row.
  public var onDeselect: (@MainActor (TableRow<Item>) -> Void)?
  /// Called when the user has clicked a row, whether or not it was selected already.
  public var onClick: (@MainActor (TableRow<Item>) -> Void)?
  /// Called when the user presses Enter on a row, or double-clicks it.
  public var onActivate: (@MainActor (TableRow<Item>) -> Void)?
  /// Called after the user has moved, deleted or inserted rows, where the table lets that be done.
  public var onEdit: (@MainActor (TableEdit<Item>) -> Void)?
  /// Called after the user has sorted by a column, in a table that is sortable.
  public var onSort: (@MainActor (_ column: String, _ isDescending: Bool) -> Void)?

  /// Creates a variant.
  public nonisolated init(
    _ name: String, selection: SelectionStyle? = nil, checkmarks: Bool? = nil,
    style: TableStyle? = nil,
    configureCell: (@MainActor (RowCell, TableRow<Item>) -> Void)? = nil,
    onSelect: (@MainActor (TableRow<Item>) -> Void)? = nil,
    onDeselect: (@MainActor (TableRow<Item>) -> Void)? = nil,
    onClick: (@MainActor (TableRow<Item>) -> Void)? = nil,
    onActivate: (@MainActor (TableRow<Item>) -> Void)? = nil,
    onEdit: (@MainActor (TableEdit<Item>) -> Void)? = nil,
    onSort: (@MainActor (_ column: String, _ isDescending: Bool) -> Void)? = nil
  ) {
    self.name = name
    self.selection = selection
    self.checkmarks = checkmarks
    self.style = style
    self.configureCell = configureCell
    self.onSelect = onSelect
    self.onDeselect = onDeselect
    self.onClick = onClick
    self.onActivate = onActivate
    self.onEdit = onEdit
    self.onSort = onSort
  }
}

/// A row of a ``TableView``, as its hooks get it.
public struct TableRow<Item: Sendable>: Sendable {
  /// The index of the row among all rows, filtered or not.
  public let index: Int
  /// The item of the row.
  public let item: Item
  /// The text of the row, which is searched, copied, and read by a screen reader.
  public let text: String
  /// Whether the row is selected.
  public let isSelected: Bool
}
