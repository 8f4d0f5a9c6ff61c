internal import FoundationEssentials
internal import HikidashiValues

/// Reads one column of a regular run into a column of one chunk.
///
/// Rows whose value is not in the common form are noted as odd and hold anything.
struct ColumnReader {
  let parser: DelimitedParser
  let field: FieldDefinition
  let grid: FieldGrid
  let column: Int

  func read(_ memory: ColumnMemory, odd: inout PositionBits) -> Column {
    let column: Column
    switch field.type {
    case .integer, .double:
      column = numbers(memory, odd: &odd)
    case .date:
      column = .doubles([values(memory, odd: &odd) { DateText.seconds($0) }])
    case .boolean: column = .booleans([booleans(odd: &odd)])
    case .string: column = .texts([texts(memory, odd: &odd)])
    case .data: column = .texts([decodedTexts(memory, odd: &odd)])
    case .json:
      let texts = texts(memory, odd: &odd)
      for row in 0..<grid.rows where texts.holdsValue(at: row) {
        if JSONScanner.complaint(about: texts.bytes(at: row)) != nil { odd[row] = true }
      }
      column = .texts([texts])
    }
    if field.isSelectiveAboutText { check(column, odd: &odd) }
    return column
  }

  private func numbers(_ memory: ColumnMemory, odd: inout PositionBits) -> Column {
    switch (field.type, parser.keepsText) {
    case (.integer, false): .integers([values(memory, odd: &odd) { NumberText.integer($0) }])
    case (.integer, true):
      .integers([
        values(memory, odd: &odd) {
          FieldText.keeps($0, as: .integer) ? NumberText.integer($0) : nil
        }
      ])
    case (_, false): .doubles([values(memory, odd: &odd) { NumberText.double($0) }])
    case (_, true):
      .doubles([
        values(memory, odd: &odd) { FieldText.keeps($0, as: .double) ? NumberText.double($0) : nil }
      ])
    }
  }

  /// Asks the field about each of its values.
  private func check(_ column: Column, odd: inout PositionBits) {
    for row in 0..<grid.rows where !odd[row] {
      if field.complaint(about: column.cell(at: row, type: field.type)) != nil { odd[row] = true }
    }
  }

  @inline(__always)
  private func values<Value: BitwiseCopyable & Sendable & AdditiveArithmetic>(
    _ memory: ColumnMemory, odd: inout PositionBits,
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
        odd[row] = true
      }
    }
    return ValueChunk(
      values: values, capacity: grid.rows, count: grid.rows, present: present, owner: owner)
  }

  private func booleans(odd: inout PositionBits) -> BitChunk {
    let chunk = BitChunk()
    var missing: [Int] = []
    let null = NullText(parser)
    grid.forEach(column: column) { row, text in
      if !null.isLikeValue, let value = FieldText.commonBoolean(text) {
        if value { chunk.words[row >> 6] |= 1 << UInt64(row & 63) }
      } else if null.matches(text), field.isOptional {
        missing.append(row)
      } else {
        odd[row] = true
      }
    }
    chunk.count = grid.rows
    for row in missing { chunk.set(nil, at: row) }
    return chunk
  }

  /// Notes that there is no value.
  private func miss(_ row: Int, _ present: inout PresenceBits?, _ odd: inout PositionBits) {
    if field.isOptional { markNull(row, in: &present) } else { odd[row] = true }
  }

  private func texts(_ memory: ColumnMemory, odd: inout PositionBits) -> TextChunk {
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
        if !field.isOptional { odd[row] = true }
        filler.skip(row)
      } else if let codec, codec.occur(in: text) {
        if !filler.decode(text, at: row, by: codec) { odd[row] = true }
      } else {
        filler.copy(text, at: row, readableEnd: end)
      }
    }
    return filler.chunk()
  }

  /// Data, from base64.
  private func decodedTexts(_ memory: ColumnMemory, odd: inout PositionBits) -> TextChunk {
    let chunk = TextChunk(capacity: grid.rows)
    let null = NullText(parser)
    let codec = TextMarks(style: parser.style)
    var plain: [UInt8] = []
    let seesNull = !null.bytes.isEmpty || field.isOptional
    grid.forEach(column: column) { row, text in
      var data: Data?
      if seesNull, null.matches(text) {
        if !field.isOptional { odd[row] = true }
      } else if !codec.occur(in: text) {
        data = Base64Text.data(text)
        if data == nil { odd[row] = true }
      } else if codec.decode(text, into: &plain) {
        data = plain.withUnsafeBufferPointer(Base64Text.data)
        if data == nil { odd[row] = true }
      } else {
        odd[row] = true
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
