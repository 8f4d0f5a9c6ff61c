internal import CGTK
internal import Records
internal import Support

extension RecordsView {
  /// What is shown: the records, or why there are none.
  public var state: ContentState {
    get { shownState }
    set {
      show(newValue)
      if newValue.isLoaded { showContent() }
    }
  }

  /// Sets what stands in the place of rows where there are no records.
  @discardableResult
  public func whenEmpty(_ content: EmptyContent) -> Self {
    emptyContent = content
    if case .empty = shownState { show(.empty(content)) }
    return self
  }

  /// What stands in the place of rows where there are no records: a text, an icon, and a button.
  @discardableResult
  public func whenEmpty(
    _ text: String, icon: String? = nil, details: String? = nil,
    action: (title: String, run: @MainActor () -> Void)? = nil
  ) -> Self {
    whenEmpty(EmptyContent(text, icon: icon, details: details, action: action))
  }

  /// Sets what a click and the keyboard do to rows; at first ``SelectionStyle/multiple``.
  @discardableResult
  public func selection(_ style: SelectionStyle) -> Self {
    selectionStyle = style
    listing.clearSelection()
    rows.announceSelection()
    showAgain()
    return self
  }

  /// Sets whether a person may add, edit and delete records, and read files of them.
  @discardableResult
  public func editable(_ isEditable: Bool) -> Self {
    self.isEditable = isEditable
    tools.show(self)
    tools.showColumns(self)
    return self
  }

  /// Sets the look.
  @discardableResult
  public func style(_ style: TableStyle) -> Self {
    guard let native else { return self }
    gtk_widget_remove_css_class(native, tableStyle.styleClass)
    style.sheet.install()
    tableStyle = style
    return styleClass(style.styleClass)
  }

  /// Shows the rows, or what stands for none, after they have changed.
  func showContent() {
    switch shownState {
    case .loading, .failed: return
    case .empty, .loaded: break
    }
    let isEmpty = listing.count == 0
    let wasFiltered = isFilteredPage
    isFilteredPage = isEmpty && !listing.table.isEmpty
    guard isEmpty == shownState.isLoaded || wasFiltered != isFilteredPage else { return }
    show(isEmpty ? .empty(emptyContent) : .loaded)
  }

  /// The part in the place of rows; nil for the rows.
  func shownPage() -> Part? {
    guard isFilteredPage, case .empty = shownState else { return shownState.makePage() }
    let content = EmptyContent(
      tr("No record matches"), icon: "edit-find-symbolic",
      action: (tr("Show All Records"), { [weak self] in self?.closeFilter() }))
    return ContentState.empty(content).makePage()
  }
}
