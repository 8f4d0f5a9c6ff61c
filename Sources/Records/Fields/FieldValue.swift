public import FoundationEssentials

/// A type whose values a record can hold in a field.
///
/// `Int`, `Double`, `Bool`, `String`, `Date`, `Data` and optionals of these are such types. An
/// enumeration with raw values becomes one by naming the protocol, any other `Codable` type by
/// naming ``CodableFieldValue``:
///
/// ```swift
/// enum Status: String, FieldValue { case draft, standard, historic }
/// let status = Field<Status>("status")
/// ```
public protocol FieldValue: Sendable {
  /// The type in which a table stores the values.
  static var fieldType: FieldType { get }
  /// Whether a field of this Swift type may be without a value.
  static var isOptional: Bool { get }
  /// Makes the value from a cell; nil when the cell has another type or holds no value of this
  /// type.
  init?(cell: CellValue)
  /// The value as a cell, in the form in which it is stored.
  var cell: CellValue { get }
}

/// A type whose values have an order, so that records can be sorted by its fields.
///
/// `Bool` is not sortable: two groups are not an order. `groups(by:)` counts and lists them.
public protocol SortableValue: FieldValue {}

/// Text, optional or not, whose fields can have a collation and a reading.
public protocol TextValue: SortableValue {}

extension FieldValue {
  /// False: only optionals may be missing.
  public static var isOptional: Bool { false }
}

extension Int: SortableValue {
  /// Integers are stored as ``FieldType/integer``.
  public static var fieldType: FieldType { .integer }
  /// The integer as a cell.
  public var cell: CellValue { .integer(self) }
  /// Makes an integer from a cell that holds one.
  public init?(cell: CellValue) {
    guard case .integer(let value) = cell else { return nil }
    self = value
  }
}

extension Double: SortableValue {
  /// Doubles are stored as ``FieldType/double``.
  public static var fieldType: FieldType { .double }
  /// The double as a cell.
  public var cell: CellValue { .double(self) }
  /// Makes a double from a cell that holds one.
  public init?(cell: CellValue) {
    guard case .double(let value) = cell else { return nil }
    self = value
  }
}

extension Bool: FieldValue {
  /// Booleans are stored as ``FieldType/boolean``.
  public static var fieldType: FieldType { .boolean }
  /// The boolean as a cell.
  public var cell: CellValue { .boolean(self) }
  /// Makes a boolean from a cell that holds one.
  public init?(cell: CellValue) {
    guard case .boolean(let value) = cell else { return nil }
    self = value
  }
}

extension String: TextValue {
  /// Text is stored as ``FieldType/string``.
  public static var fieldType: FieldType { .string }
  /// The text as a cell.
  public var cell: CellValue { .string(self) }
  /// Makes text from a cell that holds a string.
  public init?(cell: CellValue) {
    guard case .string(let value) = cell else { return nil }
    self = value
  }
}

extension Date: SortableValue {
  /// Dates are stored as ``FieldType/date``.
  public static var fieldType: FieldType { .date }
  /// The date as a cell.
  public var cell: CellValue { .date(self) }
  /// Makes a date from a cell that holds one.
  public init?(cell: CellValue) {
    guard case .date(let value) = cell else { return nil }
    self = value
  }
}

extension Data: FieldValue {
  /// Bytes are stored as ``FieldType/data``.
  public static var fieldType: FieldType { .data }
  /// The bytes as a cell.
  public var cell: CellValue { .data(self) }
  /// Makes data from a cell that holds some.
  public init?(cell: CellValue) {
    guard case .data(let value) = cell else { return nil }
    self = value
  }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// Optionals are stored as the type that they wrap is.
  public static var fieldType: FieldType { Wrapped.fieldType }
  /// True: the value may be missing.
  public static var isOptional: Bool { true }
  /// The wrapped value as a cell, or null.
  public var cell: CellValue { self?.cell ?? .null }
  /// Makes `nil` from null, and otherwise the wrapped value from the cell.
  public init?(cell: CellValue) {
    if cell.isNull {
      self = .none
    } else {
      guard let value = Wrapped(cell: cell) else { return nil }
      self = .some(value)
    }
  }
}

extension Optional: SortableValue where Wrapped: SortableValue {}
extension Optional: TextValue where Wrapped: TextValue {}

extension FieldValue where Self: RawRepresentable, RawValue: FieldValue {
  /// An enumeration is stored as its raw values are.
  public static var fieldType: FieldType { RawValue.fieldType }
  /// The raw value as a cell.
  public var cell: CellValue { rawValue.cell }
  /// Makes the case whose raw value the cell holds; nil where there is none.
  public init?(cell: CellValue) {
    guard let raw = RawValue(cell: cell) else { return nil }
    self.init(rawValue: raw)
  }
}

/// A `Codable` type whose values are stored as JSON in a record.
///
/// ```swift
/// struct Place: CodableFieldValue { var latitude, longitude: Double }
/// let place = Field<Place?>("place")
/// ```
///
/// A value that its type cannot encode (a `Double` that is not a number, where the type does not
/// say how) is kept as null, which a field that is not optional refuses.
public protocol CodableFieldValue: FieldValue, Codable {}

extension CodableFieldValue {
  /// The values are stored as ``FieldType/json``.
  public static var fieldType: FieldType { .json }
  /// The value encoded as JSON, or null where it cannot be encoded.
  public var cell: CellValue { encodedCell(self) }
  /// Decodes the value from a cell that holds JSON; nil where that fails.
  public init?(cell: CellValue) {
    guard let value = decodedCell(cell, as: Self.self) else { return nil }
    self = value
  }
}

/// An array of values is kept as a JSON array.
extension Array: FieldValue where Element: Codable & FieldValue {}
extension Array: CodableFieldValue where Element: Codable & FieldValue {}

private func encodedCell(_ value: some Encodable) -> CellValue {
  let encoder = JSONEncoder()
  // Equal values are equal text.
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  guard let bytes = try? encoder.encode(value) else { return .null }
  return .json(String(decoding: bytes, as: UTF8.self))
}

private func decodedCell<Value: Decodable>(_ cell: CellValue, as type: Value.Type) -> Value? {
  guard case .json(let text) = cell else { return nil }
  return try? JSONDecoder().decode(type, from: Data(text.utf8))
}
