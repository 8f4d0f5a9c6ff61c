internal import FoundationEssentials

/// A typed handle for one field of a schema: what is read and written through it needs no cast.
///
/// ```swift
/// let name = Field<String>("name", title: "Name")
/// let rate = Field<Double>("rate", default: 0, rules: [.range(0...5)])
/// let born = Field<Date?>("born", format: .day)
/// let schema = try Schema(name, rate, born)
/// ```
///
/// A field belongs to the schemas that were made with it. Using it with another table is a
/// programmer's mistake: subscripts stop with an explanation, throwing calls throw
/// ``RecordError/foreignField(name:)``.
public struct Field<Value: FieldValue>: FieldHandle, Hashable {
  public let definition: FieldDefinition

  /// Makes a field; the schema that takes it checks it.
  ///
  /// - Parameters:
  ///   - name: unique in its schema; files and databases write it.
  ///   - title: what people read; the name, if not given.
  ///   - default: what a record holds that was given no value. Without one, a value must be given
  ///     unless the type is optional.
  ///   - format: how tables and forms show values.
  ///   - rules: what values must fulfil.
  public init(
    _ name: String, title: String? = nil, default: Value? = nil,
    format: FieldFormat = .automatic, rules: [FieldRule<Value>] = []
  ) {
    definition = FieldDefinition(
      name: name, title: title, type: Value.fieldType, isOptional: Value.isOptional,
      defaultValue: `default`?.cell ?? .null, format: format, rules: rules.map(\.rule),
      isKnown: knownTest(of: Value.self),
      valueType: ObjectIdentifier(Value.self))
  }

  /// The handle for a definition that is known to have this type.
  init(unchecked definition: FieldDefinition) { self.definition = definition }

  public var name: String { definition.name }
}

extension Field where Value: TextValue {
  /// Makes a field of text, which is compared by a collation.
  ///
  /// - Parameters:
  ///   - name: unique in its schema; files and databases write it.
  ///   - title: what people read; the name, if not given.
  ///   - default: what a record holds that was given no value. Without one, a value must be given
  ///     unless the type is optional.
  ///   - format: how tables and forms show values.
  ///   - collation: how texts are sorted and when they are equal; as the reader's language does,
  ///     if not given.
  ///   - reading: the field that says how the text is read (yomi): records sort by it where it has
  ///     a value.
  ///   - rules: what values must fulfil.
  public init<Reading: TextValue>(
    _ name: String, title: String? = nil, default: Value? = nil,
    format: FieldFormat = .automatic, collation: Collation = .localized(),
    reading: Field<Reading>, rules: [FieldRule<Value>] = []
  ) {
    definition = FieldDefinition(
      name: name, title: title, type: .string, isOptional: Value.isOptional,
      defaultValue: `default`?.cell ?? .null, format: format, collation: collation,
      reading: reading.name, rules: rules.map(\.rule), isKnown: knownTest(of: Value.self),
      valueType: ObjectIdentifier(Value.self))
  }

  /// Makes a field of text that is compared by the collation given.
  ///
  /// - Parameters:
  ///   - name: unique in its schema; files and databases write it.
  ///   - title: what people read; the name, if not given.
  ///   - default: what a record holds that was given no value.
  ///   - format: how tables and forms show values.
  ///   - collation: how texts are sorted and when they are equal.
  ///   - rules: what values must fulfil.
  public init(
    _ name: String, title: String? = nil, default: Value? = nil,
    format: FieldFormat = .automatic, collation: Collation, rules: [FieldRule<Value>] = []
  ) {
    definition = FieldDefinition(
      name: name, title: title, type: Value.fieldType, isOptional: Value.isOptional,
      defaultValue: `default`?.cell ?? .null, format: format, collation: collation,
      rules: rules.map(\.rule), isKnown: knownTest(of: Value.self),
      valueType: ObjectIdentifier(Value.self))
  }
}

/// The test for types that only know some cells; nil for those of which every cell is a value.
func knownTest<Value: FieldValue>(
  of type: Value.Type
) -> (@Sendable (CellValue) -> Bool)? {
  let plain: [any FieldValue.Type] = [
    Int.self, Double.self, Bool.self, String.self, Date.self, Data.self,
    Int?.self, Double?.self, Bool?.self, String?.self, Date?.self, Data?.self,
  ]
  if plain.contains(where: { $0 == type }) { return nil }
  return { Value(cell: $0) != nil }
}

// MARK: - Query

extension FieldHandle {
  /// Finds the records without a value in this field.
  public var isNull: Query { Query(.isNull, self) }

  /// Finds the records with a value in this field.
  public var hasValue: Query { Query(.hasValue, self) }
}

extension Field {
  /// Finds the records whose value is this one, or that have none if it is `nil`.
  ///
  /// ```swift
  /// cards.search(status == .draft)
  /// cards.search(born == nil)
  /// ```
  public static func == (field: Field, value: Value) -> Query {
    .equal(field.definition, value.cell)
  }

  /// Finds the records that have a value, and another one than this.
  public static func != (field: Field, value: Value) -> Query {
    .notEqual(field.definition, value.cell)
  }

  /// Finds the records whose value is one of these.
  public func isOneOf(_ values: some Sequence<Value>) -> Query {
    .oneOf(definition, values.map(\.cell))
  }
}

/// Records with a value less than this one.
public func < <Value: SortableValue & Comparable>(field: Field<Value>, value: Value) -> Query {
  .within(field.definition, QueryRange(.less, value.cell))
}

/// Records with a value less than this one.
public func < <Value: SortableValue & Comparable>(field: Field<Value?>, value: Value) -> Query {
  .within(field.definition, QueryRange(.less, value.cell))
}

/// Records with this value or a lesser one.
public func <= <Value: SortableValue & Comparable>(field: Field<Value>, value: Value) -> Query {
  .within(field.definition, QueryRange(.lessOrEqual, value.cell))
}

/// Records with this value or a lesser one.
public func <= <Value: SortableValue & Comparable>(field: Field<Value?>, value: Value) -> Query {
  .within(field.definition, QueryRange(.lessOrEqual, value.cell))
}

/// Records with a value greater than this one.
public func > <Value: SortableValue & Comparable>(field: Field<Value>, value: Value) -> Query {
  .within(field.definition, QueryRange(.greater, value.cell))
}

/// Records with a value greater than this one.
public func > <Value: SortableValue & Comparable>(field: Field<Value?>, value: Value) -> Query {
  .within(field.definition, QueryRange(.greater, value.cell))
}

/// Records with this value or a greater one.
public func >= <Value: SortableValue & Comparable>(field: Field<Value>, value: Value) -> Query {
  .within(field.definition, QueryRange(.greaterOrEqual, value.cell))
}

/// Records with this value or a greater one.
public func >= <Value: SortableValue & Comparable>(field: Field<Value?>, value: Value) -> Query {
  .within(field.definition, QueryRange(.greaterOrEqual, value.cell))
}

/// A range that a field's values can be compared with: `1...5`, `1..<5`, `1...`, `...5`, `..<5`.
public protocol QueryRangeExpression<Bound>: Sendable {
  associatedtype Bound: SortableValue & Comparable
  /// The least value, and whether it is in the range; nil if there is none.
  var lowerLimit: (value: Bound, isIncluded: Bool)? { get }
  /// The greatest value, and whether it is in the range; nil if there is none.
  var upperLimit: (value: Bound, isIncluded: Bool)? { get }
}

extension Field where Value: SortableValue & Comparable {
  /// Finds the records whose value lies in the range.
  ///
  /// ```swift
  /// cards.search(year.isIn(2020...))
  /// ```
  public func isIn(_ range: some QueryRangeExpression<Value>) -> Query {
    .within(definition, QueryRange(range))
  }
}

extension Field {
  /// Finds the records whose value lies in the range.
  public func isIn<Wrapped>(_ range: some QueryRangeExpression<Wrapped>) -> Query
  where Value == Wrapped? {
    .within(definition, QueryRange(range))
  }
}

extension QueryRange {
  fileprivate init(_ range: some QueryRangeExpression) {
    self.init(
      lower: range.lowerLimit.map { Bound(value: $0.value.cell, isIncluded: $0.isIncluded) },
      upper: range.upperLimit.map { Bound(value: $0.value.cell, isIncluded: $0.isIncluded) })
  }
}

extension ClosedRange: QueryRangeExpression where Bound: SortableValue {
  public var lowerLimit: (value: Bound, isIncluded: Bool)? { (lowerBound, true) }
  public var upperLimit: (value: Bound, isIncluded: Bool)? { (upperBound, true) }
}

extension Range: QueryRangeExpression where Bound: SortableValue {
  public var lowerLimit: (value: Bound, isIncluded: Bool)? { (lowerBound, true) }
  public var upperLimit: (value: Bound, isIncluded: Bool)? { (upperBound, false) }
}

extension PartialRangeFrom: QueryRangeExpression where Bound: SortableValue {
  public var lowerLimit: (value: Bound, isIncluded: Bool)? { (lowerBound, true) }
  public var upperLimit: (value: Bound, isIncluded: Bool)? { nil }
}

extension PartialRangeThrough: QueryRangeExpression where Bound: SortableValue {
  public var lowerLimit: (value: Bound, isIncluded: Bool)? { nil }
  public var upperLimit: (value: Bound, isIncluded: Bool)? { (upperBound, true) }
}

extension PartialRangeUpTo: QueryRangeExpression where Bound: SortableValue {
  public var lowerLimit: (value: Bound, isIncluded: Bool)? { nil }
  public var upperLimit: (value: Bound, isIncluded: Bool)? { (upperBound, false) }
}

// MARK: - Text query

extension Field where Value: TextValue {
  /// Finds the records whose text begins with this one.
  ///
  /// Case and width do not matter where the field's collation is localized, nor does the kind of
  /// kana, or accents, where the collation ignores them.
  public func hasPrefix(_ text: String) -> Query { .text(definition, .start, text) }

  /// Finds the records whose text ends with this one, compared as ``hasPrefix(_:)`` does.
  public func hasSuffix(_ text: String) -> Query { .text(definition, .end, text) }

  /// Finds the records whose text holds this one, compared as ``hasPrefix(_:)`` does.
  ///
  /// ```swift
  /// cards.search(title.contains("quic") && number > 8000)
  /// ```
  public func contains(_ text: String) -> Query { .text(definition, .anywhere, text) }

  /// Finds the records whose text holds this one as a word: no letter or digit stands right before
  /// or behind it.
  ///
  /// In scripts that write no spaces between words, a word next to another is not found.
  public func containsWord(_ text: String) -> Query { .text(definition, .word, text) }

  /// Finds the records in whose text a regular expression finds something.
  ///
  /// ```swift
  /// let numbered = try title.matches(#"^RFC \d+$"#)
  /// ```
  ///
  /// The case of letters does not matter where the field's collation is localized. The expressions
  /// are [ICU's](https://unicode-org.github.io/icu/userguide/strings/regexp.html). One that takes
  /// too long is given up, see ``RecordTable/search(checking:in:)``.
  ///
  /// - Throws: ``QueryError/badPattern(_:column:reason:)``.
  public func matches(_ pattern: String) throws(QueryError) -> Query {
    try .pattern(definition, pattern)
  }
}

extension Query {
  static func pattern(
    _ field: FieldDefinition, _ pattern: String
  ) throws(QueryError) -> Query {
    if pattern.isEmpty { return Query(.hasValue, field) }
    try SearchPattern.check(pattern)
    return Query(.pattern(pattern), field)
  }
}
