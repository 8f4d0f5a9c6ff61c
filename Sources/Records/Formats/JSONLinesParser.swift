internal import FoundationEssentials

/// Reads JSON objects, one a line.
struct JSONLinesParser: RowParser {
  let schema: Schema
  let numberKey: [UInt8]?
  /// The fields' names, as they are looked for.
  let keys: [[UInt8]]
  let ignoresUnknown: Bool
  let mostRefusals: Int

  init(_ format: JSONLinesFormat, schema: Schema, options: ReadingOptions) {
    self.schema = schema
    numberKey = format.numberKey.map { Array($0.utf8) }
    keys = schema.fields.map { Array($0.name.utf8) }
    ignoresUnknown = options.unknownFields == .ignore
    mostRefusals =
      if case .collect(let limit) = options.refusals { limit } else { 1 }
  }

  var quote: Int32 { noQuote }

  func parse(_ text: RowText, memory: ColumnMemory) -> RowBatch {
    var builder = JSONRowBuilder(self, rows: text.rows, memory: memory)
    var refusals: [RefusedRecord] = []
    var refusedCount = 0
    var line = text.firstLine
    var rest = text.bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let row = UnsafeBufferPointer(rebasing: rest[..<end])
      if let failure = builder.add(row, from: RowOrigin(line: line, bytes: rest.startIndex..<end)) {
        refusedCount += 1
        if refusals.count < mostRefusals { refusals.append(failure.refusal(of: row, line: line)) }
      }
      rest = rest[min(end + 1, rest.endIndex)...]
      line += 1
    }
    var batch = builder.finish()
    batch.refusals = refusals
    batch.refusedCount = refusedCount
    return batch
  }
}
