internal import HikidashiValues

/// A condition that the values of a field must meet, with a message for a person when one does not.
///
/// ```swift
/// let rate = Field<Double>("rate", rules: [.range(0...5)])
/// let name = Field<String>("name", rules: [.length(1...80)])
/// let even = Field<Int>("even", rules: [.check("must be even") { $0.isMultiple(of: 2) }])
/// ```
///
/// Null meets every rule: whether null is allowed depends on the field's type.
public struct FieldRule<Value: FieldValue>: Sendable {
  let rule: CellRule

  /// A rule that a closure of the program checks. It is not written to a schema's JSON.
  ///
  /// - Parameters:
  ///   - message: what a value must be, as in “must be even”.
  ///   - isValid: whether a value is right; not called with null.
  public static func check(
    _ message: String, _ isValid: @escaping @Sendable (Value) -> Bool
  ) -> FieldRule {
    FieldRule(rule: .check(message) { cell in Value(cell: cell).map(isValid) ?? false })
  }

  /// The value must be one of these.
  public static func oneOf(_ values: [Value]) -> FieldRule {
    FieldRule(rule: .oneOf(values.map(\.cell)))
  }
}

extension FieldRule where Value: SortableValue & Comparable {
  /// The value must lie in the range, which includes its bounds. Text is compared scalar by scalar.
  public static func range(_ range: ClosedRange<Value>) -> FieldRule {
    FieldRule(rule: .range(range.lowerBound.cell, range.upperBound.cell))
  }

  /// The value must be greater than or equal to the bound.
  public static func range(_ range: PartialRangeFrom<Value>) -> FieldRule {
    FieldRule(rule: .range(range.lowerBound.cell, .null))
  }

  /// The value must be less than or equal to the bound.
  public static func range(_ range: PartialRangeThrough<Value>) -> FieldRule {
    FieldRule(rule: .range(.null, range.upperBound.cell))
  }
}

extension FieldRule {
  /// The value of an optional field must lie in the range, where there is one.
  public static func range<Bound: SortableValue & Comparable>(
    _ range: ClosedRange<Bound>
  ) -> FieldRule where Value == Bound? {
    FieldRule(rule: FieldRule<Bound>.range(range).rule)
  }

  /// The value of an optional field must be greater than or equal to the bound, where there is one.
  public static func range<Bound: SortableValue & Comparable>(
    _ range: PartialRangeFrom<Bound>
  ) -> FieldRule where Value == Bound? {
    FieldRule(rule: FieldRule<Bound>.range(range).rule)
  }

  /// The value of an optional field must be less than or equal to the bound, where there is one.
  public static func range<Bound: SortableValue & Comparable>(
    _ range: PartialRangeThrough<Bound>
  ) -> FieldRule where Value == Bound? {
    FieldRule(rule: FieldRule<Bound>.range(range).rule)
  }
}

extension FieldRule where Value: TextValue {
  /// The number of characters of the text must lie in the range.
  public static func length(_ range: ClosedRange<Int>) -> FieldRule {
    FieldRule(rule: .length(range.lowerBound, range.upperBound))
  }
}

/// A rule on a value whose type is known at run time.
enum CellRule: Sendable {
  /// Bounds, both included; null is no bound.
  case range(CellValue, CellValue)
  case length(Int, Int)
  case oneOf([CellValue])
  case check(String, @Sendable (CellValue) -> Bool)

  /// A message that tells what is wrong with the value; nil when it meets the rule.
  func complaint(about cell: CellValue) -> String? {
    guard !cell.isNull, !isFulfilled(by: cell) else { return nil }
    switch self {
    case .range(let low, let high):
      return RuleText.range(
        low.isNull ? nil : low.description, high.isNull ? nil : high.description)
    case .length(let low, let high): return RuleText.length(low, high)
    case .oneOf(let cells): return RuleText.oneOf(cells.map(\.description))
    case .check(let message, _): return message
    }
  }

  private func isFulfilled(by cell: CellValue) -> Bool {
    switch self {
    case .range(let low, let high):
      !cell.isNaN && (low.isNull || !cell.precedes(low)) && (high.isNull || !high.precedes(cell))
    case .length(let low, let high):
      if case .string(let text) = cell { (low...high).contains(text.count) } else { false }
    case .oneOf(let cells): cells.contains(cell)
    case .check(_, let isValid): isValid(cell)
    }
  }
}
