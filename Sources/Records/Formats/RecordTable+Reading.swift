extension RecordTable {
  /// Makes a table of the records that a text holds.
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

  /// Makes a table of tab-separated values with a header.
  public init(_ schema: Schema, tsv source: RecordSource) throws(RecordTextError) {
    try self.init(schema, from: source, as: .tsv)
  }

  /// Makes a table of comma-separated values with a header.
  public init(_ schema: Schema, csv source: RecordSource) throws(RecordTextError) {
    try self.init(schema, from: source, as: .csv)
  }

  /// Makes a table of JSON objects, one a line.
  public init(_ schema: Schema, jsonLines source: RecordSource) throws(RecordTextError) {
    try self.init(schema, from: source, as: .jsonLines)
  }

  /// Appends the records that a text holds, in their order.
  ///
  /// ```swift
  /// var options = ReadingOptions(refusals: .collect())
  /// options.onProgress = { fraction in print(fraction) }
  /// let report = try cards.append(from: .file("more.csv"), as: .csv, options: options)
  /// for refused in report.refused { print(refused.error) }
  /// ```
  ///
  /// The fields may stand in any order; those that the text lacks hold their default. Text that is
  /// not UTF-8 is refused, never mended. Whatever is thrown, the table is then as it was: with
  /// ``ReadingOptions/RefusalPolicy/stop`` all records are appended or none.
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

  /// Reads records on another thread, so that the caller's is free.
  ///
  /// It is one of those that tasks share, of which there are as many as processors. Read a pipe whose
  /// writer takes its time on a thread of your own, with ``append(from:as:options:)``.
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

  /// Reads with the sizes given, which tests make small.
  mutating func append(
    from source: RecordSource, as format: RecordFormat, options: ReadingOptions, windowSize: Int,
    rowsPerBatch: Int = ChunkLayout.size
  ) throws(RecordTextError) -> ReadingReport {
    let loader = try TextLoader(
      source, options: options, windowSize: windowSize, rowsPerBatch: rowsPerBatch
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
  /// Makes the parser from the beginning of a text.
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
        parser: JSONLinesParser(format, schema: schema, options: options))
    }
  }
}
