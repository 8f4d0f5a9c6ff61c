extension Schema {
  /// Guesses a schema from the header and the first records of delimited text.
  ///
  /// ```swift
  /// let schema = try Schema(inferringFrom: .file("cards.csv"), as: .csv)
  /// let cards = try RecordTable(schema, csv: .file("cards.csv"))
  /// ```
  ///
  /// A column is of the narrowest type that all its values have: boolean (words only, as 0 and 1 are
  /// numbers), integer, double, date, otherwise string; it is optional when a value is missing.
  /// Without a header the fields are called `column1`, `column2` and so on. Later records may turn
  /// out to be otherwise, and are then refused.
  ///
  /// - Parameters:
  ///   - source: it is read again to get at the records, so that it can be no pipe.
  ///   - format: how the text is delimited.
  ///   - sampleBytes: how much of the text is looked at; complete records only.
  /// - Throws: ``RecordTextError`` when the text cannot be read or its header names no fields.
  public init(
    inferringFrom source: RecordSource, as format: DelimitedFormat, sampleBytes: Int = 1 << 20
  ) throws(RecordTextError) {
    var sample = Window(capacity: sampleBytes)
    _ = try sample.fill(from: SourceReader(source))
    if sample.text.starts(with: byteOrderMark) { sample.consume(bytes: byteOrderMark.count) }
    let names = try Self.names(in: &sample, format)
    let texts: Schema
    do throws(SchemaError) {
      texts = try Schema(fields: names.map { Field<String?>($0, collation: .binary).definition })
    } catch {
      throw .badHeader(.badNames(error))
    }
    let parser = DelimitedParser(
      format, schema: texts, targets: names.indices.map { .field($0) },
      options: ReadingOptions(refusals: .collect(limit: 0)))
    var guesses = names.map { _ in TypeGuess() }
    let memory = ColumnMemory(usesSlabs: false)
    for text in sample.cuts(quote: parser.quote, first: ChunkLayout.size, rows: ChunkLayout.size) {
      let batch = parser.parse(text, memory: memory)
      for (index, chunk) in batch.chunks.enumerated() {
        if case .texts(let chunk) = chunk { guesses[index].look(at: chunk, batch) }
      }
    }
    do throws(SchemaError) {
      try self.init(fields: zip(names, guesses).map { $1.field($0) })
    } catch {
      throw .badHeader(.badNames(error))
    }
  }

  private static func ofOneText() throws(RecordTextError) -> Schema {
    do throws(SchemaError) { return try Schema(Field<String>("text")) } catch {
      throw .badHeader(.badNames(error))
    }
  }

  /// The names of the columns, whether or not there is a header.
  private static func names(
    in sample: inout Window, _ format: DelimitedFormat
  ) throws(RecordTextError) -> [String] {
    // Any schema does to find where the values of the first line lie.
    let header = DelimitedHeader(
      format: format, schema: try .ofOneText(), options: ReadingOptions())
    let length = header.lineLength(in: sample.all)
    guard !sample.text.isEmpty else { throw .badHeader(.missing) }
    let names = try header.names(in: UnsafeBufferPointer(rebasing: sample.text[..<length]))
    guard format.hasHeader else { return names.indices.map { "column\($0 + 1)" } }
    sample.consume(bytes: min(length + 1, sample.text.count))
    return names
  }
}

/// What the values of a column can be.
private struct TypeGuess {
  private var types: [FieldType] = [.boolean, .integer, .double, .date]
  private var isOptional = false
  private var isEmpty = true

  mutating func look(at chunk: TextChunk, _ batch: RowBatch) {
    for row in 0..<chunk.count where !batch.refused.contains(row) {
      guard chunk.holdsValue(at: row) else {
        isOptional = true
        continue
      }
      isEmpty = false
      let text = chunk.bytes(at: row)
      types.removeAll { !Self.isValue(text, of: $0) }
    }
  }

  private static func isValue(_ text: UnsafeBufferPointer<UInt8>, of type: FieldType) -> Bool {
    if type == .boolean, text.count < 2 { return false }
    if case .success = FieldText.cell(of: type, text) { return true }
    return false
  }

  func field(_ name: String) -> FieldDefinition {
    let type = isEmpty ? .string : types.first ?? .string
    return FieldDefinition(name: name, title: nil, type: type, isOptional: isOptional)
  }
}
