internal import CHikidashiScan

/// Where every value of a run of records begins and ends.
final class FieldGrid {
  let text: UnsafePointer<UInt8>
  let count: Int
  let readable: Int
  let rows: Int
  let columns: Int
  /// Whether escapes or quotes occur.
  let hasMarks: Bool
  private let hasReturns: Bool
  /// The place of the separator or line end behind each value, row by row; the place before the
  /// first, −1, stands in front.
  private let ends: UnsafeMutablePointer<UInt32>
  private let found: Int
  private let isUTF8: Bool

  /// Nil when there are more values than columns.
  init?(_ run: RowText, columns: Int, separator: UInt8, mark: UInt8, quoting: Bool) {
    text = run.start
    count = run.count
    readable = run.readable
    rows = run.rows
    self.columns = columns
    // Every value has a separator or a line end: a header cannot make this larger than the text.
    let most = min(run.rows * columns, run.count + 1)
    ends = .allocate(capacity: most + Int(HK_INDEX_SLACK) + 2)
    ends[0] = .max
    let index = hk_index_fields(
      run.start, run.count, separator, mark, quoting, most, ends + 1)
    hasMarks = index.has_mark
    hasReturns = index.has_return
    isUTF8 = index.is_ascii || hk_is_utf8(run.start, run.count)
    var found = index.entries
    if run.count > 0, found == 0 || ends[found] != UInt32(run.count - 1) {
      // The last record has no line end.
      found += 1
      ends[found] = UInt32(run.count)
    }
    self.found = found
    if index.overflow { return nil }
  }

  deinit { ends.deallocate() }

  /// Whether all records have one value for each column, in UTF-8.
  var isRegular: Bool {
    guard isUTF8, found == rows * columns else { return false }
    for row in 1...max(rows, 1) where row <= rows {
      let end = Int(ends[row * columns])
      guard end == count || text[end] == UInt8(ascii: "\n") else { return false }
    }
    return true
  }

  /// The bytes of a record, its line end left out.
  func row(_ row: Int) -> UnsafeBufferPointer<UInt8> {
    let start = Int(ends[row * columns] &+ 1)
    return UnsafeBufferPointer(start: text + start, count: Int(ends[(row + 1) * columns]) - start)
  }

  /// Bytes before a record.
  func offset(ofRow row: Int) -> Int { Int(ends[row * columns] &+ 1) }

  /// Where all records stand.
  func origins(in text: RowText) -> [RowOrigin] {
    var finder = LineFinder(text)
    return (0..<rows).map { row in
      let start = offset(ofRow: row)
      return RowOrigin(line: finder.line(at: start), bytes: start..<start + self.row(row).count)
    }
  }

  /// Calls `body` for each value of a column, from top to bottom.
  @inline(__always)
  func forEach(
    column: Int, _ body: (_ row: Int, _ field: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let dropsReturns = hasReturns && column == columns - 1
    var index = column
    for row in 0..<rows {
      let start = Int(ends[index] &+ 1)
      var end = Int(ends[index + 1])
      if dropsReturns, end > start, text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      body(row, UnsafeBufferPointer(start: text + start, count: end - start))
      index += columns
    }
  }

  /// Bytes of all values of a column.
  func byteCount(ofColumn column: Int) -> Int {
    var total = 0
    var index = column
    for _ in 0..<rows {
      total += Int(ends[index + 1] &- (ends[index] &+ 1))
      index += columns
    }
    return total
  }
}
