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
