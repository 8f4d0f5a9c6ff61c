internal import FoundationEssentials

/// The values that a number or a date in a search string stands for: one value, or, as for
/// `2020-05`, all from the first moment of the span to the first one after it.
struct ValueSpan {
  var start: CellValue
  /// The first value behind it; nil when it is a single value.
  var end: CellValue?

  /// Reads a number or a date in ASCII; nil when it is none.
  init?(_ text: String, type: FieldType) {
    switch type {
    case .integer:
      guard let value = Self.integer(text) else { return nil }
      start = .integer(value)
    case .double:
      guard let value = Self.double(text) else { return nil }
      start = .double(value)
    case .date:
      if text.lowercased() == "nan" {
        start = .date(Date(timeIntervalSinceReferenceDate: .nan))
        return
      }
      guard let literal = DateLiteral(text) else { return nil }
      start = .date(Date(timeIntervalSinceReferenceDate: literal.start))
      end = literal.end.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    default: return nil
    }
  }

  private static func integer(_ text: String) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 || $0 == 43 } ? Int(text) : nil
  }

  private static func double(_ text: String) -> Double? {
    switch text.lowercased() {
    case "nan": return .nan
    case "inf", "+inf", "infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    // Not every number that Swift reads is one in a search: no hexadecimal.
    let isDecimal = text.utf8.allSatisfy {
      (48...57).contains($0) || [43, 45, 46, 69, 101].contains($0)
    }
    return isDecimal ? Double(text) : nil
  }

  func equal(_ field: FieldDefinition) -> Query {
    end == nil ? .equal(field, start) : .within(field, whole)
  }

  func notEqual(_ field: FieldDefinition) -> Query {
    end == nil ? .notEqual(field, start) : field.hasValue && !Query.within(field, whole)
  }

  private var whole: QueryRange {
    QueryRange(
      lower: .init(value: start, isIncluded: true),
      upper: end.map { .init(value: $0, isIncluded: false) })
  }

  /// All values before it, behind it, and so on.
  func range(_ comparison: Query.Comparison) -> QueryRange {
    switch (comparison, end) {
    case (.lessOrEqual, let end?): QueryRange(.less, end)
    case (.greater, let end?): QueryRange(.greaterOrEqual, end)
    default: QueryRange(comparison, start)
    }
  }
}

/// A range as it is written: `1..5`, `1..<5`, `1..`, `..5`.
struct RangeText {
  private let lower: String
  private let upper: String
  private let isHalfOpen: Bool

  /// Cuts a word at its first two dots; nil when it has none, or nothing besides.
  init?(_ word: String) {
    guard let dots = word.firstRange(of: "..") else { return nil }
    lower = String(word[..<dots.lowerBound])
    var rest = word[dots.upperBound...]
    // Three dots are as good, unless the third begins a number.
    if rest.first == ".", !(rest.dropFirst().first?.isASCIIDigit ?? false) || !lower.isEmpty {
      rest = rest.dropFirst()
    }
    isHalfOpen = rest.first == "<"
    upper = String(isHalfOpen ? rest.dropFirst() : rest)
    if lower.isEmpty, upper.isEmpty { return nil }
  }

  /// The range over one field; nil when its ends are no values of the field.
  func query(
    _ field: FieldDefinition, _ scanner: QueryScanner, at place: Range<Int>
  ) throws(QuerySyntaxError) -> Query? {
    var range = QueryRange()
    if !lower.isEmpty {
      guard let span = ValueSpan(lower, type: field.type) else { return nil }
      range.lower = span.range(.greaterOrEqual).lower
    }
    if !upper.isEmpty {
      guard let span = ValueSpan(upper, type: field.type) else { return nil }
      range.upper = span.range(isHalfOpen ? .less : .lessOrEqual).upper
    }
    if let upper = range.upper, let lower = range.lower, upper.value.precedes(lower.value) {
      throw scanner.error(.emptyRange, at: place)
    }
    return .within(field, range)
  }

  /// The range over each of the fields that it fits.
  func queries(
    over fields: [FieldDefinition], _ scanner: QueryScanner, at place: Range<Int>
  ) throws(QuerySyntaxError) -> [Query] {
    var found: [Query] = []
    for field in fields {
      guard [.integer, .double, .date].contains(field.type) else { continue }
      if let query = try query(field, scanner, at: place) { found.append(query) }
    }
    return found
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension CellValue {
  /// Reads yes or no.
  init?(truth text: String) {
    switch text.lowercased() {
    case "yes", "true", "1", "はい": self = .boolean(true)
    case "no", "false", "0", "いいえ": self = .boolean(false)
    default: return nil
    }
  }

  /// Reads bytes from two hexadecimal digits each.
  init?(hex text: String) {
    let digits = text.utf8.map(\.hexadecimalValue)
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    var data = Data(capacity: digits.count / 2)
    for place in stride(from: 0, to: digits.count, by: 2) {
      data.append((digits[place] ?? 0) << 4 | (digits[place + 1] ?? 0))
    }
    self = .data(data)
  }
}

extension UInt8 {
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
