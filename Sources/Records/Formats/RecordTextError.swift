/// Why records could not be read from text or written to it.
public enum RecordTextError: Error, Equatable, Sendable {
  /// A file that cannot be opened, with the system's words.
  case cannotOpen(path: String, reason: String)
  /// A source that failed while it was read.
  case cannotRead(source: String, reason: String)
  /// A destination that failed while it was written to.
  case cannotWrite(destination: String, reason: String)
  /// A format whose parts exclude each other.
  case badFormat(reason: String)
  /// A first line that does not name the fields.
  case badHeader(HeaderProblem)
  /// A record that is wrong at some place.
  case badRecord(TextPlace, RecordProblem)
  /// A record longer than ``ReadingOptions/longestRecord``.
  case tooLong(line: Int, limit: Int)
  /// More records or text than a table holds.
  case tableFull(RecordError)
  /// The task was cancelled.
  case cancelled
}

/// What can be wrong with a header.
public enum HeaderProblem: Equatable, Sendable {
  /// There is no line at all.
  case missing
  /// A column that is no field's name.
  case unknownColumn(name: String, column: Int, known: [String])
  /// Two columns of one name.
  case duplicateColumn(name: String, column: Int)
  /// A field that must have a value has no column.
  case missingColumn(name: String)
  /// The column of record numbers is not the first.
  case misplacedNumbers(name: String)
  /// Names that cannot be those of fields, found when a schema is inferred.
  case badNames(SchemaError)
  /// A line that cannot be taken apart.
  case unreadable(RecordProblem, column: Int)
}

/// A place in a text, for a person to find it.
public struct TextPlace: Hashable, Sendable {
  /// From 1. A value that holds line ends has several lines; the place is where it begins.
  public let line: Int
  /// The column among the line's values, from 1; nil when the whole record is meant.
  public let column: Int?
  /// The name of the field, if it is known.
  public let field: String?
  /// The character of the line, from 1.
  public let character: Int
}

/// What can be wrong with a record.
public enum RecordProblem: Error, Equatable, Sendable {
  /// Too few or too many values.
  case wrongCount(expected: Int, found: Int)
  /// Text that is no value of the field's type.
  case notAValue(FieldType, text: String)
  /// A whole number that 64 bits do not hold.
  case outOfRange(text: String)
  /// Bytes that are not UTF-8.
  case notUTF8
  /// A backslash with something behind it that is no escape.
  case badEscape(text: String)
  /// A quote within a value that is not quoted, or text behind a closing quote.
  case strayQuote
  /// A quoted value that has no end.
  case openQuote
  /// A value that the field refuses.
  case refused(RecordError)
  /// A record number that is none, or not greater than those before.
  case badNumber(text: String)
  /// A line that is not a JSON object, or not JSON.
  case badJSON(reason: String)
  /// A key that is no field's name.
  case unknownKey(name: String, known: [String])
  /// A key that an object has twice.
  case duplicateKey(name: String)
}
