// MARK: - Reading

extension RecordTable {
  /// Makes a table from the records of a text.
  ///
  /// ```swift
  /// let cards = try RecordTable(schema, from: .file("cards.tsv"), as: .tsv)
  /// ```
  ///
  /// - Throws: as ``append(from:as:options:)`` does when it stops at the first record refused.
  public init(
    _ schema: Schema, from source: RecordSource, as format: RecordFormat
  ) throws(RecordTextError) {
    self.init(schema)
    try append(from: source, as: format)
  }

  /// Makes a table from tab-separated values with a header.
  public init(_ schema: Schema, tsv source: RecordSource) throws(RecordTextError) {
    try self.init(schema, from: source, as: .tsv)
  }

  /// Makes a table from comma-separated values with a header.
  public init(_ schema: Schema, csv source: RecordSource) throws(RecordTextError) {
    try self.init(schema, from: source, as: .csv)
  }

  /// Makes a table from JSON objects, one a line.
  public init(_ schema: Schema, jsonLines source: RecordSource) throws(RecordTextError) {
    try self.init(schema, from: source, as: .jsonLines)
  }

  /// Appends the records of a text, in their order.
  ///
  /// ```swift
  /// var options = ReadingOptions(refusals: .collect())
  /// options.onProgress = { fraction in print(fraction) }
  /// let report = try cards.append(from: .file("more.csv"), as: .csv, options: options)
  /// for refused in report.refused { print(refused.error) }
  /// ```
  ///
  /// The fields may stand in any order; those that the text lacks have their default. Text that is
  /// not UTF-8 is refused, never repaired. When an error is thrown, the table stays as it was: with
  /// ``ReadingOptions/RefusalPolicy/stop``, all records are appended or none.
  ///
  /// Large texts are read by all processors, window by window, so that no more than some tens of
  /// megabytes are needed beside the table. A task that is cancelled stops at the next window.
  ///
  /// - Returns: How many records were appended, and which were refused.
  /// - Throws: ``RecordTextError``, with the place in the text where there is one.
  /// - Complexity: O(*n*)
  @discardableResult
  public mutating func append(
    from source: RecordSource, as format: RecordFormat, options: ReadingOptions = ReadingOptions()
  ) throws(RecordTextError) -> ReadingReport {
    try append(from: source, as: format, options: options, windowSize: 16 << 20)
  }

  /// Appends the records of a CSV text; see ``append(from:as:options:)``.
  ///
  /// - Throws: ``RecordTextError``, with the place in the text where there is one.
  @discardableResult
  public mutating func append(
    csv source: RecordSource, options: ReadingOptions = ReadingOptions()
  ) throws(RecordTextError) -> ReadingReport {
    try append(from: source, as: .csv, options: options)
  }

  /// Reads a table on another thread, so that the calling thread stays free.
  ///
  /// It is a thread of the pool that tasks share, which has as many threads as there are
  /// processors. Read a pipe whose writer is slow on a thread of your own, with
  /// ``append(from:as:options:)``.
  ///
  /// Cancelling the task ends the reading with ``RecordTextError/cancelled``.
  ///
  /// - Throws: as ``append(from:as:options:)`` does.
  @concurrent
  public static func read(
    _ schema: Schema, from source: RecordSource, as format: RecordFormat,
    options: ReadingOptions = ReadingOptions()
  ) async throws(RecordTextError) -> (table: RecordTable, report: ReadingReport) {
    var table = RecordTable(schema)
    let report = try table.append(from: source, as: format, options: options)
    return (table, report)
  }

  /// Appends records with the given sizes, which tests make small.
  mutating func append(
    from source: RecordSource, as format: RecordFormat, options: ReadingOptions, windowSize: Int,
    rowsPerBatch: Int = ChunkLayout.size
  ) throws(RecordTextError) -> ReadingReport {
    let loader = try TextLoader(
      format.readable(source), options: options, windowSize: windowSize, rowsPerBatch: rowsPerBatch
    ) { (schema: Schema, text: RowText) throws(RecordTextError) in
      try format.open(text, schema: schema, options: options)
    }
    var copy = self
    let report = try loader.load(into: &copy)
    self = copy
    return report
  }
}

extension RecordFormat {
  /// The source as text in UTF-8.
  fileprivate func readable(_ source: RecordSource) throws(RecordTextError) -> RecordSource {
    guard case .delimited(let format) = self else { return source }
    return try source.asUTF8(from: format)
  }

  /// Makes the parser, which may depend on the beginning of a text.
  fileprivate func open(
    _ text: RowText, schema: Schema, options: ReadingOptions
  ) throws(RecordTextError) -> TextLoader.Opening {
    switch self {
    case .delimited(let format):
      if let complaint = format.complaint(for: schema) { throw .badFormat(reason: complaint) }
      return try DelimitedHeader(format: format, schema: schema, options: options).open(text)
    case .jsonObjects(let format):
      if let complaint = format.complaint(for: schema) { throw .badFormat(reason: complaint) }
      return TextLoader.Opening(
        parser: JSONLinesReader(format, schema: schema, options: options))
    }
  }
}

// MARK: - Writing

extension RecordTable {
  /// Writes the records as text, in ascending order of their numbers.
  ///
  /// ```swift
  /// try cards.write(to: .file("cards.csv"), as: .csv)
  /// try cards.write(cards.numbers, to: .descriptor(1), as: .jsonLines)
  /// ```
  ///
  /// A file is replaced when all is written, and otherwise stays as it was. All processors take
  /// part; a few megabytes are needed in addition to the table. A task that is cancelled stops
  /// soon.
  ///
  /// - Parameters:
  ///   - records: which records; all, if not given. Numbers that no record has are passed over.
  ///   - destination: where to.
  ///   - format: how records are written.
  ///   - onProgress: called now and then, on any thread but never on two at once, with the fraction
  ///     that was written, 0 to 1.
  /// - Throws: ``RecordTextError/cannotWrite(destination:reason:)``,
  ///   ``RecordTextError/badFormat(reason:)``, ``RecordTextError/cancelled``.
  /// - Complexity: O(*n*)
  public func write(
    _ records: RecordSet? = nil, to destination: RecordDestination, as format: RecordFormat,
    onProgress: (@Sendable (_ fraction: Double) -> Void)? = nil
  ) throws(RecordTextError) {
    let printer = try TextPrinter(self, format.printer(for: schema), records: records)
    let writer = try DestinationWriter(destination)
    nonisolated(unsafe) let target = writer
    try printer.print(onProgress: onProgress) { (bytes) throws(RecordTextError) in
      try target.write(bytes)
    }
    try writer.finish()
  }

  /// Writes the records as text on another thread, so that the calling thread stays free.
  ///
  /// - Throws: as ``write(_:to:as:onProgress:)`` does.
  @concurrent
  public func writing(
    _ records: RecordSet? = nil, to destination: RecordDestination, as format: RecordFormat,
    onProgress: (@Sendable (_ fraction: Double) -> Void)? = nil
  ) async throws(RecordTextError) {
    try write(records, to: destination, as: format, onProgress: onProgress)
  }

  /// Returns the records as text in bytes of UTF-8.
  ///
  /// - Throws: ``RecordTextError/badFormat(reason:)``.
  public func bytes(
    _ records: RecordSet? = nil, as format: RecordFormat
  ) throws(RecordTextError) -> [UInt8] {
    var result: [UInt8] = []
    let printer = try TextPrinter(self, format.printer(for: schema), records: records)
    try printer.print(onProgress: nil) { result.append(contentsOf: $0) }
    return result
  }

  /// Returns the records as text.
  ///
  /// - Throws: ``RecordTextError/badFormat(reason:)``.
  public func text(
    _ records: RecordSet? = nil, as format: RecordFormat
  ) throws(RecordTextError) -> String {
    String(decoding: try bytes(records, as: format), as: UTF8.self)
  }
}

extension RecordFormat {
  /// The printer that writes the records of a table.
  fileprivate func printer(for schema: Schema) throws(RecordTextError) -> any RowPrinter {
    switch self {
    case .delimited(let format):
      if let complaint = format.complaint(for: schema) ?? format.complaintAboutWriting {
        throw .badFormat(reason: complaint)
      }
      return DelimitedPrinter(format, schema: schema)
    case .jsonObjects(let format):
      if let complaint = format.complaint(for: schema) { throw .badFormat(reason: complaint) }
      return JSONLinesPrinter(format, schema: schema)
    }
  }
}
