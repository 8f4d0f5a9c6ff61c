public import Records
internal import Support

extension RecordsView {
  /// The conditions on single fields that records must fulfil to be shown. Setting them opens the bar
  /// with them, where there are some; conditions on fields that the records do not have are left out.
  public var conditions: [FieldCondition] {
    get { filterBar.conditions }
    set {
      filterBar.conditions = newValue
      if !newValue.isEmpty { filterBar.isVisible = true }
    }
  }

  /// The words that records must have to be shown, in the language of `Query`: words, or comparisons
  /// such as `rate >= 4`.
  public var words: String {
    get { filterBar.words }
    set {
      filterBar.words = newValue
      if !newValue.isEmpty { filterBar.isVisible = true }
    }
  }

  /// Shows all records.
  public func clearFilter() {
    filterBar.words = ""
    filterBar.conditions = []
  }

  func filterChanged(isByUser: Bool) {
    let query = filterBar.query()
    arrange { $0.filter = query }
    if isByUser { tellArrangement() }
  }

  /// Opens the bar, or closes it and shows all records.
  func toggleFilter() {
    if filterBar.isVisible { closeFilter() } else { openFilter() }
  }

  func openFilter() {
    filterBar.isVisible = true
    filterBar.focus()
  }

  func closeFilter() {
    arrangeByUser { clearFilter() }
    filterBar.isVisible = false
    goToRows()
  }

  /// Moves the keyboard to the rows: to the selected one, or the first.
  func goToRows() {
    guard listing.count > 0 else { return }
    rows.focus(row: listing.anchor.flatMap { listing.row(of: $0) } ?? 0)
  }
}
