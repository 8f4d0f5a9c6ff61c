internal import FoundationEssentials

/// A typed handle for one field of a schema, through which values are read and written without a
/// cast.
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
  /// The definition of the field, without its Swift type.
  public let definition: FieldDefinition

  /// Makes a field; it is checked when a schema is made with it.
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

  /// Makes a field whose value is computed from the other fields of a record.
  ///
  /// ```swift
  /// let worth = Field("worth", title: "Worth", format: .decimals(2)) { $0[price] * Double($0[stock]) }
  /// RecordsView(cards, columns: [FieldColumn(name), FieldColumn(worth)])
  /// ```
  ///
  /// It is no part of a schema. ``RecordTable/adding(_:)`` makes a table that has it, and a table view
  /// with a column for it shows, sorts, filters, groups and sums it like any other.
  ///
  /// - Parameters:
  ///   - name: unlike those of the fields of the table; conditions and files name it.
  ///   - title: what people read; the name, if not given.
  ///   - format: how tables show values.
  ///   - compute: returns the value for a record; it may read fields that are computed before this one.
  ///     It is called on several threads, once for each record and again when the record was edited,
  ///     so that what it returns must depend on the record alone.
  public init(
    _ name: String, title: String? = nil, format: FieldFormat = .automatic,
    compute: @escaping @Sendable (Record) -> Value
  ) {
    definition = FieldDefinition(
      name: name, title: title, type: Value.fieldType, isOptional: Value.isOptional,
      format: format, isKnown: knownTest(of: Value.self), valueType: ObjectIdentifier(Value.self),
      computation: { compute($0).cell })
  }

  /// Returns the same field with values to choose from in forms and conditions, those of a field of other
  /// records as they are when the form is opened. They are offered and not enforced: a value that is no
  /// longer among them stays.
  ///
  /// ```swift
  /// let label = Field<String>("label")
  /// let categories = LiveRecords(RecordTable(try Schema(label)))
  /// let category = Field<String>("category").choices(of: label, in: categories)
  /// ```
  ///
  /// Make the schema and all else with the field that is returned: two fields of the same name are still
  /// two fields.
  ///
  /// - Complexity: O(*n*) each time that a form is opened, for *n* of the other records.
  public func choices(of field: Field<Value>, in records: any SharedRecords) -> Field {
    choices { Array(records.table.values(of: field)) }
  }

  /// Returns the same field with values to choose from in forms and conditions.
  ///
  /// - Parameter values: Returns the values in the order of the list; called whenever a form is opened. A
  ///   value that comes twice is listed once.
  public func choices(_ values: @escaping @Sendable () -> [Value]) -> Field {
    Field(
      unchecked: definition.offering {
        var seen: Set<CellValue> = []
        return values().map(\.cell).filter { !$0.isNull && seen.insert($0).inserted }
      })
  }

  /// The handle for a definition that is known to have this type.
  init(unchecked definition: FieldDefinition) { self.definition = definition }

  /// The name of the field.
  public var name: String { definition.name }
}

extension Field where Value: TextValue {
  /// Makes a field of text that is sorted by another field, its reading.
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

  /// Makes a field of text that is compared by the given collation.
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
  /// Finds the records whose value equals this one, or those without a value if it is `nil`.
  ///
  /// ```swift
  /// cards.search(status == .draft)
  /// cards.search(born == nil)
  /// ```
  public static func == (field: Field, value: Value) -> Query {
    .equal(field.definition, value.cell)
  }

  /// Finds the records that have a value which is not equal to this one.
  public static func != (field: Field, value: Value) -> Query {
    .notEqual(field.definition, value.cell)
  }

  /// Finds the records whose value equals one of these.
  public func isOneOf(_ values: some Sequence<Value>) -> Query {
    .oneOf(definition, values.map(\.cell))
  }
}

/// Finds the records whose value is less than this one.
public func < <Value: SortableValue & Comparable>(field: Field<Value>, value: Value) -> Query {
  .within(field.definition, QueryRange(.less, value.cell))
}

/// Finds the records whose value is less than this one.
public func < <Value: SortableValue & Comparable>(field: Field<Value?>, value: Value) -> Query {
  .within(field.definition, QueryRange(.less, value.cell))
}

/// Finds the records whose value is less than or equal to this one.
public func <= <Value: SortableValue & Comparable>(field: Field<Value>, value: Value) -> Query {
  .within(field.definition, QueryRange(.lessOrEqual, value.cell))
}

/// Finds the records whose value is less than or equal to this one.
public func <= <Value: SortableValue & Comparable>(field: Field<Value?>, value: Value) -> Query {
  .within(field.definition, QueryRange(.lessOrEqual, value.cell))
}

/// Finds the records whose value is greater than this one.
public func > <Value: SortableValue & Comparable>(field: Field<Value>, value: Value) -> Query {
  .within(field.definition, QueryRange(.greater, value.cell))
}

/// Finds the records whose value is greater than this one.
public func > <Value: SortableValue & Comparable>(field: Field<Value?>, value: Value) -> Query {
  .within(field.definition, QueryRange(.greater, value.cell))
}

/// Finds the records whose value is greater than or equal to this one.
public func >= <Value: SortableValue & Comparable>(field: Field<Value>, value: Value) -> Query {
  .within(field.definition, QueryRange(.greaterOrEqual, value.cell))
}

/// Finds the records whose value is greater than or equal to this one.
public func >= <Value: SortableValue & Comparable>(field: Field<Value?>, value: Value) -> Query {
  .within(field.definition, QueryRange(.greaterOrEqual, value.cell))
}

/// A range that a field's values can be compared with: `1...5`, `1..<5`, `1...`, `...5`, `..<5`.
public protocol QueryRangeExpression<Bound>: Sendable {
  /// The type of the bounds.
  associatedtype Bound: SortableValue & Comparable
  /// The lower bound, and whether the range includes it; nil for a range without one.
  var lowerLimit: (value: Bound, isIncluded: Bool)? { get }
  /// The upper bound, and whether the range includes it; nil for a range without one.
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
  /// The lower bound, which is included.
  public var lowerLimit: (value: Bound, isIncluded: Bool)? { (lowerBound, true) }
  /// The upper bound, which is included.
  public var upperLimit: (value: Bound, isIncluded: Bool)? { (upperBound, true) }
}

extension Range: QueryRangeExpression where Bound: SortableValue {
  /// The lower bound, which is included.
  public var lowerLimit: (value: Bound, isIncluded: Bool)? { (lowerBound, true) }
  /// The upper bound, which is not included.
  public var upperLimit: (value: Bound, isIncluded: Bool)? { (upperBound, false) }
}

extension PartialRangeFrom: QueryRangeExpression where Bound: SortableValue {
  /// The lower bound, which is included.
  public var lowerLimit: (value: Bound, isIncluded: Bool)? { (lowerBound, true) }
  /// No upper bound.
  public var upperLimit: (value: Bound, isIncluded: Bool)? { nil }
}

extension PartialRangeThrough: QueryRangeExpression where Bound: SortableValue {
  /// No lower bound.
  public var lowerLimit: (value: Bound, isIncluded: Bool)? { nil }
  /// The upper bound, which is included.
  public var upperLimit: (value: Bound, isIncluded: Bool)? { (upperBound, true) }
}

extension PartialRangeUpTo: QueryRangeExpression where Bound: SortableValue {
  /// No lower bound.
  public var lowerLimit: (value: Bound, isIncluded: Bool)? { nil }
  /// The upper bound, which is not included.
  public var upperLimit: (value: Bound, isIncluded: Bool)? { (upperBound, false) }
}

// MARK: - Text query

extension Field where Value: TextValue {
  /// Finds the records whose text begins with the given text.
  ///
  /// Where the field's collation is localized, case and width are ignored, and also the kind of
  /// kana and accents where the collation ignores them.
  public func hasPrefix(_ text: String) -> Query { .text(definition, .start, text) }

  /// Finds the records whose text ends with the given text, compared as ``hasPrefix(_:)`` does.
  public func hasSuffix(_ text: String) -> Query { .text(definition, .end, text) }

  /// Finds the records whose text contains the given text, compared as ``hasPrefix(_:)`` does.
  ///
  /// ```swift
  /// cards.search(title.contains("quic") && number > 8000)
  /// ```
  public func contains(_ text: String) -> Query { .text(definition, .anywhere, text) }

  /// Finds the records whose text contains the given text as a whole word, with no letter or digit
  /// right before or after it.
  ///
  /// In scripts that write no spaces between words, a word next to another is not found.
  public func containsWord(_ text: String) -> Query { .text(definition, .word, text) }

  /// Finds the records whose text has a match for a regular expression.
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
