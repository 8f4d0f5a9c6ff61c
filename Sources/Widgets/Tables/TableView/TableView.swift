internal import CGTK
import Outlines
internal import Support

/// A list that is complete as it is: selection, keyboard, filter, copying, and a word where it is
/// empty.
///
/// Arrows, Home, End and Page keys move, Space selects, Enter or a double click activates, letters
/// keep only the rows that have them, as the words in the field that Ctrl+F opens, Escape brings the
/// others back, Ctrl+C copies the selected rows.
///
/// ```swift
/// let list = TableView(["acb", "def", "ghi"])
/// list.onSelect = { row in label.text = row.text }
/// ```
///
/// From there, one thing at a time: ``selection(_:)``, ``checkmarks(_:)``, ``configureCell``, a cell
/// of one's own, a ``TableVariant``. ``update(_:)`` replaces the rows, ``merge(_:)`` keeps what is
/// selected of those that stay.
public final class TableView<Item: Sendable>: Part {
  /// Changes a cell after it shows a row, and after the row was selected or deselected; nil: nothing.
  ///
  /// A cell is used for one row after another: what is changed for one row must be changed for all.
  /// Style classes that are set by ``RowCell/mark(_:)`` go by themselves.
  public var configureCell: (@MainActor (RowCell, TableRow<Item>) -> Void)? {
    get { hooks.own.configureCell }
    set {
      hooks.own.configureCell = newValue
      view.showAgain()
    }
  }
  /// Called after the user has selected a row.
  public var onSelect: (@MainActor (TableRow<Item>) -> Void)? {
    didSet { installHooks() }
  }
  /// Called after the user has deselected a row.
  public var onDeselect: (@MainActor (TableRow<Item>) -> Void)? {
    didSet { installHooks() }
  }
  /// Called when the user presses Enter on a row, or clicks it twice.
  public var onActivate: (@MainActor (TableRow<Item>) -> Void)? {
    didSet { installHooks() }
  }
  /// What is shown. ``update(_:)`` and ``merge(_:)`` set it to rows, or to what stands for none.
  public var state: ContentState {
    get {
      showPending()
      return shownState
    }
    set {
      showPending()
      show(newValue)
    }
  }

  let view: OutlineView<Item>
  let text: @MainActor (Item) -> String
  let matching: RowMatcher<Item>
  /// What is copied of a row.
  var copyText: @MainActor (Item) -> String
  let hooks: TableHooks<Item>
  let search = TableSearch()
  /// The titles of the columns.
  let header: ColumnHeader?
  private let pages: ContentPages
  private(set) var shownState = ContentState.loaded
  var emptyContent = EmptyContent(tr("Nothing here"))
  /// What the table was told itself, before its variant.
  var base = TableVariant<Item>("")
  var variant: TableVariant<Item>?
  /// Rows that the list shows from the next frame on.
  var pending: PendingRows<Item>?
  /// The list is told of them in the next frame.
  var isWaiting = false
  var lastID: UInt64 = 0
  /// The load whose rows are wanted: of those before nothing is shown any more.
  var load: AnyObject?

  @usableFromInline
  init(
    _ items: [Item], text: @escaping @MainActor (Item) -> String, cells: Cells<Item>?,
    matching: RowMatcher<Item>, columns: [TableColumn]
  ) {
    Toolkit.start()
    let header = columns.isEmpty ? nil : ColumnHeader(columns)
    self.text = text
    copyText = text
    self.header = header
    self.matching = matching
    let hooks = TableHooks<Item>(text: text)
    self.hooks = hooks
    var cells = cells ?? .text(text)
    cells.configure = { cell, row in hooks.configure(cell, row) }
    let nothing = StatusPage(tr("No row matches"), icon: "edit-find-symbolic").styleClass("compact")
    view = OutlineView(
      Outline(flat: [], ids: []), text: text, cells: cells, placeholder: nothing)
    pages = ContentPages(rows: view)
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    guard let native else { return }
    let parts: [Part] = [search.bar, header, pages.part].compactMap { $0 }
    for part in parts { part.adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) } }
    expand()
    listenToKeys()
    for event in ["notify::root", "map"] { on(event) { [weak self] _ in self?.showPending() } }
    hooks.index = { [weak self] in self?.view.outline.position(of: $0) ?? 0 }
    applyStyle()
    replace(with: items)
  }

  public override var accessibleNative: NativeWidget? {
    native == nil ? nil : view.accessibleNative
  }

  @discardableResult
  public override func focus() -> Bool { view.focus() }

  public override func nativeDied() {
    super.nativeDied()
    hooks.own = TableVariant("")
    hooks.variant = nil
    variant = nil
    onSelect = nil
    onDeselect = nil
    onActivate = nil
    load = nil
    // Its handlers may capture the table.
    shownState = .loaded
    emptyContent = EmptyContent("")
  }

  private func show(_ new: ContentState) {
    guard native != nil else { return }
    shownState = new
    if case .loaded = new, count == 0 { shownState = .empty(emptyContent) }
    pages.show(shownState.makePage())
    if !shownState.isLoaded { endFilter() }
  }

  /// Shows the rows, or what stands for none, after they have changed.
  func showRows() {
    let isEmpty = view.outline.isEmpty
    switch shownState {
    case .loaded where !isEmpty: break
    default: show(isEmpty ? .empty(emptyContent) : .loaded)
    }
  }
}
