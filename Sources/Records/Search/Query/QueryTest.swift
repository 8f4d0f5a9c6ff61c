/// A test of a field's value. Null passes only ``isNull``.
enum QueryTest: Hashable, Sendable {
  case isNull
  case hasValue
  /// The value is NaN.
  case isNaN
  /// The value equals one of these, which are at least one, not null or NaN, and all different.
  case oneOf([CellValue])
  /// There is a value, and it does not equal this one.
  case notEqual(CellValue)
  case within(QueryRange)
  /// The text contains the given text, which is not empty, at a place.
  case text(MatchPlace, String)
  /// The text has a match for a regular expression, which is valid and not empty.
  case pattern(String)
}

extension QueryTest {
  /// Whether both are the same test. Texts are compared by their bytes, because `String` ignores
  /// differences in composition that a binary collation does not ignore.
  static func == (left: QueryTest, right: QueryTest) -> Bool {
    switch (left, right) {
    case (.isNull, .isNull), (.hasValue, .hasValue), (.isNaN, .isNaN): true
    case (.oneOf(let left), .oneOf(let right)):
      left.elementsEqual(right) { $0.isSameQuestion(as: $1) }
    case (.notEqual(let left), .notEqual(let right)): left.isSameQuestion(as: right)
    case (.within(let left), .within(let right)): left == right
    case (.text(let place, let left), .text(let otherPlace, let right)):
      place == otherPlace && left.hasSameBytes(as: right)
    case (.pattern(let left), .pattern(let right)): left.hasSameBytes(as: right)
    default: false
    }
  }
}

extension String {
  fileprivate func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// The place within a text where another text is searched.
enum MatchPlace: Hashable, Sendable {
  case start
  case end
  case anywhere
  /// Anywhere as a whole word: no letter or digit stands before or after it, unless the text itself
  /// begins or ends with another character.
  case word
}

/// A range of values of one type, with at least one bound; no bound is null or NaN.
struct QueryRange: Hashable, Sendable {
  var lower: Bound?
  var upper: Bound?

  struct Bound: Hashable, Sendable {
    var value: CellValue
    var isIncluded: Bool

    static func == (left: Bound, right: Bound) -> Bool {
      left.isIncluded == right.isIncluded && left.value.isSameQuestion(as: right.value)
    }
  }

  init(lower: Bound? = nil, upper: Bound? = nil) {
    self.lower = lower
    self.upper = upper
  }

  init(_ comparison: Query.Comparison, _ value: CellValue) {
    switch comparison {
    case .less, .lessOrEqual:
      upper = Bound(value: value, isIncluded: comparison == .lessOrEqual)
    default:
      lower = Bound(value: value, isIncluded: comparison == .greaterOrEqual)
    }
  }
}

extension Query {
  static func equal(_ field: FieldDefinition, _ value: CellValue) -> Query {
    if value.isNull { return Query(.isNull, field) }
    return Query(value.isNaN ? .isNaN : .oneOf([value]), field)
  }

  static func notEqual(_ field: FieldDefinition, _ value: CellValue) -> Query {
    if value.isNull { return Query(.hasValue, field) }
    if value.isNaN { return Query(.hasValue, field) && !Query(.isNaN, field) }
    return Query(.notEqual(value), field)
  }

  static func oneOf(_ field: FieldDefinition, _ values: [CellValue]) -> Query {
    .any(of: values.map { equal(field, $0) })
  }

  static func within(_ field: FieldDefinition, _ range: QueryRange) -> Query {
    let bounds = [range.lower, range.upper].compactMap { $0?.value }
    if bounds.isEmpty { return Query(.hasValue, field) }
    return bounds.contains { $0.isNaN || $0.isNull } ? .nothing : Query(.within(range), field)
  }

  static func text(_ field: FieldDefinition, _ place: MatchPlace, _ text: String) -> Query {
    if text.isEmpty { return place == .word ? .nothing : Query(.hasValue, field) }
    return Query(.text(place, text), field)
  }
}
