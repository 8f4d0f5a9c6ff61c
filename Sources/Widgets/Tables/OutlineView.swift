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
  let keyboard: OutlineKeyboard<Item>
  let loading: ChildLoading<Item>
  let animation: RowAnimation<Item>
  private(set) var pinned: PinnedHeadings<Item>?
  private var newRows: NewRowsButton<Item>?
  var refreshing: Refreshing?
  var nearEnd: NearEnd<Item>?
  /// What stands over the rows: a heading, a button.
  let overlay: NativeWidget
  private(set) var pageHeader: Part?
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
    let header = header.map { Label($0).styleClass("hk-page-header") }
    pageHeader = header
    overlay = gtk_overlay_new()
    gtk_overlay_set_child(overlay.opaque, content.list.scroller)
    animation = RowAnimation(content, over: overlay)
    let pages = ContentPages(
      rows: Part(native: overlay), empty: EmptyContent(tr("Nothing here")),
      unmatched: EmptyContent(tr("No row matches"), icon: "edit-find-symbolic"))
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), pages)
    guard let root else { return }
    if let label = header {
      label.adopt { gtk_box_append(root.cast(to: GtkBox.self), $0) }
      accessibleLabel(label.text)
    }
    pages.part.adopt { gtk_box_append(root.cast(to: GtkBox.self), $0) }
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
      self?.nearEnd?.update()
      self?.content.keeping?.laidOut()
    }
    content.list.events.didMove = { [weak self] in self?.content.events.onScroll?($0) }
    content.list.events.didScroll = { [weak self] in
      self?.animation.stop()
      self?.content.keeping?.scrolled()
    }
    content.list.events.cover = { [weak self] in self?.pinned?.height(above: $0) ?? 0 }
  }

  override var rowsToSee: ContentPages.Rows {
    if outline.rowCount > 0 { .some } else { outline.isEmpty ? .none : .filteredOut }
  }

  /// The `GtkListView` with the rows, for what no method offers; nil after it was destroyed. The whole
  /// table is ``Part/root``.
  public var native: NativeWidget? { root == nil ? nil : rows.list }

  public override var accessibleNative: NativeWidget? { native }

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
    keyboard.end()
    content.edits.end()
    (refreshing, nearEnd) = (nil, nil)
    pinned = nil
    newRows = nil
  }

  /// What the table shows. Change it by ``change(_:)`` and ``changeSelection(_:)``.
  public var outline: Outline<Item> { content.outline }

  var rows: RowList<RowCell> { content.list }

  /// What the user's own code refuses; see ``OutlineHooks``.
  public var hooks: OutlineHooks<Item> {
    get { content.hooks }
    set { content.hooks = newValue }
  }

  /// How many rows have a widget now: those in view, and some around them.
  public var shownRowCount: Int { rows.shown.count }

  /// Whether rows were changed and are not laid out yet.
  package var isSettling: Bool { rows.isChanging }

  /// The widget that shows a row; nil where none does now.
  package func rowWidget(at row: Int) -> NativeWidget? { rows.boundCell(at: row)?.native }
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
    guard let root else { return self }
    style.sheet.install()
    gtk_widget_remove_css_class(root, content.style.styleClass)
    gtk_widget_add_css_class(root, style.styleClass)
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

  /// Shows a check box before each row that can be selected or has rows below it: a click on that of a
  /// parent sets all below, also in closed rows, and it is mixed while only some are set.
  ///
  /// Space does the same by keys; sections are then opened by Enter and the arrow keys. What is checked is
  /// what is selected in the ``outline``; see `Outline.setChecked(_:_:)`.
  ///
  /// ```swift
  /// OutlineView(toppings).checkBoxes()
  /// ```
  @discardableResult
  public func checkBoxes(_ isOn: Bool = true) -> Self {
    var style = content.style
    style.hasCheckBoxes = isOn
    if isOn { TableStyle.marks.install() }
    self.style(style)
    return isOn ? selection(.toggle) : selection(content.selection)
  }

  /// Puts a part above all rows: a title with buttons, a picture. It takes the place of the line that was
  /// there, and goes sideways with the table, not up and down with the rows.
  ///
  /// ```swift
  /// OutlineView(animals).pageHeader(Stack(.horizontal) { Label("Animals"); Button("Add") { add() } })
  /// ```
  @discardableResult
  public func pageHeader(_ part: Part) -> Self {
    guard let box = root?.cast(to: GtkBox.self) else { return self }
    pageHeader?.orphan { gtk_box_remove(box, $0) }
    pageHeader = part.styleClass("hk-page-header")
    part.adopt { gtk_box_prepend(box, $0) }
    return self
  }

  /// The line above all rows; without one from the start there is none.
  public var headerText: String {
    get { (pageHeader as? Label)?.text ?? "" }
    set {
      guard let header = pageHeader as? Label else { return }
      header.text = newValue
      accessibleLabel(newValue)
    }
  }

  /// Keeps the heading of the section that is read at the top of the view, until the next one pushes
  /// it out. A click on it closes the section.
  ///
  /// ```swift
  /// OutlineView(library).pinnedSections(perLevel: true)
  /// ```
  ///
  /// - Parameter isPerLevel: Whether, of sections in sections, the heading of each level stays, one below
  ///   the other; otherwise only that of the innermost.
  @discardableResult
  public func pinnedSections(perLevel isPerLevel: Bool = false) -> Self {
    guard root != nil, pinned == nil else { return self }
    pinned = PinnedHeadings(content, perLevel: isPerLevel, over: overlay)
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
    guard root != nil, newRows == nil else { return self }
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

  /// Replaces all nodes, and goes to a place that was saved: its rows are made first.
  ///
  /// ```swift
  /// view.update(posts, at: saved)
  /// ```
  ///
  /// - Complexity: O(n).
  public func update(_ outline: Outline<Item>, at place: ScrollPlace) {
    content.update(outline, at: place)
    showRows(endsLoading: true)
    scroll(to: place)
  }

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
