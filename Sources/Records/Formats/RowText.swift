internal import CHikidashiScan

/// A run of whole lines of records.
struct RowText {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// Records in it, the last one's line end not counted on.
  let rows: Int
  /// Bytes from the start that can be read: vectors may reach behind the last record.
  let readable: Int
  /// The number of its first line, from 1.
  let firstLine: Int
  /// False where a quote stands elsewhere than around a value, so that to count quotes does not tell the values.
  var isPlain = true

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
}

/// Reads lines in one format.
protocol RowParser: Sendable {
  /// Finds the records where a line may be no whole one; nil where each is.
  var tokenizer: DelimitedTokenizer? { get }

  /// Reads the records of a run of lines.
  func parse(_ text: RowText, memory: ColumnMemory) -> RowBatch
}

/// No byte quotes.
let noQuote: Int32 = -1

/// A record that was not read, and where it is wrong.
struct RowFailure: Error {
  var problem: RecordProblem
  /// The column among the record's values, from 0; nil when the whole record is meant.
  var column: Int?
  var field: String?
  /// Bytes of the record before the place.
  var offset: Int
}

extension RowFailure {
  /// The refused record with its error and place, for a report.
  func refusal(of row: UnsafeBufferPointer<UInt8>, line: Int) -> RefusedRecord {
    let before = UnsafeBufferPointer(rebasing: row[..<min(offset, row.count)])
    let lines = before.count { $0 == UInt8(ascii: "\n") }
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let ahead = String(decoding: before[lineStart...], as: UTF8.self)
    let place = TextPlace(
      line: line + lines, column: column.map { $0 + 1 }, field: field, character: ahead.count + 1)
    var shown = row[...]
    if let last = shown.last, last == UInt8(ascii: "\n") { shown = shown.dropLast() }
    if let last = shown.last, last == UInt8(ascii: "\r") { shown = shown.dropLast() }
    return RefusedRecord(
      line: line, text: String(decoding: shown.prefix(1_000), as: UTF8.self),
      error: .badRecord(place, problem))
  }
}

/// Counts lines up to places that ascend.
struct LineFinder {
  private let text: RowText
  private var place = 0
  private var line: Int

  init(_ text: RowText) {
    self.text = text
    line = text.firstLine
  }

  /// The number of the line that holds the byte at `offset`, which is no less than the last one.
  mutating func line(at offset: Int) -> Int {
    line += hk_count_lines(text.start + place, offset - place, noQuote).lines
    place = offset
    return line
  }
}
