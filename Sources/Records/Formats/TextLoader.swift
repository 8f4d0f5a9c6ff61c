internal import CHikidashiScan

/// Reads a source window by window: each is cut into runs of as many records as a chunk has, which
/// all processors read at once, and which are then appended in their order.
struct TextLoader {
  private let reader: SourceReader
  private let options: ReadingOptions
  private let makeParser: (Schema, RowText) throws(RecordTextError) -> Opening
  private let windowSize: Int
  private let rowsPerBatch: Int

  /// A parser, and how much of the text it took to make it: the header.
  struct Opening {
    var parser: any RowParser
    var consumed = 0
  }

  /// - Parameters:
  ///   - windowSize: bytes read at once; small ones are for tests.
  ///   - rowsPerBatch: records of one run, at most ``ChunkLayout/size``; few are for tests.
  init(
    _ source: RecordSource, options: ReadingOptions, windowSize: Int = 16 << 20,
    rowsPerBatch: Int = ChunkLayout.size,
    _ makeParser: @escaping (Schema, RowText) throws(RecordTextError) -> Opening
  ) throws(RecordTextError) {
    reader = try SourceReader(source)
    self.options = options
    self.windowSize = windowSize
    self.rowsPerBatch = rowsPerBatch
    self.makeParser = makeParser
  }

  /// Appends the records; the table may be half filled when it throws.
  func load(into table: inout RecordTable) throws(RecordTextError) -> ReadingReport {
    let longest = min(max(options.longestRecord, 1), 1 << 31)
    // A text that is or may be short needs no large window.
    let known = reader.byteCount.map { $0 + 1 } ?? 1 << 18
    var window = ReadWindow(capacity: min(windowSize, known))
    var assembler = BatchAssembler(refusals: options.refusals, keys: options.keys)
    let memory = ColumnMemory(usesSlabs: reader.byteCount.map { $0 > 1 << 21 } ?? false)
    var parser: (any RowParser)?
    var read = 0
    while true {
      if Task.isCancelled { throw .cancelled }
      let count = try window.fill(from: reader)
      read += count
      if parser == nil {
        try dropByteOrderMark(&window)
        parser = try open(&window, table.schema, longest: longest)
        if parser == nil { continue }
      }
      guard let parser else { continue }
      var cuts = window.cuts(
        by: parser.tokenizer, first: rowsPerBatch - table.nextPosition % rowsPerBatch,
        rows: rowsPerBatch)
      if cuts.isEmpty, window.isAtEnd { break }
      if cuts.isEmpty, window.capacity >= longest, let tokenizer = parser.tokenizer,
        let open = window.cutOfOpenRecord(tokenizer)
      {
        cuts = [open]
      }
      if cuts.isEmpty {
        try grow(&window, longest: longest)
        continue
      }
      let batches = parse(cuts, of: window, by: parser, memory: memory)
      for (batch, text) in zip(batches, cuts) {
        try assembler.append(batch, of: text, to: &table)
      }
      window.consume(cuts)
      report(read, window)
      if !window.isAtEnd { widen(&window, runs: cuts.count) }
    }
    return assembler.report
  }

  /// Makes room for as many runs as there are processors, within bounds, where records are so long that
  /// fewer were read.
  private func widen(_ window: inout ReadWindow, runs: Int) {
    if window.capacity < windowSize {
      window.grow(to: windowSize)
    } else if runs < Parallel.processors, window.capacity < 4 * windowSize {
      window.grow(to: window.capacity * 2)
    }
  }

  private func dropByteOrderMark(_ window: inout ReadWindow) throws(RecordTextError) {
    guard window.consumed == 0, window.text.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    window.consume(bytes: 3)
  }

  /// Reads what stands before the records, once its line is whole.
  private func open(
    _ window: inout ReadWindow, _ schema: Schema, longest: Int
  ) throws(RecordTextError) -> (any RowParser)? {
    let opening = try makeParser(schema, window.all)
    guard opening.consumed >= 0 else {
      try grow(&window, longest: longest)
      return nil
    }
    window.consume(bytes: opening.consumed)
    return opening.parser
  }

  private func grow(_ window: inout ReadWindow, longest: Int) throws(RecordTextError) {
    guard window.capacity < longest else { throw .tooLong(line: window.line, limit: longest) }
    window.grow(to: min(window.capacity * 2, longest))
  }

  private func parse(
    _ cuts: [RowText], of window: borrowing ReadWindow, by parser: any RowParser,
    memory: ColumnMemory
  ) -> [RowBatch] {
    let slots = UnsafeMutablePointer<RowBatch>.allocate(capacity: cuts.count)
    defer {
      slots.deinitialize(count: cuts.count)
      slots.deallocate()
    }
    nonisolated(unsafe) let cuts = cuts
    nonisolated(unsafe) let target = slots
    Parallel.run(cuts.count) { index in
      (target + index).initialize(to: parser.parse(cuts[index], memory: memory))
    }
    return Array(UnsafeBufferPointer(start: slots, count: cuts.count))
  }

  private func report(_ read: Int, _ window: borrowing ReadWindow) {
    guard let onProgress = options.onProgress, let total = reader.byteCount, total > 0 else {
      return
    }
    onProgress(min(1, Double(read - window.text.count) / Double(total)))
  }
}
