internal import HikidashiBase

/// An error in a search string, with its place.
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
  /// What is wrong with the search string.
  public let problem: Problem
  /// The first character of the error, counted from 1; after the last character when something is
  /// missing at the end.
  public let column: Int
  /// The number of characters that are wrong; 0 where something is missing.
  public let length: Int

  /// The kinds of errors in a search string.
  public enum Problem: Hashable, Sendable {
    /// No field has this name or title; the suggestions are similar names, the most similar first.
    case unknownField(String, suggestions: [String])
    /// A comparison has no field before it.
    case missingField
    /// A field or a comparison has no value after it.
    case missingValue(field: String)
    /// The text after the field is no value of its type.
    case badValue(String, field: String, type: FieldType)
    /// The field's values cannot be compared in this way.
    case notComparable(String, field: String, type: FieldType)
    /// The range begins after its end.
    case emptyRange
    /// The regular expression is invalid.
    case badPattern(reason: String)
    /// A search term is missing.
    case missingTerm
    case unclosedQuote
    case unclosedPattern
    case unclosedGroup
    case unopenedGroup
    /// Groups and negations are nested more deeply than the limit.
    case tooDeep(limit: Int)
    /// The string has a word without a field, but the table has no field of text to search for it.
    case noTextField
  }

  /// Names of fields that may have been meant, the most likely first; may be empty.
  public var suggestions: [String] {
    if case .unknownField(_, let suggestions) = problem { suggestions } else { [] }
  }
}

extension QuerySyntaxError: CustomStringConvertible {
  /// A message for the person who wrote the search, in their language.
  public var description: String {
    tr("At character {}: {}", column, problem.description)
  }
}

extension QuerySyntaxError.Problem: CustomStringConvertible {
  /// The problem in words, in the reader's language.
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
  /// The name of the type's values in a sentence.
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
