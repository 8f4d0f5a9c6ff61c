public import FoundationEssentials

/// The value of one field of one record, when its type is only known at run time.
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
  public init(nilLiteral: ()) { self = .null }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(stringLiteral value: String) { self = .string(value) }
}

extension CellValue: CustomStringConvertible {
  /// The value as a person reads it in an error message.
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

/// The date, or its seconds since 2001 where the calendar does not reach: before year 1, behind 9999.
private func calendarText(of date: Date) -> String {
  let seconds = date.timeIntervalSinceReferenceDate
  return (-6.3e10...2.5e11).contains(seconds) ? date.formatted(.iso8601) : "@\(seconds)"
}
