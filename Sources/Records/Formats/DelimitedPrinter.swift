internal import CHikidashiScan

/// Writes records as lines of values between the separators that its ``DelimitedFormat`` names.
struct DelimitedPrinter: RowPrinter {
  private let format: DelimitedFormat
  private let names: [String]
  private let separator: [UInt8]
  private let firstByte: UInt8
  private let hasMoreBytes: Bool
  private let tokens: DelimitedTokenizer
  private let nullText: [UInt8]
  private let lineEnd: [UInt8]
  private let isQuoting: Bool
  /// The four bytes that a text cannot hold as they are.
  private let special: UInt32

  /// Bytes that no number, date or boolean exceeds, with what may be put around it.
  private static let mostValueBytes = 80

  init(_ format: DelimitedFormat, schema: Schema) {
    self.format = format
    names = schema.names
    tokens = format.tokenizer
    separator = tokens.separator
    firstByte = separator[0]
    hasMoreBytes = separator.count > 1
    nullText = Array(format.nullText.utf8)
    lineEnd = Array(format.lineEnd.rawValue.utf8)
    isQuoting = format.style == .quotes
    special = hk_scan_wanted(
      separator[0], UInt8(ascii: "\n"), UInt8(ascii: "\r"),
      isQuoting ? UInt8(ascii: "\"") : UInt8(ascii: "\\"))
  }

  func printHeader(to buffer: inout TextBuffer) {
    guard format.hasHeader else { return }
    let all = (format.numberColumn.map { [$0] } ?? []) + names
    for (index, name) in all.enumerated() {
      if index > 0 { buffer.append(separator) }
      let bytes = Array(name.utf8)
      bytes.withUnsafeBufferPointer { printText($0, isPlain: false, isPadded: false, to: &buffer) }
    }
    buffer.append(lineEnd)
  }

  func print(
    _ bits: UnsafePointer<UInt64>, chunk: Int, _ columns: [PrintedColumn],
    to buffer: inout TextBuffer
  ) {
    let columns = columns.map { column in
      var column = column
      column.guardsNull = guardsNull(column)
      if let start = column.values.arena, column.type != .data {
        column.isPlain =
          tokens.isPlain && hk_scan_find(start, column.textCount, special) == column.textCount
      }
      return column
    }
    columns.withUnsafeBufferPointer { columns in
      forEachPlace(bits) { place in
        if format.numberColumn != nil {
          printNumber(chunk << ChunkLayout.shift | place, to: &buffer)
        }
        for index in 0..<columns.count {
          if index > 0 || format.numberColumn != nil {
            buffer.reserve(1)
            buffer.put(firstByte)
            if hasMoreBytes { buffer.append(Array(separator.dropFirst())) }
          }
          print(columns[index], place, to: &buffer)
        }
        buffer.reserve(2)
        for byte in lineEnd { buffer.put(byte) }
      }
    }
  }

  private func printNumber(_ number: Int, to buffer: inout TextBuffer) {
    buffer.reserve(Self.mostValueBytes)
    buffer.next += NumberText.write(number, to: buffer.next)
  }

  @inline(__always)
  private func print(_ column: PrintedColumn, _ place: Int, to buffer: inout TextBuffer) {
    let values = column.values
    guard values.holdsValue(at: place) else { return buffer.append(nullText) }
    buffer.reserve(Self.mostValueBytes)
    let start = buffer.count
    switch column.type {
    case .integer: buffer.next += NumberText.write(values.integer(at: place), to: buffer.next)
    case .double: buffer.next += NumberText.write(values.double(at: place), to: buffer.next)
    case .date: buffer.next += DateText.write(values.double(at: place), to: buffer.next)
    case .boolean: printBoolean(values.boolean(at: place), to: &buffer)
    case .string, .json:
      printText(values.bytes(at: place), isPlain: column.isPlain, isPadded: true, to: &buffer)
    case .data:
      let bytes = values.bytes(at: place)
      buffer.reserve(Base64Text.textCount(bytes.count))
      buffer.next += Base64Text.write(bytes, to: buffer.next)
    }
    if column.guardsNull { protect(from: start, of: &buffer) }
  }

  @inline(__always)
  private func printBoolean(_ value: Bool, to buffer: inout TextBuffer) {
    // "true" and "fals" as little-endian words.
    let word: UInt32 = value ? 0x6575_7274 : 0x736C_6166
    UnsafeMutableRawPointer(buffer.next).storeBytes(of: word.littleEndian, as: UInt32.self)
    buffer.next[4] = UInt8(ascii: "e")
    buffer.next += value ? 4 : 5
  }

  /// Whether a value could be written like the text for no value.
  private func guardsNull(_ column: PrintedColumn) -> Bool {
    if nullText.isEmpty {
      // Only texts can be empty, and where a value must be, nothing is the empty text.
      return column.isOptional && (column.type == .string || column.type == .data)
    }
    // No text is written as `\N`: its backslash would be two.
    return !(nullText.count == 2 && nullText[0] == 0x5C && nullText[1] == UInt8(ascii: "N"))
  }

  /// Writes the last value in another way when it is written like the text for no value.
  private func protect(from start: Int, of buffer: inout TextBuffer) {
    let count = buffer.count - start
    guard count == nullText.count else { return }
    let written = UnsafeBufferPointer(start: buffer.start + start, count: count)
    guard written.elementsEqual(nullText) else { return }
    buffer.next = buffer.start + start
    if isQuoting { return nullText.withUnsafeBufferPointer { printQuoted($0, to: &buffer) } }
    var plain: [UInt8] = []
    _ = nullText.withUnsafeBufferPointer { TextMarks(style: .escapes).decode($0, into: &plain) }
    let isEscape = nullText[0] == UInt8(ascii: "\\")
    let digits = Array("0123456789ABCDEF".utf8)
    let first = plain.first ?? 0
    buffer.append([UInt8(ascii: "\\"), UInt8(ascii: "x")])
    buffer.append([digits[Int(first >> 4)], digits[Int(first & 15)]])
    buffer.append(Array(nullText.dropFirst(isEscape ? 2 : 1)))
  }

  @inline(__always)
  private func printText(
    _ text: UnsafeBufferPointer<UInt8>, isPlain: Bool, isPadded: Bool, to buffer: inout TextBuffer
  ) {
    if isPlain || !needsMarks(text) {
      buffer.append(text, isPadded: isPadded)
    } else if isQuoting {
      printQuoted(text, to: &buffer)
    } else {
      printEscaped(text, to: &buffer)
    }
  }

  private func needsMarks(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return false }
    guard !tokens.isPlain else { return hk_scan_find(start, text.count, special) < text.count }
    if tokens.trimsBlanks, let first = text.first, let last = text.last,
      first <= 0x20 || last <= 0x20
    {
      return true
    }
    let marks = separator + [0x0A, 0x0D] + [tokens.quote, tokens.escape].compactMap { $0 }
    return text.contains { marks.contains($0) }
  }

  private func printQuoted(_ text: UnsafeBufferPointer<UInt8>, to buffer: inout TextBuffer) {
    buffer.reserve(text.count * 2 + 2)
    if let quote = tokens.quote { buffer.put(quote) }
    for byte in text {
      if let escape = tokens.escape {
        // Without quotes each mark has an escape.
        let isMark = tokens.quote == nil && (separator.contains(byte) || byte < 0x20)
        if byte == escape || byte == tokens.quote || isMark { buffer.put(escape) }
      } else if byte == tokens.quote {
        buffer.put(byte)
      }
      buffer.put(byte)
    }
    if let quote = tokens.quote { buffer.put(quote) }
  }

  private func printEscaped(_ text: UnsafeBufferPointer<UInt8>, to buffer: inout TextBuffer) {
    buffer.reserve(text.count * 2)
    for byte in text {
      let letter: UInt8? =
        switch byte {
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0D: UInt8(ascii: "r")
        case 0x5C: byte
        default: nil
        }
      if letter != nil { buffer.put(UInt8(ascii: "\\")) }
      buffer.put(letter ?? byte)
    }
  }
}
