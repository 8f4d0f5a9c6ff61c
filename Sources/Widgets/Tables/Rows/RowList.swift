internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiOutlines

/// The rows of a table: a `GtkListView` over positions alone, which keeps what is read in place while
/// rows come, go and change.
///
/// It knows nothing of what the rows are: its source says how many there are and shows them in cells.
@MainActor
final class RowList<Cell: ListCell> {
  weak var source: (any RowSource<Cell>)? {
    didSet { model.selector = source }
  }
  var events = RowListEvents()
  let model = RowModel()
  /// The `GtkListView`, and the `GtkScrolledWindow` around it.
  let list: NativeWidget
  let scroller: NativeWidget
  /// The cells that are bound, by their list items.
  private(set) var shown: [OpaquePointer: Cell] = [:]
  /// Keeps in place what is read while rows change.
  var anchor = ViewAnchor()
  /// Who had the keyboard when rows began to change.
  var heldFocus: HeldFocus?
  /// Whether a reader may be at a row; nil: at any.
  var isPlace: (@MainActor (Int) -> Bool)?
  /// The view is being scrolled by what ``anchor`` asked for.
  var isAnchoring = false
  var lastScrollValue = 0.0
  var layoutWatch: SignalConnection?
  /// The node that gets the keyboard focus once it has a row.
  var pendingFocus: NodeID?
  /// Whether GTK has been told of every row.
  var isAllAnnounced = true
  /// How many rows are shown anew in a frame, and how many are made, which takes longer.
  var pace = RowPace()
  var growth = RowPace()
  /// Whether rows may wrap, and so are higher or lower when the list has another width.
  var rowsWrap = false
  var lastSize: (width: gint, height: gint) = (0, 0)
  private var scale: SignalConnection?
  private let wheel: WheelSteps
  /// Counts the changes; a cell that was bound before the latest shows what may be wrong now.
  var generation = 0
  /// The change after which ``anchor`` was last told what is in view.
  var seenGeneration = 0
  /// Whether what draws rows may read models, and rows are shown again when those change.
  var followsModels = true
  /// Cells off the screen wait to be bound, and soon are.
  var isRebinding = false
  /// Whether that follows a change, of whose end ``events`` tell. What is only scrolled changes no selection.
  var tellsRebind = false
  /// The rows that were in view after the latest layout; nil before any were.
  var inView: Range<Int>?
  /// How often the list was laid out in which frame.
  var layouts = (frame: gint64(0), count: 0)
  /// Rows that are out of view come in the next frames.
  var isGrowing = false
  /// A row is shown in a cell that had another, or after the rows were changed.
  private var isBinding = false
  /// Rows were changed and are not laid out yet.
  var isSettling = false
  /// In how many frames they will be.
  var framesToSettle = 0
  /// False after the widgets have died.
  private(set) var isAlive = true

  init() {
    Toolkit.start()
    list = gtk_list_view_new(nil, nil)
    scroller = gtk_scrolled_window_new()
    wheel = WheelSteps(list, in: scroller)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_widget_add_css_class(list, "hk-list")
    makeFactory()
    gtk_list_view_set_model(list.opaque, model.native)
    listenToKeys()
    watchScrolling()
    scale = TextScale.onChange { [weak self] in self?.holdWhileLettersGrow() }
  }

  /// The widgets have died.
  func end() {
    isAlive = false
    scale?.disconnect()
    shown = [:]
  }

  private func makeFactory() {
    guard let factory = gtk_signal_list_item_factory_new() else { return }
    func on(_ signal: String, _ handle: @escaping @MainActor (RowList, OpaquePointer) -> Void) {
      connect(UnsafeMutableRawPointer(factory), signal) { [weak self] arguments in
        if let self, let item = arguments.object(1) { handle(self, OpaquePointer(item)) }
        return false
      }
    }
    on("setup") { rows, item in
      guard let cell = rows.source?.makeCell(for: item) else { return }
      cell.rowModel = rows.model
      cell.adopt { gtk_list_item_set_child(item, $0) }
    }
    on("bind") { $0.bind($1) }
    on("unbind") { rows, item in
      let cell = rows.shown.removeValue(forKey: item)
      cell?.follower?.rest()
      cell?.unbind()
    }
    gtk_list_view_set_factory(list.opaque, factory)
    g_object_unref(UnsafeMutableRawPointer(factory))
  }

  private func bind(_ item: OpaquePointer) {
    let row = model.row(at: Int(gtk_list_item_get_position(item)))
    guard let source, row < source.rowCount, let cell = Cell.in(item) else { return }
    shown[item] = cell
    if isNear(row) { bind(cell) } else { wait(in: cell) }
  }

  /// Shows its row in a cell, and shows it again when something changes that was read for that.
  func bind(_ cell: Cell) {
    isBinding = true
    defer { isBinding = false }
    guard followsModels else {
      cell.follower?.rest()
      return showRow(in: cell)
    }
    if let follower = cell.follower { return follower.renew() }
    let follower = cell.madeFollowers.add(
      .part, waits: true,
      { [weak self, weak cell] in
        if let self, let cell { showRow(in: cell) }
      }, apply: { _ in })
    cell.follower = follower
    follower.renew()
  }

  private func showRow(in cell: Cell) {
    guard let source, let item = cell.listItem else { return }
    let position = gtk_list_item_get_position(item)
    guard position != GTK_INVALID_LIST_POSITION else { return }
    let row = model.row(at: Int(position))
    guard row < source.rowCount else { return }
    // It may be as high as before no longer.
    if !isBinding { hold() }
    if cell.generation < 0 { endWait(in: cell) }
    source.bind(cell, at: row)
    cell.isNew = false
    cell.generation = generation
  }
}

extension RowList {
  /// The cell that shows a row, if the list has one for it.
  func cell(at row: Int) -> Cell? { shown.values.first { $0.ownRow == row } }

  /// The cell that shows a row as it is now.
  func boundCell(at row: Int) -> Cell? { cell(at: row).flatMap { $0.isBound ? $0 : nil } }

  /// The cells on the screen, with their rows.
  var onScreen: [(row: Int, cell: Cell)] {
    shown.values.compactMap { cell in
      guard cell.isOnScreen, let row = cell.row else { return nil }
      return (row, cell)
    }
  }

  /// Where a row stands in the view, in pixels from its upper edge.
  func bounds(of cell: Cell) -> (top: Double, bottom: Double)? {
    var bounds = graphene_rect_t()
    guard let native = cell.native, let row = gtk_widget_get_parent(native),
      gtk_widget_compute_bounds(row, list, &bounds) != 0
    else { return nil }
    return (Double(bounds.origin.y), Double(bounds.origin.y + bounds.size.height))
  }

  /// The row at a point of a widget around the list.
  func row(at point: Point, in widget: NativeWidget) -> Int? {
    var (x, y) = (0.0, 0.0)
    guard gtk_widget_translate_coordinates(widget, list, point.x, point.y, &x, &y) != 0, y >= 0
    else { return nil }
    return onScreen.first { shown in
      bounds(of: shown.cell).map { $0.top <= y && y < $0.bottom } ?? false
    }?.row
  }

  func queueLayout() { gtk_widget_queue_allocate(list) }

  /// Calls `body`, while the list lives, in the frame after the one that is due.
  func afterNextFrame(_ body: @escaping @MainActor () -> Void) {
    var frames = 0
    addTick(to: list) { [weak self] in
      frames += 1
      guard frames > 1, self != nil else { return self != nil }
      body()
      return false
    }
  }
}

// MARK: - Changes

extension RowList {
  /// Whether rows of the last change are still to come, in view or not.
  var isChanging: Bool { isSettling || isRebinding || isGrowing }

  /// Whether nothing is to come in the next frames; a list that is not on the screen waits until it is.
  var isSettled: Bool {
    guard isAlive, gtk_widget_get_mapped(list) != 0 else { return true }
    return !isChanging && !anchor.isPursuing
  }

  /// Tells GTK that rows went, and that others came in their place; nothing of them is shown before
  /// ``rebind()``.
  ///
  /// - Parameter count: How many rows there are now.
  /// - Returns: False when GTK has to be told that all rows are others.
  @discardableResult
  func announce(removed: Range<Int>, inserted: Int, of count: Int) -> Bool {
    // What GTK binds while it is told is near what is in view by its new number.
    if let view = inView, removed.upperBound <= view.lowerBound {
      inView = view.shifted(by: inserted - removed.count)
    }
    if losesItsPlace(removed) {
      let (old, view) = (model.count, inView)
      begin(at: 0)
      inView = view
      model.rowsChanged(at: 0, removed: old, inserted: count)
      return false
    }
    model.rowsChanged(at: removed.lowerBound, removed: removed.count, inserted: inserted)
    return true
  }

  /// Moves the rows that GTK knows of, as many as they are, to others; GTK is not told. What it has bound within
  /// the change that is being told of is bound again, as it took the rows where they were.
  func begin(at row: Int) {
    let distance = row - model.first
    guard distance != 0 else { return }
    model.begins(at: row)
    inView = inView?.shifted(by: distance)
    for cell in shown.values { cell.generation = min(cell.generation, generation - 1) }
  }

  /// Whether GTK 4.8 would show wrong rows for ever: when rows with widgets are removed, and the row
  /// before them stays but has none. It is right again when all rows are replaced.
  private func losesItsPlace(_ removed: Range<Int>) -> Bool {
    guard !removed.isEmpty, removed.lowerBound > model.first else { return false }
    let rows = Set(shown.values.compactMap(\.ownRow))
    return !rows.contains(removed.lowerBound - 1) && rows.contains { removed.contains($0) }
  }

  /// Tells GTK to ask again which rows are selected. It asks for those that have widgets, and first
  /// makes those that ought to: see ``losesItsPlace(_:)``.
  func announceSelection() { announceSelection(of: model.known) }

  /// Tells GTK to ask again for some rows, as far as it knows them.
  func announceSelection(of rows: Range<Int>) { model.selectionChanged(rows) }

  /// Waits for the frame that lays the changed rows out, before it tells of the rest and scrolls
  /// among them. A further change begins the wait anew: the rest must not make its frame late.
  func settle() {
    framesToSettle = 2
    guard !isSettling else { return }
    isSettling = true
    addTick(to: list) { [weak self] in
      guard let self else { return false }
      framesToSettle -= 1
      guard framesToSettle == 0 else { return true }
      isSettling = false
      events.didSettle?()
      if !isSettling { focusPending() }
      queueLayout()
      return false
    }
  }
}

// MARK: - Keyboard

extension RowList {
  /// The row that has the keyboard focus.
  var focusedRow: Int? {
    guard isAlive, let focus = gtk_widget_get_root(list).flatMap({ gtk_root_get_focus($0) }),
      gtk_widget_is_ancestor(focus, list) != 0, let item = gtk_widget_get_focus_child(list),
      let child = gtk_widget_get_first_child(item), let cell = Part.of(child) as? Cell
    else { return nil }
    return cell.row
  }

  /// The node of the row that has the keyboard focus.
  var focusedNode: NodeID? {
    guard let source, let row = focusedRow, row < source.rowCount else { return nil }
    return source.id(atRow: row)
  }

  /// Moves the keyboard focus to a row, which comes into view.
  ///
  /// - Returns: False when the row gets it later, or is none.
  @discardableResult
  func focus(row: Int) -> Bool {
    guard isAlive, let source, (0..<source.rowCount).contains(row) else { return false }
    scroll(to: row)
    let isFocused = cell(at: row)?.focusRow() ?? false
    if !isFocused {
      pendingFocus = source.id(atRow: row)
      settle()
    }
    return isFocused
  }

  func focusPending() {
    guard let row = pendingFocus.flatMap({ source?.row(of: $0) }) else { return }
    pendingFocus = nil
    focus(row: row)
  }

  func listenToKeys() {
    connect(UnsafeMutableRawPointer(list), "activate") { [weak self] arguments in
      guard let self, let source else { return false }
      let row = model.row(at: arguments.uint(1))
      if row < source.rowCount { events.activated?(row) }
      return false
    }
    guard let keys = gtk_event_controller_key_new() else { return }
    // Before the list itself, which has its own meaning for Space and Tab.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(list, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      let held = arguments.flags(3) & gtk_accelerator_get_default_mod_mask().rawValue
      let key = arguments.uint(1)
      // GTK goes to the ends of the rows that it knows of.
      if let self, !isAllAnnounced, RowKey.goesFar(key) { events.needsAllRows?() }
      return self?.events.pressed?(key, held) ?? false
    }
  }

  /// Moves the focus out of the list: GTK would go through all rows.
  func leave(forward: Bool) -> Bool {
    guard let root = gtk_widget_get_root(list) else { return false }
    gtk_widget_set_can_focus(list, 0)
    defer { gtk_widget_set_can_focus(list, 1) }
    let direction = forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
    return gtk_widget_child_focus(root.widget, direction) != 0
  }
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Self {
    lowerBound + distance..<upperBound + distance
  }
}

/// The node that had the keyboard focus at some time, if one had.
struct HeldFocus {
  var node: NodeID?
}
