internal import CHikidashiGTK
internal import HikidashiRecords

/// Is told what a person does with the titles of columns.
@MainActor
protocol RecordsHeaderOwner: AnyObject {
  func clickedHeader(_ field: FieldDefinition, keepingOthers: Bool)
  func resizedColumn(_ name: String, to width: Int?)
  /// - Parameter place: Where the column is to stand among those that are shown.
  func movedColumn(_ name: String, to place: Int)
  func headerMenu(for column: FieldColumn) -> [Menu]
}

/// The titles above the rows: each sorts by its column, and has a handle that makes it wider.
///
/// It scrolls sideways with the rows.
final class RecordsHeader: ColumnStrip {
  weak var owner: (any RecordsHeaderOwner)?
  private let line = Stack(.horizontal, spacing: 0, [])
  private var titles: [ColumnTitle] = []
  private var filler: NativeWidget?
  private var version = 0

  init() {
    super.init(line.styleClass("hk-column-header", "hk-record-header"))
    RecordsHeader.style.install()
  }

  override func nativeDied() {
    super.nativeDied()
    titles = []
    filler = nil
  }

  /// Shows the columns and by which of them the records are sorted.
  func show(_ layout: RecordsLayout, _ keys: [SortKey]) {
    if version != layout.version { makeTitles(layout) }
    for (index, title) in titles.enumerated() {
      let place = keys.firstIndex { $0.definition == title.column.field }
      let order = place.map { ColumnTitle.Order(isDescending: keys[$0].isDescending, place: $0) }
      title.show(order, of: keys.count)
      title.setWidth(layout.width(ofShown: index), expands: layout.expanding == index)
    }
    if let filler { gtk_widget_set_hexpand(filler, layout.expanding == nil ? 1 : 0) }
  }

  private func makeTitles(_ layout: RecordsLayout) {
    version = layout.version
    guard let box = line.native else { return }
    let focused = titles.first { $0.hasFocus }?.column.field
    while let child = gtk_widget_get_first_child(box) {
      gtk_box_remove(box.cast(to: GtkBox.self), child)
    }
    titles = layout.shown.map { column in
      let title = ColumnTitle(column)
      title.header = self
      line.append(title)
      line.append(title.makeHandle())
      return title
    }
    filler = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_box_append(box.cast(to: GtkBox.self), filler)
    if let focused { titles.first { $0.column.field == focused }?.focus() }
  }

  /// Shows where a title falls that is dragged to a place in the line, in pixels from its left edge.
  func drag(_ title: ColumnTitle, to x: Double) {
    let place = place(at: x)
    let isMoved = place.map { isMove(title, to: $0) } ?? false
    for (index, other) in titles.enumerated() {
      // Behind the last one there is no other to show it.
      let isBefore = isMoved && place == index
      let isAfter = isMoved && place == titles.count && index == titles.count - 1
      other.markDrop(isBefore ? .before : isAfter ? .after : nil)
    }
  }

  /// Ends a drag; without a place nothing is moved.
  func drop(_ title: ColumnTitle, at x: Double?) {
    for other in titles { other.markDrop(nil) }
    guard let index = titles.firstIndex(where: { $0 === title }),
      let place = x.flatMap({ self.place(at: $0) }), isMove(title, to: place)
    else { return }
    owner?.movedColumn(title.column.field.name, to: place > index ? place - 1 : place)
  }

  /// Moves a column by so many places, backwards if negative.
  func move(_ title: ColumnTitle, by distance: Int) {
    guard let index = titles.firstIndex(where: { $0 === title }),
      titles.indices.contains(index + distance)
    else { return }
    owner?.movedColumn(title.column.field.name, to: index + distance)
  }

  private func isMove(_ title: ColumnTitle, to place: Int) -> Bool {
    titles.firstIndex { $0 === title }.map { place != $0 && place != $0 + 1 } ?? false
  }

  /// Before which of the titles a place lies; their number behind the last one.
  private func place(at x: Double) -> Int? {
    guard let line = line.native else { return nil }
    let isMirrored = gtk_widget_get_direction(line) == GTK_TEXT_DIR_RTL
    return titles.count { title in
      var bounds = graphene_rect_t()
      guard let native = title.native, gtk_widget_compute_bounds(native, line, &bounds) != 0 else {
        return false
      }
      let middle = Double(bounds.origin.x + bounds.size.width / 2)
      return isMirrored ? middle > x : middle < x
    }
  }

  /// The title of a field's column, if that is shown.
  func title(of name: String) -> Part? { titles.first { $0.column.field.name == name } }

  private static let style = StyleSheet(
    "records-header",
    css: """
      .hk-record-header > button.hk-title {
        margin: -3px -4px; padding: 2px 4px; min-width: 0; min-height: 22px; border-radius: 6px;
        font-weight: bold;
      }
      .hk-record-header > button.hk-title:not(:hover):not(:focus-visible):not(.sorted) label {
        opacity: 0.55;
      }
      .hk-handle > separator { opacity: 0; }
      .hk-record-header:hover .hk-handle > separator { opacity: 1; }
      .hk-sort-place { font-size: 0.8em; opacity: 0.7; }
      .hk-title.hk-drop-left { box-shadow: inset 2px 0 @accent_bg_color; }
      .hk-title.hk-drop-right { box-shadow: inset -2px 0 @accent_bg_color; }
      .hk-title.hk-dragged { opacity: 0.5; }
      """)
}
