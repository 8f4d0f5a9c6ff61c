internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiLoading
public import HikidashiOutlines

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
public final class OutlineView<Item: Sendable>: ContentTable {
  let content: OutlineRows<Item>
  private let keyboard: OutlineKeyboard<Item>
  let loading: ChildLoading<Item>
  let animation: RowAnimation<Item>
  private(set) var pinned: PinnedHeading<Item>?
  private var newRows: NewRowsButton<Item>?
  /// What stands over the rows: a heading, a button.
  private let overlay: NativeWidget
  private let header: Label?
  private(set) lazy var showing = ContentLoading(pages) { [weak self] in self?.rowsToSee ?? .none }

  /// - Parameters:
  ///   - outline: What the table shows.
  ///   - header: A line above all rows, or nil.
  ///   - text: The text of an item: for typing ahead, and for the rows where no other cells are given.
  ///   - cells: How rows are drawn; nil draws their text.
  public init(
    _ outline: Outline<Item>, header: String? = nil,
    text: @escaping @MainActor (Item) -> String, cells: Cells<Item>? = nil
  ) {
    Toolkit.start()
    content = OutlineRows(outline, text: text, cells: cells ?? .text(text))
    loading = ChildLoading(content)
    keyboard = OutlineKeyboard(content, loading)
    self.header = header.map { Label($0).styleClass("hk-page-header") }
    overlay = gtk_overlay_new()
    gtk_overlay_set_child(overlay.opaque, content.list.scroller)
    animation = RowAnimation(content, over: overlay)
    let pages = ContentPages(
      rows: Part(native: overlay), empty: EmptyContent(tr("Nothing here")),
      unmatched: EmptyContent(tr("No row matches"), icon: "edit-find-symbolic"))
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), pages)
    guard let native else { return }
    if let label = self.header {
      label.adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
      accessibleLabel(label.text)
    }
    pages.part.adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
    expand()
    style(.standard).selection(.single)
    connectParts()
    // Not at once: what stands for no rows is not made for a table that is given some right away.
    on("notify::root") { [weak self] _ in self?.showRows() }
  }

  /// Has each of the parts follow the rows.
  private func connectParts() {
    content.willToggle = { [weak animation] in animation?.prepare($0, at: $1) }
    content.didChange = { [weak self] in
      self?.loading.cancelUnwanted()
      self?.showRows()
    }
    content.list.events.didLayOut = { [weak self] in
      self?.pinned?.place()
      self?.animation.measure()
      self?.newRows?.update()
      self?.content.keeping?.laidOut()
    }
    content.list.events.didScroll = { [weak self] in
      self?.animation.stop()
      self?.content.keeping?.scrolled()
    }
    content.list.events.cover = { [weak self] in self?.pinned?.height(above: $0) ?? 0 }
  }

  override var rowsToSee: ContentPages.Rows {
    if outline.rowCount > 0 { .some } else { outline.isEmpty ? .none : .filteredOut }
  }

  public override var accessibleNative: NativeWidget? { native == nil ? nil : rows.list }

  @discardableResult
  public override func focus() -> Bool {
    native != nil && giveFocus(to: rows.list)
  }

  public override func nativeDied() {
    super.nativeDied()
    hooks = OutlineHooks()
    content.events = OutlineEvents()
    showing.end()
    rows.end()
    animation.end()
    loading.end()
    keyboard.drag = nil
    pinned = nil
    newRows = nil
  }

  /// What the table shows. Change it by ``change(_:)`` and ``changeSelection(_:)``.
  public var outline: Outline<Item> { content.outline }

  var rows: RowList<RowCell> { content.list }

  var drag: RowDrag<Item>? { keyboard.drag }

  /// What the user's own code refuses; see ``OutlineHooks``.
  public var hooks: OutlineHooks<Item> {
    get { content.hooks }
    set { content.hooks = newValue }
  }

  /// How many rows have a widget now: those in view, and some around them.
  public var shownRowCount: Int { rows.shown.count }

  /// Whether rows were changed and are not laid out yet.
  package var isSettling: Bool { rows.isChanging }

  /// The widget that shows a row; nil where the list has none for it now.
  package func rowWidget(at row: Int) -> NativeWidget? { rows.cell(at: row)?.native }
}

// MARK: - Look

extension OutlineView {
  /// Sets what a click and the keyboard do to rows.
  @discardableResult
  public func selection(_ style: SelectionStyle) -> Self {
    content.setSelection(style)
    return self
  }

  /// Sets the look. Call it where the table is made: rows that are shown keep the old measures.
  @discardableResult
  public func style(_ style: TableStyle) -> Self {
    guard let native else { return self }
    style.sheet.install()
    gtk_widget_remove_css_class(native, content.style.styleClass)
    gtk_widget_add_css_class(native, style.styleClass)
    content.setStyle(style)
    return self
  }

  /// Shows a check mark at the end of each selected row, in place of a tint.
  ///
  /// ```swift
  /// OutlineView(toppings).selection(.toggle).checkmarks()
  /// ```
  @discardableResult
  public func checkmarks(_ isOn: Bool = true) -> Self {
    var marked = content.style
    marked.marksSelection = isOn
    if isOn { TableStyle.marks.install() }
    style(marked)
    content.refresh()
    return self
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

  /// Keeps the heading of the section that is read at the top of the view, until the next one pushes
  /// it out. A click on it closes the section.
  ///
  /// ```swift
  /// OutlineView(library).pinnedSections()
  /// ```
  @discardableResult
  public func pinnedSections() -> Self {
    guard native != nil, pinned == nil else { return self }
    pinned = PinnedHeading(content, over: overlay)
    return self
  }

  /// Tells of rows that were added at an end of the table while a person reads elsewhere, by a button
  /// that goes there: “3 new”.
  ///
  /// ```swift
  /// OutlineView(posts).announcingNewRows(at: .top)
  /// ```
  @discardableResult
  public func announcingNewRows(at edge: ListEdge) -> Self {
    guard native != nil, newRows == nil else { return self }
    newRows = NewRowsButton(edge, content, over: overlay)
    return self
  }

  /// How many rows were added at the end that is watched and were not in view yet.
  public var newRowCount: Int { newRows?.count ?? 0 }
}

// MARK: - Changes

extension OutlineView {
  /// Changes the outline and shows the change, as one edit of the list.
  ///
  /// Return what the edit returned. After several edits that return is the last one's: the whole list
  /// is then shown anew, which costs more.
  ///
  /// ```swift
  /// view.change { $0.openAll() }
  /// view.change { try $0.merge(nodes) }
  /// ```
  public func change(_ edit: (inout Outline<Item>) throws -> RowChange?) rethrows {
    try content.change(edit)
    showRows(endsLoading: true)
  }

  /// Replaces all nodes; none is selected afterwards.
  ///
  /// - Complexity: O(n).
  public func update(_ outline: Outline<Item>) { change { $0.update(outline) } }

  /// Replaces all nodes. Those that were there before, by their ids, stay open and selected, and the view
  /// stays where it is.
  ///
  /// - Complexity: O(n) on average.
  public func merge(_ outline: Outline<Item>) { change { $0.merge(outline) } }

  /// Changes the selection and shows the change.
  ///
  /// ```swift
  /// view.changeSelection { $0.select(only: id) }
  /// ```
  public func changeSelection(_ edit: (inout Outline<Item>) -> Range<Int>?) {
    content.changeSelection(edit)
  }

  public typealias ChildLoader =
    @MainActor (OutlineRow<Item>) async throws -> [Node<Item>]

  /// Loads the children of nodes that are defined with `loadsChildren` when a person opens them.
  ///
  /// Until they are there a row says so; when that fails the row says why, and tries again at a
  /// press. Closing the node cancels the task that loads.
  ///
  /// ```swift
  /// let files = try Outline([Node("/", id: 1, isSection: true, loadsChildren: true)])
  /// OutlineView(files).loadingChildren { folder in
  ///   try await list(folder.item).map { Node($0) }
  /// }
  /// ```
  @discardableResult
  public func loadingChildren(_ load: @escaping ChildLoader) -> Self {
    loading.loader = load
    return self
  }

  /// Throws away the children of a node; they are loaded anew when they are asked for.
  public func reloadChildren(of id: NodeID) { loading.unload(id) }

  /// Shows the progress of a load, then its rows, or the reason why there are none; see
  /// ``TableView/show(_:rows:)``.
  public func show<Output>(
    _ load: Load<Output>, rows: @escaping @MainActor (Output) -> Outline<Item>
  ) {
    showing.show(load) { [weak self] in self?.merge(rows($0)) }
  }

  /// Lets a person move rows: by dragging them, and with Alt and the arrow keys, where Left and Right
  /// change the level. Ctrl+Z takes a move back, Ctrl+Shift+Z makes it again.
  ///
  /// ``OutlineHooks/willMove`` may refuse a move; ``onMove`` hears of it.
  ///
  /// ```swift
  /// let view = OutlineView(chapters).movable()
  /// view.hooks.willMove = { move in move.parent != nil }  // no chapter without a book
  /// ```
  @discardableResult
  public func movable() -> Self {
    guard native != nil, drag == nil else { return self }
    keyboard.drag = RowDrag(content)
    return self
  }

  /// Whether there is a move to take back.
  public var canUndo: Bool { drag?.canUndo ?? false }

  /// Takes back the last move that a person made.
  ///
  /// - Returns: False when there is none, or its place is gone since.
  @discardableResult
  public func undo() -> Bool { drag?.undo() ?? false }

  /// Makes the last move again that was taken back.
  ///
  /// - Returns: False when there is none, or its place is gone since.
  @discardableResult
  public func redo() -> Bool { drag?.redo() ?? false }
}

// MARK: - Events

/// Each is called after the user has done something, and not after the program has.
extension OutlineView {
  /// Called after a row was opened.
  public var onOpen: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onOpen }
    set { content.events.onOpen = newValue }
  }

  /// Called after a row was closed.
  public var onClose: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onClose }
    set { content.events.onClose = newValue }
  }

  /// Called after a row was selected.
  public var onSelect: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onSelect }
    set { content.events.onSelect = newValue }
  }

  /// Called after a row was deselected.
  public var onDeselect: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onDeselect }
    set { content.events.onDeselect = newValue }
  }

  /// Called when Enter is pressed on a row that is no section, or it is clicked twice.
  public var onActivate: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onActivate }
    set { content.events.onActivate = newValue }
  }

  /// Called after rows were moved.
  public var onMove: (@MainActor (OutlineMove) -> Void)? {
    get { content.events.onMove }
    set { content.events.onMove = newValue }
  }
}

extension OutlineView: TypingAhead {
  var jumpsToLetters: Bool {
    get { keyboard.jumps }
    set { keyboard.jumps = newValue }
  }
}

extension OutlineView where Item == String {
  /// A table whose rows are their own text.
  public convenience init(_ outline: Outline<String>, header: String? = nil) {
    self.init(outline, header: header, text: { $0 })
  }
}
