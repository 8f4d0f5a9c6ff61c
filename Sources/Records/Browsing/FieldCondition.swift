internal import FoundationEssentials
internal import HikidashiBase

/// A condition on one field by which a person filters the records of a table: “rate at least 4”.
///
/// ```swift
/// view.conditions = [FieldCondition("rate", .atLeast, 4.0), FieldCondition("note", .isEmpty)]
/// ```
///
/// A condition that is not complete, such as one that was just added, is true of every record.
public struct FieldCondition: Hashable, Sendable, Codable {
  /// The ways in which a condition tests a field's value.
  public enum Test: String, Hashable, Sendable, Codable, CaseIterable {
    /// The field's text contains the condition's text.
    case contains
    case equals
    /// The field has a value, and it is not equal to the condition's value.
    case differs
    /// The field's text begins with the condition's text.
    case begins
    /// The field's text ends with the condition's text.
    case ends
    case less
    case atMost
    case greater
    case atLeast
    /// The field has no value, or its text is empty.
    case isEmpty
    case isFilled
    case isTrue
    case isFalse
  }

  /// The name of the field.
  public var field: String
  /// How the field's value is tested.
  public var test: Test
  /// The value to compare with; null while it is not known, and for tests that need none.
  public var value: CellValue

  /// Makes a condition on the field of this name.
  public init(_ field: String, _ test: Test, _ value: CellValue = .null) {
    self.field = field
    self.test = test
    self.value = value
  }
}

extension FieldCondition.Test {
  /// Whether the test compares with a value.
  public var hasValue: Bool {
    switch self {
    case .isEmpty, .isFilled, .isTrue, .isFalse: false
    default: true
    }
  }

  /// The tests that suit a field's type, the most usual first.
  public static func tests(of field: some FieldHandle) -> [FieldCondition.Test] {
    let definition = field.definition
    var tests: [FieldCondition.Test] =
      switch definition.type {
      case .string: [.contains, .equals, .differs, .begins, .ends]
      case .integer, .double: [.atLeast, .atMost, .equals, .differs, .greater, .less]
      case .date: [.atLeast, .atMost, .equals, .differs, .greater, .less]
      case .boolean: [.isTrue, .isFalse]
      case .json: [.contains]
      case .data: []
      }
    if definition.isOptional || definition.type == .string || definition.type == .data {
      tests += [.isEmpty, .isFilled]
    }
    return tests
  }

  /// The test in words of the reader's language, to be shown between field and value: “is less
  /// than”.
  public func title(for type: FieldType) -> String {
    switch self {
    case .contains: tr("contains")
    case .equals: tr("is")
    case .differs: tr("is not")
    case .begins: tr("begins with")
    case .ends: tr("ends with")
    case .less: type == .date ? tr("is before") : tr("is less than")
    case .atMost: type == .date ? tr("is at the latest") : tr("is at most")
    case .greater: type == .date ? tr("is after") : tr("is greater than")
    case .atLeast: type == .date ? tr("is at the earliest") : tr("is at least")
    case .isEmpty: tr("is empty")
    case .isFilled: tr("is not empty")
    case .isTrue: tr("is yes")
    case .isFalse: tr("is no")
    }
  }
}

extension FieldCondition {
  /// The query that finds the matching records; nil while the condition is not complete.
  ///
  /// A date is compared as exactly as the field's format writes it: a day stands for all of it.
  ///
  /// - Throws: ``QueryError`` when the schema has no such field, or when its values cannot be compared
  ///   so.
  public func query(for schema: Schema) throws(QueryError) -> Query? {
    guard let definition = schema[field] else {
      throw .unknownField(name: field, suggestions: schema.namesLike(field))
    }
    switch test {
    case .isEmpty: return .any(of: Self.empty(definition))
    case .isFilled: return !Query.any(of: Self.empty(definition))
    case .isTrue: return try .field(field, .equal, true, schema: schema)
    case .isFalse: return try .field(field, .equal, false, schema: schema)
    default: break
    }
    guard !value.isNull else { return nil }
    if case .string("") = value { return nil }
    if case .date(let date) = value, definition.type == .date { return query(definition, date) }
    return try .field(field, comparison, value, schema: schema)
  }

  private static func empty(_ field: FieldDefinition) -> [Query] {
    field.type == .string ? [field.isNull, .equal(field, .string(""))] : [field.isNull]
  }

  private var comparison: Query.Comparison {
    switch test {
    case .contains: .contains
    case .differs: .notEqual
    case .begins: .prefix
    case .ends: .suffix
    case .less: .less
    case .atMost: .lessOrEqual
    case .greater: .greater
    case .atLeast: .greaterOrEqual
    default: .equal
    }
  }

  /// Compares with the whole day or minute that begins at a date.
  private func query(_ field: FieldDefinition, _ date: Date) -> Query? {
    let step = ReaderText(field).dateStep ?? 60
    let start = QueryRange.Bound(value: .date(date), isIncluded: true)
    let end = CellValue.date(date.addingTimeInterval(step))
    let before = QueryRange.Bound(value: end, isIncluded: false)
    let within: (QueryRange.Bound?, QueryRange.Bound?) -> Query = { lower, upper in
      .within(field, QueryRange(lower: lower, upper: upper))
    }
    switch test {
    case .equals: return within(start, before)
    case .differs: return field.hasValue && !within(start, before)
    case .less: return within(nil, .init(value: .date(date), isIncluded: false))
    case .atMost: return within(nil, before)
    case .greater: return within(.init(value: end, isIncluded: true), nil)
    case .atLeast: return within(start, nil)
    default: return nil
    }
  }
}
