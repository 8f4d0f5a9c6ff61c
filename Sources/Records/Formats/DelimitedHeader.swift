internal import CHikidashiScan

/// The first lines of delimited text, which may name the fields.
struct DelimitedHeader {
  let format: DelimitedFormat
  let schema: Schema
  let options: ReadingOptions

  /// Reads the header, if the format has one; a negative number of consumed bytes asks for more
  /// text.
  func open(_ text: RowText) throws(RecordTextError) -> TextLoader.Opening {
    guard let (titles, consumed) = try titles(in: text.bytes, isWhole: text.rows > 0) else {
      return TextLoader.Opening(parser: parser(plainTargets), consumed: -1)
    }
    let names = format.names.isEmpty ? titles : format.names
    let isNamed = format.hasHeader || !format.names.isEmpty
    return TextLoader.Opening(
      parser: parser(isNamed ? try targets(names) : plainTargets), consumed: consumed)
  }

  /// The columns of text without a header.
  private var plainTargets: [DelimitedParser.Target] {
    let fields = schema.fields.indices.map { DelimitedParser.Target.field($0) }
    return format.numberColumn == nil ? fields : [.number] + fields
  }

  private func parser(_ targets: [DelimitedParser.Target]) -> DelimitedParser {
    DelimitedParser(format, schema: schema, targets: targets, options: options)
  }

  /// Returns the words above each column, and the bytes in front of the first record; nil where they go on behind a
  /// text that is not whole.
  func titles(
    in text: UnsafeBufferPointer<UInt8>, isWhole: Bool
  ) throws(RecordTextError) -> (titles: [String], consumed: Int)? {
    var place = 0
    for _ in 0..<format.skippedLines where place < text.count {
      let rest = UnsafeBufferPointer(rebasing: text[place...])
      guard let start = rest.baseAddress else { break }
      place += hk_find_line(start, rest.count, noQuote, false, 0) + 1
    }
    guard place < text.count || isWhole else { return nil }
    place = min(place, text.count)
    guard place < text.count || !format.hasHeader || !format.names.isEmpty else {
      throw .badHeader(.missing)
    }
    let tokens = format.tokenizer
    var titles: [String] = []
    var values: [DelimitedTokenizer.Value] = []
    for _ in 0..<format.headerLines where place < text.count {
      guard let end = tokens.record(in: text, at: place, isWhole: isWhole, into: &values) else {
        return nil
      }
      for (index, value) in values.enumerated() {
        let part = try name(value, of: text, column: index + 1)
        if index == titles.count { titles.append("") }
        titles[index] += titles[index].isEmpty || part.isEmpty ? part : " " + part
      }
      place = min(end + 1, text.count)
    }
    return (titles, place)
  }

  private func name(
    _ value: DelimitedTokenizer.Value, of text: UnsafeBufferPointer<UInt8>, column: Int
  ) throws(RecordTextError) -> String {
    let raw = UnsafeBufferPointer(rebasing: text[value.range])
    guard firstInvalidByte(of: raw) == nil else {
      throw .badHeader(.unreadable(.notUTF8, column: column))
    }
    if value.strayQuote != nil, options.strayQuotes == .refuse {
      throw .badHeader(.unreadable(value.isOpen ? .openQuote : .strayQuote, column: column))
    }
    var bytes: [UInt8] = []
    switch format.style {
    case .quotes: format.tokenizer.decode(value, of: text) { bytes.append($0) }
    case .escapes:
      if let failure = TextMarks(style: .escapes).decode(raw, { bytes.append($0) }) {
        throw .badHeader(.unreadable(failure.problem, column: column))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func targets(
    _ names: [String]
  ) throws(RecordTextError) -> [DelimitedParser.Target] {
    var targets: [DelimitedParser.Target] = []
    var seen: Set<String> = []
    let known = FieldNames(schema)
    let made = HeaderNames(names).names
    for (index, name) in names.enumerated() {
      if let numbers = format.numberColumn, name == numbers {
        guard index == 0 else { throw .badHeader(.misplacedNumbers(name: name)) }
        targets.append(.number)
        seen.insert(name)
        continue
      }
      // By its title, too, and where two have one name, by the one that an inferred schema gives the second.
      let called = [known[name], known[made[index]]].compactMap { $0 }
      if let field = called.first(where: { !seen.contains($0.name) }),
        let place = schema.index(of: field)
      {
        targets.append(.field(place))
        seen.insert(field.name)
      } else if called.isEmpty, options.unknownFields == .ignore {
        targets.append(.ignored)
      } else if called.isEmpty {
        throw .badHeader(
          .unknownColumn(name: name, column: index + 1, known: schema.names))
      } else {
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
