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
