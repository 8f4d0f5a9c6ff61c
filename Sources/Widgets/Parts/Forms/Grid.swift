internal import CHikidashiGTK

/// A grid of parts, one for each item of some data. The arrow keys move the focus between them.
///
/// ```swift
/// Grid(["7", "8", "9", "4", "5", "6"], columns: 3) { digit in Button(digit) { type(digit) } }
/// Grid(rows: days, columns: rooms) { day, room in Label(plan[day, room]) }
/// ```
///
/// - Complexity: Every part is made at once: for some hundred, not for thousands. An
///   ``OutlineView`` makes only what is seen.
public final class Grid<Item>: Part {
  /// The items, row by row.
  public private(set) var items: [Item] = []
  /// The parts in the order of ``items``.
  public private(set) var parts: [Part] = []
  private let columns: Int
  private var make: ((Item) -> Part)?

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    make = nil
    parts = []
  }

  /// Creates a grid of items.
  ///
  /// - Parameters:
  ///   - items: What to make parts of, row by row.
  ///   - columns: How many stand in a row, 1 or more.
  ///   - spacing: Pixels between two parts.
  ///   - isUniform: Whether all columns are as wide as the widest.
  ///   - part: Makes the part for an item.
  public init(
    _ items: [Item], columns: Int, spacing: Int = 6, isUniform: Bool = true,
    part: @escaping (Item) -> Part
  ) {
    self.columns = max(1, columns)
    make = part
    super.init(native: gtk_grid_new())
    guard let grid else { return }
    gtk_grid_set_row_spacing(grid, guint(clamping: spacing))
    gtk_grid_set_column_spacing(grid, guint(clamping: spacing))
    gtk_grid_set_column_homogeneous(grid, isUniform ? 1 : 0)
    update(items)
  }

  /// Creates a grid with a part for each pair of a row and a column.
  ///
  /// - Parameters:
  ///   - rows: What the rows stand for.
  ///   - columns: What the columns stand for.
  ///   - spacing: Pixels between two parts.
  ///   - part: Makes the part for a row and a column.
  public convenience init<Row, Column>(
    rows: [Row], columns: [Column], spacing: Int = 6, part: @escaping (Row, Column) -> Part
  ) where Item == (Row, Column) {
    self.init(
      rows.flatMap { row in columns.map { (row, $0) } }, columns: columns.count, spacing: spacing
    ) { part($0.0, $0.1) }
  }

  private var grid: UnsafeMutablePointer<GtkGrid>? { native?.cast(to: GtkGrid.self) }

  /// Replaces all items and makes new parts for them.
  public func update(_ items: [Item]) {
    guard let make else { return }
    place(items, items.map(make))
  }

  /// Puts parts into the grid, those that stay where they were untouched.
  private func place(_ items: [Item], _ parts: [Part]) {
    guard let grid else { return }
    let stays = { (index: Int) in
      index < self.parts.count && index < parts.count && self.parts[index] === parts[index]
    }
    for index in self.parts.indices where !stays(index) {
      self.parts[index].orphan { gtk_grid_remove(grid, $0) }
    }
    for index in parts.indices where !stays(index) {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      parts[index].adopt { gtk_grid_attach(grid, $0, gint(column), gint(row), 1, 1) }
      // A screen reader goes by the order of the children.
      guard let child = parts[index].native else { continue }
      gtk_widget_insert_after(child, native, index > 0 ? parts[index - 1].native : nil)
    }
    (self.items, self.parts) = (items, parts)
  }
}

extension Grid where Item: Identifiable & Equatable {
  /// Replaces all items; an item that is equal to the old one of its id keeps its part, even at
  /// another position.
  public func merge(_ items: [Item]) {
    guard let make else { return }
    var old = Dictionary(
      zip(self.items, parts).map { ($0.id, (item: $0, part: $1)) },
      uniquingKeysWith: { first, _ in first })
    place(
      items,
      items.map { item in
        if let known = old.removeValue(forKey: item.id), known.item == item { return known.part }
        return make(item)
      })
  }
}
