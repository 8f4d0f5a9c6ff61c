extension QueryParser {
  /// Parses the value after a field and its comparison.
  mutating func comparisonTerm(
    _ field: FieldDefinition, _ comparison: QueryScanner.Comparison
  ) throws(QuerySyntaxError) -> Query {
    let sign = scanner.at
    scanner.skipSpaces()
    if scanner.isAtEnd || scanner.sign == ")" {
      throw scanner.error(.missingValue(field: field.title), at: sign..<sign)
    }
    let start = scanner.at
    if comparison == .holds, scanner.scalars[start] == "/" {
      let pattern = try pattern()
      try require(field.type.isText, "/", field, at: start..<scanner.at)
      return try patternQuery(field, pattern, at: start..<scanner.at)
    }
    let (text, place) = try starredText()
    if comparison == .holds, let query = nullTest(field, text) { return query }
    switch field.type {
    case .string, .json: return try textQuery(field, comparison, text, place)
    case .integer, .double, .date: return try numberQuery(field, comparison, text)
    case .boolean, .data: return try plainQuery(field, comparison, text)
    }
  }

  /// `none`, `any`, and a star alone.
  private func nullTest(
    _ field: FieldDefinition, _ text: QueryScanner.Text
  ) -> Query? {
    if text.isStarAlone { return field.hasValue }
    guard !text.isLiteral, !text.isStarred else { return nil }
    switch text.narrow.lowercased() {
    case "none": return field.isNull
    case "any": return field.hasValue
    default: return nil
    }
  }

  private mutating func textQuery(
    _ field: FieldDefinition, _ comparison: QueryScanner.Comparison, _ text: QueryScanner.Text,
    _ place: MatchPlace
  ) throws(QuerySyntaxError) -> Query {
    if comparison == .holds, text.isQuoted, let range = try quotedRange(field, from: text) {
      return range
    }
    let written = text.isQuoted ? text.text : starred(text)
    let cell: CellValue = field.type == .json ? .json(written) : .string(written)
    switch comparison {
    case .holds: return .text(field, place, text.text)
    case .word: return .text(field, .word, written)
    case .equal: return .equal(field, cell)
    case .notEqual: return .notEqual(field, cell)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      try require(field.type.isSortable, comparison.rawValue, field, at: text.range)
      return .within(field, QueryRange(comparison.order, cell))
    }
  }

  /// The text with the stars that were taken from its ends: only a colon knows stars.
  private func starred(_ text: QueryScanner.Text) -> String {
    guard text.isStarred else { return text.text }
    let isOpen = scanner.signs[text.range.lowerBound] == "*"
    return (isOpen ? "*" : "") + text.text + (text.endsInStar && !text.text.isEmpty ? "*" : "")
  }

  /// `"a".."b"`: text between two quotations.
  private mutating func quotedRange(
    _ field: FieldDefinition, from lower: QueryScanner.Text
  ) throws(QuerySyntaxError) -> Query? {
    let start = scanner.at
    guard scanner.skip(ifAt: .range) || (scanner.skip(ifAt: ".") && scanner.skip(ifAt: ".")) else {
      scanner.goBack(to: start)
      return nil
    }
    let isHalfOpen = scanner.skip(ifAt: "<")
    guard scanner.isAtQuote else {
      throw scanner.error(.missingValue(field: field.title), at: scanner.at..<scanner.at)
    }
    let upper = try piece()
    try require(field.type.isSortable, "..", field, at: lower.range.lowerBound..<scanner.at)
    return .within(
      field,
      QueryRange(
        lower: .init(value: .string(lower.text), isIncluded: true),
        upper: .init(value: .string(upper.text), isIncluded: !isHalfOpen)))
  }

  private func numberQuery(
    _ field: FieldDefinition, _ comparison: QueryScanner.Comparison, _ text: QueryScanner.Text
  ) throws(QuerySyntaxError) -> Query {
    if comparison == .holds, !text.isStarred, let range = RangeText(text.narrow),
      let query = try range.query(field, scanner, at: text.range)
    {
      return query
    }
    guard !text.isStarred, let span = ValueSpan(text.narrow, type: field.type) else {
      throw bad(text, field)
    }
    switch comparison {
    case .holds, .equal: return span.equal(field)
    case .notEqual: return span.notEqual(field)
    case .word: throw notComparable("~", field, at: text.range)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return .within(field, span.range(comparison.order))
    }
  }

  /// Booleans and data, which can be equal or not.
  private func plainQuery(
    _ field: FieldDefinition, _ comparison: QueryScanner.Comparison, _ text: QueryScanner.Text
  ) throws(QuerySyntaxError) -> Query {
    let value = field.type == .boolean ? CellValue(truth: text.narrow) : CellValue(hex: text.narrow)
    guard let value, !text.isStarred else { throw bad(text, field) }
    switch comparison {
    case .holds, .equal: return .equal(field, value)
    case .notEqual: return .notEqual(field, value)
    default: throw notComparable(comparison.rawValue, field, at: text.range)
    }
  }

  private func bad(_ text: QueryScanner.Text, _ field: FieldDefinition) -> QuerySyntaxError {
    let written = String(text.text.prefix(40))
    return scanner.error(
      .badValue(written, field: field.title, type: field.type), at: text.range)
  }

  private func notComparable(
    _ sign: String, _ field: FieldDefinition, at range: Range<Int>
  ) -> QuerySyntaxError {
    scanner.error(.notComparable(sign, field: field.title, type: field.type), at: range)
  }

  private func require(
    _ isRight: Bool, _ sign: String, _ field: FieldDefinition, at range: Range<Int>
  ) throws(QuerySyntaxError) {
    if !isRight { throw notComparable(sign, field, at: range) }
  }
}

extension QueryScanner.Comparison {
  /// The same among the comparisons by order.
  fileprivate var order: Query.Comparison {
    switch self {
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    default: .greaterOrEqual
    }
  }
}

extension FieldType {
  /// Whether values of the type are text that can be searched.
  var isText: Bool { self == .string || self == .json }
}
