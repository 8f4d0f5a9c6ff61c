extension QueryParser {
  /// A range without a field, over every field of numbers or dates that it fits; nil when no such
  /// thing is here.
  mutating func bareRange() throws(QuerySyntaxError) -> Query? {
    let start = scanner.at
    if let word = scanner.numericWord(), let range = RangeText(word.narrow) {
      let fitting = try range.queries(over: schema.fields, scanner, at: word.range)
      if !fitting.isEmpty { return .any(of: fitting) }
    }
    scanner.goBack(to: start)
    return nil
  }

  /// A term without groups and negations.
  mutating func simpleTerm() throws(QuerySyntaxError) -> Query {
    let start = scanner.at
    switch scanner.sign {
    case "/" where scanner.scalars[start] == "/":
      let pattern = try pattern()
      let end = scanner.at
      return try overTexts(at: start..<end) { (field) throws(QuerySyntaxError) in
        try patternQuery(field, pattern, at: start..<end)
      }
    case "~":
      scanner.skip()
      let word = try piece()
      guard !word.text.isEmpty else { throw scanner.error(.missingTerm, at: start..<scanner.at) }
      return try overTexts(at: start..<scanner.at) { .text($0, .word, word.text) }
    case "*": return try phrase(from: start)
    default: break
    }
    let name = try piece(endingAt: .comparison)
    if let comparison = comparison(after: name) {
      if name.range.isEmpty {
        throw scanner.error(.missingField, at: start..<max(scanner.at, start + 1))
      }
      return try comparisonTerm(field(name), comparison)
    }
    scanner.goBack(to: start)
    return try phrase(from: start)
  }

  /// The comparison behind what may be a field: at once, or behind spaces when it is no colon.
  private mutating func comparison(after name: QueryScanner.Text) -> QueryScanner.Comparison? {
    if let comparison = scanner.comparison() { return comparison }
    let end = scanner.at
    scanner.skipSpaces()
    if scanner.sign != ":", let comparison = scanner.comparison() { return comparison }
    scanner.goBack(to: end)
    return nil
  }

  /// A quotation or a word.
  mutating func piece(
    endingAt end: QueryScanner.WordEnd = .space
  ) throws(QuerySyntaxError) -> QueryScanner.Text {
    guard scanner.isAtQuote else { return scanner.word(endingAt: end) }
    let start = scanner.at
    guard let quotation = scanner.quotation() else {
      throw scanner.error(.unclosedQuote, at: start..<start + 1)
    }
    return quotation
  }

  mutating func pattern() throws(QuerySyntaxError) -> String {
    let start = scanner.at
    guard let pattern = scanner.pattern() else {
      throw scanner.error(.unclosedPattern, at: start..<start + 1)
    }
    return pattern
  }

  func patternQuery(
    _ field: FieldDefinition, _ pattern: String, at range: Range<Int>
  ) throws(QuerySyntaxError) -> Query {
    do {
      return try .pattern(field, pattern)
    } catch {
      guard case .badPattern(_, let column, let reason) = error else {
        throw scanner.error(.badPattern(reason: error.description), at: range)
      }
      // The stroke at the beginning is not part of the pattern.
      let place = column.map { min(range.lowerBound + $0, range.upperBound - 1) }
      throw scanner.error(
        .badPattern(reason: reason), at: place.map { $0..<$0 + 1 } ?? range)
    }
  }

  /// Words alone: text with stars at its ends, in any field of text.
  private mutating func phrase(from start: Int) throws(QuerySyntaxError) -> Query {
    let (text, place) = try starredText()
    if text.isStarAlone { return .everything }
    return try overTexts(at: start..<scanner.at) { .text($0, place, text.text) }
  }

  /// A word or a quotation, and where in a text it stands as the stars around it say.
  mutating func starredText() throws(QuerySyntaxError) -> (QueryScanner.Text, MatchPlace) {
    let start = scanner.at
    let isOpen = scanner.skip(ifAt: "*")
    var text = try piece()
    var isOpenAtEnd = false
    if text.isQuoted {
      isOpenAtEnd = scanner.skip(ifAt: "*")
    } else if text.endsInStar {
      isOpenAtEnd = true
      text.text.unicodeScalars.removeLast()
      text.narrow.unicodeScalars.removeLast()
    }
    text.range = start..<scanner.at
    text.isStarred = isOpen || isOpenAtEnd
    switch (isOpen, isOpenAtEnd) {
    case (true, false): return (text, .end)
    case (false, true): return (text, .start)
    default: return (text, .anywhere)
    }
  }

  /// Asks the same of every field of text.
  private func overTexts(
    at range: Range<Int>, _ query: (FieldDefinition) throws(QuerySyntaxError) -> Query
  ) throws(QuerySyntaxError) -> Query {
    var queries: [Query] = []
    for field in schema.fields where field.type == .string { queries.append(try query(field)) }
    guard !queries.isEmpty else { throw scanner.error(.noTextField, at: range) }
    return .any(of: queries)
  }

  private func field(_ name: QueryScanner.Text) throws(QuerySyntaxError) -> FieldDefinition {
    if let field = names[name.text] { return field }
    throw scanner.error(
      .unknownField(name.text, suggestions: names.suggestions(for: name.text)), at: name.range)
  }
}
