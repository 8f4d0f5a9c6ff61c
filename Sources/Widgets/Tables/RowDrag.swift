internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiBase
internal import HikidashiOutlines

/// Lets a person move rows, by the pointer and by keys, and takes moves back.
@MainActor
final class RowDrag<Item: Sendable> {
  /// Where rows that are dragged would fall.
  private struct Mark {
    /// The row that shows it, by a style class.
    var cell: RowCell
    var styleClass: String
    var move: OutlineMove
  }

  private let rows: OutlineRows<Item>
  private var dragged: [NodeID] = []
  private var mark: Mark?
  private var moves = UndoStack<OutlineMoveUndo>()

  init(_ rows: OutlineRows<Item>) {
    self.rows = rows
    dropSheet.install()
    watchDragSource()
    watchDropTarget()
  }

  // MARK: - Moves

  var canUndo: Bool { moves.canUndo }

  /// - Returns: False when there is nothing to take back, or its place is gone since.
  func undo() -> Bool {
    guard let last = moves.undo() else { return false }
    let redo = takeBack(last)
    moves.nextRedo = redo
    return redo != nil
  }

  /// - Returns: False when there is nothing to make again, or its place is gone since.
  func redo() -> Bool {
    guard let last = moves.redo() else { return false }
    let undo = takeBack(last)
    moves.nextUndo = undo
    return undo != nil
  }

  private func takeBack(_ undo: OutlineMoveUndo) -> OutlineMoveUndo? {
    var redo: OutlineMoveUndo?
    try? rows.change { outline in
      let made = try outline.undo(undo)
      redo = made.redo
      return made.change
    }
    return redo
  }

  /// Makes a move as a person does it, hooks included.
  @discardableResult
  private func make(_ move: OutlineMove) -> Bool {
    guard rows.outline.allows(move), rows.hooks.willMove?(move) ?? true else { return false }
    var undo: OutlineMoveUndo?
    try? rows.change { outline in
      let made = try outline.make(move)
      undo = made.undo
      return made.change
    }
    guard let undo else { return false }
    moves.add(undo)
    if let first = move.nodes.first { rows.scroll(to: first, .nearest) }
    rows.events.onMove?(move)
    return true
  }

  /// Moves a row by an arrow key.
  func move(_ row: OutlineRow<Item>, _ step: MoveStep) {
    guard let move = rows.outline.move(row.id, step) else { return }
    make(move)
    // What was moved into a closed node is to be seen.
    if let row = rows.outline.row(of: row.id) { rows.list.focus(row: row) }
  }

  // MARK: - Dragging

  /// Rows are dragged as the model they are from: nothing else takes them.
  private func watchDragSource() {
    guard let source = gtk_drag_source_new() else { return }
    var value = GValue()
    g_value_init(&value, hk_row_model_get_type())
    g_value_set_object(&value, UnsafeMutableRawPointer(rows.list.model.native))
    let content = gdk_content_provider_new_for_value(&value)
    g_value_unset(&value)
    gtk_drag_source_set_content(source, content)
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
    if let content { g_object_unref(UnsafeMutableRawPointer(content)) }
    gtk_widget_add_controller(rows.list.list, source)
    let sender = UnsafeMutableRawPointer(source)
    connect(sender, "begin") { [weak self] _ in
      var (x, y) = (0.0, 0.0)
      gtk_gesture_get_point(source, nil, &x, &y)
      if self?.begin(at: y) == false { gtk_gesture_set_state(source, GTK_EVENT_SEQUENCE_DENIED) }
      return false
    }
    connect(sender, "drag-begin") { [weak self] _ in
      self?.showDragged(source)
      return false
    }
    connect(sender, "drag-end") { [weak self] _ in
      self?.end()
      return false
    }
  }

  /// What is under the pointer is dragged, with all that is selected if it is.
  ///
  /// - Returns: False when nothing can be dragged there.
  func begin(at y: Double) -> Bool {
    dragged = []
    if let (_, id) = row(at: y) {
      let isSelected = rows.outline.isSelected(id)
      dragged = rows.outline.movable(isSelected ? rows.outline.selectedIDs : [id])
    }
    return !dragged.isEmpty
  }

  func end() {
    show(nil)
    dragged = []
  }

  private func showDragged(_ source: OpaquePointer) {
    guard let row = dragged.first.flatMap({ rows.outline.row(of: $0) }),
      let native = rows.list.cell(at: row)?.native, let picture = gtk_widget_paintable_new(native)
    else { return }
    gtk_drag_source_set_icon(source, picture, 12, 12)
    g_object_unref(UnsafeMutableRawPointer(picture))
  }

  private func watchDropTarget() {
    guard let target = gtk_drop_target_new(hk_row_model_get_type(), GDK_ACTION_MOVE),
      let motion = gtk_drop_controller_motion_new()
    else { return }
    gtk_widget_add_controller(rows.list.list, target)
    gtk_widget_add_controller(rows.list.list, motion)
    for signal in ["enter", "motion"] {
      connect(UnsafeMutableRawPointer(motion), signal) { [weak self] arguments in
        if let self { show(mark(at: arguments.double(2))) }
        return false
      }
    }
    connect(UnsafeMutableRawPointer(motion), "leave") { [weak self] _ in
      self?.show(nil)
      return false
    }
    connect(UnsafeMutableRawPointer(target), "drop") { [weak self] arguments in
      self?.drop(at: arguments.double(3)) ?? false
    }
  }

  func drop(at y: Double) -> Bool {
    let mark = mark(at: y)
    show(nil)
    return mark.map { make($0.move) } ?? false
  }

  /// Where the rows that are dragged would fall; nil where they cannot.
  private func mark(at y: Double) -> Mark? {
    guard !dragged.isEmpty, let (cell, id) = row(at: y), let bounds = rows.list.bounds(of: cell)
    else { return nil }
    let fraction = min(max((y - bounds.top) / max(bounds.bottom - bounds.top, 1), 0), 1)
    guard let (place, move) = rows.outline.drop(dragged, on: id, at: fraction),
      rows.hooks.willMove?(move) ?? true
    else { return nil }
    let styleClass =
      switch place {
      case .before: "hk-drop-before"
      case .after: "hk-drop-after"
      case .into: "hk-drop-into"
      }
    return Mark(cell: cell, styleClass: styleClass, move: move)
  }

  /// Whether a row shows where what is dragged would fall.
  var isMarking: Bool { mark != nil }

  private func show(_ new: Mark?) {
    if let mark, let native = mark.cell.native {
      gtk_widget_remove_css_class(native, mark.styleClass)
    }
    mark = new
    if let new, let native = new.cell.native { gtk_widget_add_css_class(native, new.styleClass) }
  }

  /// The row in view that lies at `y` pixels below the view's upper edge, or the last one above it.
  private func row(at y: Double) -> (cell: RowCell, id: NodeID)? {
    var found: (cell: RowCell, top: Double)?
    for (_, cell) in rows.list.onScreen {
      guard let bounds = rows.list.bounds(of: cell), bounds.top <= y,
        bounds.top >= found?.top ?? -.infinity
      else { continue }
      found = (cell, bounds.top)
    }
    guard let cell = found?.cell, let row = cell.row, row < rows.outline.rowCount else {
      return nil
    }
    return (cell, rows.outline.id(atRow: row))
  }
}

private let dropSheet = StyleSheet(
  "table-drops",
  css: """
    .hk-row.hk-drop-before { box-shadow: inset 0 2px @accent_bg_color; }
    .hk-row.hk-drop-after { box-shadow: inset 0 -2px @accent_bg_color; }
    .hk-row.hk-drop-into { box-shadow: inset 0 0 0 2px @accent_bg_color; }
    """)
