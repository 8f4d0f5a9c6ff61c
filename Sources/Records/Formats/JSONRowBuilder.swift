internal import CScan
internal import FoundationEssentials

/// Gathers the records of a run of JSON lines.
struct JSONRowBuilder {
  private let parser: JSONLinesParser
  private let fields: [FieldDefinition]
  private var chunks: [RowBatch.Chunk]
  private var numbers: [Int] = []
  private var origins: [RowOrigin] = []
  private var row = 0
  /// Which fields the line at hand has.
  private var seen: [Bool]
  private var seesNumber = false
  private var bytes: [UInt8] = []

  init(_ parser: JSONLinesParser, rows: Int, memory: ColumnMemory) {
    self.parser = parser
    fields = parser.schema.fields
    seen = Array(repeating: false, count: fields.count)
    chunks = fields.map { field in
      switch field.type {
      case .integer:
        let piece = memory.piece(of: Int.self, count: rows)
        return .integers(
          ValueChunk(values: piece.start, capacity: rows, count: 0, owner: piece.owner))
      case .double, .date:
        let piece = memory.piece(of: Double.self, count: rows)
        return .doubles(
          ValueChunk(values: piece.start, capacity: rows, count: 0, owner: piece.owner))
      case .boolean: return .booleans(BitChunk())
      case .string, .data, .json: return .texts(TextChunk(capacity: rows))
      }
    }
  }

  /// Adds the record of a line, and says why if it cannot. Lines of nothing but spaces are passed
  /// over.
  mutating func add(
    _ line: UnsafeBufferPointer<UInt8>, from origin: RowOrigin
  ) -> RowFailure? {
    if let offset = firstInvalidByte(of: line) {
      return RowFailure(problem: .notUTF8, offset: offset)
    }
    var scanner = JSONScanner(line)
    scanner.skipSpace()
    if scanner.isAtEnd { return nil }
    for index in seen.indices { seen[index] = false }
    seesNumber = false
    do throws(RowFailure) {
      try readObject(&scanner)
      try fillGaps(scanner)
    } catch {
      // What was written is written over by the next record, or cut off.
      return error
    }
    row += 1
    if parser.numberKey != nil { origins.append(origin) }
    return nil
  }

  private mutating func readObject(_ scanner: inout JSONScanner) throws(RowFailure) {
    try expect(&scanner, UInt8(ascii: "{"), "an opening brace")
    scanner.skipSpace()
    if !scanner.skip(UInt8(ascii: "}")) {
      repeat {
        scanner.skipSpace()
        try readMember(&scanner)
        scanner.skipSpace()
      } while scanner.skip(UInt8(ascii: ","))
      try expect(&scanner, UInt8(ascii: "}"), "a comma or closing brace")
    }
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw broken(scanner.failure("something follows the object")) }
  }

  private mutating func readMember(_ scanner: inout JSONScanner) throws(RowFailure) {
    let start = scanner.place
    let key: JSONScanner.Span
    do throws(JSONScanner.Failure) { key = try scanner.skipString() } catch { throw broken(error) }
    bytes.removeAll(keepingCapacity: true)
    if key.hasEscapes {
      scanner.unescape(key, into: &bytes)
    } else {
      bytes += scanner.text[key.bytes]
    }
    scanner.skipSpace()
    try expect(&scanner, UInt8(ascii: ":"), "a colon")
    scanner.skipSpace()
    let duplicate = RowFailure(
      problem: .duplicateKey(name: String(decoding: bytes, as: UTF8.self)), offset: start)
    if bytes == parser.numberKey {
      guard !seesNumber else { throw duplicate }
      seesNumber = true
      try readNumber(&scanner)
    } else if let index = parser.keys.firstIndex(of: bytes) {
      guard !seen[index] else { throw duplicate }
      seen[index] = true
      try readValue(&scanner, index)
    } else if parser.ignoresUnknown {
      do throws(JSONScanner.Failure) { try scanner.skipValue() } catch { throw broken(error) }
    } else {
      let name = String(decoding: bytes, as: UTF8.self)
      throw RowFailure(
        problem: .unknownKey(name: name, known: parser.schema.names), offset: start)
    }
  }

  private mutating func readNumber(_ scanner: inout JSONScanner) throws(RowFailure) {
    let start = scanner.place
    do throws(JSONScanner.Failure) { try scanner.skipValue() } catch { throw broken(error) }
    let text = UnsafeBufferPointer(rebasing: scanner.text[start..<scanner.place])
    guard let number = NumberText.integer(text), number >= 0 else {
      throw RowFailure(problem: .badNumber(text: FieldText.shortened(text)), offset: start)
    }
    if numbers.count > row { numbers[row] = number } else { numbers.append(number) }
  }

  /// Fields that the line lacks hold their default.
  private mutating func fillGaps(_ scanner: JSONScanner) throws(RowFailure) {
    if let key = parser.numberKey, !seesNumber {
      throw RowFailure(
        problem: .refused(.missingValue(field: String(decoding: key, as: UTF8.self))), offset: 0)
    }
    for (index, field) in fields.enumerated() where !seen[index] {
      guard field.isOptional || !field.defaultValue.isNull else {
        throw RowFailure(
          problem: .refused(.missingValue(field: field.name)), field: field.name, offset: 0)
      }
      write(field.defaultValue, index)
    }
  }

  private func expect(
    _ scanner: inout JSONScanner, _ byte: UInt8, _ what: String
  ) throws(RowFailure) {
    do throws(JSONScanner.Failure) {
      try scanner.expect(byte, what)
    } catch {
      throw broken(error)
    }
  }

  private func broken(_ failure: JSONScanner.Failure) -> RowFailure {
    RowFailure(problem: .badJSON(reason: failure.description), offset: failure.offset)
  }

  /// Reads one value into the field's chunk.
  private mutating func readValue(
    _ scanner: inout JSONScanner, _ index: Int
  ) throws(RowFailure) {
    let field = fields[index]
    let start = scanner.place
    let isNull = scanner.next == UInt8(ascii: "n")
    var span: JSONScanner.Span?
    do throws(JSONScanner.Failure) {
      if scanner.next == UInt8(ascii: "\"") {
        span = try scanner.skipString()
      } else {
        try scanner.skipValue()
      }
    } catch {
      throw broken(error)
    }
    let fail = { (problem: RecordProblem) in
      RowFailure(problem: problem, column: nil, field: field.name, offset: start)
    }
    if isNull, field.type != .json || field.isOptional {
      guard field.isOptional else { throw fail(.refused(.missingValue(field: field.name))) }
      return write(.null, index)
    }
    let raw = UnsafeBufferPointer(rebasing: scanner.text[start..<scanner.place])
    guard store(raw, span, of: scanner, index) else {
      throw fail(problem(field.type, raw))
    }
    guard field.isSelective else { return }
    let cell = Column(of: chunks[index]).cell(at: row, type: field.type)
    if let complaint = field.complaint(about: cell) { throw fail(.refused(complaint)) }
  }

  private func problem(_ type: FieldType, _ raw: UnsafeBufferPointer<UInt8>) -> RecordProblem {
    if case .failure(.outOfRange(let text)) = FieldText.cell(of: type, raw) {
      return .outOfRange(text: text)
    }
    return .notAValue(type, text: FieldText.shortened(raw))
  }

  /// Writes a value; false when it is none of the field's type.
  private mutating func store(
    _ raw: UnsafeBufferPointer<UInt8>, _ span: JSONScanner.Span?, of scanner: JSONScanner,
    _ index: Int
  ) -> Bool {
    let type = fields[index].type
    let isText = span != nil
    guard let span, type != .json else { return store(raw, type, isText: isText, chunks[index]) }
    guard span.hasEscapes else {
      let content = UnsafeBufferPointer(rebasing: scanner.text[span.bytes])
      return store(content, type, isText: true, chunks[index])
    }
    bytes.removeAll(keepingCapacity: true)
    scanner.unescape(span, into: &bytes)
    return bytes.withUnsafeBufferPointer { store($0, type, isText: true, chunks[index]) }
  }

  private func store(
    _ content: UnsafeBufferPointer<UInt8>, _ type: FieldType, isText: Bool,
    _ chunk: RowBatch.Chunk
  ) -> Bool {
    switch chunk {
    case .integers(let chunk):
      guard !isText, let value = NumberText.integer(content) else { return false }
      chunk.set(value, at: row)
    case .doubles(let chunk):
      guard let value = number(content, type, isText: isText) else { return false }
      chunk.set(value, at: row)
    case .booleans(let chunk):
      guard let value = FieldText.boolean(content) else { return false }
      chunk.set(value, at: row)
    case .texts(let chunk):
      guard type == .json || isText else { return false }
      guard type == .data else {
        chunk.set(content, at: row)
        return true
      }
      guard let data = Base64Text.data(content) else { return false }
      data.withUnsafeBytes { chunk.set($0.bindMemory(to: UInt8.self), at: row) }
    }
    return true
  }

  /// A double or the seconds of a date.
  private func number(
    _ content: UnsafeBufferPointer<UInt8>, _ type: FieldType, isText: Bool
  ) -> Double? {
    guard type == .double else { return isText ? DateText.seconds(content) : nil }
    guard isText else { return NumberText.double(content) }
    // Text stands only for what JSON has no number for.
    guard let value = FieldText.double(content), !value.isFinite else { return nil }
    return value
  }

  private func write(_ cell: CellValue, _ index: Int) {
    switch (chunks[index], cell) {
    case (.integers(let chunk), .integer(let value)): chunk.set(value, at: row)
    case (.integers(let chunk), _): chunk.set(nil, at: row)
    case (.doubles(let chunk), .double(let value)): chunk.set(value, at: row)
    case (.doubles(let chunk), .date(let value)):
      chunk.set(value.timeIntervalSinceReferenceDate, at: row)
    case (.doubles(let chunk), _): chunk.set(nil, at: row)
    case (.booleans(let chunk), .boolean(let value)): chunk.set(value, at: row)
    case (.booleans(let chunk), _): chunk.set(nil, at: row)
    case (.texts(let chunk), let cell): cell.withBytes { chunk.set($0, at: row) }
    }
  }

  /// The records that were added.
  mutating func finish() -> RowBatch {
    for (index, chunk) in chunks.enumerated() {
      // A record that was refused last may have left something behind.
      if chunk.count > row { write(.null, index) }
      if case .texts(let texts) = chunk {
        chunks[index] = .texts(texts.copy(capacity: texts.count))
      }
    }
    var batch = RowBatch(rows: row, chunks: chunks, refused: RowBits(rows: row))
    if parser.numberKey != nil { batch.numbers = Array(numbers.prefix(row)) }
    batch.origins = origins
    return batch
  }
}
