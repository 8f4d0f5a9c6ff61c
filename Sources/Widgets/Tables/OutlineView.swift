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
  let rows = RowList<RowCell>()
  /// What stands over the rows: a heading, a button.
  let overlay: NativeWidget
  private let header: Label?
  private let pages: Pages
  var selectionStyle = SelectionStyle.single
  var tableStyle = TableStyle.standard
  var typeAhead = TypeAhead()
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
  /// Whether the list has been shown, and GTK knows of rows.
  var isAnnounced = false

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
    overlay = gtk_overlay_new()
    gtk_overlay_set_child(overlay.opaque, rows.scroller)
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
    expand()
    style(.standard).selection(.single)
    rows.source = self
    listenToRows()
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
    rows.announceSelection()
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

  public override var accessibleNative: NativeWidget? { native == nil ? nil : rows.list }

  @discardableResult
  public override func focus() -> Bool {
    native != nil && giveFocus(to: rows.list)
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
    rows.end()
    dropMark = nil
    pinned = nil
    animation = nil
    newRows = nil
    endAllLoads()
  }

  func showPlaceholderIfEmpty() {
    pages.shown = outline.rowCount == 0 ? "placeholder" : "rows"
  }
}

extension OutlineView where Item == String {
  /// A table whose rows are their own text.
  public convenience init(_ outline: Outline<String>, header: String? = nil) {
    self.init(outline, header: header, text: { $0 })
  }
}
