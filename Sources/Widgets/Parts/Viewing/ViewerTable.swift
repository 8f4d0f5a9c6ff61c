internal import HikidashiBase
internal import HikidashiRecords

/// A file of records in text, as a ``Viewer`` reads it: by types where all values have them, and as text
/// otherwise.
struct ViewerTable: Sendable {
  let table: RecordTable
  private let report: ReadingReport
  /// Why the first line is shown as a record; nil where it names the fields.
  private let headerProblem: String?

  /// The format of a file by its name and its first line; nil where it holds no records.
  static func format(of path: String, _ start: [UInt8]) -> DelimitedFormat? {
    guard case .delimited(let format)? = RecordFormat(fileName: path) else { return nil }
    guard format.style == .quotes else { return format }
    // Where the comma stands within numbers, spreadsheets write semicolons between values.
    let line = start.prefix { $0 != 0x0A }
    func count(_ scalar: Unicode.Scalar) -> Int { line.count { $0 == scalar.value } }
    let separators: [Unicode.Scalar] = [",", ";", "\t"]
    return .csv(separator: separators.max { count($0) < count($1) } ?? ",")
  }

  static func read(_ path: String, _ format: DelimitedFormat) -> Result<ViewerTable, ViewerError> {
    do throws(RecordTextError) {
      return .success(try read(path, format, headerProblem: nil))
    } catch .badHeader(let problem) {
      let plain =
        format.style == .quotes
        ? DelimitedFormat.csv(separator: format.separator, hasHeader: false)
        : .tsv(hasHeader: false)
      do throws(RecordTextError) {
        let reason = "\(RecordTextError.badHeader(problem))"
        return .success(try read(path, plain, headerProblem: reason))
      } catch { return .failure(.cannotRead(path: path, reason: "\(error).")) }
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
      let fields = schema.fields.map { Field<String?>($0.name).definition }
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
    var options = ReadingOptions(refusals: .collect())
    // A viewer shows what stands in the file.
    options.keepsText = true
    let report = try table.append(from: .file(path), as: .delimited(format), options: options)
    return ViewerTable(table: table, report: report, headerProblem: headerProblem)
  }
}

// MARK: - Showing

extension ViewerTable {
  /// A table that is read, below a line that says what could not be read.
  @MainActor
  func makePart(_ name: String) -> (part: Part, records: RecordsView) {
    let records = RecordsView(table).editable(false).accessibleLabel(name)
    let parts = [headerProblem.map(headerLine), refusalLine(name), records].compactMap { $0 }
    return (Stack(.vertical, spacing: 0, parts).expand(), records)
  }

  @MainActor
  private func headerLine(_ problem: String) -> Part {
    line(tr("The first line does not name the fields: {}.", problem), [])
  }

  @MainActor
  private func refusalLine(_ name: String) -> Part? {
    let count = report.refusedCount
    guard count > 0 else { return nil }
    let words = trn(
      "{} line could not be read.", "{} lines could not be read.", count,
      NumberFormat().text(count))
    let added = trn(
      "{} record is shown", "{} records are shown", report.appended,
      NumberFormat().text(report.appended))
    var button: Button?
    let made = Button(tr("_Show Them")) { [report] in
      try await button?.window?.present(refusalReport(report, name, added: added))
    }
    button = made
    return line(words, [made])
  }

  @MainActor
  private func line(_ words: String, _ parts: [Part]) -> Part {
    let text: [Part] = [
      Image(icon: "dialog-warning-symbolic"), Label(words).wrapping().expand(.horizontal),
    ]
    return Stack(.horizontal, spacing: 12, text + parts).styleClass("hk-records-shared")
  }
}
