internal import HikidashiBase
internal import HikidashiPresentation
internal import HikidashiRecords

/// Edits the records of a table as a person does it: in a form, by files, by copying, each edit with an
/// offer to take it back.
@MainActor
final class RecordsEditor {
  /// Makes the form; nil for one with the usual input for each field.
  var form: (@MainActor (RecordEntry) -> Form)?
  /// Whether a person may add, edit and delete records.
  var isEditable = true
  /// The part in whose window it asks and tells.
  weak var part: Part?
  private let rows: RecordsRows
  /// The toast that takes back the last edit.
  private(set) var undoToast: UndoToast?

  init(_ rows: RecordsRows) { self.rows = rows }

  private var window: Window? { part?.window }

  private var records: any SharedRecords { rows.records }

  func add() {
    openForm(tr("Add a Record"), accept: tr("_Add"), record: nil)
  }

  func edit(_ number: RecordNumber) {
    let table = records.table
    guard table.contains(number) else { return }
    openForm(tr("Edit the Record"), accept: tr("_Save"), record: table[number])
  }

  func editSelected() {
    if let number = rows.commanded.first { edit(number) }
  }

  private func openForm(_ title: String, accept: String, record: Record?) {
    guard let window else { return }
    let form = RecordForm(
      records.table.schema, record: record, keys: { [records] in records.keys }, content: form)
    let modal = Modal<Void>(title, width: 460) { [weak self] answer in
      let message = Label().wrapping().styleClass("error").visible(false)
      let save = Button(accept) { form.form.apply() }.asDefault()
      // While it stores, a second press would store once more, and what is typed would be lost.
      let setBusy = { @MainActor (isBusy: Bool) in
        for part in [form, save] as [Part] { part.isEnabled = !isBusy }
      }
      form.form.onApply = {
        guard let self, save.isEnabled else { return }
        let values = form.values
        let focus = FocusMemory(save.window)
        setBusy(true)
        message.isVisible = false
        Task {
          do {
            try await self.store(values, in: record?.number)
            answer(())
          } catch {
            // The form may have been closed meanwhile.
            guard save.native != nil else {
              return self.report(tr("The record cannot be saved"), error)
            }
            message.text = sentence("\(error)")
            message.isVisible = true
            setBusy(false)
            focus.restore(activating: false)
          }
        }
      }
      form.focusedAtStart()
      let isLong = form.form.inputs.count > 7
      return [
        isLong ? Scroller(form.margin(6)).minimumSize(height: 440) : form, message,
        Stack(.horizontal, spacing: 6, [save]).align(horizontal: .end),
      ]
    }
    window.show(modal)
  }

  /// Makes a record of values, or changes one; it is then the selected one.
  func store(_ values: [String: CellValue], in number: RecordNumber?) async throws {
    guard !values.isEmpty || number == nil else { return }
    let name = number == nil ? tr("Add a record") : tr("Edit a record")
    let made = Guarded<RecordNumber?>(number)
    try await records.change(name) { table in
      if let number {
        try table.update(number) { (draft) throws(RecordError) in
          for (name, cell) in values { try draft.set(name, to: cell) }
        }
      } else {
        let number = try table.append { (draft) throws(RecordError) in
          for (name, cell) in values { try draft.set(name, to: cell) }
        }
        made.withLock { $0 = number }
      }
    }
    rows.catchUp()
    if let made = made.withLock({ $0 }) {
      rows.select([made])
      rows.tellSelection()
      if rows.listing.records.row(of: made) != nil { rows.focus(made) }
    }
    offerUndo(number == nil ? tr("Record added") : tr("Record changed"))
  }

  /// Deletes the selected records, which can be taken back.
  func deleteSelected() {
    let numbers = RecordSet(rows.commanded)
    guard !numbers.isEmpty else { return }
    Task { await delete(numbers) }
  }

  func delete(_ numbers: RecordSet) async {
    let row = numbers.first.flatMap { rows.listing.row(of: $0) }
    let hadFocus = rows.list.focusedRow != nil
    let count = numbers.count
    do {
      try await records.change(trn("Delete a record", "Delete {} records", count, count)) {
        $0.removeAll(in: numbers)
      }
      rows.catchUp()
      if hadFocus, let row, rows.listing.count > 0 {
        rows.list.focus(row: min(row, rows.listing.count - 1))
      }
      offerUndo(trn("{} record deleted", "{} records deleted", count, count))
    } catch {
      report(tr("The records cannot be deleted"), error)
    }
  }

  /// Offers to take back the edit that was just made, for as long as it is the last one.
  private func offerUndo(_ text: String) {
    undoToast?.dismiss()
    guard let window else { return }
    undoToast = UndoToast(text, in: window, after: records.table) { [weak self] in
      // It may be pressed before the table has heard of a later edit.
      guard let self, undoToast?.isCurrent(records.table) == true else { return }
      undo()
    }
  }

  /// Takes the offer away where others have edited the records since.
  func dismissOldUndo(_ table: RecordTable) {
    guard let toast = undoToast, !toast.isCurrent(table) else { return }
    toast.dismiss()
    undoToast = nil
  }

  func undo() {
    undoToast?.dismiss()
    undoToast = nil
    Task {
      do {
        _ = try await records.undo()
        rows.catchUp()
      } catch {
        report(tr("The change cannot be taken back"), error)
      }
    }
  }

  func redo() {
    Task {
      do {
        _ = try await records.redo()
        rows.catchUp()
      } catch {
        report(tr("The change cannot be made again"), error)
      }
    }
  }

  private func report(_ title: String, _ error: any Error) {
    window?.show(Alert(title, message: sentence("\(error)")))
  }
}

// MARK: - Menus

extension RecordsEditor {
  private func action(
    _ name: String, _ title: String, _ run: @escaping @MainActor (RecordsEditor) -> Void
  ) -> Menu {
    .item(
      Action(name, title: title) { [weak self] in
        if let self { run(self) }
      })
  }

  func moreMenu() -> [Menu] {
    var menu: [Menu] = [
      action("copy", tr("Copy")) { $0.copy() },
      .separator,
      action("export-tsv", tr("Export as TSV …")) { $0.export(as: Self.tabs) },
      action("export-csv", tr("Export as CSV …")) { $0.export(as: .csv) },
    ]
    if isEditable { menu.append(action("import", tr("Import …")) { $0.importFile() }) }
    return menu
  }

  func rowMenu() -> [Menu] {
    let copy = action("copy", tr("Copy")) { $0.copy() }
    guard isEditable else { return [copy] }
    return [
      action("edit", tr("Edit")) { $0.editSelected() }, copy,
      .separator,
      action("add", tr("Add")) { $0.add() }, action("delete", tr("Delete")) { $0.deleteSelected() },
    ]
  }

  /// - Returns: False when there is nothing to copy.
  @discardableResult
  func copy() -> Bool {
    rows.catchUp()
    guard let text = tabSeparated(rows.commanded) else { return false }
    Clipboard.copy(text)
    return true
  }

  /// What ``copy()`` copies of some records; nil of none.
  func tabSeparated(_ numbers: [RecordNumber]) -> String? {
    guard !numbers.isEmpty else { return nil }
    let fields = rows.layout.shown.map(\.field)
    return try? rows.listing.table.excerpt(numbers, fields: fields).text(as: Self.tabs)
  }

  /// With quotes, as spreadsheets have them, and not with backslashes: nothing in a file says that it has those.
  private static let tabs = RecordFormat.delimited(.csv(separator: "\t", lineEnd: .lf))
}

// MARK: - Files

extension RecordsEditor {
  /// The kinds of files that records are read from and written to.
  private static func filters(first format: RecordFormat? = nil) -> [FileFilter] {
    let all = FileFilter(
      tr("Tables"), patterns: ["*.tsv", "*.tab", "*.csv", "*.jsonl", "*.ndjson"])
    let tsv = FileFilter(tr("Tab-separated values"), patterns: ["*.tsv", "*.tab"])
    let csv = FileFilter(tr("Comma-separated values"), patterns: ["*.csv"])
    switch format {
    case nil: return [all, tsv, csv]
    case RecordFormat.csv: return [csv, all]
    default: return [tsv, all]
    }
  }

  func export(as format: RecordFormat) {
    rows.catchUp()
    let selected = rows.listing.selectedNumbers
    let count = selected.count > 1 ? selected.count : rows.listing.records.count
    let ending = format == .csv ? "csv" : "tsv"
    let dialog = FileSave(
      trn("Export {} record", "Export {} records", count, NumberFormat().text(count)),
      name: tr("Records") + "." + ending, filters: Self.filters(first: format))
    Task {
      guard let window, let path = try? await window.present(dialog) else { return }
      await write(selected.count > 1 ? selected : nil, to: path, as: format)
    }
  }

  /// Writes records, or all that are shown, to a file.
  func write(_ numbers: [RecordNumber]?, to path: String, as format: RecordFormat) async {
    let format = RecordFormat(fileName: path) ?? format
    let view = rows.listing.records
    let work: @Sendable (ProgressReport) async throws -> Void = { report in
      try await HikidashiWidgets.write(view, numbers, to: path, as: format) { report.fraction = $0 }
    }
    do {
      let name = fileName(path)
      if let result = try await run(tr("Exporting {}", name), work) {
        try result.get()
        window?.show(Toast(tr("Exported to {}", name)))
      }
    } catch {
      report(tr("The file cannot be written"), error)
    }
  }

  /// Runs work, behind a dialog where it takes long; nil where a person has cancelled it.
  private func run<Value: Sendable>(
    _ title: String, _ work: @escaping @Sendable (ProgressReport) async throws -> Value
  ) async throws -> Result<Value, any Error>? {
    guard let window else { return .success(try await work(ProgressReport())) }
    do {
      return try await window.present(ProgressDialog(title, work: work))
    } catch {
      return nil
    }
  }

  func importFile() {
    let dialog = FileOpen(tr("Import records"), filters: Self.filters())
    Task {
      guard let window, let path = try? await window.present(dialog).first else { return }
      await read(path)
    }
  }

  /// Adds the records of a file.
  func read(_ path: String, ignoringUnknown: Bool = false) async {
    let keys = records.keys
    let before = keys.table
    let work: @Sendable (ProgressReport) async throws -> (RecordTable, ReadingReport) = { report in
      try await HikidashiWidgets.read(path, into: keys, ignoringUnknown: ignoringUnknown) {
        report.fraction = $0
      }
    }
    let name = fileName(path)
    do {
      guard let result = try await run(tr("Importing {}", name), work) else { return }
      let (edited, report) = try result.get()
      if report.appended > 0 {
        try await records.change(tr("Import {}", name)) {
          $0 = try $0.rebasing(edited, from: before, renumbering: true)
        }
        rows.catchUp()
      }
      told(of: report, name)
    } catch RecordTextError.badHeader(.unknownColumn(let column, _, let known)) {
      await askToIgnore(column, known, path)
    } catch {
      report(tr("{} cannot be read", name), error)
    }
  }

  private func askToIgnore(_ column: String, _ known: [String], _ path: String) async {
    let skip = Choice.preferred(tr("_Leave It Out"), id: "skip")
    let alert = Alert(
      tr("No field is called “{}”", column),
      message: tr(
        "The records have {}. Columns that are none of these can be left out.",
        known.joined(separator: ", ")),
      choices: [.cancel, skip])
    guard let window, let answer = try? await window.present(alert), answer == skip else { return }
    await read(path, ignoringUnknown: true)
  }

  private func told(of report: ReadingReport, _ name: String) {
    let added = trn(
      "{} record added", "{} records added", report.appended, NumberFormat().text(report.appended))
    if report.appended > 0 { offerUndo(added) }
    guard report.refusedCount > 0 else {
      if report.appended == 0 { window?.show(Toast(tr("{} holds no records", name))) }
      return
    }
    window?.show(refusalReport(report, name, added: added))
  }
}

private func fileName(_ path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}

@concurrent
private func write(
  _ view: SortedView, _ numbers: [RecordNumber]?, to path: String, as format: RecordFormat,
  onProgress: @escaping @Sendable (Double) -> Void
) async throws {
  let table = view.table
  if numbers == nil, view.keys.isEmpty {
    // In the order of their numbers they need not be copied.
    let shown = view.filter == nil ? nil : RecordSet(view)
    return try table.write(shown, to: .file(path), as: format, onProgress: onProgress)
  }
  let copy = try table.excerpt(numbers ?? Array(view), fields: table.schema.fields)
  try copy.write(to: .file(path), as: format, onProgress: onProgress)
}

@concurrent
private func read(
  _ path: String, into keys: RecordKeys, ignoringUnknown: Bool,
  onProgress: @escaping @Sendable (Double) -> Void
) async throws -> (RecordTable, ReadingReport) {
  var table = keys.table
  var options = ReadingOptions.tolerant
  options.unknownFields = ignoringUnknown ? .ignore : .refuse
  options.onProgress = onProgress
  options.keys = keys.isEmpty ? nil : keys
  let source = RecordSource.file(path)
  // Text of another name is delimited, too.
  let name = RecordFormat(fileName: path) == nil ? "text.csv" : path
  let format = try RecordFormat(fileName: name, guessingFrom: source) ?? .csv
  let report = try table.append(from: .file(path), as: format, options: options)
  return (table, report)
}
