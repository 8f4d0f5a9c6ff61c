internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiOutlines

/// Drags rows with the pointer: within a table, and as texts and files to other tables and programs, from
/// which it takes them.
@MainActor
final class RowDrag<Item: Sendable> {
  /// Where what is dragged would fall.
  private struct Mark {
    /// The row that shows it, by a style class.
    var cell: RowCell
    var styleClass: String
    var fall: Fall
  }

  private enum Fall {
    case move(OutlineMove)
    case place(parent: NodeID?, index: Int)
  }

  private let rows: OutlineRows<Item>
  private let edits: RowEdits<Item>
  /// The whole table, on which something can be dropped also where it has no rows.
  private let root: NativeWidget
  private var dragged: [NodeID] = []
  private var mark: Mark?
  private var source: OpaquePointer?
  private var target: OpaquePointer?
  /// Whether rows can be moved within the table.
  var isMovable = false {
    didSet { updateSourceAndTarget() }
  }
  /// What a row is elsewhere; nil where rows stay in the table.
  var content: (@MainActor (OutlineRow<Item>) -> DraggedContent?)? {
    didSet { updateSourceAndTarget() }
  }
  /// Takes what comes from elsewhere; nil where nothing does.
  var take: (@MainActor (DraggedContent, _ parent: NodeID?, _ index: Int) -> Bool)? {
    didSet { updateSourceAndTarget() }
  }

  init(_ rows: OutlineRows<Item>, _ edits: RowEdits<Item>, in root: NativeWidget) {
    self.rows = rows
    self.edits = edits
    self.root = root
    dropSheet.install()
    watchDragSource()
    watchDropTarget()
  }

  /// Lets go of what its user gave it.
  func end() {
    cancel()
    (source, target) = (nil, nil)
    (content, take) = (nil, nil)
  }

  /// Moves a row by an arrow key.
  func move(_ row: OutlineRow<Item>, _ step: MoveStep) {
    guard let move = rows.outline.move(row.id, step) else { return }
    edits.move(move)
    // What was moved into a closed node is to be seen.
    if let row = rows.outline.row(of: row.id) { rows.list.focus(row: row) }
  }

  // MARK: - Dragging

  private func watchDragSource() {
    guard let source = gtk_drag_source_new() else { return }
    self.source = source
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
      self?.cancel()
      return false
    }
  }

  private func updateSourceAndTarget() {
    guard let source, let target else { return }
    // A copy, as a program that moves a file would not be known of here.
    gtk_drag_source_set_actions(source, content == nil ? GDK_ACTION_MOVE : GDK_ACTION_COPY)
    // What other tables offer beside their rows comes first.
    var types: [GType] = []
    if take != nil { types += [gdk_file_list_get_type(), .string] }
    if isMovable { types.append(hk_row_model_get_type()) }
    // An own row that is dragged as a text is moved here all the same.
    if isMovable, content != nil, take == nil {
      types = [.string, gdk_file_list_get_type()] + types
    }
    gtk_drop_target_set_gtypes(target, &types, gsize(types.count))
  }

  /// What is under the pointer is dragged, with all that is selected if it is.
  ///
  /// - Returns: False when nothing can be dragged there.
  func begin(at y: Double) -> Bool {
    dragged = []
    guard let source, isMovable || content != nil, let (_, id) = row(at: y) else { return false }
    let isSelected = rows.outline.isSelected(id)
    dragged = rows.outline.movable(isSelected ? rows.outline.selectedIDs : [id])
    guard let provider = makeProvider() else {
      dragged = []
      return false
    }
    gtk_drag_source_set_content(source, provider)
    g_object_unref(UnsafeMutableRawPointer(provider))
    return true
  }

  /// What is offered of the rows that are dragged: what they are elsewhere, or that they are rows of here.
  private func makeProvider() -> UnsafeMutablePointer<GdkContentProvider>? {
    guard !dragged.isEmpty else { return nil }
    if let content {
      return DraggedContent(
        joining: dragged.compactMap { rows.outline.row(for: $0) }.compactMap(content)
      )?.makeProvider()
    }
    // As the model they are from: nothing else takes them.
    var value = GValue()
    g_value_init(&value, hk_row_model_get_type())
    g_value_set_object(&value, UnsafeMutableRawPointer(rows.list.model.native))
    defer { g_value_unset(&value) }
    return gdk_content_provider_new_for_value(&value)
  }

  /// A drag is over, wherever it has ended.
  func cancel() {
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

  // MARK: - Dropping

  private func watchDropTarget() {
    let actions = GdkDragAction(GDK_ACTION_MOVE.rawValue | GDK_ACTION_COPY.rawValue)
    guard let target = gtk_drop_target_new(GType(0), actions),
      let motion = gtk_drop_controller_motion_new()
    else { return }
    self.target = target
    gtk_widget_add_controller(root, target)
    gtk_widget_add_controller(root, motion)
    for signal in ["enter", "motion"] {
      connect(UnsafeMutableRawPointer(motion), signal) { [weak self] arguments in
        guard let self else { return false }
        let isTaken = gtk_drop_target_get_current_drop(target) != nil
        show(isTaken ? mark(at: listPlace(arguments.double(2))) : nil)
        return false
      }
    }
    connect(UnsafeMutableRawPointer(motion), "leave") { [weak self] _ in
      self?.show(nil)
      return false
    }
    connect(UnsafeMutableRawPointer(target), "drop") { [weak self] arguments in
      guard let self, let value = arguments.boxed(1) else { return false }
      let content = DraggedContent(value.assumingMemoryBound(to: GValue.self))
      return drop(content, at: listPlace(arguments.double(3)))
    }
  }

  /// A place in the table as one in the list.
  private func listPlace(_ y: Double) -> Double {
    var (listX, listY) = (0.0, 0.0)
    guard gtk_widget_translate_coordinates(root, rows.list.list, 0, y, &listX, &listY) != 0 else {
      return y
    }
    return listY
  }

  /// - Parameter content: What comes from elsewhere; of no importance where own rows are moved.
  func drop(_ content: DraggedContent? = nil, at y: Double) -> Bool {
    let mark = mark(at: y)
    show(nil)
    switch mark?.fall {
    case .move(let move): return edits.move(move)
    case .place(let parent, let index):
      return content.map { take?($0, parent, index) ?? false } ?? false
    case nil:
      // Where there are no rows it is the first one, and past them all the last.
      guard dragged.isEmpty, let content, let take else { return false }
      return take(content, nil, y < 0 ? 0 : rows.outline.childCount(of: nil) ?? 0)
    }
  }

  /// Where what is dragged would fall; nil where it cannot, and where there is no row.
  private func mark(at y: Double) -> Mark? {
    guard dragged.isEmpty ? take != nil : isMovable, let (cell, id) = row(at: y),
      let bounds = rows.list.bounds(of: cell)
    else { return nil }
    let fraction = min(max((y - bounds.top) / max(bounds.bottom - bounds.top, 1), 0), 1)
    let (place, fall): (DropPlace, Fall)
    if dragged.isEmpty {
      guard let found = rows.outline.dropPlace(on: id, at: fraction) else { return nil }
      (place, fall) = (found.place, .place(parent: found.parent, index: found.index))
    } else {
      guard let found = rows.outline.drop(dragged, on: id, at: fraction),
        rows.hooks.willMove?(found.move) ?? true
      else { return nil }
      (place, fall) = (found.place, .move(found.move))
    }
    let styleClass =
      switch place {
      case .before: "hk-drop-before"
      case .after: "hk-drop-after"
      case .into: "hk-drop-into"
      }
    return Mark(cell: cell, styleClass: styleClass, fall: fall)
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
