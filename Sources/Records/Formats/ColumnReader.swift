internal import FoundationEssentials

/// Reads one column of a regular run into a chunk.
///
/// Rows whose value is not in the common form are noted as odd and hold anything.
struct ColumnReader {
  let parser: DelimitedParser
  let field: FieldDefinition
  let grid: FieldGrid
  let column: Int

  func chunk(_ memory: ColumnMemory, odd: inout RowBits) -> RowBatch.Chunk {
    let chunk: RowBatch.Chunk
    switch field.type {
    case .integer:
      chunk = .integers(values(memory, odd: &odd) { NumberText.integer($0) })
    case .double:
      chunk = .doubles(values(memory, odd: &odd) { NumberText.double($0) })
    case .date:
      chunk = .doubles(values(memory, odd: &odd) { DateText.seconds($0) })
    case .boolean: chunk = .booleans(booleans(odd: &odd))
    case .string: chunk = .texts(texts(memory, odd: &odd))
    case .data: chunk = .texts(decodedTexts(memory, odd: &odd))
    case .json:
      let texts = texts(memory, odd: &odd)
      for row in 0..<grid.rows where texts.holdsValue(at: row) {
        if JSONScanner.complaint(about: texts.bytes(at: row)) != nil { odd.insert(row) }
      }
      chunk = .texts(texts)
    }
    if field.isSelective { check(chunk, odd: &odd) }
    return chunk
  }

  /// Asks the field about each of its values.
  private func check(_ chunk: RowBatch.Chunk, odd: inout RowBits) {
    let column = Column(of: chunk)
    for row in 0..<grid.rows where !odd.contains(row) {
      if field.complaint(about: column.cell(at: row, type: field.type)) != nil { odd.insert(row) }
    }
  }

  @inline(__always)
  private func values<Value: BitwiseCopyable & Sendable & AdditiveArithmetic>(
    _ memory: ColumnMemory, odd: inout RowBits,
    _ read: (UnsafeBufferPointer<UInt8>) -> Value?
  ) -> ValueChunk<Value> {
    let (values, owner) = memory.piece(of: Value.self, count: grid.rows)
    var present: PresenceBits?
    let null = NullText(parser)
    let mark = parser.mark
    let isQuoted = parser.style == .quotes && grid.hasMarks
    grid.forEach(column: column) { row, text in
      if !null.isLikeValue, let value = read(text) {
        values[row] = value
      } else if null.matches(text) {
        values[row] = .zero
        miss(row, &present, &odd)
      } else if isQuoted, text.count > 2, text[0] == mark, text[text.count - 1] == mark,
        let value = read(UnsafeBufferPointer(rebasing: text[1..<text.count - 1]))
      {
        values[row] = value
      } else if null.isLikeValue, let value = read(text) {
        values[row] = value
      } else {
        values[row] = .zero
        odd.insert(row)
      }
    }
    return ValueChunk(
      values: values, capacity: grid.rows, count: grid.rows, present: present, owner: owner)
  }

  private func booleans(odd: inout RowBits) -> BitChunk {
    let chunk = BitChunk()
    var missing: [Int] = []
    let null = NullText(parser)
    grid.forEach(column: column) { row, text in
      if !null.isLikeValue, let value = FieldText.commonBoolean(text) {
        if value { chunk.words[row >> 6] |= 1 << UInt64(row & 63) }
      } else if null.matches(text), field.isOptional {
        missing.append(row)
      } else {
        odd.insert(row)
      }
    }
    chunk.count = grid.rows
    for row in missing { chunk.set(nil, at: row) }
    return chunk
  }

  /// Notes that there is no value.
  private func miss(_ row: Int, _ present: inout PresenceBits?, _ odd: inout RowBits) {
    guard field.isOptional else { return odd.insert(row) }
    let bits = present ?? PresenceBits()
    bits[row] = false
    present = bits
  }

  private func texts(_ memory: ColumnMemory, odd: inout RowBits) -> TextChunk {
    var filler = TextFiller(memory, rows: grid.rows, bytes: grid.byteCount(ofColumn: column))
    let end = grid.text + grid.readable
    let null = NullText(parser)
    // In quoted text nothing at all is the empty text where a value must be.
    let seesNull =
      (null.bytes.first != parser.mark || grid.hasMarks)
      && (!null.bytes.isEmpty || field.isOptional)
    let codec = grid.hasMarks ? TextMarks(style: parser.style) : nil
    grid.forEach(column: column) { row, text in
      if seesNull, null.matches(text) {
        if !field.isOptional { odd.insert(row) }
        filler.skip(row)
      } else if let codec, codec.occur(in: text) {
        if !filler.decode(text, at: row, by: codec) { odd.insert(row) }
      } else {
        filler.copy(text, at: row, readableEnd: end)
      }
    }
    return filler.chunk()
  }

  /// Data, from base64.
  private func decodedTexts(_ memory: ColumnMemory, odd: inout RowBits) -> TextChunk {
    let chunk = TextChunk(capacity: grid.rows)
    let null = NullText(parser)
    let codec = TextMarks(style: parser.style)
    var plain: [UInt8] = []
    let seesNull = !null.bytes.isEmpty || field.isOptional
    grid.forEach(column: column) { row, text in
      var data: Data?
      if seesNull, null.matches(text) {
        if !field.isOptional { odd.insert(row) }
      } else if !codec.occur(in: text) {
        data = Base64Text.data(text)
        if data == nil { odd.insert(row) }
      } else if codec.decode(text, into: &plain) {
        data = plain.withUnsafeBufferPointer(Base64Text.data)
        if data == nil { odd.insert(row) }
      } else {
        odd.insert(row)
      }
      if let data {
        data.withUnsafeBytes { chunk.set($0.bindMemory(to: UInt8.self), at: row) }
      } else {
        chunk.set(nil, at: row)
      }
    }
    // What was grown by doubling is made as large as it need be.
    return chunk.copy(capacity: grid.rows)
  }
}

/// The text for no value, at hand for a column.
struct NullText {
  let bytes: [UInt8]
  let isLikeValue: Bool

  init(_ parser: DelimitedParser) {
    bytes = parser.nullText
    isLikeValue = parser.isNullLikeValue
  }

  @inline(__always)
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == bytes.count && text.elementsEqual(bytes)
  }
}

extension Column {
  /// A column of one chunk.
  init(of chunk: RowBatch.Chunk) {
    switch chunk {
    case .integers(let chunk): self = .integers([chunk])
    case .doubles(let chunk): self = .doubles([chunk])
    case .booleans(let chunk): self = .booleans([chunk])
    case .texts(let chunk): self = .texts([chunk])
    }
  }
}
