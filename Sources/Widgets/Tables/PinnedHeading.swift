internal import CHikidashiGTK
internal import HikidashiOutlines

/// The heading that stays at the top of a table while the rows of its section scroll below it.
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
    pinSheet.install()
    gtk_overlay_add_overlay(overlay.opaque, holder)
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

  /// What it covers of the view when a row is at its top.
  func height(above id: NodeID?) -> Double {
    guard let id, rows.outline.isSection(id) == false, section(around: id) != nil else { return 0 }
    return Double(height)
  }

  /// The row of the heading, where it is at a point of a widget around the list.
  func row(at point: Point, in widget: NativeWidget) -> Int? {
    var (x, y) = (0.0, 0.0)
    guard top != nil, let node,
      gtk_widget_translate_coordinates(widget, holder, point.x, point.y, &x, &y) != 0,
      0..<Double(gtk_widget_get_height(holder)) ~= y
    else { return nil }
    return rows.outline.row(of: node)
  }

  /// Goes where it belongs after the rows were laid out.
  func place() {
    var place: (node: NodeID, top: Double)?
    if let first = rows.list.anchor.seen.first {
      let isHeading =
        rows.outline.isSection(first.id) == true && rows.outline.isOpen(first.id)
      let node = isHeading ? first.id : section(around: first.id)
      if let node, !isHeading || first.top < 0 { place = (node, 0) }
    }
    if let (node, _) = place {
      show(node)
      let height = Double(height)
      place?.top = min(0, (nextHeadingTop(after: node) ?? height) - height)
    }
    guard top != place?.top || place?.node != node else { return }
    top = place?.top
    if place == nil { node = nil }
    gtk_widget_queue_allocate(overlay)
  }

  /// The innermost open section around a node.
  private func section(around id: NodeID) -> NodeID? {
    var node = rows.outline.parent(of: id)
    while let id = node {
      if rows.outline.isSection(id) == true { return id }
      node = rows.outline.parent(of: id)
    }
    return nil
  }

  /// Where the first row in view stands that no longer belongs below the heading.
  private func nextHeadingTop(after node: NodeID) -> Double? {
    rows.list.anchor.seen.dropFirst().first { row in
      rows.outline.isSection(row.id) == true || section(around: row.id) != node
    }?.top
  }

  private func show(_ node: NodeID) {
    guard self.node != node || generation != rows.list.generation,
      let row = rows.outline.row(for: node)
    else { return }
    self.node = node
    generation = rows.list.generation
    rows.show(row, inFreeCell: cell)
  }

  private func clicked() {
    guard let node, let position = rows.outline.row(of: node) else { return }
    rows.toggle(row: position)
    guard !rows.outline.isOpen(node) else { return }
    // What was read is gone; the heading stays where it was clicked.
    rows.scroll(to: ScrollPlace(node: node))
    if let row = rows.outline.row(of: node) { rows.list.cell(at: row)?.focusRow() }
  }
}

private let pinSheet = StyleSheet(
  "table-pins",
  css: """
    .hk-pinned { background-color: @window_bg_color; }
    .hk-standard .hk-pinned { padding: 0 6px; box-shadow: 0 1px @borders; }
    """)
