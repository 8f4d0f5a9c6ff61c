internal import CGTK
public import Outlines
internal import Support

/// A table of sections and trees that open and close, with rows of any height.
///
/// It draws an `Outline` and turns clicks and keys into changes of it. A click on a section opens
/// or closes it. Arrows, Home, End and Page keys move; Left and Right close and open, or go to the
/// parent and the first child; Space selects, Enter activates, letters jump to the next row that
/// begins with them.
///
/// ```swift
/// let animals = Outline { Section("Fish", open: true) { "Tuna"; "Cod" } }
/// OutlineView(animals, header: "Animals").selection(.toggle).style(.slate)
/// ```
///
/// - Complexity: A toggle costs O(log n) in the model, and one frame for the rows that come into view.
public final class OutlineView<Item: Sendable>: Part {
  /// What the table shows. Change it by ``change(_:)`` and ``changeSelection(_:)``.
  public internal(set) var outline: Outline<Item>
  /// What the user's own code adds; see ``OutlineHooks``.
  public var hooks = OutlineHooks<Item>()
  /// The text of a row: for typing ahead, and for the rows where no other cells are given.
  let text: @MainActor (Item) -> String
  let cells: Cells<Item>
  let model = RowModel()
  /// The `GtkListView`, and the `GtkScrolledWindow` around it.
  let list: NativeWidget
  let scroller: NativeWidget
  /// What stands over the rows: a heading, a button.
  let overlay: NativeWidget
  private let header: Label?
  private let pages: Pages
  var selectionStyle = SelectionStyle.single
  var tableStyle = TableStyle.standard
  /// The cells that are bound, by their list items.
  var shown: [OpaquePointer: RowCell] = [:]
  var typeAhead = TypeAhead()
  /// Keeps in place what is read while rows change.
  var anchor = ViewAnchor()
  /// Who had the keyboard when rows began to change.
  var heldFocus: HeldFocus?
  /// The view is being scrolled by what ``anchor`` asked for.
  var isAnchoring = false
  var lastScrollValue = 0.0
  var lastWidth: gint = 0
  var layoutWatch: SignalConnection?
  /// The node that gets the keyboard focus once it has a row.
  var pendingFocus: NodeID?
  /// Loads the children of a node, where they come on demand.
  var childLoader: ChildLoader?
  var loads = ChildLoads()
  var loadTasks: [NodeID: Task<Void, Never>] = [:]
  /// Whether a person may move rows.
  var isMovable = false
  var moves = MoveHistory()
  /// What is being dragged, and where it would fall.
  var dragged: [NodeID] = []
  var dropMark: DropMark?
  var pinned: PinnedHeading?
  /// Rows that come or go now.
  var animation: RowAnimation?
  var newRows: NewRowsButton?
  /// Where the user was before a filter was set.
  var placeBeforeFilter: Place?
  /// Rows were changed and are not laid out yet.
  var isSettling = false
  /// In how many frames they will be.
  var framesToSettle = 0
  var announced = AnnouncedRows.none
  /// Counts the changes; a cell that was bound before the latest shows what may be wrong now.
  var generation = 0
  /// Cells off the screen wait to be bound again.
  var isRebinding = false

  /// - Parameters:
  ///   - outline: What the table shows.
  ///   - header: A line above all rows, or nil.
  ///   - text: The text of an item.
  ///   - cells: How rows are drawn; nil draws their text.
  ///   - placeholder: What stands there while there are no rows.
  public init(
    _ outline: Outline<Item>, header: String? = nil,
    text: @escaping @MainActor (Item) -> String, cells: Cells<Item>? = nil,
    placeholder: Part? = nil
  ) {
    Toolkit.start()
    self.outline = outline
    self.text = text
    self.cells = cells ?? .text(text)
    self.header = header.map { Label($0).styleClass("hk-page-header") }
    list = gtk_list_view_new(nil, nil)
    scroller = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, list)
    overlay = gtk_overlay_new()
    gtk_overlay_set_child(overlay.opaque, scroller)
    pages = Pages([
      "rows": Part(native: overlay),
      "placeholder": placeholder
        ?? Label(tr("Nothing here")).styleClass("dim-label")
        .align(horizontal: .center, vertical: .center),
    ])
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    guard let native else { return }
    if let label = self.header {
      label.adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
      accessibleLabel(label.text)
    }
    pages.adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
    gtk_widget_add_css_class(list, "hk-list")
    expand()
    style(.standard).selection(.single)
    model.owner = self
    makeFactory()
    gtk_list_view_set_model(list.opaque, model.native)
    listenToKeys()
    watchScrolling()
    announceWhenShown()
    showPlaceholderIfEmpty()
  }

  /// Sets what a click and the keyboard do to rows.
  @discardableResult
  public func selection(_ style: SelectionStyle) -> Self {
    selectionStyle = style
    outline.selectionMode =
      switch style {
      case .none: .none
      case .single: .single
      case .multiple, .toggle: .multiple
      }
    refreshCells()
    announceSelection()
    return self
  }

  /// Sets the look. Call it where the table is made: rows that are shown keep the old measures.
  @discardableResult
  public func style(_ style: TableStyle) -> Self {
    guard let native else { return self }
    style.sheet.install()
    gtk_widget_remove_css_class(native, tableStyle.styleClass)
    gtk_widget_add_css_class(native, style.styleClass)
    tableStyle = style
    return self
  }

  public override var accessibleNative: NativeWidget? { native == nil ? nil : list }

  @discardableResult
  public override func focus() -> Bool {
    native != nil && gtk_widget_grab_focus(list) != 0
  }

  /// The line above all rows; without one from the start there is none.
  public var headerText: String {
    get { header?.text ?? "" }
    set {
      guard let header else { return }
      header.text = newValue
      accessibleLabel(newValue)
    }
  }

  public override func nativeDied() {
    super.nativeDied()
    hooks = OutlineHooks()
    shown = [:]
    dropMark = nil
    pinned = nil
    animation?.end()
    animation = nil
    newRows = nil
    endAllLoads()
  }

  func showPlaceholderIfEmpty() {
    pages.shown = outline.rowCount == 0 ? "placeholder" : "rows"
  }

  private func makeFactory() {
    guard let factory = gtk_signal_list_item_factory_new() else { return }
    func on(_ signal: String, _ handle: @escaping @MainActor (OutlineView, OpaquePointer) -> Void) {
      connect(UnsafeMutableRawPointer(factory), signal) { [weak self] arguments in
        if let self, let item = arguments.object(1) { handle(self, OpaquePointer(item)) }
        return false
      }
    }
    on("setup") { $0.setUp($1) }
    on("bind") { $0.bind($1) }
    on("unbind") { $0.unbind($1) }
    gtk_list_view_set_factory(list.opaque, factory)
    g_object_unref(UnsafeMutableRawPointer(factory))
  }
}

extension OutlineView where Item == String {
  /// A table whose rows are their own text.
  public convenience init(_ outline: Outline<String>, header: String? = nil) {
    self.init(outline, header: header, text: { $0 })
  }
}
