internal import CHikidashiGTK

/// The line of titles above the rows of a table with columns. At first they are words alone; a person can
/// sort by them and make columns wider where the app wants that.
@MainActor
final class ColumnHeader: Stack {
  /// Which column the rows are sorted by.
  struct Order: Equatable {
    var column: Int
    var isDescending: Bool
  }

  /// Called when a person clicks a title.
  var onClick: (@MainActor (_ column: Int) -> Void)?
  /// Called when columns were made wider or less wide.
  var onWidths: (@MainActor () -> Void)?
  /// Called when a person made a column wider or less wide.
  var onResize: (@MainActor () -> Void)?
  /// Stands where the rows have their check marks.
  private let markRoom = Part(native: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private let columns: [TableColumn]
  private var words: SlotCell?
  /// What can be pressed in place of the words; empty at first.
  private var titles: [ColumnTitle] = []
  private var isResizable = false
  /// What the columns were given; nil for one that shares what the others leave.
  private var given: [Int?]

  init(_ columns: [TableColumn]) {
    self.columns = columns
    given = columns.map(\.slot.width)
    let titles = columns.map { column in
      var slot = column.slot
      slot.kind = .text
      slot.styles = ["hk-column-title"]
      return CellLayout(slot)
    }
    let cell = SlotCell(CellLayout(.horizontal, spacing: TableColumn.spacing, titles))
    for (index, column) in columns.enumerated() { cell.setText(column.title, in: index) }
    words = cell
    // As wide, and as far away, as the mark in a row.
    super.init(.horizontal, spacing: 6, [cell.expand(.horizontal), markRoom])
    markRoom.minimumSize(width: 16).visible(false)
    styleClass("hk-column-header")
  }

  override func nativeDied() {
    super.nativeDied()
    (onClick, onWidths, onResize, titles) = (nil, nil, nil, [])
  }

  var hasMarkRoom: Bool {
    get { markRoom.isVisible }
    set { markRoom.isVisible = newValue }
  }

  /// The widths of the columns. One that shares what the others leave has room for its title: rows and
  /// titles ask for the same, and so get the same.
  var widths: [SlotCell.Width] {
    zip(titles, given).map { title, width in
      SlotCell.Width(
        pixels: width ?? min(max(title.wholeWidth, SlotCell.leastWidth), 200),
        expands: width == nil)
    }
  }

  /// The widths that a person gave, in pixels by the names of their columns' slots.
  var givenWidths: [String: Int] {
    get {
      let changed = zip(columns, given).filter { $0.slot.width != $1 }
      return Dictionary(
        changed.compactMap { column, width in width.map { (column.slot.name, $0) } }
      ) {
        $1
      }
    }
    set {
      guard isResizable else { return }
      given = columns.map { newValue[$0.slot.name].map(Self.allowed) ?? $0.slot.width }
      showWidths()
    }
  }

  private static func allowed(_ width: Int) -> Int { min(max(width, SlotCell.leastWidth), 2_000) }

  /// Whether columns have other widths than their slots.
  var setsWidths: Bool { !titles.isEmpty }

  /// Makes titles that can be pressed, and handles between them.
  ///
  /// - Parameter scroller: The `GtkScrolledWindow` of the rows, with which they go sideways.
  func makeTitles(resizable: Bool, beside scroller: NativeWidget) {
    isResizable = isResizable || resizable
    guard let words else { return }
    self.words = nil
    let line = Stack(.horizontal, spacing: 0, []).styleClass("hk-title-line")
    titles = columns.map { column in
      let title = ColumnTitle(column.title, alignment: column.slot.alignment, isMovable: false)
      title.owner = self
      line.append(title)
      line.append(title.makeHandle())
      return title
    }
    let strip = ColumnStrip(line).styleClass("hk-title-strip")
    strip.follow(scroller)
    remove(words)
    insert(strip.expand(.horizontal), after: nil)
    showWidths()
  }

  /// Shows which column the rows are sorted by.
  func showSorted(_ order: Order?) {
    for (index, title) in titles.enumerated() {
      let isIt = order?.column == index
      title.show(
        isIt ? ColumnTitle.Order(isDescending: order?.isDescending == true, place: 0) : nil, of: 1)
    }
  }

  private func showWidths() {
    for (title, width) in zip(titles, widths) {
      title.setWidth(width.pixels, expands: width.expands, isWhole: width.expands)
    }
    onWidths?()
  }
}

extension ColumnHeader: ColumnTitleOwner {
  func clicked(_ title: ColumnTitle, keepingOthers: Bool) {
    if let index = titles.firstIndex(where: { $0 === title }) { onClick?(index) }
  }

  func resized(_ title: ColumnTitle, to width: Int?) {
    guard isResizable, let index = titles.firstIndex(where: { $0 === title }) else { return }
    // A column that shared what was left has that as its width from now on.
    given[index] = width.map(Self.allowed) ?? columns[index].slot.width
    showWidths()
    onResize?()
  }

  func moved(_ title: ColumnTitle, by distance: Int) {}
  func dragged(_ title: ColumnTitle, to x: Double) {}
  func dropped(_ title: ColumnTitle, at x: Double?) {}
  func menu(of title: ColumnTitle) -> [Menu] { [] }
}
