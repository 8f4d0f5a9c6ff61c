internal import Presentation
public import Records
internal import Support

extension RecordsView {
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

  /// Asks for a file, and writes the records to it that are shown, in their order; where several are
  /// selected, those alone. The name's ending decides the format, where it is a known one.
  public func export(as format: RecordFormat) {
    showPending()
    let selected = listing.selectedNumbers
    let count = selected.count > 1 ? selected.count : listing.count
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
    let view = listing.view
    let work: @Sendable (ProgressReport) async throws -> Void = { report in
      try await Widgets.write(view, numbers, to: path, as: format) { report.fraction = $0 }
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

  /// Asks for a file, and adds the records that it holds. Those that are refused are listed with the
  /// reason, the others are added; all of that is one edit.
  public func importFile() {
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
      try await Widgets.read(path, into: keys, ignoringUnknown: ignoringUnknown) {
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
        showPending()
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
  var options = ReadingOptions(
    refusals: .collect(), unknownFields: ignoringUnknown ? .ignore : .refuse)
  options.onProgress = onProgress
  options.keys = keys.isEmpty ? nil : keys
  let format = RecordFormat(fileName: path) ?? .tsv
  let report = try table.append(from: .file(path), as: format, options: options)
  return (table, report)
}
