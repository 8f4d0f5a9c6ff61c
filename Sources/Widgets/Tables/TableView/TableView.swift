internal import CHikidashiGTK
internal import HikidashiBase
package import HikidashiOutlines

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
public final class TableView<Item: Sendable>: ContentTable {
  let view: OutlineView<Item>
  let search: TableSearch<Item>
  /// What the table was told itself, before its variant.
  var own = TableVariant<Item>("") {
    didSet { installHooks() }
  }
  /// What is copied of a row.
  var copyText: @MainActor (Item) -> String
  private(set) var variant: TableVariant<Item>?
  var editing = TableEditing<Item>()
  /// How a cell is made; nil where the table has no slots.
  var cell: CellDefinition<Item>?
  var sorting: TableSorting<Item>?
  private let text: @MainActor (Item) -> String
  let rows: TableItems<Item>
  /// The titles of the columns.
  let header: ColumnHeader?
  let columns: [TableColumn]

  @usableFromInline
  init(
    _ items: [Item], text: @escaping @MainActor (Item) -> String, cells: Cells<Item>?,
    matching: RowMatcher<Item>, columns: [TableColumn]
  ) {
    Toolkit.start()
    self.text = text
    copyText = text
    self.columns = columns
    header = columns.isEmpty ? nil : ColumnHeader(columns)
    view = OutlineView(Outline(flat: [], ids: []), text: text, cells: cells)
    rows = TableItems(view, matching: matching)
    search = TableSearch(view)
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), view.pages)
    guard let root else { return }
    let parts: [Part] = [search.bar, header, view].compactMap { $0 }
    for part in parts { part.adopt { gtk_box_append(root.cast(to: GtkBox.self), $0) } }
    expand()
    for event in ["notify::root", "map"] { on(event) { [weak self] _ in self?.rows.show() } }
    on("notify::root") { [weak self] _ in self?.search.reserveWidth() }
    view.content.configure = { [weak self] cell, row in self?.configure(cell, row) }
    search.onWords = { [weak self] in
      self?.filter($0)
      self?.stateKeeper?.note("filter")
    }
    search.copy = { [weak self] in self?.copy() ?? false }
    search.hasRows = { [weak self] in self?.state.isLoaded ?? false }
    view.pages.didShow = { [weak self] in
      if let self, !view.state.isLoaded { search.end() }
    }
    applyStyle()
    rows.update(items)
    rows.show()
  }

  override var rowsToSee: ContentPages.Rows {
    rows.show()
    return view.rowsToSee
  }

  /// The `GtkListView` with the rows, for what no method offers; nil after it was destroyed. The whole
  /// table is ``Part/root``.
  public var native: NativeWidget? { root == nil ? nil : view.native }

  public override var accessibleNative: NativeWidget? { native }

  @discardableResult
  public override func focus() -> Bool { view.focus() }

  public override func nativeDied() {
    super.nativeDied()
    // Its handlers may capture the table.
    variant = nil
    own = TableVariant("")
    editing = TableEditing()
    rows.arrange = nil
  }
}

// MARK: - Hooks

extension TableView {
  /// Changes a cell after it shows a row, and after the row was selected or deselected; nil: nothing.
  ///
  /// A cell is used for one row after another: what is changed for one row must be changed for all.
  /// Style classes that are set by ``RowCell/mark(_:)`` go by themselves.
  public var configureCell: (@MainActor (RowCell, TableRow<Item>) -> Void)? {
    get { own.configureCell }
    set {
      own.configureCell = newValue
      view.content.showAgain()
    }
  }

  /// Called after the user has selected a row.
  public var onSelect: (@MainActor (TableRow<Item>) -> Void)? {
    get { own.onSelect }
    set { own.onSelect = newValue }
  }

  /// Called after the user has deselected a row.
  public var onDeselect: (@MainActor (TableRow<Item>) -> Void)? {
    get { own.onDeselect }
    set { own.onDeselect = newValue }
  }

  /// Called when the user has clicked a row, whether or not it was selected already.
  ///
  /// ```swift
  /// // The arrow keys go through the list, and a click goes on to what it leads to.
  /// list.onClick = { _ in split.showDetail() }
  /// ```
  public var onClick: (@MainActor (TableRow<Item>) -> Void)? {
    get { own.onClick }
    set { own.onClick = newValue }
  }

  /// Called when the user presses Enter on a row, or clicks it twice.
  public var onActivate: (@MainActor (TableRow<Item>) -> Void)? {
    get { own.onActivate }
    set { own.onActivate = newValue }
  }

  private func configure(_ cell: RowCell, _ row: OutlineRow<Item>) {
    showWidths(in: cell)
    guard variant?.configureCell != nil || own.configureCell != nil else { return }
    let row = tableRow(row)
    variant?.configureCell?(cell, row)
    own.configureCell?(cell, row)
  }

  func tableRow(_ row: OutlineRow<Item>) -> TableRow<Item> {
    TableRow(
      index: view.content.outline.position(of: row.id) ?? 0, item: row.item, text: text(row.item),
      isSelected: row.isSelected)
  }

  /// Hears of what the user does only where someone wants to: it costs a look at all selected rows.
  private func installHooks() {
    view.onSelect = hook(\.onSelect)
    view.onDeselect = hook(\.onDeselect)
    view.onClick = hook(\.onClick)
    view.onActivate = hook(\.onActivate)
  }

  private func hook(
    _ path: KeyPath<TableVariant<Item>, (@MainActor (TableRow<Item>) -> Void)?>
  ) -> (@MainActor (OutlineRow<Item>) -> Void)? {
    let hooks = [variant?[keyPath: path], own[keyPath: path]].compactMap(\.self)
    guard !hooks.isEmpty else { return nil }
    return { [weak self] row in
      guard let row = self?.tableRow(row) else { return }
      for hook in hooks { hook(row) }
    }
  }
}

// MARK: - Style

extension TableView {
  /// Sets what a click and the keyboard do to rows; at first ``SelectionStyle/single``.
  @discardableResult
  public func selection(_ style: SelectionStyle) -> Self {
    own.selection = style
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
    own.checkmarks = isOn
    applyStyle()
    return self
  }

  /// Sets the look.
  @discardableResult
  public func style(_ style: TableStyle) -> Self {
    own.style = style
    applyStyle()
    return self
  }

  /// Customizes the table in a way that has a name; the one that was there gives way to it.
  @discardableResult
  public func variant(_ variant: TableVariant<Item>?) -> Self {
    self.variant = variant
    applyStyle()
    installHooks()
    view.content.showAgain()
    return self
  }

  /// Has the list look and behave as the variant says, and what it leaves open as the table was told.
  func applyStyle() {
    guard let root else { return }
    var style = variant?.style ?? own.style ?? .standard
    // Nothing opens here, so that no room is left for icons.
    style.alignsText = false
    let marks = variant?.checkmarks ?? own.checkmarks ?? style.marksSelection
    gtk_widget_remove_css_class(root, view.content.style.styleClass)
    gtk_widget_add_css_class(root, style.styleClass)
    view.style(style).checkmarks(marks)
    header?.hasMarkRoom = marks
    let selection = variant?.selection ?? own.selection ?? .single
    if view.content.selection != selection { view.selection(selection) }
  }
}

// MARK: - Rows

extension TableView {
  /// How many rows there are, filtered or not.
  public var count: Int { items.count }

  /// What the rows stand for, filtered or not.
  public var items: [Item] { rows.all }

  /// Replaces all rows; none is selected afterwards.
  ///
  /// - Complexity: O(n).
  public func update(_ items: [Item]) {
    rows.update(items)
    showSoon()
  }

  /// Replaces all rows. Those that were there before, by their identity, stay selected, and the view
  /// stays where it is. Where an identity repeats, each is a row of its own.
  ///
  /// - Complexity: O(n) on average.
  public func merge(_ items: [Item]) {
    rows.merge(items)
    showSoon()
  }

  /// Changes the rows in place, as ``merge(_:)`` does; a thousand such edits in a frame are one.
  ///
  /// ```swift
  /// table.edit { $0.append("last") }
  /// ```
  public func edit<Result>(_ body: (inout [Item]) throws -> Result) rethrows -> Result {
    defer { showSoon() }
    return try rows.edit(body)
  }

  private func showSoon() {
    guard let root, view.state.isLoaded else { return rows.show() }
    rows.showSoon(in: root)
  }
}

extension TableView {
  /// The places of the selected rows among all rows, from the top down. Setting them calls no hooks;
  /// places that are not there are passed over.
  ///
  /// - Complexity: O(n / 64 + selected).
  public var selectedIndices: [Int] {
    get {
      rows.show()
      return view.outline.selectedIDs.compactMap { view.outline.position(of: $0) }
    }
    set {
      rows.show()
      let ids = view.outline.nodeIDs
      view.change { outline in
        outline.clearSelection()
        for index in newValue where ids.indices.contains(index) {
          outline.setSelected(ids[index], true)
        }
        return nil
      }
    }
  }

  /// What is selected, from the top down.
  public var selectedItems: [Item] {
    let items = self.items
    return selectedIndices.map { items[$0] }
  }

  /// Brings a row into view, where it is not in view already; one that is filtered out stays out.
  public func scroll(to index: Int) {
    rows.show()
    if let row = visibleRow(index) { view.scroll(to: row) }
  }

  /// Moves the keyboard focus to a row, which comes into view.
  @discardableResult
  public func focus(row index: Int) -> Bool {
    rows.show()
    return visibleRow(index).map { view.focus(row: $0) } ?? false
  }

  /// Goes on to show the last row when rows are added behind it, as long as the user has not scrolled
  /// away from it.
  @discardableResult
  public func followingEnd(_ follows: Bool = true) -> Self {
    view.followingEnd(follows)
    return self
  }

  /// Tells of rows that were added at an end of the table while a person reads elsewhere, by a button
  /// that goes there: “3 new”.
  @discardableResult
  public func announcingNewRows(at edge: ListEdge) -> Self {
    view.announcingNewRows(at: edge)
    return self
  }

  /// Opens a menu on a row where it is pressed with the second button, and, on the row that has the
  /// keyboard, by the Menu key and by Shift+F10.
  ///
  /// - Parameter entries: Asked for each time; nothing opens where there are none.
  @discardableResult
  public func rowMenu(
    @MenuBuilder _ entries: @escaping @MainActor (TableRow<Item>) -> [Menu]
  ) -> Self {
    view.rowMenu { [weak self] row in self.map { entries($0.tableRow(row)) } ?? [] }
    return self
  }

  private func visibleRow(_ index: Int) -> Int? {
    let ids = view.outline.nodeIDs
    return ids.indices.contains(index) ? view.outline.row(of: ids[index]) : nil
  }
}

// MARK: - Copying and filtering

extension TableView {
  /// Copies the texts of the selected rows, a line each; where none is selected, of the row that has
  /// the keyboard.
  ///
  /// - Returns: False when there is nothing to copy.
  @discardableResult
  public func copy() -> Bool {
    var items = selectedItems
    if items.isEmpty, let row = view.focusedRow { items = [view.outline.item(atRow: row)] }
    guard !items.isEmpty else { return false }
    Clipboard.copy(items.map(copyText).joined(separator: "\n"))
    return true
  }

  /// Keeps the rows that have all these words, compared as `WordIndex` compares them: case, width and accents
  /// do not count. No words bring all back.
  public func filter(_ words: String) {
    rows.show()
    view.filter(words)
  }
}

// MARK: - Testing

extension TableView {
  /// Whether rows were changed and are not laid out yet.
  package var isSettling: Bool { rows.isPending || view.isSettling }

  /// The widget that shows a row; nil where the list has none for it now.
  package func cellWidget(at index: Int) -> NativeWidget? {
    rows.show()
    return visibleRow(index).flatMap { view.rowWidget(at: $0) }
  }

  /// What is searched of an item.
  package func text(of item: Item) -> String { text(item) }

  /// How many rows can be selected.
  package var selectionMode: SelectionMode { view.outline.selectionMode }
}
