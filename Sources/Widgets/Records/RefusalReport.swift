internal import HikidashiBase
public import HikidashiRecords
internal import HikidashiValues

/// A refused record as a row of a list.
private struct RefusedRow: Identifiable {
  var id: Int
  var line: String
  var reason: String
  var text: String
}

/// Makes a dialog that lists the records of a file that were refused: the line, the reason and the text.
@MainActor
func refusalReport(_ report: ReadingReport, _ file: String, added: String) -> Modal<Void> {
  let rows = report.refused.enumerated().map { index, refused in
    RefusedRow(
      id: index, line: NumberFormat().text(refused.line), reason: reason(refused.error),
      text: refused.text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
  let count = report.refusedCount
  let title = trn(
    "{} record of {} was refused", "{} records of {} were refused", count,
    NumberFormat().text(count), file)
  return Modal<Void>(title, width: 640, height: 420) { answer in
    var summary = added + "."
    if count > rows.count {
      summary += " " + tr("Here are the first {}.", NumberFormat().text(rows.count))
    }
    let columns = [
      TableColumn("line", title: tr("Line"), alignment: .end, width: 60, styles: ["numeric"]),
      TableColumn("reason", title: tr("Reason")),
      TableColumn("text", title: tr("Record"), styles: ["dim-label"]),
    ]
    let list: Part
    do throws(TableDefinitionError) {
      list = try TableView(
        rows, TableDefinition(columns: columns, selection: .multiple), .text("line") { $0.line },
        .text("reason") { $0.reason }, .text("text") { $0.text })
    } catch {
      // The definition is the one above, whose slots are all filled.
      list = Label(error.description)
    }
    return [
      Label(summary).wrapping(), list.minimumSize(height: 240),
      Stack(.horizontal, [Button(tr("_Close")) { answer(()) }.asDefault()]).align(horizontal: .end),
    ]
  }
}

extension ReadingReport {
  /// Makes a line that says how many records of a file were refused, with a button that lists them; nil where none
  /// was.
  ///
  /// ```swift
  /// let report = try cards.append(from: .file(path), as: .csv, options: ReadingOptions(refusals: .collect()))
  /// Stack(.vertical, [report.refusalNotice(for: "cards.csv"), RecordsView(LiveRecords(cards))].compactMap { $0 })
  /// ```
  @MainActor
  public func refusalNotice(for file: String) -> Part? {
    guard refusedCount > 0 else { return nil }
    let words = trn(
      "{} line could not be read.", "{} lines could not be read.", refusedCount,
      NumberFormat().text(refusedCount))
    let added = trn(
      "{} record is shown", "{} records are shown", appended, NumberFormat().text(appended))
    var button: Button?
    let made = Button(tr("_Show Them")) {
      try await button?.window?.present(refusalReport(self, file, added: added))
    }
    button = made
    return warningLine(words, [made])
  }
}

/// Makes a line above records that warns of something.
@MainActor
func warningLine(_ words: String, _ parts: [Part] = []) -> Part {
  let text: [Part] = [
    Image(icon: "dialog-warning-symbolic"), Label(words).wrapping().expand(.horizontal),
  ]
  return Stack(.horizontal, spacing: 12, text + parts).styleClass("hk-records-shared")
}

/// What is wrong, without the line, which stands beside it.
private func reason(_ error: RecordTextError) -> String {
  guard case .badRecord(let place, let problem) = error else { return "\(error)" }
  let words =
    switch problem {
    case .refused(.invalidValue(_, _, let reason)): reason
    case .refused(.missingValue): RuleText.required
    case .refused(.duplicateKey): RuleText.unique
    default: "\(problem)"
    }
  return place.field.map { "\($0): \(words)" } ?? words
}
