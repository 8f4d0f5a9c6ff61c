public import FoundationEssentials

/// The value of one field of one record, of a type that is only known at run time.
///
/// Code that knows its fields uses ``Field`` handles and never meets this type; files, forms and
/// searches by a field's name do.
///
/// ```swift
/// let cell: CellValue = 4.5
/// cell.type                              // .double
/// ```
public enum CellValue: Hashable, Sendable {
  /// No value.
  case null
  case integer(Int)
  case double(Double)
  case boolean(Bool)
  case string(String)
  case date(Date)
  case data(Data)
  /// The JSON text of a value of a custom type.
  case json(String)

  /// The type of the value, or nil for ``null``, which every optional field can hold.
  public var type: FieldType? {
    switch self {
    case .null: nil
    case .integer: .integer
    case .double: .double
    case .boolean: .boolean
    case .string: .string
    case .date: .date
    case .data: .data
    case .json: .json
    }
  }

  /// Whether there is no value.
  public var isNull: Bool { self == .null }
}

extension CellValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral
{
  /// Makes ``null``.
  public init(nilLiteral: ()) { self = .null }
  /// Makes an ``integer(_:)``.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes a ``double(_:)``.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Makes a ``boolean(_:)``.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Makes a ``string(_:)``.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension CellValue: CustomStringConvertible {
  /// The value as error messages show it.
  public var description: String {
    switch self {
    case .null: "null"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .string(let value): "“\(value.count > 60 ? value.prefix(60) + "…" : value[...])”"
    case .date(let value): calendarText(of: value)
    case .data(let value): "\(value.count) bytes"
    case .json(let value): value.count > 60 ? value.prefix(60) + "…" : value
    }
  }
}

/// The date, or its seconds since 2001 outside the years 1 to 9999, which the calendar does not
/// cover.
private func calendarText(of date: Date) -> String {
  let seconds = date.timeIntervalSinceReferenceDate
  return (-6.3e10...2.5e11).contains(seconds) ? date.formatted(.iso8601) : "@\(seconds)"
}

// MARK: - Contents

extension CellValue {
  var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// A double, or a date as its seconds.
  var number: Double? {
    switch self {
    case .double(let value): value
    case .date(let value): value.timeIntervalSinceReferenceDate
    default: nil
    }
  }

  /// Bytes that the value takes in an arena.
  var byteCount: Int {
    switch self {
    case .string(let text), .json(let text): text.utf8.count
    case .data(let data): data.count
    default: 0
    }
  }

  /// The bytes of text or data; nil for null.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    switch self {
    case .string(var text), .json(var text):
      return text.withUTF8(body)
    case .data(let data):
      return data.withUnsafeBytes { body($0.bindMemory(to: UInt8.self)) }
    default:
      return body(nil)
    }
  }

  /// The text of a string or of JSON; empty for other values.
  var text: String {
    switch self {
    case .string(let text), .json(let text): text
    default: ""
    }
  }
}

// MARK: - Comparing

extension CellValue {
  /// Whether the value lies before another of its type; false for other types and unordered values.
  func precedes(_ other: CellValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.string(let left), .string(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    default: false
    }
  }

  /// Whether this is a double or a date that is no number.
  var isNaN: Bool {
    switch self {
    case .double(let value): value.isNaN
    case .date(let value): value.timeIntervalSinceReferenceDate.isNaN
    default: false
    }
  }

  /// Whether a test for the one value is a test for the other.
  func isSameQuestion(as other: CellValue) -> Bool {
    switch (self, other) {
    case (.string(let left), .string(let right)), (.json(let left), .json(let right)):
      left.utf8.elementsEqual(right.utf8)
    default: self == other
    }
  }

  /// The value as a query for a field of that type means it.
  func converted(to type: FieldType) -> CellValue {
    switch (self, type) {
    case (.integer(let value), .double): .double(Double(value))
    case (.string(let text), .json): .json(text)
    default: self
    }
  }
}

// MARK: - Coding

/// A value is coded with its type as the key, as in `{"double": 4.5}`; null is an object without one.
///
/// Dates are ISO 8601, bytes Base64. Numbers that JSON cannot write are texts: `{"double": "nan"}`.
extension CellValue: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case integer, double, boolean, string, date, data, json
  }

  /// Reads a value in the form that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    guard let key = values.allKeys.first else {
      self = .null
      return
    }
    switch key {
    case .integer: self = .integer(try values.decode(Int.self, forKey: key))
    case .double: self = .double(try Self.double(in: values))
    case .boolean: self = .boolean(try values.decode(Bool.self, forKey: key))
    case .string: self = .string(try values.decode(String.self, forKey: key))
    case .date:
      let text = Array(try values.decode(String.self, forKey: key).utf8)
      guard let seconds = text.withUnsafeBufferPointer({ DateText.seconds($0) }) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values,
          debugDescription: "a date such as 2026-12-31T12:00:00Z is expected")
      }
      self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data: self = .data(try values.decode(Data.self, forKey: key))
    case .json: self = .json(try values.decode(String.self, forKey: key))
    }
  }

  private static func double(in values: KeyedDecodingContainer<Key>) throws -> Double {
    if let number = try? values.decode(Double.self, forKey: .double) { return number }
    guard let number = Double(try values.decode(String.self, forKey: .double)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .double, in: values, debugDescription: "a number is expected")
    }
    return number
  }

  /// Writes an object with the value under the name of its type; null is an empty object.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .null: break
    case .integer(let value): try values.encode(value, forKey: .integer)
    case .double(let value) where !value.isFinite:
      try values.encode("\(value)", forKey: .double)
    case .double(let value): try values.encode(value, forKey: .double)
    case .boolean(let value): try values.encode(value, forKey: .boolean)
    case .string(let value): try values.encode(value, forKey: .string)
    case .date(let value):
      try values.encode(DateText.text(value.timeIntervalSinceReferenceDate), forKey: .date)
    case .data(let value): try values.encode(value, forKey: .data)
    case .json(let value): try values.encode(value, forKey: .json)
    }
  }
}
