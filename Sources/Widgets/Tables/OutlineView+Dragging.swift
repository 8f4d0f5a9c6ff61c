internal import CGTK
internal import CWidgetBridge
internal import Outlines

/// Where rows that are dragged would fall.
struct DropMark {
  enum Edge: String {
    case before = "hk-drop-before"
    case after = "hk-drop-after"
    case into = "hk-drop-into"
  }
  /// The row that shows it.
  let cell: RowCell
  let edge: Edge
  let move: OutlineMove
}

extension OutlineView {
  func listenToDrags() {
    dropSheet.install()
    watchDragSource()
    watchDropTarget()
  }

  /// Rows are dragged as the model they are from: nothing else takes them.
  private func watchDragSource() {
    guard let source = gtk_drag_source_new() else { return }
    var value = GValue()
    g_value_init(&value, hk_row_model_get_type())
    g_value_set_object(&value, UnsafeMutableRawPointer(rows.model.native))
    let content = gdk_content_provider_new_for_value(&value)
    g_value_unset(&value)
    gtk_drag_source_set_content(source, content)
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
    if let content { g_object_unref(UnsafeMutableRawPointer(content)) }
    gtk_widget_add_controller(rows.list, source)
    let sender = UnsafeMutableRawPointer(source)
    connect(sender, "begin") { [weak self] _ in
      var (x, y) = (0.0, 0.0)
      gtk_gesture_get_point(source, nil, &x, &y)
      self?.beginDrag(at: y, source)
      return false
    }
    connect(sender, "drag-begin") { [weak self] _ in
      self?.showDragged(source)
      return false
    }
    connect(sender, "drag-end") { [weak self] _ in
      self?.mark(nil)
      self?.dragged = []
      return false
    }
  }

  /// What is under the pointer is dragged, with all that is selected if it is.
  private func beginDrag(at y: Double, _ source: OpaquePointer) {
    dragged = []
    if let (_, id) = row(at: y) {
      let isSelected = outline.isSelected(id)
      dragged = outline.movable(isSelected ? outline.selectedIDs : [id])
    }
    if dragged.isEmpty { gtk_gesture_set_state(source, GTK_EVENT_SEQUENCE_DENIED) }
  }

  private func showDragged(_ source: OpaquePointer) {
    guard let cell = dragged.first.flatMap({ outline.row(of: $0) }).flatMap({ rows.cell(at: $0) }),
      let native = cell.native, let picture = gtk_widget_paintable_new(native)
    else { return }
    gtk_drag_source_set_icon(source, picture, 12, 12)
    g_object_unref(UnsafeMutableRawPointer(picture))
  }

  private func watchDropTarget() {
    guard let target = gtk_drop_target_new(hk_row_model_get_type(), GDK_ACTION_MOVE),
      let motion = gtk_drop_controller_motion_new()
    else { return }
    gtk_widget_add_controller(rows.list, target)
    gtk_widget_add_controller(rows.list, motion)
    for signal in ["enter", "motion"] {
      connect(UnsafeMutableRawPointer(motion), signal) { [weak self] arguments in
        guard let self else { return false }
        mark(dropMark(at: arguments.double(2)))
        return false
      }
    }
    connect(UnsafeMutableRawPointer(motion), "leave") { [weak self] _ in
      self?.mark(nil)
      return false
    }
    connect(UnsafeMutableRawPointer(target), "drop") { [weak self] arguments in
      self?.drop(at: arguments.double(3)) ?? false
    }
  }

  func drop(at y: Double) -> Bool {
    let mark = dropMark(at: y)
    self.mark(nil)
    return mark.map { moveByUser($0.move) } ?? false
  }

  /// Where the rows that are dragged would fall; nil where they cannot.
  func dropMark(at y: Double) -> DropMark? {
    guard !dragged.isEmpty, let (cell, id) = row(at: y), let bounds = rows.bounds(of: cell) else {
      return nil
    }
    let fraction = min(max((y - bounds.top) / max(bounds.bottom - bounds.top, 1), 0), 1)
    guard let (place, move) = outline.drop(dragged, on: id, at: fraction),
      hooks.willMove?(move) ?? true
    else { return nil }
    let edge: DropMark.Edge =
      switch place {
      case .before: .before
      case .after: .after
      case .into: .into
      }
    return DropMark(cell: cell, edge: edge, move: move)
  }

  private func mark(_ mark: DropMark?) {
    if let old = dropMark?.cell.native, let edge = dropMark?.edge {
      gtk_widget_remove_css_class(old, edge.rawValue)
    }
    dropMark = mark
    if let mark, let native = mark.cell.native {
      gtk_widget_add_css_class(native, mark.edge.rawValue)
    }
  }

  /// The row in view that lies at `y` pixels below the view's upper edge, or the last one above it.
  private func row(at y: Double) -> (cell: RowCell, id: NodeID)? {
    var found: (cell: RowCell, top: Double)?
    for (_, cell) in rows.onScreen {
      guard let bounds = rows.bounds(of: cell), bounds.top <= y,
        bounds.top >= found?.top ?? -.infinity
      else { continue }
      found = (cell, bounds.top)
    }
    guard let cell = found?.cell, let row = cell.row, row < outline.rowCount else { return nil }
    return (cell, outline.id(atRow: row))
  }

  private var dropSheet: StyleSheet {
    StyleSheet(
      "table-drops",
      css: """
        .hk-row.hk-drop-before { box-shadow: inset 0 2px @accent_bg_color; }
        .hk-row.hk-drop-after { box-shadow: inset 0 -2px @accent_bg_color; }
        .hk-row.hk-drop-into { box-shadow: inset 0 0 0 2px @accent_bg_color; }
        """)
  }
}
