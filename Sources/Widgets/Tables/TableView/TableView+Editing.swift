internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiOutlines

/// What a person may do to the rows of a list.
@MainActor
struct TableEditing<Item: Sendable> {
  /// Whether a row may be deleted; nil where none may.
  var mayDelete: (@MainActor (TableRow<Item>) -> Bool)?
  /// Makes a row that comes to stand at a place; nil where none is made.
  var makeItem: (@MainActor (_ index: Int) -> Item?)?
}

// MARK: - Editing

// Each edit can be taken back by Ctrl+Z and made again by Ctrl+Shift+Z.
extension TableView {
  /// Lets a person move rows: by dragging them, and with Alt and Up or Down. What is sorted by a column is not
  /// any more, then.
  ///
  /// ```swift
  /// let list = TableView(["Milk", "Bread"]).movable().deletable().insertable { _ in "Something" }
  /// list.onEdit = { _ in save(list.items) }
  /// ```
  @discardableResult
  public func movable() -> Self {
    // A list has no levels.
    view.hooks.willMove = { $0.parent == nil }
    view.movable()
    listenToEdits()
    return self
  }

  /// Lets a person delete rows by the Delete key: those that are selected, or the one that has the keyboard.
  ///
  /// - Parameter mayDelete: Asked for each row; nil allows all.
  @discardableResult
  public func deletable(
    where mayDelete: (@MainActor (TableRow<Item>) -> Bool)? = nil
  ) -> Self {
    editing.mayDelete = mayDelete ?? { _ in true }
    listenToEdits()
    return self
  }

  /// Lets a person insert a row by the Insert key, before the one that has the keyboard, or at the end.
  ///
  /// - Parameter make: Makes what the row stands for, given its place among all rows; nil inserts none.
  @discardableResult
  public func insertable(_ make: @escaping @MainActor (_ index: Int) -> Item?) -> Self {
    editing.makeItem = make
    listenToEdits()
    return self
  }

  /// Called after the user has moved, deleted or inserted rows, and when that was taken back or made again.
  /// The ``items`` are then as they are shown.
  public var onEdit: (@MainActor (TableEdit<Item>) -> Void)? {
    get { own.onEdit }
    set {
      own.onEdit = newValue
      listenToEdits()
    }
  }

  /// Deletes what is selected, or the row that has the keyboard, as the Delete key does.
  ///
  /// - Returns: False where no row may be deleted.
  @discardableResult
  public func deleteSelected() -> Bool {
    guard let mayDelete = editing.mayDelete else { return false }
    rows.show()
    var ids = view.outline.selectedIDs
    if ids.isEmpty, let row = view.focusedRow { ids = [view.outline.id(atRow: row)] }
    let deleted = ids.filter { id in
      view.outline.row(for: id).map { mayDelete(tableRow($0)) } ?? false
    }
    return view.content.edits.remove(deleted)
  }

  /// Inserts a row, as the Insert key does.
  ///
  /// - Returns: False where no row is made.
  @discardableResult
  public func insertRow() -> Bool {
    rows.show()
    let focused = view.focusedRow.flatMap {
      view.outline.position(of: view.outline.id(atRow: $0))
    }
    let index = focused ?? count
    guard let item = editing.makeItem?(index) else { return false }
    return insert([item], at: index)
  }

  /// Whether there is an edit to take back.
  public var canUndo: Bool { view.canUndo }

  /// Takes back the last edit that a person made.
  ///
  /// - Returns: False when there is none, or its rows are gone since.
  @discardableResult
  public func undo() -> Bool {
    rows.show()
    return view.undo()
  }

  /// Makes the last edit again that was taken back.
  ///
  /// - Returns: False when there is none, or its rows are gone since.
  @discardableResult
  public func redo() -> Bool {
    rows.show()
    return view.redo()
  }

  private func insert(_ items: [Item], at index: Int) -> Bool {
    let placed = items.enumerated().map {
      RowEdits<Item>.Placed(id: rows.freshID(), item: $1, index: index + $0)
    }
    return view.content.edits.insert(placed)
  }

  private func listenToEdits() {
    view.keyboard.edit = { [weak self] key in
      switch key {
      case .delete: self?.deleteSelected() ?? false
      case .insert: self?.insertRow() ?? false
      default: false
      }
    }
    view.content.edits.didEdit = { [weak self] in self?.edited($0) }
  }

  private func edited(_ edit: TableEdit<Item>) {
    switch edit {
    case .moved: sort(by: nil)
    // What has come stands where the order of the rows has it.
    case .inserted: if sortOrder != nil { self.edit { _ in } }
    case .removed: break
    }
    variant?.onEdit?(edit)
    own.onEdit?(edit)
  }
}

// MARK: - Dragging to and from elsewhere

extension TableView {
  /// Lets rows be dragged to other tables and other programs, which take a copy. Without a closure a row is
  /// its text; of several that are selected, each is a line.
  ///
  /// ```swift
  /// TableView(photos) { $0.name }.draggable { .files([$0.item.path]) }
  /// ```
  ///
  /// - Parameter content: What a row is elsewhere; a row for which it is nil is not dragged.
  @discardableResult
  public func draggable(
    _ content: @escaping @MainActor (TableRow<Item>) -> DraggedContent? = { .text($0.text) }
  ) -> Self {
    view.draggable { [weak self] row in self.flatMap { content($0.tableRow(row)) } }
    return self
  }

  /// Takes texts and files that are dragged here from other tables and other programs; a mark shows where
  /// they would fall. Their rows are an edit, which can be taken back.
  ///
  /// ```swift
  /// TableView(["Milk"]).takingDrops { $0.lines }
  /// ```
  ///
  /// - Parameter make: The items for what was dropped; none where it is not wanted.
  @discardableResult
  public func takingDrops(_ make: @escaping @MainActor (DraggedContent) -> [Item]) -> Self {
    view.onDrop { [weak self] content, _, index in
      guard let self else { return false }
      rows.show()
      let items = make(content)
      return !items.isEmpty && insert(items, at: min(index, count))
    }
    listenToEdits()
    return self
  }
}

// MARK: - Refreshing, and more rows

extension TableView {
  /// Brings the rows up to date when a person pulls the table down past its first row, or presses F5 or
  /// Ctrl+R in it; see ``OutlineView/refreshing(_:)``.
  ///
  /// ```swift
  /// list.refreshing { list.merge(try await server.posts()) }
  /// ```
  @discardableResult
  public func refreshing(_ refresh: @escaping @MainActor () async throws -> Void) -> Self {
    view.refreshing(refresh)
    return self
  }

  /// Does what ``refreshing(_:)`` was given, unless it is being done.
  public func refresh() { view.refresh() }

  /// Whether what ``refreshing(_:)`` was given is being done; followed where it is read.
  public var isRefreshing: Bool { view.isRefreshing }

  /// Asks for more rows when the last ones come near the view; see ``OutlineView/onNearEnd(within:_:)``.
  ///
  /// ```swift
  /// list.onNearEnd {
  ///   let older = try await server.older()
  ///   list.edit { $0 += older }
  /// }
  /// ```
  @discardableResult
  public func onNearEnd(
    within distance: Int = 20, _ load: @escaping @MainActor () async throws -> Void
  ) -> Self {
    view.onNearEnd(within: distance, load)
    return self
  }
}
