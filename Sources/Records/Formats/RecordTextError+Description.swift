extension RecordTextError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason): "cannot open \(path): \(reason)"
    case .cannotRead(let source, let reason): "cannot read \(source): \(reason)"
    case .cannotWrite(let destination, let reason): "cannot write \(destination): \(reason)"
    case .badFormat(let reason): "the format cannot be: \(reason)"
    case .badHeader(let problem): "line 1: \(problem)"
    case .badRecord(let place, let problem): "\(place): \(problem)"
    case .tooLong(let line, let limit):
      "line \(line): the record is longer than \(limit) bytes; a quote may be open, or else raise "
        + "the options' longestRecord"
    case .tableFull(let error): "\(error)"
    case .cancelled: "the task was cancelled"
    }
  }
}

extension TextPlace: CustomStringConvertible {
  public var description: String {
    var text = "line \(line)"
    if let column { text += ", column \(column)" }
    if let field { text += " (\(field))" }
    return text + ", character \(character)"
  }
}

extension HeaderProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing: "there is no header; add one, or read with a format that has none"
    case .unknownColumn(let name, let column, let known):
      "column \(column) is called “\(name)”, which no field is; there are "
        + known.joined(separator: ", ") + "; rename it, or have unknown fields ignored"
    case .duplicateColumn(let name, let column):
      "column \(column) is called “\(name)” as one before it; remove one"
    case .missingColumn(let name):
      "there is no column “\(name)”; add it, or give the field a default or make it optional"
    case .misplacedNumbers(let name):
      "the column of record numbers, “\(name)”, must be the first"
    case .badNames(let error): "\(error)"
    case .unreadable(let problem, let column): "column \(column): \(problem)"
    }
  }
}

extension RecordProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongCount(let expected, let found):
      "the record has \(found) values in place of \(expected); a separator is missing or too many"
    case .notAValue(let type, let text): "“\(text)” is not \(type.asText)"
    case .outOfRange(let text):
      "\(text) is out of range; a whole number lies between \(Int.min) and \(Int.max)"
    case .notUTF8: "the bytes are not UTF-8; convert the text to UTF-8"
    case .badEscape(let text):
      "“\(text)” is no escape; a backslash is written as \\\\, others are \\t, \\n, \\r and \\xHH"
    case .strayQuote:
      "a quote stands within the value; put the whole value between quotes and double those within"
    case .openQuote:
      "the quote that opens here is never closed; close it, or double it if it is text"
    case .refused(let error): "\(error)"
    case .badNumber(let text):
      "“\(text)” is no number for this record; numbers ascend, and none was used before"
    case .badJSON(let reason): reason
    case .unknownKey(let name, let known):
      "no field is called “\(name)”; there are \(known.joined(separator: ", ")); rename it, or have "
        + "unknown fields ignored"
    case .duplicateKey(let name): "the key “\(name)” occurs twice; remove one"
    }
  }
}

extension FieldType {
  /// How a value of the type is written, for a person who wrote another.
  fileprivate var asText: String {
    switch self {
    case .integer: "a whole number; write digits only, as in 1234 or -5"
    case .double: "a number; write it with a decimal point, as in 1234.5 or 1e-3"
    case .boolean: "true or false; write one of them"
    case .string: "text"
    case .date: "a date; write it as in 2020-05-20 or 2020-05-20T12:34:56Z"
    case .data: "base64"
    case .json: "JSON; text within it stands between double quotes"
    }
  }
}
