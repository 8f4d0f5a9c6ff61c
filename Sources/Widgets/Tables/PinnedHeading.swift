internal import CHikidashiGTK
internal import HikidashiOutlines

/// A heading that stays at the top of a table while the rows of its section scroll below it.
@MainActor
final class PinnedHeading<Item: Sendable> {
  private let rows: OutlineRows<Item>
  private let overlay: NativeWidget
  let cell: RowCell
  /// Holds the cell, as a row of the list does.
  let holder: NativeWidget
  /// The node that it shows.
  private(set) var node: NodeID?
  /// The change of the outline after which it was shown.
  private var generation = -1
  /// Where its upper edge stands in the view; nil while it is hidden.
  private var top: Double?

  /// - Parameter overlay: The `GtkOverlay` around the list.
  init(_ rows: OutlineRows<Item>, over overlay: NativeWidget) {
    self.rows = rows
    self.overlay = overlay
    cell = rows.makeFreeCell()
    holder = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_add_css_class(holder, "hk-pinned")
    // The row itself tells a screen reader all.
    setAccessible(holder, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    cell.adopt { gtk_box_append(holder.cast(to: GtkBox.self), $0) }
    cell.onClick = { [weak self] _, _ in self?.clicked() }
    cell.onCheck = { [weak self] _ in self?.clickedBox() }
    pinSheet.install()
    gtk_overlay_add_overlay(overlay.opaque, holder)
    // Those that stand further up lie over those further down, which they push away.
    gtk_widget_insert_after(holder, overlay, rows.list.scroller)
    gtk_overlay_set_clip_overlay(overlay.opaque, holder, 1)
    connect(UnsafeMutableRawPointer(overlay), "get-child-position") { [weak self] arguments in
      guard let self, arguments.object(1) == UnsafeMutableRawPointer(holder),
        let area = arguments.boxed(2)?.assumingMemoryBound(to: GdkRectangle.self)
      else { return false }
      let (width, height) = (gtk_widget_get_width(self.rows.list.list), height)
      // GTK cannot map and unmap it during a layout, so it waits out of sight.
      let top = top.map { gint($0.rounded()) } ?? -height - 1_000
      area.pointee = GdkRectangle(x: 0, y: top, width: max(width, 1), height: max(height, 1))
      return true
    }
    rows.list.queueLayout()
  }

  /// How high it is, in pixels.
  var height: gint {
    var height: gint = 0
    gtk_widget_measure(
      holder, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width(rows.list.list), nil, &height, nil,
      nil)
    return height
  }

  /// Whether it is at a point of a widget around the list.
  func isAt(_ point: Point, in widget: NativeWidget) -> Bool {
    var (x, y) = (0.0, 0.0)
    return top != nil
      && gtk_widget_translate_coordinates(widget, holder, point.x, point.y, &x, &y) != 0
      && 0..<Double(gtk_widget_get_height(holder)) ~= y
  }

  /// Shows a node, which may be another one than before.
  func show(_ node: NodeID) {
    guard self.node != node || generation != rows.list.generation,
      let row = rows.outline.row(for: node)
    else { return }
    self.node = node
    generation = rows.list.generation
    rows.show(row, inFreeCell: cell)
    gtk_widget_queue_allocate(overlay)
  }

  /// Goes to a place in the view; nil: out of sight.
  func go(to top: Double?) {
    if top == nil { node = nil }
    guard self.top != top else { return }
    self.top = top
    gtk_widget_queue_allocate(overlay)
  }

  private func clicked() {
    guard let node, let position = rows.outline.row(of: node) else { return }
    rows.toggle(row: position)
    guard !rows.outline.isOpen(node) else { return }
    // What was read is gone; the heading stays where it was clicked.
    rows.scroll(to: ScrollPlace(node: node))
    if let row = rows.outline.row(of: node) { rows.list.cell(at: row)?.focusRow() }
  }

  private func clickedBox() {
    guard let row = node.flatMap({ rows.outline.row(for: $0) }) else { return }
    rows.toggleSelection(of: row)
  }
}

private let pinSheet = StyleSheet(
  "table-pins",
  css: """
    .hk-pinned { background-color: @window_bg_color; }
    .hk-standard .hk-pinned { padding: 0 6px; box-shadow: 0 1px @borders; }
    """)
