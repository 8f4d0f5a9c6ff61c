internal import HikidashiBase

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

// MARK: - Description

extension RecordTextError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason): tr("cannot open {}: {}", path, reason)
    case .cannotRead(let source, let reason): tr("cannot read {}: {}", source, reason)
    case .cannotWrite(let destination, let reason): tr("cannot write {}: {}", destination, reason)
    case .badFormat(let reason): tr("the format cannot be: {}", reason)
    case .badHeader(let problem): tr("line {}: {}", 1, problem)
    case .badRecord(let place, let problem): tr("{}: {}", place, problem)
    case .tooLong(let line, let limit):
      tr(
        """
        line {}: the record is longer than {} bytes; a quote may be open, or else raise the options' \
        longestRecord
        """, line, limit)
    case .tableFull(let error): "\(error)"
    case .cancelled: tr("the task was cancelled")
    }
  }
}

extension TextPlace: CustomStringConvertible {
  public var description: String {
    switch (column, field) {
    case (let column?, let field?):
      tr("line {}, column {} ({}), character {}", line, column, field, character)
    case (let column?, nil): tr("line {}, column {}, character {}", line, column, character)
    case (nil, let field?): tr("line {} ({}), character {}", line, field, character)
    case (nil, nil): tr("line {}, character {}", line, character)
    }
  }
}

extension HeaderProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing: tr("there is no header; add one, or read with a format that has none")
    case .unknownColumn(let name, let column, let known):
      tr(
        """
        column {} is called “{}”, which no field is; there are {}; rename it, or have unknown fields \
        ignored
        """, column, name, known.joined(separator: ", "))
    case .duplicateColumn(let name, let column):
      tr("column {} is called “{}” as one before it; remove one", column, name)
    case .missingColumn(let name):
      tr("there is no column “{}”; add it, or give the field a default or make it optional", name)
    case .misplacedNumbers(let name):
      tr("the column of record numbers, “{}”, must be the first", name)
    case .badNames(let error): "\(error)"
    case .unreadable(let problem, let column): tr("column {}: {}", column, problem)
    }
  }
}

extension RecordProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongCount(let expected, let found):
      tr(
        "the record has {} values in place of {}; a separator is missing or too many", found,
        expected)
    case .notAValue(let type, let text): tr("“{}” is not {}", text, type.asText)
    case .outOfRange(let text):
      tr("{} is out of range; a whole number lies between {} and {}", text, Int.min, Int.max)
    case .notUTF8: tr("the bytes are not UTF-8; convert the text to UTF-8")
    case .badEscape(let text):
      tr(
        "“{}” is no escape; a backslash is written as \\\\, others are \\t, \\n, \\r and \\xHH",
        text)
    case .strayQuote:
      tr(
        "a quote stands within the value; put the whole value between quotes and double those within"
      )
    case .openQuote:
      tr("the quote that opens here is never closed; close it, or double it if it is text")
    case .refused(let error): "\(error)"
    case .badNumber(let text):
      tr("“{}” is no number for this record; numbers ascend, and none was used before", text)
    case .badJSON(let reason): reason
    case .unknownKey(let name, let known):
      tr(
        "no field is called “{}”; there are {}; rename it, or have unknown fields ignored", name,
        known.joined(separator: ", "))
    case .duplicateKey(let name): tr("the key “{}” occurs twice; remove one", name)
    }
  }
}

extension FieldType {
  /// How a value of the type is written, for a person who wrote another.
  fileprivate var asText: String {
    switch self {
    case .integer: tr("a whole number; write digits only, as in 1234 or -5")
    case .double: tr("a number; write it with a decimal point, as in 1234.5 or 1e-3")
    case .boolean: tr("true or false; write one of them")
    case .string: tr("text")
    case .date: tr("a date; write it as in 2020-05-20 or 2020-05-20T12:34:56Z")
    case .data: "base64"
    case .json: tr("JSON; text within it stands between double quotes")
    }
  }
}
