extension RecordTable {
  /// Writes the records as text, in ascending order of their numbers.
  ///
  /// ```swift
  /// try cards.write(to: .file("cards.csv"), as: .csv)
  /// try cards.write(cards.numbers, to: .descriptor(1), as: .jsonLines)
  /// ```
  ///
  /// A file is replaced when all is written, and otherwise left as it was. All processors work on
  /// it; a few megabytes are needed beside the table. A task that is cancelled stops soon.
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

  /// Writes the records as text on another thread, so that the caller's is free.
  ///
  /// - Throws: as ``write(_:to:as:onProgress:)`` does.
  @concurrent
  public func writing(
    _ records: RecordSet? = nil, to destination: RecordDestination, as format: RecordFormat,
    onProgress: (@Sendable (_ fraction: Double) -> Void)? = nil
  ) async throws(RecordTextError) {
    try write(records, to: destination, as: format, onProgress: onProgress)
  }

  /// The records as text, UTF-8.
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

  /// The records as text.
  ///
  /// - Throws: ``RecordTextError/badFormat(reason:)``.
  public func text(
    _ records: RecordSet? = nil, as format: RecordFormat
  ) throws(RecordTextError) -> String {
    String(decoding: try bytes(records, as: format), as: UTF8.self)
  }
}

extension RecordFormat {
  /// What writes the records of a table.
  fileprivate func printer(for schema: Schema) throws(RecordTextError) -> any RowPrinter {
    switch self {
    case .delimited(let format):
      if let complaint = format.complaint(for: schema) { throw .badFormat(reason: complaint) }
      return DelimitedPrinter(format, schema: schema)
    case .jsonObjects(let format):
      if let complaint = format.complaint(for: schema) { throw .badFormat(reason: complaint) }
      return JSONLinesPrinter(format, schema: schema)
    }
  }
}
