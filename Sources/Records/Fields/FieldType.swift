/// The types that a field can have, as schemas in JSON, files and databases name them.
public enum FieldType: String, Hashable, Sendable, Codable, CaseIterable {
  /// A whole number of 64 bits.
  case integer
  /// A floating-point number of 64 bits.
  case double
  /// True or false.
  case boolean
  /// Text, kept as UTF-8.
  case string
  /// A point in time, kept as seconds since 2001-01-01 00:00:00 UTC in a double.
  case date
  /// Bytes.
  case data
  /// Any `Codable` value, kept as JSON.
  case json
}

/// The types in which databases store values.
package enum StoredKind: Sendable { case integer, double, boolean, text, data }

extension FieldType: CustomStringConvertible {
  /// The name of the type, as schemas in JSON write it.
  public var description: String { rawValue }

  /// The type in which a database stores these values: dates as doubles, JSON as text.
  package var storedKind: StoredKind {
    switch self {
    case .integer: .integer
    case .double, .date: .double
    case .boolean: .boolean
    case .string, .json: .text
    case .data: .data
    }
  }

  /// Whether records can be sorted by a field of this type.
  public var isSortable: Bool {
    switch self {
    case .integer, .double, .string, .date: true
    case .boolean, .data, .json: false
    }
  }

  /// Whether records can be grouped by a field of this type.
  public var isGroupable: Bool { isSortable || self == .boolean }

  /// Whether values of this type are numbers, which can be summed up.
  public var isNumber: Bool { self == .integer || self == .double }
}
