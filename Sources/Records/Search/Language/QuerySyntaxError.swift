internal import HikidashiBase

/// Why a search string could not be read, and where in it.
///
/// ```swift
/// do {
///   query = try Query(parsing: text, schema: schema)
/// } catch {
///   entry.mark(from: error.column - 1, count: error.length)
///   hint.text = error.description
/// }
/// ```
public struct QuerySyntaxError: Error, Hashable, Sendable {
  public let problem: Problem
  /// Where the place at fault begins: in characters, the first of the string is 1. One more than
  /// the string has when something is missing at its end.
  public let column: Int
  /// How many characters the place has; 0 where something is missing.
  public let length: Int

  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// No field has this name or title; the names of fields that are like it, the nearest first.
    case unknownField(String, suggestions: [String])
    /// A comparison with nothing before it.
    case missingField
    /// A field or a comparison with nothing behind it.
    case missingValue(field: String)
    /// What stands behind the field is none of its values.
    case badValue(String, field: String, type: FieldType)
    /// The field's values cannot be compared so.
    case notComparable(String, field: String, type: FieldType)
    /// A range whose beginning lies behind its end.
    case emptyRange
    /// A regular expression that is none.
    case badPattern(reason: String)
    /// Nothing stands where something to look for should.
    case missingTerm
    case unclosedQuote
    case unclosedPattern
    case unclosedGroup
    case unopenedGroup
    /// More groups and negations within one another than this.
    case tooDeep(limit: Int)
    /// A word alone is looked for in fields of text, and the table has none.
    case noTextField
  }

  /// What could be meant in place of what stands there, the most likely first; may be empty.
  public var suggestions: [String] {
    if case .unknownField(_, let suggestions) = problem { suggestions } else { [] }
  }
}

extension QuerySyntaxError: CustomStringConvertible {
  /// A sentence for the person who wrote the search, in their language.
  public var description: String {
    tr("At character {}: {}", column, problem.description)
  }
}

extension QuerySyntaxError.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownField(let name, let suggestions):
      suggestions.isEmpty
        ? tr("no field is called “{}”. Text with : < > or = in it goes in quotation marks.", name)
        : tr("no field is called “{}”. Is it {}?", name, listed(suggestions))
    case .missingField: tr("a field is missing before the comparison, as in number>8000.")
    case .missingValue(let field): tr("“{}” needs something to compare with.", field)
    case .badValue(let text, let field, let type): sentence(text, field: field, type: type)
    case .notComparable(let comparison, let field, let type):
      tr("“{}” holds {}, which “{}” does not compare.", field, type.spelled, comparison)
    case .emptyRange: tr("nothing lies in this range. The lesser value comes first.")
    case .badPattern(let reason):
      tr("this is no regular expression: {}. Text with / in front goes in quotation marks.", reason)
    case .missingTerm: tr("something to look for is missing here.")
    case .unclosedQuote: tr("the quotation mark is not closed. Put another \" at the end.")
    case .unclosedPattern:
      tr("the regular expression is not closed. Put / at its end, or text in quotation marks.")
    case .unclosedGroup: tr("the parenthesis is not closed. Put ) at the end of the group.")
    case .unopenedGroup: tr("this parenthesis closes nothing. Take it out, or put quotation marks.")
    case .tooDeep(let limit): tr("more than {} groups stand within one another.", limit)
    case .noTextField: tr("the table has no text. Name a field, as in number:8000.")
    }
  }

  private func sentence(_ text: String, field: String, type: FieldType) -> String {
    switch type {
    case .integer: tr("“{}” is no whole number, as “{}” holds. Write one like 42.", text, field)
    case .double: tr("“{}” is no number, as “{}” holds. Write one like 4.5.", text, field)
    case .boolean: tr("“{}” is neither yes nor no, as “{}” holds.", text, field)
    case .date: tr("“{}” is no date, as “{}” holds. Write one like 2020-05-20.", text, field)
    case .data: tr("“{}” are no bytes, as “{}” holds. Write hexadecimal digits.", text, field)
    case .string, .json: tr("“{}” is no text.", text)
    }
  }
}

extension FieldType {
  /// What values of the type are called in a sentence.
  fileprivate var spelled: String {
    switch self {
    case .integer: tr("whole numbers")
    case .double: tr("numbers")
    case .boolean: tr("yes or no")
    case .string: tr("text")
    case .date: tr("dates")
    case .data: tr("bytes")
    case .json: tr("structured values")
    }
  }
}
