internal import HikidashiBase

/// Why records could not be read from text or written to it.
public enum RecordTextError: Error, Equatable, Sendable {
  /// A file cannot be opened, for the reason that the system gives.
  case cannotOpen(path: String, reason: String)
  /// The source failed while it was read.
  case cannotRead(source: String, reason: String)
  /// The destination failed while it was written to.
  case cannotWrite(destination: String, reason: String)
  /// The options of the format contradict each other or the schema.
  case badFormat(reason: String)
  /// The first line does not name the fields as it should.
  case badHeader(HeaderProblem)
  /// A record is wrong at this place.
  case badRecord(TextPlace, RecordProblem)
  /// A record is longer than ``ReadingOptions/longestRecord``.
  case tooLong(line: Int, limit: Int)
  /// A table cannot hold so many records or so much text.
  case tableFull(RecordError)
  /// The task was cancelled.
  case cancelled
}

/// What can be wrong with a header.
public enum HeaderProblem: Equatable, Sendable {
  /// The text has no first line.
  case missing
  /// A column has a name that no field has.
  case unknownColumn(name: String, column: Int, known: [String])
  /// Two columns have the same name.
  case duplicateColumn(name: String, column: Int)
  /// A field that needs a value has no column.
  case missingColumn(name: String)
  /// The column of record numbers is not the first.
  case misplacedNumbers(name: String)
  /// Column names cannot be the names of fields in an inferred schema.
  case badNames(SchemaError)
  /// The line cannot be split into values.
  case unreadable(RecordProblem, column: Int)
}

/// A place in a text, for messages to a person.
public struct TextPlace: Hashable, Sendable {
  /// The line, counted from 1; for a value of several lines, the line where it begins.
  public let line: Int
  /// The number of the value in its record, counted from 1; nil for the record as a whole.
  public let column: Int?
  /// The name of the field, if it is known.
  public let field: String?
  /// The character within the line, counted from 1.
  public let character: Int
}

/// What can be wrong with a record.
public enum RecordProblem: Error, Equatable, Sendable {
  /// The record has too few or too many values.
  case wrongCount(expected: Int, found: Int)
  /// The text is no value of the field's type.
  case notAValue(FieldType, text: String)
  /// A whole number does not fit into 64 bits.
  case outOfRange(text: String)
  /// A number is larger than a double can be.
  case tooLarge(text: String)
  /// The bytes are not UTF-8.
  case notUTF8
  /// A backslash and the characters after it are not a known escape.
  case badEscape(text: String)
  /// A quote stands within an unquoted value, or text follows a closing quote.
  case strayQuote
  /// A quoted value has no closing quote.
  case openQuote
  /// The field does not accept the value, or another record has the same key.
  case refused(RecordError)
  /// A record number is not a number, or not greater than all before it.
  case badNumber(text: String)
  /// The line is not a JSON object.
  case badJSON(reason: String)
  /// A key has a name that no field has.
  case unknownKey(name: String, known: [String])
  /// An object has the same key twice.
  case duplicateKey(name: String)
}

// MARK: - Description

extension RecordTextError: CustomStringConvertible {
  /// The error as a message for a person.
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
  /// The place in words, as messages begin with it.
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
  /// The problem in words, with a hint at a remedy.
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
  /// The problem in words, with a hint at a remedy.
  public var description: String {
    switch self {
    case .wrongCount(let expected, let found):
      tr(
        "the record has {} values in place of {}; a separator is missing or too many", found,
        expected)
    case .notAValue(let type, let text): tr("“{}” is not {}", text, type.asText)
    case .outOfRange(let text):
      tr("{} is out of range; a whole number lies between {} and {}", text, Int.min, Int.max)
    case .tooLarge(let text):
      tr("{} is too large; a number lies between {} and {}", text, "-1.8e308", "1.8e308")
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
