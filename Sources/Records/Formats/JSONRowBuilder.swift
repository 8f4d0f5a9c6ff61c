internal import CHikidashiScan
internal import FoundationEssentials
internal import Glibc
internal import HikidashiValues

/// Gathers the records of a run of JSON lines.
///
/// What is needed for every value lies in memory of its own, without references: two threads that
/// count references to the same objects would hold each other up.
struct JSONRowBuilder: ~Copyable {
  /// A field's type and the memory for its values.
  struct Slot {
    let type: FieldType
    let isOptional: Bool
    let isSelective: Bool
    let target: Target
    /// The last row that has a value of the field.
    var seenInRow = -1
  }

  /// A chunk that the builder holds.
  enum Target {
    case integers(Unmanaged<ValueChunk<Int>>)
    case doubles(Unmanaged<ValueChunk<Double>>)
    case booleans(Unmanaged<BitChunk>)
    case texts(Unmanaged<TextChunk>)
  }

  let schema: Schema
  private let parser: JSONLinesReader
  private let keys: JSONKeys
  /// One chunk each.
  private var columns: [Column]
  let slots: UnsafeMutablePointer<Slot>
  private let slotCount: Int
  private var numbers: [Int] = []
  private var origins: [RowOrigin] = []
  private(set) var row = 0
  /// Which lines were looked at: a line that is refused takes no row.
  private var attempt = 0
  private var bytes: [UInt8] = []

  init(_ parser: JSONLinesReader, rows: Int, memory: ColumnMemory) {
    self.parser = parser
    schema = parser.schema
    keys = JSONKeys(schema.names)
    columns = schema.fields.map { Self.column(for: $0.type, rows: rows, memory) }
    slotCount = columns.count
    slots = .allocate(capacity: slotCount)
    for (index, field) in schema.fields.enumerated() {
      let slot = Slot(
        type: field.type, isOptional: field.isOptional, isSelective: field.isSelectiveAboutText,
        target: Self.target(columns[index]))
      (slots + index).initialize(to: slot)
    }
  }

  deinit { slots.deallocate() }

  private static func column(
    for type: FieldType, rows: Int, _ memory: ColumnMemory
  ) -> Column {
    switch type {
    case .integer:
      let piece = memory.piece(of: Int.self, count: rows)
      return .integers([
        ValueChunk(values: piece.start, capacity: rows, count: 0, owner: piece.owner)
      ])
    case .double, .date:
      let piece = memory.piece(of: Double.self, count: rows)
      return .doubles([
        ValueChunk(values: piece.start, capacity: rows, count: 0, owner: piece.owner)
      ])
    case .boolean: return .booleans([BitChunk()])
    case .string, .data, .json: return .texts([TextChunk(capacity: rows)])
    }
  }

  private static func target(_ column: Column) -> Target {
    switch column {
    case .integers(let chunks): .integers(.passUnretained(chunks[0]))
    case .doubles(let chunks): .doubles(.passUnretained(chunks[0]))
    case .booleans(let chunks): .booleans(.passUnretained(chunks[0]))
    case .texts(let chunks): .texts(.passUnretained(chunks[0]))
    }
  }

  /// Adds the record of a line, which is UTF-8, and says why if it cannot. Lines of nothing but
  /// spaces are passed over.
  mutating func add(_ line: UnsafeBufferPointer<UInt8>, from origin: RowOrigin) -> RowFailure? {
    var scanner = JSONScanner(line)
    scanner.skipSpace()
    if scanner.isAtEnd { return nil }
    attempt += 1
    do throws(RowFailure) {
      try readObject(&scanner)
      try fillGaps()
    } catch {
      // What was written is written over by the next record, or cut off.
      return error
    }
    row += 1
    if parser.notesOrigins { origins.append(origin) }
    return nil
  }

  private mutating func readObject(_ scanner: inout JSONScanner) throws(RowFailure) {
    var numberSeen = false
    var last = -1
    try expect(&scanner, UInt8(ascii: "{"), "an opening brace")
    scanner.skipSpace()
    if !scanner.skip(UInt8(ascii: "}")) {
      repeat {
        scanner.skipSpace()
        try readMember(&scanner, after: &last, &numberSeen)
        scanner.skipSpace()
      } while scanner.skip(UInt8(ascii: ","))
      try expect(&scanner, UInt8(ascii: "}"), "a comma or closing brace")
    }
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw broken(scanner.failure("something follows the object")) }
    if let key = parser.numberKey, !numberSeen {
      throw RowFailure(problem: .refused(.missingValue(field: key)), offset: 0)
    }
  }

  /// - Parameter last: the field of the member before, as lines are mostly alike.
  private mutating func readMember(
    _ scanner: inout JSONScanner, after last: inout Int, _ numberSeen: inout Bool
  ) throws(RowFailure) {
    let start = scanner.place
    var found = keys.skip(after: last, &scanner)
    var name: String?
    if found == nil {
      let span: JSONScanner.Span
      do throws(JSONScanner.Failure) { span = try scanner.skipString() } catch {
        throw broken(error)
      }
      let key = scanner.string(span)
      found = keys.index(of: key)
      name = key
    }
    scanner.skipSpace()
    try expect(&scanner, UInt8(ascii: ":"), "a colon")
    scanner.skipSpace()
    if let index = found {
      guard slots[index].seenInRow != attempt else { throw duplicate(keys[index], start) }
      slots[index].seenInRow = attempt
      last = index
      return try readValue(&scanner, index)
    }
    let key = name ?? ""
    if key == parser.numberKey {
      guard !numberSeen else { throw duplicate(key, start) }
      numberSeen = true
      return try readNumber(&scanner)
    }
    guard parser.ignoresUnknown else {
      throw RowFailure(problem: .unknownKey(name: key, known: schema.names), offset: start)
    }
    do throws(JSONScanner.Failure) { try scanner.skipValue() } catch { throw broken(error) }
  }

  private func duplicate(_ key: String, _ offset: Int) -> RowFailure {
    RowFailure(problem: .duplicateKey(name: key), offset: offset)
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

  /// Sets the fields that the line lacks to their defaults.
  private mutating func fillGaps() throws(RowFailure) {
    for index in 0..<slotCount where slots[index].seenInRow != attempt {
      let field = schema.fields[index]
      guard field.isOptional || !field.defaultValue.isNull else {
        throw RowFailure(
          problem: .refused(.missingValue(field: field.name)), field: field.name, offset: 0)
      }
      write(field.defaultValue, index)
    }
  }

  private func expect(
    _ scanner: inout JSONScanner, _ byte: UInt8, _ what: StaticString
  ) throws(RowFailure) {
    if !scanner.skip(byte) { throw broken(scanner.failure("\(what) is missing")) }
  }

  private func broken(_ failure: JSONScanner.Failure) -> RowFailure {
    RowFailure(problem: .badJSON(reason: failure.description), offset: failure.offset)
  }

  /// Reads one value into the field's chunk.
  private mutating func readValue(_ scanner: inout JSONScanner, _ index: Int) throws(RowFailure) {
    let start = scanner.place
    let first = scanner.next
    var span: JSONScanner.Span?
    do throws(JSONScanner.Failure) {
      if first == UInt8(ascii: "\"") {
        span = try scanner.skipString()
      } else {
        try scanner.skipValue()
      }
    } catch {
      throw broken(error)
    }
    if first == UInt8(ascii: "n"), slots[index].type != .json || slots[index].isOptional {
      guard slots[index].isOptional else {
        throw failed(.refused(.missingValue(field: schema.fields[index].name)), index, start)
      }
      return write(.null, index)
    }
    let raw = UnsafeBufferPointer(rebasing: scanner.text[start..<scanner.place])
    guard store(raw, span, of: scanner, index) else {
      throw failed(problem(slots[index].type, raw), index, start)
    }
    guard slots[index].isSelective else { return }
    let field = schema.fields[index]
    let cell = columns[index].cell(at: row, type: field.type)
    if let complaint = field.complaint(about: cell) {
      throw failed(.refused(complaint), index, start)
    }
  }

  private func failed(_ problem: RecordProblem, _ index: Int, _ offset: Int) -> RowFailure {
    RowFailure(problem: problem, field: schema.fields[index].name, offset: offset)
  }

  private func problem(_ type: FieldType, _ raw: UnsafeBufferPointer<UInt8>) -> RecordProblem {
    switch FieldText.cell(of: type, raw) {
    case .failure(.outOfRange(let text)): .outOfRange(text: text)
    case .failure(.tooLarge(let text)): .tooLarge(text: text)
    default: .notAValue(type, text: FieldText.shortened(raw))
    }
  }

  /// Writes a value; false when it is none of the field's type.
  private mutating func store(
    _ raw: UnsafeBufferPointer<UInt8>, _ span: JSONScanner.Span?, of scanner: JSONScanner,
    _ index: Int
  ) -> Bool {
    guard let span, slots[index].type != .json else {
      guard slots[index].type == .json, let start = raw.baseAddress,
        memchr(start, 0x0D, raw.count) != nil
      else {
        return store(raw, isText: span != nil, slots[index])
      }
      bytes.removeAll(keepingCapacity: true)
      bytes.append(contentsOf: raw.lazy.map(JSONLinesPrinter.onOneLine))
      return bytes.withUnsafeBufferPointer { store($0, isText: false, slots[index]) }
    }
    guard span.hasEscapes else {
      let content = UnsafeBufferPointer(rebasing: scanner.text[span.bytes])
      return store(content, isText: true, slots[index])
    }
    bytes.removeAll(keepingCapacity: true)
    scanner.unescape(span, into: &bytes)
    return bytes.withUnsafeBufferPointer { store($0, isText: true, slots[index]) }
  }

  /// The records that were added.
  mutating func finish() -> RowBatch {
    for (index, column) in columns.enumerated() {
      // A record that was refused last may have left something behind.
      if column.chunks[0].count > row { write(.null, index) }
      if case .texts(let texts) = column {
        columns[index] = .texts(texts.map { $0.copy(capacity: $0.count) })
      }
    }
    var batch = RowBatch(rows: row, columns: columns, refused: PositionBits(count: row))
    if parser.numberKey != nil { batch.numbers = Array(numbers.prefix(row)) }
    batch.origins = origins
    return batch
  }
}

// MARK: - Values

extension JSONRowBuilder {
  /// Writes a value into a field's chunk; false when it is none of the field's type.
  ///
  /// - Parameter isText: whether it stands between quotes, which `content` lacks, but for JSON.
  @inline(__always)
  func store(_ content: UnsafeBufferPointer<UInt8>, isText: Bool, _ slot: Slot) -> Bool {
    switch slot.target {
    case .integers(let chunk):
      guard !isText, let value = NumberText.integer(content) else { return false }
      chunk._withUnsafeGuaranteedRef { $0.set(value, at: row) }
    case .doubles(let chunk):
      guard let value = number(content, slot.type, isText: isText) else { return false }
      chunk._withUnsafeGuaranteedRef { $0.set(value, at: row) }
    case .booleans(let chunk):
      guard let value = FieldText.commonBoolean(content) ?? FieldText.boolean(content) else {
        return false
      }
      chunk._withUnsafeGuaranteedRef { $0.set(value, at: row) }
    case .texts(let chunk):
      guard slot.type == .json || isText else { return false }
      guard slot.type == .data else {
        chunk._withUnsafeGuaranteedRef { $0.set(content, at: row) }
        return true
      }
      guard let data = Base64Text.data(content) else { return false }
      data.withUnsafeBytes { bytes in
        chunk._withUnsafeGuaranteedRef { $0.set(bytes.bindMemory(to: UInt8.self), at: row) }
      }
    }
    return true
  }

  /// A double or the seconds of a date.
  @inline(__always)
  private func number(
    _ content: UnsafeBufferPointer<UInt8>, _ type: FieldType, isText: Bool
  ) -> Double? {
    guard type == .double else { return isText ? DateText.seconds(content) : nil }
    guard isText else { return NumberText.double(content) }
    // Text stands only for what JSON has no number for.
    guard let value = FieldText.double(content), !value.isFinite else { return nil }
    return value
  }

  /// Writes a value of the field's type, or null.
  func write(_ cell: CellValue, _ index: Int) {
    switch slots[index].target {
    case .integers(let chunk):
      chunk._withUnsafeGuaranteedRef { $0.set(Int(cell: cell), at: row) }
    case .doubles(let chunk):
      let seconds = Date(cell: cell)?.timeIntervalSinceReferenceDate
      chunk._withUnsafeGuaranteedRef { $0.set(Double(cell: cell) ?? seconds, at: row) }
    case .booleans(let chunk):
      chunk._withUnsafeGuaranteedRef { $0.set(Bool(cell: cell), at: row) }
    case .texts(let chunk):
      cell.withBytes { bytes in chunk._withUnsafeGuaranteedRef { $0.set(bytes, at: row) } }
    }
  }
}
