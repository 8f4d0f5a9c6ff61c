internal import CHikidashiGTK
internal import HikidashiBase
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
  /// The columns of the titles.
  private var columns: [FieldColumn] = []
  private let edges = EdgeScroll()
  private var filler: NativeWidget?
  private var version = 0

  init() {
    super.init(line.styleClass("hk-column-header", "hk-record-header"))
  }

  override func nativeDied() {
    super.nativeDied()
    (titles, columns) = ([], [])
    edges.end()
    filler = nil
  }

  /// Shows the columns and by which of them the records are sorted.
  func show(_ layout: RecordsLayout, _ keys: [SortKey]) {
    if version != layout.version { makeTitles(layout) }
    for (index, title) in titles.enumerated() {
      let place = keys.firstIndex { $0.definition == columns[index].field }
      let order = place.map { ColumnTitle.Order(isDescending: keys[$0].isDescending, place: $0) }
      title.show(order, of: keys.count)
      title.setWidth(layout.width(ofShown: index), expands: layout.expanding == index)
    }
    if let filler { gtk_widget_set_hexpand(filler, layout.expanding == nil ? 1 : 0) }
  }

  private func makeTitles(_ layout: RecordsLayout) {
    version = layout.version
    guard let box = line.native else { return }
    let focused = titles.firstIndex { $0.hasFocus }.map { columns[$0].field }
    while let child = gtk_widget_get_first_child(box) {
      gtk_box_remove(box.cast(to: GtkBox.self), child)
    }
    columns = layout.shown
    titles = columns.map { column in
      let title = ColumnTitle(column.title, alignment: column.alignment, isMovable: true)
      title.owner = self
      line.append(title)
      line.append(title.makeHandle())
      return title
    }
    filler = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_box_append(box.cast(to: GtkBox.self), filler)
    if let focused { self.title(of: focused.name)?.focus() }
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
  func title(of name: String) -> Part? {
    columns.firstIndex { $0.field.name == name }.map { titles[$0] }
  }

  private func column(of title: ColumnTitle) -> FieldColumn? {
    titles.firstIndex { $0 === title }.map { columns[$0] }
  }
}

extension RecordsHeader: ColumnTitleOwner {
  func clicked(_ title: ColumnTitle, keepingOthers: Bool) {
    guard let column = column(of: title) else { return }
    owner?.clickedHeader(column.field, keepingOthers: keepingOthers)
  }

  func resized(_ title: ColumnTitle, to width: Int?) {
    if let column = column(of: title) { owner?.resizedColumn(column.field.name, to: width) }
  }

  func menu(of title: ColumnTitle) -> [Menu] {
    column(of: title).flatMap { owner?.headerMenu(for: $0) } ?? []
  }

  func dragged(_ title: ColumnTitle, to x: Double) {
    mark(title, at: x)
    guard let native, let line = line.native else { return }
    // Where titles are out of sight at that side, they come into view.
    edges.follow(native, line, at: x) { [weak self, weak title] x in
      if let self, let title { mark(title, at: x) }
    }
  }

  /// Shows where a title falls that is dragged to a place in the line, in pixels from its left edge.
  private func mark(_ title: ColumnTitle, at x: Double) {
    let place = place(at: x)
    let isMoved = place.map { isMove(title, to: $0) } ?? false
    for (index, other) in titles.enumerated() {
      // Behind the last one there is no other to show it.
      let isBefore = isMoved && place == index
      let isAfter = isMoved && place == titles.count && index == titles.count - 1
      other.markDrop(isBefore ? .before : isAfter ? .after : nil)
    }
  }

  func dropped(_ title: ColumnTitle, at x: Double?) {
    edges.end()
    for other in titles { other.markDrop(nil) }
    guard let index = titles.firstIndex(where: { $0 === title }),
      let place = x.flatMap({ self.place(at: $0) }), isMove(title, to: place)
    else { return }
    owner?.movedColumn(columns[index].field.name, to: place > index ? place - 1 : place)
  }

  func moved(_ title: ColumnTitle, by distance: Int) {
    guard let index = titles.firstIndex(where: { $0 === title }),
      titles.indices.contains(index + distance)
    else { return }
    owner?.movedColumn(columns[index].field.name, to: index + distance)
  }
}
