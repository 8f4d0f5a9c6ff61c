internal import CGTK
internal import Records
internal import Support

extension RecordsView {
  /// A line for each column, which is checked while it is shown.
  func columnMenu() -> [Menu] {
    let toggles = layout.columns.map { column in
      Menu.toggle(column.title, isOn: !column.isHidden) { [weak self] isOn in
        guard let self else { return }
        arrangeByUser { setHidden(column.field.name, !isOn) }
      }
    }
    let widths = Action("widths", title: tr("Usual Widths")) { [weak self] in
      guard let self else { return }
      arrangeByUser {
        for column in layout.columns { setWidth(column.field.name, nil) }
      }
    }
    return toggles + [.separator, .item(widths)]
  }

  func moreMenu() -> [Menu] {
    func action(_ name: String, _ title: String, _ run: @escaping (RecordsView) -> Void) -> Menu {
      .item(
        Action(name, title: title) { [weak self] in
          if let self { run(self) }
        })
    }
    var menu: [Menu] = [
      action("copy", tr("Copy")) { $0.copy() },
      .separator,
      action("export-tsv", tr("Export as TSV …")) { $0.export(as: .tsv) },
      action("export-csv", tr("Export as CSV …")) { $0.export(as: .csv) },
    ]
    if isEditable { menu.append(action("import", tr("Import …")) { $0.importFile() }) }
    return menu
  }

  func rowMenu() -> [Menu] {
    func action(_ name: String, _ title: String, _ run: @escaping (RecordsView) -> Void) -> Menu {
      .item(
        Action(name, title: title) { [weak self] in
          if let self { run(self) }
        })
    }
    let copy = action("copy", tr("Copy")) { $0.copy() }
    guard isEditable else { return [copy] }
    return [
      action("edit", tr("Edit")) { $0.editSelected() }, copy,
      .separator,
      action("add", tr("Add")) { $0.add() }, action("delete", tr("Delete")) { $0.deleteSelected() },
    ]
  }

  /// The records that a command is about: the selected ones, or that which has the keyboard.
  var commanded: [RecordNumber] {
    let selected = listing.selectedNumbers
    if !selected.isEmpty { return selected }
    return rows.focusedRow.map { $0 < listing.count ? [listing[$0]] : [] } ?? []
  }

  /// Copies the selected records as tab-separated values with a header: the columns that are shown, in
  /// the order of the rows, exact as in a file. Where none is selected, the one that has the keyboard.
  /// Values with tabs or line breaks stand between quotes, as spreadsheets have it.
  ///
  /// - Returns: False when there is nothing to copy.
  @discardableResult
  public func copy() -> Bool {
    showPending()
    guard let text = tabSeparated(commanded) else { return false }
    Clipboard.copy(text)
    return true
  }

  /// What ``copy()`` copies of some records; nil of none.
  func tabSeparated(_ numbers: [RecordNumber]) -> String? {
    guard !numbers.isEmpty else { return nil }
    let format = RecordFormat.delimited(.csv(separator: "\t", lineEnd: .lf))
    return try? listing.table.excerpt(numbers, fields: layout.shown.map(\.field)).text(as: format)
  }
}
