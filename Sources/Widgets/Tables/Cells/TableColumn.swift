/// A column of a table: its title, and a slot that each row has below it.
///
/// ```swift
/// TableColumn("name", title: "Name")
/// TableColumn("rate", title: "Rate", alignment: .end, width: 80)
/// ```
///
/// Columns without a width share what the others leave.
public struct TableColumn: Sendable, Hashable {
  /// The title above the column.
  public var title: String
  /// The slot of the column in each row.
  public var slot: CellSlot

  /// Creates a column with a slot of the same name.
  public init(
    _ name: String, title: String? = nil, kind: CellSlot.Kind = .text,
    alignment: Placement = .start, width: Int? = nil, styles: [String] = []
  ) {
    self.title = title ?? name
    slot = CellSlot(
      name, kind, styles: styles, alignment: alignment, width: width, expands: width == nil)
  }
}

extension CellLayout {
  /// Creates a row of the slots of columns.
  public init(columns: [TableColumn]) {
    self.init(.horizontal, spacing: TableColumn.spacing, columns.map { CellLayout($0.slot) })
  }
}

extension TableColumn {
  static let spacing = 12
}
