internal import HikidashiBase

/// Why a query was refused, or could not be carried out.
public enum QueryError: Error, Equatable, Sendable {
  /// No field has this name; names that are like it.
  case unknownField(name: String, suggestions: [String])
  /// A field that is not in the table's schema.
  case foreignField(name: String)
  /// A value of another type than the field's.
  case wrongType(field: String, expected: FieldType, found: FieldType)
  /// A comparison that the field's type does not have.
  case notComparable(field: String, type: FieldType, comparison: Query.Comparison)
  /// Null can only be equal or not.
  case nullCompared(field: String, comparison: Query.Comparison)
  /// A regular expression that is none: the column, in characters from 1 (nil when it is not
  /// known), and what is wrong there.
  case badPattern(String, column: Int?, reason: String)
  /// A regular expression that takes too long on some record.
  case slowPattern(String, field: String)
}

extension QueryError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownField(let name, let suggestions):
      suggestions.isEmpty
        ? tr("no field is called “{}”", name)
        : tr("no field is called “{}”; is it {}?", name, listed(suggestions))
    case .foreignField(let name):
      tr("the field “{}” belongs to another table; use this table's own", name)
    case .wrongType(let field, let expected, let found):
      tr(
        "the field “{}” holds values of type {}, not {}; convert the value", field, expected, found)
    case .notComparable(let field, let type, let comparison):
      tr(
        "the field “{}” holds values of type {}, which cannot be compared by “{}”", field, type,
        comparison.rawValue)
    case .nullCompared(let field, let comparison):
      tr(
        "null can be equal or not, but “{}” cannot be compared with it by “{}”", field,
        comparison.rawValue)
    case .badPattern(let pattern, let column?, let reason):
      tr("the regular expression “{}” is wrong at character {}: {}", pattern, column, reason)
    case .badPattern(let pattern, nil, let reason):
      tr("the regular expression “{}” is wrong: {}", pattern, reason)
    case .slowPattern(let pattern, let field):
      tr(
        "“{}” takes too long on some texts of “{}”; leave out repetitions within repetitions",
        pattern, field)
    }
  }
}

/// Names in quotation marks, with commas.
func listed(_ names: [String]) -> String {
  names.map { "“\($0)”" }.joined(separator: ", ")
}
