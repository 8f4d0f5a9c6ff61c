internal import CGTK
import Outlines

/// The heading that stays at the top of a table while the rows of its section scroll below it.
@MainActor
final class PinnedHeading {
  let cell: RowCell
  /// Holds the cell, as a row of the list does.
  let holder: NativeWidget
  /// The node that it shows, and after which change of the outline.
  var node: NodeID?
  var generation = -1
  /// Where its upper edge stands in the view; nil while it is hidden.
  var top: Double?

  init(content: Part, style: TableStyle) {
    cell = RowCell(listItem: nil, content: content, style: style)
    holder = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_add_css_class(holder, "hk-pinned")
    // The row itself tells a screen reader all.
    setAccessible(holder, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    cell.adopt { gtk_box_append(holder.cast(to: GtkBox.self), $0) }
  }

  /// How high it is in a view of that width.
  func height(width: gint) -> gint {
    var height: gint = 0
    gtk_widget_measure(holder, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    return height
  }
}

extension OutlineView {
  /// Keeps the heading of the section that is read at the top of the view, until the next one pushes
  /// it out. A click on it closes the section.
  ///
  /// ```swift
  /// OutlineView(library).pinnedSections()
  /// ```
  @discardableResult
  public func pinnedSections() -> Self {
    guard native != nil, pinned == nil else { return self }
    pinSheet.install()
    let heading = PinnedHeading(content: cells.setup(), style: tableStyle)
    pinned = heading
    heading.cell.onUnbind = cells.unbind
    heading.cell.onClick = { [weak self] _, _ in self?.pinnedClicked() }
    gtk_overlay_add_overlay(overlay.opaque, heading.holder)
    gtk_overlay_set_clip_overlay(overlay.opaque, heading.holder, 1)
    connect(overlay, "get-child-position") { [weak self] arguments in
      guard let self, let pinned,
        arguments.object(1) == UnsafeMutableRawPointer(pinned.holder),
        let area = arguments.boxed(2)?.assumingMemoryBound(to: GdkRectangle.self)
      else { return false }
      let width = gtk_widget_get_width(rows.list)
      let height = pinned.height(width: width)
      // GTK cannot map and unmap it during a layout, so it waits out of sight.
      let top = pinned.top.map { gint($0.rounded()) } ?? -height - 1_000
      area.pointee = GdkRectangle(x: 0, y: top, width: max(width, 1), height: max(height, 1))
      return true
    }
    rows.queueLayout()
    return self
  }

  /// What a heading that stays covers of the view when a row is at its top.
  func pinnedHeight(above id: NodeID?) -> Double {
    guard let pinned, let id, outline.isSection(id) == false, section(around: id) != nil else {
      return 0
    }
    return Double(pinned.height(width: gtk_widget_get_width(rows.list)))
  }

  /// Puts the heading where it belongs after the rows were laid out.
  func placePinned() {
    guard let pinned else { return }
    var place: (node: NodeID, top: Double)?
    if let first = rows.anchor.seen.first {
      let isHeading = outline.isSection(first.id) == true && outline.isOpen(first.id)
      let node = isHeading ? first.id : section(around: first.id)
      if let node, !isHeading || first.top < 0 { place = (node, 0) }
    }
    if let (node, _) = place {
      show(node, in: pinned)
      let height = Double(pinned.height(width: gtk_widget_get_width(rows.list)))
      place?.top = min(0, (nextHeadingTop(after: node) ?? height) - height)
    }
    guard pinned.top != place?.top || place?.node != pinned.node else { return }
    pinned.top = place?.top
    if place == nil { pinned.node = nil }
    gtk_widget_queue_allocate(overlay)
  }

  /// The innermost open section around a node.
  private func section(around id: NodeID) -> NodeID? {
    var node = outline.parent(of: id)
    while let id = node {
      if outline.isSection(id) == true { return id }
      node = outline.parent(of: id)
    }
    return nil
  }

  /// Where the first row in view stands that no longer belongs below the heading.
  private func nextHeadingTop(after node: NodeID) -> Double? {
    rows.anchor.seen.dropFirst().first { row in
      outline.isSection(row.id) == true || section(around: row.id) != node
    }?.top
  }

  private func show(_ node: NodeID, in pinned: PinnedHeading) {
    guard pinned.node != node || pinned.generation != rows.generation,
      let row = outline.row(for: node)
    else { return }
    pinned.cell.unbind()
    pinned.node = node
    pinned.generation = rows.generation
    cells.bind(pinned.cell.content, row)
    pinned.cell.decorate(row, selection: selectionStyle, style: tableStyle)
  }

  private func pinnedClicked() {
    guard let node = pinned?.node, let position = outline.row(of: node) else { return }
    toggleByUser(row: position)
    guard !outline.isOpen(node) else { return }
    // What was read is gone; the heading stays where it was clicked.
    scroll(to: ScrollPlace(node: node))
    if let row = outline.row(of: node) { rows.cell(at: row)?.focusRow() }
  }

  private var pinSheet: StyleSheet {
    StyleSheet(
      "table-pins",
      css: """
        .hk-pinned { background-color: @window_bg_color; }
        .hk-standard .hk-pinned { padding: 0 6px; box-shadow: 0 1px @borders; }
        """)
  }
}
