internal import HikidashiBase

/// An error in a query, or in running it.
public enum QueryError: Error, Equatable, Sendable {
  /// No field has this name; the suggestions are similar names.
  case unknownField(name: String, suggestions: [String])
  /// The field is not in the table's schema.
  case foreignField(name: String)
  /// The value has another type than the field.
  case wrongType(field: String, expected: FieldType, found: FieldType)
  /// The field's type does not support the comparison.
  case notComparable(field: String, type: FieldType, comparison: Query.Comparison)
  /// The comparison does not work with null, which can only be equal or not equal.
  case nullCompared(field: String, comparison: Query.Comparison)
  /// The regular expression is invalid, at a character counted from 1 (nil when it is not known).
  case badPattern(String, column: Int?, reason: String)
  /// The regular expression takes too long on the texts of a field.
  case slowPattern(String, field: String)
}

extension QueryError: CustomStringConvertible {
  /// The error as a message for a person, in their language.
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
