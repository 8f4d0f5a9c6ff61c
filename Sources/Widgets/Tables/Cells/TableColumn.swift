internal import CHikidashiGTK

/// A column of a table: its title, and the slot that stands below it in every row.
///
/// ```swift
/// TableColumn("name", title: "Name")
/// TableColumn("rate", title: "Rate", alignment: .end, width: 80)
/// ```
///
/// Columns without a width share what the others leave.
public struct TableColumn: Sendable, Hashable {
  public var title: String
  public var slot: CellSlot

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
  /// The slots of columns, beside one another.
  public init(columns: [TableColumn]) {
    self.init(.horizontal, spacing: TableColumn.spacing, columns.map { CellLayout($0.slot) })
  }
}

extension TableColumn {
  static let spacing = 12
}

/// The line of titles above the rows.
@MainActor
final class ColumnHeader: Stack {
  /// Stands where the rows have their check marks.
  private let markRoom = Part(native: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))

  init(_ columns: [TableColumn]) {
    let titles = columns.map { column in
      var slot = column.slot
      slot.kind = .text
      slot.styles = ["hk-column-title"]
      return CellLayout(slot)
    }
    let cell = SlotCell(CellLayout(.horizontal, spacing: TableColumn.spacing, titles))
    for (index, column) in columns.enumerated() { cell.setText(column.title, in: index) }
    // As wide, and as far away, as the mark in a row.
    super.init(.horizontal, spacing: 6, [cell.expand(.horizontal), markRoom])
    markRoom.minimumSize(width: 16).visible(false)
    styleClass("hk-column-header")
  }

  var hasMarkRoom: Bool {
    get { markRoom.isVisible }
    set { markRoom.isVisible = newValue }
  }
}
