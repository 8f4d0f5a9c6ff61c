internal import CHikidashiScan

/// The first line of delimited text, which names the fields.
struct DelimitedHeader {
  let format: DelimitedFormat
  let schema: Schema
  let options: ReadingOptions

  /// Reads the header, if the format has one; a negative number of consumed bytes asks for more
  /// text.
  func open(_ text: RowText) throws(RecordTextError) -> TextLoader.Opening {
    guard format.hasHeader else { return TextLoader.Opening(parser: parser(plainTargets)) }
    let length = lineLength(in: text)
    let isAtEnd = text.rows > 0
    guard length < text.count || isAtEnd else {
      return TextLoader.Opening(parser: parser(plainTargets), consumed: -1)
    }
    guard text.count > 0 else { throw .badHeader(.missing) }
    let line = UnsafeBufferPointer(rebasing: text.bytes[..<length])
    let targets = try targets(names(in: line))
    return TextLoader.Opening(
      parser: parser(targets), consumed: min(length + 1, text.count))
  }

  /// Bytes of the first line, or of all when it has no end.
  func lineLength(in text: RowText) -> Int {
    hk_find_line(text.start, text.count, parser(plainTargets).quote, false, 0)
  }

  /// The columns of text without a header.
  private var plainTargets: [DelimitedParser.Target] {
    let fields = schema.fields.indices.map { DelimitedParser.Target.field($0) }
    return format.numberColumn == nil ? fields : [.number] + fields
  }

  private func parser(_ targets: [DelimitedParser.Target]) -> DelimitedParser {
    DelimitedParser(format, schema: schema, targets: targets, options: options)
  }

  /// The names that stand in the line.
  func names(in line: UnsafeBufferPointer<UInt8>) throws(RecordTextError) -> [String] {
    var names: [String] = []
    for range in parser(plainTargets).fields(of: line) {
      let text = UnsafeBufferPointer(rebasing: line[range])
      let column = names.count + 1
      guard firstInvalidByte(of: text) == nil else {
        throw .badHeader(.unreadable(.notUTF8, column: column))
      }
      var bytes: [UInt8] = []
      let marks = TextMarks(style: format.style)
      if let failure = marks.decode(text, { bytes.append($0) }) {
        throw .badHeader(.unreadable(failure.problem, column: column))
      }
      names.append(String(decoding: bytes, as: UTF8.self))
    }
    return names
  }

  private func targets(
    _ names: [String]
  ) throws(RecordTextError) -> [DelimitedParser.Target] {
    var targets: [DelimitedParser.Target] = []
    var seen: Set<String> = []
    for (index, name) in names.enumerated() {
      if let numbers = format.numberColumn, name == numbers {
        guard index == 0 else { throw .badHeader(.misplacedNumbers(name: name)) }
        targets.append(.number)
      } else if let field = schema.fields.firstIndex(where: { $0.name == name }) {
        targets.append(.field(field))
      } else if options.unknownFields == .ignore {
        targets.append(.ignored)
        continue
      } else {
        throw .badHeader(
          .unknownColumn(name: name, column: index + 1, known: schema.names))
      }
      guard seen.insert(name).inserted else {
        throw .badHeader(.duplicateColumn(name: name, column: index + 1))
      }
    }
    if let numbers = format.numberColumn, !seen.contains(numbers) {
      throw .badHeader(.missingColumn(name: numbers))
    }
    for field in schema.fields where !seen.contains(field.name) {
      guard field.isOptional || !field.defaultValue.isNull else {
        throw .badHeader(.missingColumn(name: field.name))
      }
    }
    return targets
  }
}
