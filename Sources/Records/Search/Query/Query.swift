internal import FoundationEssentials

/// A condition by which a search finds records, made from fields in Swift or parsed from a search
/// string.
///
/// ```swift
/// let found = cards.search(rate >= 4 && !passed)
/// let recent = title.contains("quic") && year.isIn(2020...)
/// let typed = try Query(parsing: "quic status:standard 2020..", schema: cards.schema)
/// ```
///
/// Text is compared as its field's collation says: where that is localized, case and width do not
/// matter; where it is binary, every byte does.
///
/// A record whose value is null meets no comparison, not even `!=`; only ``FieldHandle/isNull``
/// finds it. `!` finds all other records: `!(rate >= 4)` also finds records without a rate. There
/// is no third truth value as in SQL.
///
/// `Double.nan` lies in no range, and equals every other NaN.
public struct Query: Hashable, Sendable {
  let node: QueryNode

  init(_ node: QueryNode) { self.node = node }

  init(_ test: QueryTest, _ field: some FieldHandle) {
    node = .test(test, field.definition)
  }

  /// Finds every record.
  public static let everything = Query(.everything)

  /// Finds no record.
  public static let nothing = Query(.nothing)

  /// Finds the records that match all of these queries; every record, if there are no queries.
  public static func all(of queries: some Sequence<Query>) -> Query {
    Query(.conjunction(queries.map(\.node)))
  }

  /// Finds the records that match any of these queries; no record, if there are no queries.
  public static func any(of queries: some Sequence<Query>) -> Query {
    Query(.disjunction(queries.map(\.node)))
  }

  /// The fields that the query tests, each once, in order of first appearance.
  public var fields: [FieldDefinition] {
    var found: [FieldDefinition] = []
    node.forEachTest { _, field in if !found.contains(field) { found.append(field) } }
    return found
  }
}

/// A ``Query``, or a field of `Bool`, which as a query finds the records where it is true.
public protocol QueryExpression: Sendable {
  /// The query itself, or the one that the field stands for.
  var query: Query { get }
}

extension Query: QueryExpression {
  /// The query itself.
  public var query: Query { self }
}

/// `Bool`, optional or not.
public protocol TruthValue: FieldValue {}

extension Bool: TruthValue {}
extension Optional: TruthValue where Wrapped == Bool {}

extension Field: QueryExpression where Value: TruthValue {
  /// Finds the records where the field is true.
  public var query: Query { Query(.oneOf([.boolean(true)]), self) }
}

extension QueryExpression {
  /// Finds the records that match both queries.
  public static func && (left: Self, right: some QueryExpression) -> Query {
    .all(of: [left.query, right.query])
  }

  /// Finds the records that match at least one of the two queries.
  public static func || (left: Self, right: some QueryExpression) -> Query {
    .any(of: [left.query, right.query])
  }

  /// Finds all records that do not match the query, including those without a value.
  public static prefix func ! (query: Self) -> Query { Query(.complement(query.query.node)) }
}

// MARK: - Description

extension Query: CustomStringConvertible {
  /// The query as a search string, which parses to an equal query.
  ///
  /// Nothing is lost as long as no more than 64 groups stand within one another.
  public var description: String { QueryWriter.text(node) }
}

/// Writes search strings.
private enum QueryWriter {
  static func text(_ node: QueryNode) -> String {
    switch node {
    case .everything: "*"
    case .nothing: "-*"
    case .all(let nodes): nodes.map { grouped($0, if: isAlternative) }.joined(separator: " ")
    case .any(let nodes): nodes.map { text($0) }.joined(separator: " OR ")
    case .not(let node): "-" + grouped(node) { isAlternative($0) || isConjunction($0) }
    case .test(let test, let field): text(test, field)
    }
  }

  private static func grouped(_ node: QueryNode, if needed: (QueryNode) -> Bool) -> String {
    needed(node) ? "(" + text(node) + ")" : text(node)
  }

  /// Whether the text of a node has an `OR` in it.
  private static func isAlternative(_ node: QueryNode) -> Bool {
    switch node {
    case .any(let nodes): !nodes.isEmpty
    case .test(.oneOf(let values), _): values.count > 1
    default: false
    }
  }

  private static func isConjunction(_ node: QueryNode) -> Bool {
    if case .all(let nodes) = node { !nodes.isEmpty } else { false }
  }

  private static func text(_ test: QueryTest, _ field: FieldDefinition) -> String {
    let name = isPlain(field.name) ? field.name : quoted(field.name)
    switch test {
    case .isNull: return name + ":none"
    case .hasValue: return name + ":any"
    case .isNaN: return name + ":nan"
    case .oneOf(let values):
      return values.map { name + ":=" + value($0) }.joined(separator: " OR ")
    case .notEqual(let other): return name + "!=" + value(other)
    case .within(let range): return name + self.range(range)
    case .text(let place, let text): return name + starred(word(text), place)
    case .pattern(let pattern): return name + ":/" + escaped(pattern) + "/"
    }
  }

  private static func starred(_ text: String, _ place: MatchPlace) -> String {
    switch place {
    case .start: ":" + text + "*"
    case .end: ":*" + text
    case .anywhere: ":" + text
    case .word: ":~" + text
    }
  }

  private static func range(_ range: QueryRange) -> String {
    switch (range.lower, range.upper) {
    case (nil, nil): return ":any"
    case (let lower?, nil):
      return lower.isIncluded ? ">=" + beginning(lower.value) : ">" + value(lower.value)
    case (nil, let upper?):
      return upper.isIncluded ? "<=" + value(upper.value) : "<" + beginning(upper.value)
    case (let lower?, let upper?):
      if case .date(let start) = lower.value, case .date(let end) = upper.value,
        !upper.isIncluded,
        let span = DateLiteral.span(
          from: start.timeIntervalSinceReferenceDate, to: end.timeIntervalSinceReferenceDate)
      {
        return ":" + span
      }
      return upper.isIncluded
        ? ":" + beginning(lower.value) + ".." + value(upper.value)
        : ":" + beginning(lower.value) + "..<" + beginning(upper.value)
    }
  }

  /// A value where only its beginning counts.
  private static func beginning(_ cell: CellValue) -> String {
    guard case .date(let date) = cell else { return value(cell) }
    return DateLiteral.beginning(at: date.timeIntervalSinceReferenceDate)
  }

  private static func value(_ cell: CellValue) -> String {
    switch cell {
    case .null: "none"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .string(let text), .json(let text): quoted(text)
    case .date(let date): DateLiteral.moment(date.timeIntervalSinceReferenceDate)
    case .data(let data): data.isEmpty ? "\"\"" : data.map(hexadecimal).joined()
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private static func word(_ text: String) -> String {
    isPlain(text) && text != "none" && text != "any" ? text : quoted(text)
  }

  /// Whether a text can stand without quotation marks, read as nothing but itself.
  private static func isPlain(_ text: String) -> Bool {
    let isPlainScalar = { (scalar: Unicode.Scalar) in
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7A, 0x41...0x5A, 0x5F: true
      case 0..<0x80, 0xFF01...0xFF5E: false
      default: scalar.properties.isAlphabetic
      }
    }
    let isKeyword = ["none", "any", "or", "and", "not"].contains(text.lowercased())
    return !text.isEmpty && !isKeyword && text.unicodeScalars.allSatisfy(isPlainScalar)
  }

  private static func quoted(_ text: String) -> String {
    var written = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || QuerySign(scalar) == "\"" { written.append("\\") }
      written.append(scalar)
    }
    return "\"" + String(written) + "\""
  }

  private static func escaped(_ pattern: String) -> String {
    var written = String.UnicodeScalarView()
    var isPaired = false
    for scalar in pattern.unicodeScalars {
      if scalar == "/", !isPaired { written.append("/") }
      written.append(scalar)
      isPaired = !isPaired && scalar == "\\"
    }
    return String(written)
  }
}

// MARK: - Named

extension Query {
  /// The comparisons of a field's value with a given one, where they are only known at run time.
  public enum Comparison: String, Hashable, Sendable, Codable, CaseIterable {
    case equal, notEqual
    case less, lessOrEqual, greater, greaterOrEqual
    /// The field's text begins with the given text.
    case prefix
    /// The field's text ends with the given text.
    case suffix
    /// The field's text contains the given text.
    case contains
    /// The field's text contains the given text as a whole word.
    case word
    /// The field's text has a match for the given regular expression.
    case pattern

    /// Whether values of the type can be compared in this way.
    public func isDefined(for type: FieldType) -> Bool {
      switch self {
      case .equal, .notEqual: true
      case .less, .lessOrEqual, .greater, .greaterOrEqual: type.isSortable
      case .prefix, .suffix, .contains, .word, .pattern: type == .string || type == .json
      }
    }
  }

  /// Makes a query that compares the field of this name with a value, as for forms and files.
  ///
  /// ```swift
  /// let good = try Query.field("rate", .greaterOrEqual, 4.0, schema: cards.schema)
  /// ```
  ///
  /// An integer may be given for a field of doubles, and text for a field of JSON.
  ///
  /// - Throws: ``QueryError`` when there is no such field, when its values are of another type or
  ///   cannot be compared so, or when a pattern is wrong.
  public static func field(
    _ name: String, _ comparison: Comparison, _ value: CellValue, schema: Schema
  ) throws(QueryError) -> Query {
    guard let field = schema[name] else {
      throw .unknownField(name: name, suggestions: schema.namesLike(name))
    }
    guard comparison.isDefined(for: field.type) else {
      throw .notComparable(field: name, type: field.type, comparison: comparison)
    }
    let value = value.converted(to: field.type)
    guard let type = value.type else {
      switch comparison {
      case .equal: return field.isNull
      case .notEqual: return field.hasValue
      default: throw .nullCompared(field: name, comparison: comparison)
      }
    }
    guard type == field.type else {
      throw .wrongType(field: name, expected: field.type, found: type)
    }
    switch comparison {
    case .equal: return equal(field, value)
    case .notEqual: return notEqual(field, value)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return within(field, QueryRange(comparison, value))
    case .prefix: return text(field, .start, value.text)
    case .suffix: return text(field, .end, value.text)
    case .contains: return text(field, .anywhere, value.text)
    case .word: return text(field, .word, value.text)
    case .pattern: return try pattern(field, value.text)
    }
  }
}
