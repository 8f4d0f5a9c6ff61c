internal import CGTK
public import Outlines
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
  var loadWatch: ObservationToken?

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
    (load, loadWatch) = (nil, nil)
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

// MARK: - Style

extension TableView {
  /// Sets what a click and the keyboard do to rows; at first ``SelectionStyle/single``.
  @discardableResult
  public func selection(_ style: SelectionStyle) -> Self {
    base.selection = style
    applyStyle()
    return self
  }

  /// Shows a check mark on each selected row in place of a tint.
  ///
  /// ```swift
  /// TableView(["Milk", "Bread", "Eggs"]).selection(.toggle).checkmarks()
  /// ```
  @discardableResult
  public func checkmarks(_ isOn: Bool = true) -> Self {
    base.checkmarks = isOn
    applyStyle()
    return self
  }

  /// Sets the look.
  @discardableResult
  public func style(_ style: TableStyle) -> Self {
    base.style = style
    applyStyle()
    return self
  }

  /// Customizes the table in a way that has a name; the one that was there gives way to it.
  @discardableResult
  public func variant(_ variant: TableVariant<Item>?) -> Self {
    self.variant = variant
    hooks.variant = variant
    applyStyle()
    installHooks()
    view.showAgain()
    return self
  }

  /// Sets what stands in the place of rows where there are none.
  @discardableResult
  public func whenEmpty(_ content: EmptyContent) -> Self {
    emptyContent = content
    if case .empty = state { state = .empty(content) }
    return self
  }

  /// What stands in the place of rows where there are none: a text, an icon, and a button.
  @discardableResult
  public func whenEmpty(
    _ text: String, icon: String? = nil, details: String? = nil,
    action: (title: String, run: @MainActor () -> Void)? = nil
  ) -> Self {
    whenEmpty(EmptyContent(text, icon: icon, details: details, action: action))
  }

  func applyStyle() {
    guard let native else { return }
    var style = variant?.style ?? base.style ?? .standard
    // Nothing opens here, so that no room is left for icons.
    style.alignsText = false
    let marks = variant?.checkmarks ?? base.checkmarks ?? style.marksSelection
    gtk_widget_remove_css_class(native, view.tableStyle.styleClass)
    gtk_widget_add_css_class(native, style.styleClass)
    view.style(style).checkmarks(marks)
    header?.hasMarkRoom = marks
    let selection = variant?.selection ?? base.selection ?? .single
    if view.selectionStyle != selection { view.selection(selection) }
  }
}

// MARK: - Making

extension TableView where Item == String {
  /// A list of texts. The same text may stand there more than once.
  public convenience init(_ strings: [String]) {
    self.init(strings, text: { $0 }, cells: nil, matching: .texts, columns: [])
  }

  /// The texts of all rows.
  public var strings: [String] { items }

  /// The texts of the selected rows, from the top down.
  public var selectedStrings: [String] { selectedItems }
}

extension TableView where Item: Identifiable {
  /// A list of things that know their identity, each shown by its text.
  ///
  /// ```swift
  /// TableView(people) { $0.name }
  /// ```
  @inlinable
  public convenience init(_ items: [Item], text: @escaping @MainActor (Item) -> String) {
    self.init(items, text: text, cells: nil, matching: .identities, columns: [])
  }

  /// A list of things that know their identity, in cells that are made in Swift.
  ///
  /// - Parameters:
  ///   - items: One for each row.
  ///   - cells: How rows are drawn.
  ///   - text: The text of a row: what is searched, copied, and said by a screen reader.
  @inlinable
  public convenience init(
    _ items: [Item], cells: Cells<Item>, text: @escaping @MainActor (Item) -> String
  ) {
    self.init(items, text: text, cells: cells, matching: .identities, columns: [])
  }
}

/// Finds the rows that stay when there are others.
@usableFromInline
struct RowMatcher<Item: Sendable> {
  @usableFromInline let difference: (_ old: [Item], _ new: [Item]) -> ListDifference

  @inlinable
  init(difference: @escaping (_ old: [Item], _ new: [Item]) -> ListDifference) {
    self.difference = difference
  }
}

extension RowMatcher where Item == String {
  /// Rows with the same text are the same rows.
  static var texts: RowMatcher {
    RowMatcher { ListDifference(from: $0, to: $1) { $0 } }
  }
}

extension RowMatcher where Item: Identifiable {
  /// Rows with the same id are the same rows. Inlinable, so that it is compiled for the app's own ids.
  @inlinable
  static var identities: RowMatcher {
    RowMatcher { ListDifference(from: $0, to: $1) { $0.id } }
  }
}

// MARK: - Cells

extension TableView where Item: Identifiable {
  /// A list of things that know their identity, in cells made of a definition.
  ///
  /// What is searched and copied of a row, and what a screen reader says, are the texts in its cell.
  @inlinable
  public convenience init(_ items: [Item], cell: CellDefinition<Item>) {
    self.init(items, cell, matching: .identities, columns: [])
  }

  /// A table as it is defined, in Swift or JSON, with what its slots show.
  ///
  /// ```swift
  /// let table = try TableView(
  ///   people, TableDefinition(json: text, file: "people.json"),
  ///   .text("name") { $0.name }, .text("age") { "\($0.age)" })
  /// ```
  ///
  /// - Throws: ``TableDefinitionError`` with the line of the content that is wrong.
  @inlinable
  public convenience init(
    _ items: [Item], _ definition: TableDefinition, _ contents: SlotContent<Item>...
  ) throws(TableDefinitionError) {
    let cell = try CellDefinition(definition.layout, contents)
    self.init(items, cell, matching: .identities, columns: definition.columns)
    adopt(definition)
  }
}

extension TableView {
  @usableFromInline
  convenience init(
    _ items: [Item], _ cell: CellDefinition<Item>, matching: RowMatcher<Item>,
    columns: [TableColumn]
  ) {
    self.init(
      items, text: { cell.texts($0).joined(separator: " ") }, cells: cell.cells,
      matching: matching, columns: columns)
    copyText = { cell.texts($0).joined(separator: "\t") }
  }

  /// Takes over what a definition says beside its columns and cells.
  @usableFromInline
  func adopt(_ definition: TableDefinition) {
    base.selection = definition.selection
    base.checkmarks = definition.checkmarks
    base.style = definition.style
    applyStyle()
    if let empty = definition.empty {
      whenEmpty(empty.text, icon: empty.icon, details: empty.details)
    }
  }
}

// MARK: - Testing

// What a check of a table needs to know, and a program does not.
extension TableView {
  /// Whether rows were changed and are not laid out yet.
  package var isSettling: Bool {
    pending != nil || isWaiting || view.rows.isChanging
  }

  /// The widget that shows a row; nil where the list has none for it now.
  package func cellWidget(at index: Int) -> NativeWidget? {
    showPending()
    return visibleRow(index).flatMap { view.rows.cell(at: $0) }?.native
  }

  /// What is searched of an item.
  package func text(of item: Item) -> String { text(item) }

  /// How many rows can be selected.
  package var selectionMode: SelectionMode { view.outline.selectionMode }
}
