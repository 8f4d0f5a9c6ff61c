/// The fields of a table in their order, which are checked when the schema is made.
///
/// ```swift
/// let name = Field<String>("name"), rate = Field<Double>("rate", default: 0)
/// let schema = try Schema(name, rate)
/// ```
public struct Schema: Sendable {
  /// The fields in the order in which tables, forms and files show them.
  public let fields: [FieldDefinition]
  /// The version that migrations count up, beginning with 1.
  public let version: Int

  /// Makes a schema of these fields.
  ///
  /// - Throws: ``SchemaError`` when a name is bad or given twice, when a default is none of the
  ///   field's values, or when a reading is no other text field.
  public init(_ fields: any FieldHandle..., version: Int = 1) throws(SchemaError) {
    try self.init(fields: fields.map(\.definition), version: version)
  }

  /// Makes a schema of an array of fields.
  ///
  /// - Throws: as ``init(_:version:)`` does.
  public init(fields: [FieldDefinition], version: Int = 1) throws(SchemaError) {
    self.fields = fields
    self.version = version
    if let field = fields.first(where: \.isComputed) { throw .computedField(field.name) }
    try validate()
  }

  /// Makes the schema of a table that has computed fields, too.
  init(_ schema: Schema, computed: [FieldDefinition]) throws(SchemaError) {
    if let field = computed.first(where: { !$0.isComputed }) {
      throw .storedField(field.name)
    }
    fields = schema.fields + computed
    version = schema.version
    try validate()
  }

  /// The names of the fields, in order.
  public var names: [String] { fields.map(\.name) }

  /// The field of this name, or nil where the schema has none.
  public subscript(name: String) -> FieldDefinition? { fields.first { $0.name == name } }

  /// Returns a typed handle for the field of this name, as for a schema that was read from a file.
  ///
  /// - Throws: ``SchemaError/unknownField(name:known:)`` or
  ///   ``SchemaError/wrongType(field:expected:asked:)``.
  public func field<Value: FieldValue>(
    _ name: String, of type: Value.Type
  ) throws(SchemaError) -> Field<Value> {
    guard let definition = self[name] else {
      throw .unknownField(name: name, known: names)
    }
    guard definition.type == Value.fieldType, definition.isOptional == Value.isOptional else {
      let optional = { (isOptional: Bool) in isOptional ? "optional " : "" }
      throw .wrongType(
        field: name, expected: optional(definition.isOptional) + definition.type.rawValue,
        asked: optional(Value.isOptional) + Value.fieldType.rawValue)
    }
    // The handle's reads do not throw, so that every value of the field must be one of the type.
    guard knownTest(of: Value.self) == nil || definition.valueType == ObjectIdentifier(Value.self)
    else {
      throw .wrongType(
        field: name, expected: "any \(definition.type)", asked: "\(Value.self), which not all are")
    }
    return Field(unchecked: definition)
  }

  /// The index of the field, or nil when it belongs to another schema.
  @inline(__always)
  func index(of definition: FieldDefinition) -> Int? {
    // Schemas are short: comparing pointers beats hashing them.
    for index in fields.indices where fields[index] === definition { return index }
    return nil
  }

  /// The index of the field of this name.
  func index(named name: String) throws(RecordError) -> Int {
    guard let index = fields.firstIndex(where: { $0.name == name }) else {
      throw .unknownField(name: name, known: names)
    }
    return index
  }
}

extension Schema: Equatable {
  /// Whether both have the same version and fields with the same, not only similar, definitions.
  public static func == (left: Schema, right: Schema) -> Bool {
    left.version == right.version && left.fields == right.fields
  }
}

// MARK: - Validation

extension Schema {
  /// Checks the version and all fields of the schema.
  func validate() throws(SchemaError) {
    guard version >= 1 else { throw .badVersion(version) }
    guard !fields.isEmpty else { throw .noFields }
    var seen: Set<String> = []
    for field in fields {
      try checkName(field.name)
      // Databases do not tell ASCII capitals from small letters in the names of columns.
      guard seen.insert(asciiLowercased(field.name)).inserted else {
        throw .duplicateName(field.name)
      }
      try checkFormat(of: field)
      try checkRules(of: field)
      try checkDefault(of: field)
      try checkReading(of: field)
    }
  }

  private func checkName(_ name: String) throws(SchemaError) {
    guard let first = name.unicodeScalars.first, let last = name.unicodeScalars.last else {
      throw .badName(name, reason: "it is empty")
    }
    // PostgreSQL cuts longer names.
    guard name.utf8.count <= 63 else {
      throw .badName(name, reason: "it is longer than 63 bytes of UTF-8, more than databases take")
    }
    guard !first.properties.isWhitespace, !last.properties.isWhitespace else {
      throw .badName(name, reason: "it begins or ends with a space")
    }
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .control
    }
    guard !name.unicodeScalars.contains(where: isControl) else {
      throw .badName(name, reason: "it holds a control character")
    }
  }

  private func checkFormat(of field: FieldDefinition) throws(SchemaError) {
    switch field.format {
    case .decimals(let count), .percent(decimals: let count):
      guard (0...FieldFormat.mostDecimals).contains(count) else {
        throw .badFormat(
          field: field.name,
          reason: "there are 0 to \(FieldFormat.mostDecimals) decimals, not \(count)")
      }
    case .automatic, .bytes, .day, .paragraphs, .file, .picture, .duration, .time, .link, .tags:
      break
    }
  }

  private func checkRules(of field: FieldDefinition) throws(SchemaError) {
    for rule in field.rules {
      switch rule {
      case .range(let low, let high):
        guard !high.precedes(low), !low.isNaN, !high.isNaN else {
          throw .badRule(field: field.name, reason: "no value lies between \(low) and \(high)")
        }
      case .length(let low, let high):
        guard low <= high, high >= 0 else {
          throw .badRule(field: field.name, reason: "no text has \(low) to \(high) characters")
        }
      case .oneOf(let cells):
        guard !cells.isEmpty else {
          throw .badRule(field: field.name, reason: "the list of allowed values is empty")
        }
      case .check: break
      }
    }
  }

  private func checkDefault(of field: FieldDefinition) throws(SchemaError) {
    guard !field.defaultValue.isNull else { return }
    if let complaint = field.complaint(about: field.defaultValue) {
      throw .badDefault(field: field.name, reason: complaint.description)
    }
  }

  private func checkReading(of field: FieldDefinition) throws(SchemaError) {
    guard let name = field.reading else { return }
    let refuse = { (reason: String) in
      SchemaError.badReading(field: field.name, reading: name, reason: reason)
    }
    guard field.type == .string else { throw refuse("only text has a reading") }
    guard name != field.name else { throw refuse("a field cannot be its own reading") }
    guard let reading = self[name] else { throw refuse("the schema has no such field") }
    guard reading.type == .string else { throw refuse("it holds \(reading.type), not text") }
    guard reading.reading == nil else { throw refuse("it has a reading itself") }
  }
}

/// The text with A–Z in lower case.
func asciiLowercased(_ text: String) -> String {
  String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
}

// MARK: - Inference

extension Schema {
  /// Infers a schema from the header and the first records of delimited text.
  ///
  /// ```swift
  /// let schema = try Schema(inferringFrom: .file("cards.csv"), as: .csv)
  /// let cards = try RecordTable(schema, csv: .file("cards.csv"))
  /// ```
  ///
  /// A column gets the first type that fits all its values: boolean, integer, double, date, otherwise string; it is
  /// optional when a value is missing. A type of numbers or booleans fits only what it writes in the same way, but for
  /// zeros at the end of a fraction: a column with 01067, +49 or `yes` is one of strings.
  /// Without a header the fields are called `column1`, `column2` and so on, as those are that the header gives no name. A name that stands
  /// there twice gets a number, and a name that no field may have becomes its title. Later records that do
  /// not fit are refused when they are read, with ``ReadingOptions/keepsText`` also 007 among numbers.
  ///
  /// - Parameters:
  ///   - source: it is read again to get at the records, so that it can be no pipe.
  ///   - format: how the text is delimited.
  ///   - sampleBytes: how much of the text is looked at; complete records only.
  /// - Throws: ``RecordTextError`` when the text cannot be read.
  public init(
    inferringFrom source: RecordSource, as format: DelimitedFormat, sampleBytes: Int = 1 << 20
  ) throws(RecordTextError) {
    var sample = ReadWindow(capacity: sampleBytes)
    _ = try sample.fill(from: SourceReader(source.asUTF8(from: format)))
    if sample.text.starts(with: byteOrderMark) { sample.consume(bytes: byteOrderMark.count) }
    let header = HeaderNames(try Self.titles(in: &sample, format))
    let names = header.names
    let texts: Schema
    do throws(SchemaError) {
      texts = try Schema(fields: names.map { Field<String?>($0, collation: .binary).definition })
    } catch {
      throw .badHeader(.badNames(error))
    }
    var options = ReadingOptions(refusals: .collect(limit: 0))
    (options.strayQuotes, options.otherWidths) = (.keep, .fit)
    let parser = DelimitedParser(
      format, schema: texts, targets: names.indices.map { .field($0) }, options: options)
    var guesses = names.map { _ in TypeGuess() }
    let memory = ColumnMemory(usesSlabs: false)
    for text in sample.cuts(by: parser.tokenizer, first: ChunkLayout.size, rows: ChunkLayout.size) {
      let batch = parser.parse(text, memory: memory)
      for (index, column) in batch.columns.enumerated() {
        if case .texts(let chunks) = column, let chunk = chunks.first {
          guesses[index].look(at: chunk, batch)
        }
      }
    }
    do throws(SchemaError) {
      let fields = names.indices.map { guesses[$0].field(names[$0], title: header.titles[$0]) }
      try self.init(fields: fields)
    } catch {
      throw .badHeader(.badNames(error))
    }
  }

  private static func ofOneText() throws(RecordTextError) -> Schema {
    do throws(SchemaError) { return try Schema(Field<String>("text")) } catch {
      throw .badHeader(.badNames(error))
    }
  }

  /// The titles of the columns, whether or not there is a header.
  private static func titles(
    in sample: inout ReadWindow, _ format: DelimitedFormat
  ) throws(RecordTextError) -> [String] {
    // Any schema does to find where the values of the first line lie.
    var options = ReadingOptions()
    options.strayQuotes = .keep
    let header = DelimitedHeader(format: format, schema: try .ofOneText(), options: options)
    guard let (titles, consumed) = try header.titles(in: sample.text, isWhole: true) else {
      return []
    }
    sample.consume(bytes: consumed)
    guard format.names.isEmpty else { return format.names }
    guard !format.hasHeader else { return titles }
    guard !sample.text.isEmpty else { throw .badHeader(.missing) }
    var values: [DelimitedTokenizer.Value] = []
    _ = format.tokenizer.record(in: sample.text, at: 0, isWhole: true, into: &values)
    return values.map { _ in "" }
  }
}

/// The types that fit all values of a column.
private struct TypeGuess {
  private var types: [FieldType] = [.boolean, .integer, .double, .date]
  private var isOptional = false
  private var isEmpty = true
  /// Whether there is a value besides infinity and NaN, which may be names as well.
  private var hasNumber = false

  mutating func look(at chunk: TextChunk, _ batch: RowBatch) {
    for row in 0..<chunk.count where !batch.refused[row] {
      guard chunk.holdsValue(at: row) else {
        isOptional = true
        continue
      }
      isEmpty = false
      let text = chunk.bytes(at: row)
      types.removeAll { !FieldText.keeps(text, as: $0) }
      hasNumber = hasNumber || text.contains { $0 &- NumberText.zero < 10 }
    }
  }

  func field(_ name: String, title: String?) -> FieldDefinition {
    var type = isEmpty ? .string : types.first ?? .string
    if type == .double, !hasNumber { type = .string }
    return FieldDefinition(name: name, title: title, type: type, isOptional: isOptional)
  }
}

extension Schema {
  /// The index of the field; stops the program when it belongs to another schema.
  @inline(__always)
  func requiredIndex(of definition: FieldDefinition) -> Int {
    guard let index = index(of: definition) else {
      fatalError(RecordError.foreignField(name: definition.name).description)
    }
    return index
  }

  /// The index of the field; throws when it belongs to another schema.
  func checkedIndex(of definition: FieldDefinition) throws(RecordError) -> Int {
    guard let index = index(of: definition) else { throw .foreignField(name: definition.name) }
    return index
  }
}
