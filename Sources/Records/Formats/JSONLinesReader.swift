internal import CHikidashiScan

/// Reads JSON objects, one a line.
struct JSONLinesReader: RowParser {
  let schema: Schema
  let numberKey: String?
  let ignoresUnknown: Bool
  let mostRefusals: Int
  /// Whether the place of each record in the text is recorded.
  let notesOrigins: Bool

  init(_ format: JSONLinesFormat, schema: Schema, options: ReadingOptions) {
    self.schema = schema
    numberKey = format.numberKey
    ignoresUnknown = options.unknownFields == .ignore
    notesOrigins = options.keys != nil || format.numberKey != nil
    mostRefusals =
      if case .collect(let limit) = options.refusals { limit } else { 1 }
  }

  var tokenizer: DelimitedTokenizer? { nil }

  func parse(_ text: RowText, memory: ColumnMemory) -> RowBatch {
    var builder = JSONRowBuilder(self, rows: text.rows, memory: memory)
    let isUTF8 = hk_is_utf8(text.start, text.count)
    var refusals: [RefusedRecord] = []
    var refusedCount = 0
    var line = text.firstLine
    var place = 0
    while place < text.count {
      let end = place + hk_find_line(text.start + place, text.count - place, noQuote, false, 0)
      let row = UnsafeBufferPointer(start: text.start + place, count: end - place)
      let failure =
        isUTF8 ? nil : firstInvalidByte(of: row).map { RowFailure(problem: .notUTF8, offset: $0) }
      if let failure = failure ?? builder.add(row, from: RowOrigin(line: line, bytes: place..<end))
      {
        refusedCount += 1
        if refusals.count < mostRefusals { refusals.append(failure.refusal(of: row, line: line)) }
      }
      place = end + 1
      line += 1
    }
    var batch = builder.finish()
    batch.refusals = refusals
    batch.refusedCount = refusedCount
    return batch
  }
}
