internal import CHikidashiGTK

// MARK: - Sorting and widths of columns

extension TableView {
  /// Lets a person sort the rows by a click on the title of a column; another click turns the order around.
  ///
  /// Texts are sorted in the order of the reader's language, with numbers in them by their value, or by a
  /// key: ``SlotContent/sorted(by:)``. The ``items`` are then in that order, also those that come later.
  /// Sorting is stable, so that who sorts by one column and then by another has both.
  ///
  /// ```swift
  /// let table = try TableView(
  ///   people, TableDefinition(columns: [TableColumn("name"), TableColumn("age", alignment: .end)]),
  ///   .text("name") { $0.name }, .text("age") { "\($0.age)" }.sorted { $0.age }
  /// ).sortable().resizable()
  /// ```
  ///
  /// A table without columns stays as it is.
  @discardableResult
  public func sortable() -> Self {
    guard let header, let cell, sorting == nil else { return self }
    let sorting = TableSorting(header, cell)
    self.sorting = sorting
    rows.arrange = { [weak sorting] in sorting?.sorted($0) ?? $0 }
    makeTitles(resizable: false)
    header.onClick = { [weak self] column in
      guard let self, sorting.clicked(column) else { return }
      sortAgain()
      tellSorted()
    }
    return self
  }

  /// Lets a person drag the edges of columns, or press Ctrl with Left and Right on a title; two clicks on an
  /// edge bring back the width that the column had.
  @discardableResult
  public func resizable() -> Self {
    makeTitles(resizable: true)
    return self
  }

  /// Sorts the rows by a column that shows texts or progress, or was given a key; nil leaves them as they
  /// are, and new ones where they are put.
  ///
  /// - Returns: False where there is no such column, or ``sortable()`` was not called.
  @discardableResult
  public func sort(by column: String?, descending: Bool = false) -> Bool {
    guard let sorting else { return false }
    stateKeeper?.note(Self.columnsAspect)
    guard let column else { return sorting.sort(by: nil) }
    guard let index = columns.firstIndex(where: { $0.slot.name == column }),
      sorting.sort(by: ColumnHeader.Order(column: index, isDescending: descending))
    else { return false }
    sortAgain()
    return true
  }

  /// What the rows are sorted by, and whether the greatest comes first; nil where they are in no order of a
  /// column.
  public var sortOrder: (column: String, isDescending: Bool)? {
    sorting?.order.map { (columns[$0.column].slot.name, $0.isDescending) }
  }

  /// Called after the user has sorted by a column, with its name and whether the greatest comes first.
  public var onSort: (@MainActor (_ column: String, _ isDescending: Bool) -> Void)? {
    get { own.onSort }
    set { own.onSort = newValue }
  }

  private func sortAgain() { edit { _ in } }

  private func tellSorted() {
    stateKeeper?.note(Self.columnsAspect)
    guard let order = sortOrder else { return }
    variant?.onSort?(order.column, order.isDescending)
    own.onSort?(order.column, order.isDescending)
  }

  private func makeTitles(resizable: Bool) {
    guard let header, root != nil else { return }
    header.makeTitles(resizable: resizable, beside: view.rows.scroller)
    header.onWidths = { [weak self] in self?.showWidths() }
    header.onResize = { [weak self] in self?.stateKeeper?.note(Self.columnsAspect) }
    header.showSorted(sorting?.order)
    showWidths()
  }

  static var columnsAspect: String { "columns" }

  /// What a person has made of the columns; nil for a table without any.
  var columnState: ColumnState? {
    get {
      header.map { header in
        ColumnState(
          widths: header.givenWidths, sortedBy: sortOrder?.column,
          isDescending: sortOrder?.isDescending ?? false)
      }
    }
    set {
      guard let header, let newValue else { return }
      header.givenWidths = newValue.widths
      if let column = newValue.sortedBy { sort(by: column, descending: newValue.isDescending) }
    }
  }

  private func showWidths() {
    for cell in view.rows.shown.values { showWidths(in: cell) }
  }

  /// Gives what stands in a row the widths of the columns.
  func showWidths(in cell: RowCell) {
    guard let header, header.setsWidths else { return }
    (cell.madeContent as? SlotCell)?.setWidths(header.widths)
  }
}

/// The widths of columns in pixels, and by which of them the rows are sorted, by the names of their slots.
struct ColumnState: Codable {
  var widths: [String: Int]
  var sortedBy: String?
  var isDescending: Bool
}
