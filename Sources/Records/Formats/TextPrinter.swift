internal import HikidashiBase

/// Writes a table: all processors convert chunks to text, which is written in the order of the
/// chunks.
///
/// A processor that has finished a chunk and finds nobody writing hands on what is ready; the others
/// meanwhile go on. Only so many chunks are ahead of what was written, so that the memory needed
/// does not grow with the table.
final class TextPrinter: Sendable {
  private let table: RecordTable
  private let printer: any RowPrinter
  private let bits: [BitChunk?]

  init(_ table: RecordTable, _ printer: any RowPrinter, records: RecordSet?) {
    self.table = table
    self.printer = printer
    bits = (records.map { table.numbers.intersection($0) } ?? table.numbers).chunks
  }

  /// The text of the chunk at `index`; the header stands before the first.
  private func print(_ index: Int, to buffer: inout TextBuffer) {
    buffer.removeAll()
    if index == 0 {
      printer.printHeader(to: &buffer)
    }
    if index < bits.count, let chunk = bits[index], chunk.countOfTrue > 0 {
      let columns = table.schema.fields.enumerated().map { field, definition in
        PrintedColumn(table.columns[field], chunk: index, field: definition)
      }
      printer.print(chunk.words, chunk: index, columns, to: &buffer)
    }
    if index == 0, buffer.bytes.starts(with: byteOrderMark) { doubleMark(&buffer) }
  }

  /// A text that begins with a byte order mark needs another, which readers take away.
  private func doubleMark(_ buffer: inout TextBuffer) {
    let text = Array(buffer.bytes)
    buffer.removeAll()
    buffer.append(byteOrderMark)
    buffer.append(text)
  }

  /// Hands the text to `write`, part by part and in order.
  func print(
    onProgress: ((Double) -> Void)?,
    _ write: (UnsafeBufferPointer<UInt8>) throws(RecordTextError) -> Void
  ) throws(RecordTextError) {
    let count = max(1, bits.count)
    let workers = table.count < 4096 ? 1 : min(Parallel.processors, count)
    let line = PrintLine(count: count, mostAhead: workers * 2)
    Parallel.run(workers) { worker in
      var buffer = TextBuffer(capacity: 1 << 16)
      while let index = line.next() {
        // Only the caller's thread knows of its task.
        if Task.isCancelled { line.fail(.cancelled) }
        print(index, to: &buffer)
        line.hand(over: &buffer, index) { (bytes, index) throws(RecordTextError) in
          try write(bytes)
          onProgress?(Double(index + 1) / Double(count))
        }
      }
    }
    if let failure = line.failure { throw failure }
  }
}

/// The optional bytes at the beginning of a text that mark it as UTF-8.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
