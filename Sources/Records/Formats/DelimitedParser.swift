internal import CScan

/// Reads lines of values between separators.
///
/// The places of all separators of a run are found first, with vectors. Where every record has the
/// right number of values and the text is UTF-8, each column is then read from top to bottom. A
/// value that is not in the common form (and records of the wrong shape) is looked at again by
/// ``row(_:)``, which knows all forms and tells what is wrong.
struct DelimitedParser: RowParser {
  /// What a column of the text is.
  enum Target: Hashable, Sendable {
    case field(Int)
    case number
    case ignored
  }

  let schema: Schema
  let style: DelimitedFormat.Style
  let separator: UInt8
  let nullText: [UInt8]
  let targets: [Target]
  /// How many refused records of a batch are described.
  let mostRefusals: Int
  /// Whether it is told of each record where it stands.
  let notesOrigins: Bool
  /// Whether the text for no value could also be that of a number.
  let isNullLikeValue: Bool

  init(_ format: DelimitedFormat, schema: Schema, targets: [Target], options: ReadingOptions) {
    self.schema = schema
    style = format.style
    separator = UInt8(ascii: format.separator)
    nullText = Array(format.nullText.utf8)
    self.targets = targets
    notesOrigins = options.keys != nil || targets.contains(.number)
    mostRefusals =
      if case .collect(let limit) = options.refusals { limit } else { 1 }
    isNullLikeValue = nullText.withUnsafeBufferPointer { text in
      [FieldType.integer, .double, .boolean, .date].contains { type in
        if case .success = FieldText.cell(of: type, text) { true } else { false }
      }
    }
  }

  var quote: Int32 { style == .quotes ? Int32(UInt8(ascii: "\"")) : noQuote }

  /// The byte that makes a value's text differ from the value: an escape or a quote.
  var mark: UInt8 { style == .quotes ? UInt8(ascii: "\"") : UInt8(ascii: "\\") }

  func parse(_ text: RowText, memory: ColumnMemory) -> RowBatch {
    let grid = FieldGrid(
      text, columns: targets.count, separator: separator, mark: mark, quoting: style == .quotes)
    if let grid, grid.isRegular { return columns(of: grid, text, memory: memory) }
    var mended = mend(text)
    return mended.bytes.withUnsafeBufferPointer { bytes -> RowBatch in
      var batch: RowBatch
      if let start = bytes.baseAddress, mended.count > 0 {
        let good = RowText(
          start: start, count: bytes.count, rows: mended.count, readable: bytes.count,
          firstLine: text.firstLine)
        // Regular now, or else nothing is read that was not understood.
        let grid = FieldGrid(
          good, columns: targets.count, separator: separator, mark: mark,
          quoting: style == .quotes)
        if let grid, grid.isRegular {
          batch = columns(of: grid, good, origins: mended.origins, memory: memory)
        } else {
          batch = empty()
        }
      } else {
        batch = empty()
      }
      mended.refusals += batch.refusals
      mended.refusals.sort { $0.line < $1.line }
      batch.refusals = Array(mended.refusals.prefix(mostRefusals))
      batch.refusedCount += mended.refusedCount
      return batch
    }
  }

  private func empty() -> RowBatch {
    RowBatch(
      rows: 0, chunks: schema.fields.map { emptyChunk(of: $0.type) }, refused: RowBits(rows: 0))
  }

  /// What is left of a run without the records that have the wrong shape.
  private struct Mended {
    var bytes: [UInt8] = []
    var count = 0
    var origins: [RowOrigin] = []
    var refusals: [RefusedRecord] = []
    var refusedCount = 0
  }

  private func mend(_ text: RowText) -> Mended {
    var mended = Mended()
    mended.bytes.reserveCapacity(text.count + 1)
    var finder = LineFinder(text)
    var place = 0
    while place < text.count {
      let length = hk_find_line(text.start + place, text.count - place, quote, false, 0)
      let end = place + length
      let row = UnsafeBufferPointer(rebasing: text.bytes[place..<end])
      if !isPassedOver(row) {
        let line = finder.line(at: place)
        if let failure = shapeFailure(of: row) {
          mended.refusedCount += 1
          if mended.refusals.count < mostRefusals {
            mended.refusals.append(failure.refusal(of: row, line: line))
          }
        } else {
          mended.bytes.append(contentsOf: row)
          mended.bytes.append(UInt8(ascii: "\n"))
          mended.origins.append(RowOrigin(line: line, bytes: place..<end))
          mended.count += 1
        }
      }
      place = end + 1
    }
    return mended
  }

  /// Whether a line is empty and therefore no record.
  private func isPassedOver(_ row: UnsafeBufferPointer<UInt8>) -> Bool {
    targets.count > 1 && (row.isEmpty || row.count == 1 && row[0] == UInt8(ascii: "\r"))
  }
}

/// A chunk of no records.
func emptyChunk(of type: FieldType) -> RowBatch.Chunk {
  switch Column(for: type) {
  case .integers: .integers(ValueChunk(capacity: 0))
  case .doubles: .doubles(ValueChunk(capacity: 0))
  case .booleans: .booleans(BitChunk())
  case .texts: .texts(TextChunk(capacity: 0))
  }
}
