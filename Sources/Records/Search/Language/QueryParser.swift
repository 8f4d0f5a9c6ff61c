extension Query {
  /// Makes a query from the text that a person typed into a search field.
  ///
  /// | written | finds |
  /// |---|---|
  /// | `quic http` | records with both words somewhere in their text |
  /// | `"two words"` | text with exactly this in it; `\"` is a quotation mark |
  /// | `draft*`, `*ing` | text that begins, ends so |
  /// | `~id` | text with this as a word of its own |
  /// | `/RFC \d+/` | text in which the regular expression finds something; `//` is a stroke |
  /// | `status:standard` | text of one field, by its name or its title |
  /// | `status:=standard`, `status!=draft` | text that equals, or does not |
  /// | `number:8000`, `passed:yes`, `born:2020-05` | an equal number; yes or no; a date in May 2020 |
  /// | `rate>=4`, `born<2020` | more, less |
  /// | `year:2020..`, `..5`, `1..5`, `1..<5` | a range, of one field or of any that fits |
  /// | `editor:none`, `editor:any` | no value, any value |
  /// | `is:passed` | yes in the field of yes or no; the same as `passed:yes` |
  /// | `a OR b`, `-a`, `NOT a`, `(a OR b) c`, `a AND b` | either, not, groups, both |
  /// | `*` | every record |
  ///
  /// `OR`, `AND` and `NOT` are written in capitals; `AND` is what a space means, and binds tighter
  /// than `OR`. Full-width forms of all signs and digits mean the same. Dates are in UTC, to the
  /// year, month, day, minute or second (`2020-05-20T10:30:00`); `@0` counts seconds since 2001.
  ///
  /// - Complexity: O(*n*) in the length of the string, times the fields of text for words alone.
  /// - Throws: ``QuerySyntaxError``, which tells the place and how to mend it.
  public init(parsing text: String, schema: Schema) throws(QuerySyntaxError) {
    var parser = QueryParser(text, schema: schema)
    self = try parser.parse()
  }
}

/// Parses a search string: groups, `OR` and `NOT`; comparisons are in the other file.
struct QueryParser {
  var scanner: QueryScanner
  let schema: Schema
  let names: FieldNames
  private var depth = 0

  /// The greatest depth of nested groups and negations.
  static let deepest = 64

  init(_ text: String, schema: Schema) {
    scanner = QueryScanner(text)
    self.schema = schema
    names = FieldNames(schema)
  }

  mutating func parse() throws(QuerySyntaxError) -> Query {
    scanner.skipSpaces()
    if scanner.isAtEnd { return .everything }
    let query = try alternatives()
    if !scanner.isAtEnd { throw scanner.error(.unopenedGroup, at: scanner.at..<scanner.at + 1) }
    return query
  }

  /// Parses the alternatives between `OR`s, up to the end or a closing parenthesis.
  private mutating func alternatives() throws(QuerySyntaxError) -> Query {
    var found = [try terms()]
    while skip(keyword: "OR") { found.append(try terms()) }
    return .any(of: found)
  }

  /// Parses one or more terms that must all match.
  private mutating func terms() throws(QuerySyntaxError) -> Query {
    var found = [try term()]
    while true {
      scanner.skipSpaces()
      if scanner.isAtEnd || scanner.sign == ")" || isAt(keyword: "OR") { return .all(of: found) }
      _ = skip(keyword: "AND")
      found.append(try term())
    }
  }

  private mutating func term() throws(QuerySyntaxError) -> Query {
    scanner.skipSpaces()
    let start = scanner.at
    if scanner.isAtEnd || scanner.sign == ")" {
      throw scanner.error(.missingTerm, at: start..<start)
    }
    if isAt(keyword: "OR") { throw scanner.error(.missingTerm, at: start..<start + 2) }
    if isAt(keyword: "AND") { throw scanner.error(.missingTerm, at: start..<start + 3) }
    if skip(keyword: "NOT") { return try negation(from: start) }
    if scanner.skip(ifAt: "(") { return try group(from: start) }
    if let range = try bareRange() { return range }
    guard scanner.sign == "-", !isDashAlone else { return try simpleTerm() }
    scanner.skip()
    return try negation(from: start)
  }

  private var isDashAlone: Bool {
    scanner.at + 1 >= scanner.scalars.count || scanner.sign(after: 1) == .space
  }

  private mutating func negation(from start: Int) throws(QuerySyntaxError) -> Query {
    try descend(start)
    defer { depth -= 1 }
    return !(try term())
  }

  private mutating func group(from start: Int) throws(QuerySyntaxError) -> Query {
    try descend(start)
    defer { depth -= 1 }
    let query = try alternatives()
    guard scanner.skip(ifAt: ")") else {
      throw scanner.error(.unclosedGroup, at: start..<start + 1)
    }
    return query
  }

  /// Enters one more level of nesting.
  private mutating func descend(_ start: Int) throws(QuerySyntaxError) {
    guard depth < Self.deepest else {
      throw scanner.error(.tooDeep(limit: Self.deepest), at: start..<start + 1)
    }
    depth += 1
  }

  /// Whether the next word is this one, in capitals and whole.
  private func isAt(keyword: StaticString) -> Bool {
    keyword.withUTF8Buffer { word in
      for (distance, letter) in word.enumerated()
      where scanner.sign(after: distance) != QuerySign(Unicode.Scalar(letter)) {
        return false
      }
      let end = scanner.sign(after: word.count)
      return scanner.at + word.count >= scanner.scalars.count || [.space, "(", ")"].contains(end)
    }
  }

  private mutating func skip(keyword: StaticString) -> Bool {
    scanner.skipSpaces()
    guard isAt(keyword: keyword) else { return false }
    scanner.skip(keyword.utf8CodeUnitCount)
    return true
  }
}

// MARK: - Terms

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

  /// Parses a term without groups and negations.
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
      if comparison == .holds, isTruthTest(name) { return try truthTest(name) }
      return try comparisonTerm(field(name), comparison)
    }
    scanner.goBack(to: start)
    return try phrase(from: start)
  }

  /// Whether it is the `is` of `is:passed`, and no field that is called so.
  private func isTruthTest(_ name: QueryScanner.Text) -> Bool {
    !name.isLiteral && name.narrow.lowercased() == "is" && names[name.text] == nil
  }

  /// Parses the field of yes or no behind `is:`.
  private mutating func truthTest(_ name: QueryScanner.Text) throws(QuerySyntaxError) -> Query {
    let place = scanner.at
    scanner.skipSpaces()
    if scanner.isAtEnd || scanner.sign == ")" {
      throw scanner.error(.missingValue(field: name.text), at: place..<place)
    }
    let word = try piece()
    if let field = names[word.text], field.type == .boolean {
      return .equal(field, .boolean(true))
    }
    let truths = FieldNames(schema.fields.filter { $0.type == .boolean })
    throw scanner.error(
      .unknownField(word.text, suggestions: truths.suggestions(for: word.text)), at: word.range)
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

  /// Takes a quotation or a word.
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

  /// Makes the same test for each field of text, of which any may match.
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

// MARK: - Words apart from conditions

extension QueryParser {
  mutating func searchTerms() throws(QuerySyntaxError) -> SearchTerms {
    var terms = SearchTerms()
    var conditions: [Query] = []
    var texts: [String] = []
    while true {
      scanner.skipSpaces()
      if scanner.isAtEnd { break }
      // Alternatives are of the whole, in which words are no longer what must be there.
      if isAt(keyword: "OR") {
        scanner.goBack(to: 0)
        terms = SearchTerms()
        terms.conditions = try parse()
        return terms
      }
      if !conditions.isEmpty || !terms.words.isEmpty {
        let isJoined = skip(keyword: "AND")
        scanner.skipSpaces()
        if isJoined, scanner.isAtEnd {
          throw scanner.error(.missingTerm, at: scanner.at..<scanner.at)
        }
      }
      let start = scanner.at
      if let word = try plainWord() {
        if !word.text.isEmpty { terms.words.append(word) }
        texts.append(written(from: start))
        continue
      }
      if try isLeftOut() { texts.append(written(from: start)) }
      scanner.goBack(to: start)
      if scanner.sign == ")" { throw scanner.error(.unopenedGroup, at: start..<start + 1) }
      conditions.append(try term())
    }
    terms.text = texts.joined(separator: " ")
    if !conditions.isEmpty { terms.conditions = .all(of: conditions) }
    return terms
  }

  private func written(from start: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scanner.scalars[start..<scanner.at])
    return String(text)
  }

  /// Takes a dash and the word behind it; whether that is what stands here.
  private mutating func isLeftOut() throws(QuerySyntaxError) -> Bool {
    guard scanner.sign == "-", !isDashAlone else { return false }
    scanner.skip()
    return try plainWord() != nil
  }

  /// Takes a word or a quotation that is no part of a condition; nil, with nothing taken, where something
  /// else stands here.
  private mutating func plainWord() throws(QuerySyntaxError) -> SearchTerms.Word? {
    let start = scanner.at
    switch scanner.sign {
    case "(", ")", "~", "/": return nil
    case "-" where !isDashAlone: return nil
    default: break
    }
    if isAt(keyword: "NOT") || isAt(keyword: "AND") { return nil }
    if scanner.sign != "*" {
      let isRange = try bareRange() != nil
      scanner.goBack(to: start)
      if isRange { return nil }
      let name = try piece(endingAt: .comparison)
      let isComparison = comparison(after: name) != nil
      scanner.goBack(to: start)
      if isComparison { return nil }
    }
    let word = try starredText().0
    return SearchTerms.Word(text: word.text, isQuoted: word.isQuoted)
  }
}
