internal import CGTK
internal import Outlines

/// The rows of a table: a `GtkListView` over positions alone, which keeps what is read in place while
/// rows come, go and change.
///
/// It knows nothing of what the rows are: its owner says how many there are, what stands in them, and
/// what is done with them.
@MainActor
final class RowList<Cell: ListCell> {
  weak var owner: (any RowListOwner<Cell>)? {
    didSet { model.owner = owner }
  }
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
  /// The view is being scrolled by what ``anchor`` asked for.
  var isAnchoring = false
  var lastScrollValue = 0.0
  var layoutWatch: SignalConnection?
  /// The node that gets the keyboard focus once it has a row.
  var pendingFocus: NodeID?
  /// Counts the changes; a cell that was bound before the latest shows what may be wrong now.
  var generation = 0
  /// Cells off the screen wait to be bound again.
  var isRebinding = false
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
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_widget_add_css_class(list, "hk-list")
    makeFactory()
    gtk_list_view_set_model(list.opaque, model.native)
    listenToKeys()
    watchScrolling()
  }

  /// The widgets have died.
  func end() {
    isAlive = false
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
      rows.owner?.makeCell(for: item).adopt { gtk_list_item_set_child(item, $0) }
    }
    on("bind") { $0.bind($1) }
    on("unbind") { rows, item in
      if let cell = rows.shown.removeValue(forKey: item) { rows.owner?.unbind(cell) }
    }
    gtk_list_view_set_factory(list.opaque, factory)
    g_object_unref(UnsafeMutableRawPointer(factory))
  }

  private func bind(_ item: OpaquePointer) {
    let row = Int(gtk_list_item_get_position(item))
    guard let owner, row < owner.rowCount, let cell = Cell.in(item) else { return }
    shown[item] = cell
    owner.bind(cell, at: row)
    cell.generation = generation
  }
}

extension RowList {
  /// The cell that shows a row, if the list has one for it.
  func cell(at row: Int) -> Cell? { shown.values.first { $0.row == row } }

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
