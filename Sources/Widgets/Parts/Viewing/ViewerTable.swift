internal import HikidashiBase
internal import HikidashiRecords

/// A file of records in text, as a ``Viewer`` reads it: by types where all values have them, and as text
/// otherwise.
struct ViewerTable: Sendable {
  let table: RecordTable
  private let report: ReadingReport
  /// Why the first line is shown as a record; nil where it names the fields.
  private let headerProblem: String?
  /// Lines in front of the header, which are not shown.
  private let skippedLines: Int

  /// Whether a file holds records, by its name.
  static func isTable(_ path: String) -> Bool {
    if case .delimited? = RecordFormat(fileName: path) { true } else { false }
  }

  static func read(_ path: String) -> Result<ViewerTable, ViewerError> {
    do throws(RecordTextError) {
      let format = try DelimitedFormat(guessingFrom: .file(path))
      do throws(RecordTextError) {
        return .success(try read(path, format, headerProblem: nil))
      } catch .badHeader(let problem) {
        var plain = format
        plain.headerLines = 0
        let reason = "\(RecordTextError.badHeader(problem))"
        return .success(try read(path, plain, headerProblem: reason))
      }
    } catch { return .failure(.cannotRead(path: path, reason: "\(error).")) }
  }

  private static func read(
    _ path: String, _ format: DelimitedFormat, headerProblem: String?
  ) throws(RecordTextError) -> ViewerTable {
    let schema = try Schema(inferringFrom: .file(path), as: format)
    let typed = try read(path, format, schema, headerProblem)
    guard typed.report.refusedCount > 0 else { return typed }
    // Types were guessed from the first values: as text every value is shown.
    do throws(SchemaError) {
      let fields = schema.fields.map { Field<String?>($0.name, title: $0.title).definition }
      let texts = try Schema(fields: fields)
      do throws(RecordTextError) { return try read(path, format, texts, headerProblem) } catch {
        return typed
      }
    } catch { return typed }
  }

  private static func read(
    _ path: String, _ format: DelimitedFormat, _ schema: Schema, _ headerProblem: String?
  ) throws(RecordTextError) -> ViewerTable {
    var table = RecordTable(schema)
    var options = ReadingOptions.tolerant
    // A viewer shows the text of the file.
    options.keepsText = true
    let report = try table.append(from: .file(path), as: .delimited(format), options: options)
    return ViewerTable(
      table: table, report: report, headerProblem: headerProblem,
      skippedLines: format.skippedLines)
  }
}

// MARK: - Showing

extension ViewerTable {
  /// A table that is read, below a line that says what could not be read.
  @MainActor
  func makePart(_ name: String) -> (part: Part, records: RecordsView) {
    let records = RecordsView(table).editable(false).accessibleLabel(name)
    let notices = [headerProblem.map(headerLine), skippedLine, report.refusalNotice(for: name)]
    let parts = notices.compactMap { $0 } + [records]
    return (Stack(.vertical, spacing: 0, parts).expand(), records)
  }

  @MainActor
  private var skippedLine: Part? {
    guard skippedLines > 0 else { return nil }
    return warningLine(
      trn(
        "{} line in front of the records is not shown.",
        "{} lines in front of the records are not shown.", skippedLines,
        NumberFormat().text(skippedLines)))
  }

  @MainActor
  private func headerLine(_ problem: String) -> Part {
    warningLine(tr("The first line does not name the fields: {}.", problem))
  }
}
