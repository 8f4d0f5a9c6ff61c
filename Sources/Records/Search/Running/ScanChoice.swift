/// Chooses the scan for a test, by the field's type and collation.
enum ScanChoice {
  /// The scan for a test; nil when no value can pass it.
  static func scan(_ test: QueryTest, _ field: FieldDefinition, _ column: Int) -> (any Scan)? {
    switch test {
    case .isNull, .hasValue, .notEqual: nil
    case .isNaN: field.type == .double || field.type == .date ? NaNScan() : nil
    case .oneOf(let values): equal(values, field)
    case .within(let range): within(range, field)
    case .text(let place, let text):
      field.type.isText ? match(place, text, field, column) : nil
    case .pattern(let pattern):
      field.type.isText
        ? SearchPattern(
          pattern, ignoresCase: field.textCollation != .binary, field: field.name
        ).map(PatternScan.init) : nil
    }
  }

  /// The scan for values of the field; those of another type equal none.
  static func equal(_ values: [CellValue], _ field: FieldDefinition) -> (any Scan)? {
    let values = values.filter { $0.type == field.type }
    guard let first = values.first else { return nil }
    switch first {
    case .null: return nil
    case .integer: return NumberSetScan(values.compactMap(\.integer))
    case .double, .date: return NumberSetScan(values.compactMap(\.number))
    case .boolean:
      let wanted = Set(values)
      guard wanted.count == 1 else { return EveryScan() }
      return BooleanScan(value: first == .boolean(true))
    case .string, .json, .data:
      let bytes = values.map { value in value.withBytes { $0.map(Array.init) ?? [] } }
      guard let collator = Collator.shared(for: field.textCollation) else {
        return BinaryEqualScan(bytes)
      }
      return CollatedEqualScan(collator: collator, values: bytes)
    }
  }

  private static func within(_ range: QueryRange, _ field: FieldDefinition) -> (any Scan)? {
    switch field.type {
    case .integer: integers(range).map(NumberScan.init)
    case .double, .date: doubles(range).map(NumberScan.init)
    case .string: texts(range, field)
    case .boolean, .data, .json: nil
    }
  }

  private static func integers(_ range: QueryRange) -> ClosedRange<Int>? {
    var low = Int.min
    var high = Int.max
    if let lower = range.lower {
      guard let value = lower.value.integer, lower.isIncluded || value < .max else {
        return nil
      }
      low = lower.isIncluded ? value : value + 1
    }
    if let upper = range.upper {
      guard let value = upper.value.integer, upper.isIncluded || value > .min else {
        return nil
      }
      high = upper.isIncluded ? value : value - 1
    }
    return low <= high ? low...high : nil
  }

  private static func doubles(_ range: QueryRange) -> ClosedRange<Double>? {
    var low = -Double.infinity
    var high = Double.infinity
    if let lower = range.lower {
      guard let value = lower.value.number, lower.isIncluded || value < .infinity else {
        return nil
      }
      low = lower.isIncluded ? value : value.nextUp
    }
    if let upper = range.upper {
      guard let value = upper.value.number, upper.isIncluded || value > -.infinity else {
        return nil
      }
      high = upper.isIncluded ? value : value.nextDown
    }
    return low <= high ? low...high : nil
  }

  private static func texts(_ range: QueryRange, _ field: FieldDefinition) -> any Scan {
    let bound = { (bound: QueryRange.Bound) in
      TextBound(bytes: Array(bound.value.text.utf8), isIncluded: bound.isIncluded)
    }
    let lower = range.lower.map(bound)
    let upper = range.upper.map(bound)
    guard let collator = Collator.shared(for: field.textCollation) else {
      return BinaryRangeScan(lower: lower, upper: upper)
    }
    return CollatedRangeScan(collator: collator, lower: lower, upper: upper)
  }

  private static func match(
    _ place: MatchPlace, _ text: String, _ field: FieldDefinition, _ column: Int
  ) -> any Scan {
    let folding = Folding.shared(for: field.textCollation)
    let bytes = folding?.fold(text) ?? Array(text.utf8)
    return TextMatchScan(field: column, place: place, needle: bytes, folding: folding)
  }
}

/// A test that every value passes.
struct EveryScan: Scan {
  var cost: Double { 0.05 }
  var summary: String { "any value" }
  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {}
}

extension FieldDefinition {
  /// How the bytes of the field's values are compared: only text has a collation.
  var textCollation: Collation { type == .string ? collation : .binary }
}
