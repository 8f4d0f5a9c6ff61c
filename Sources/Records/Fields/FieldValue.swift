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
  /// How the field's values are kept.
  static var fieldType: FieldType { get }
  /// Whether a field of this type may be without a value.
  static var isOptional: Bool { get }
  /// The value that a cell holds, or nil when the cell is of another type or no such value.
  init?(cell: CellValue)
  /// The value as it is kept.
  var cell: CellValue { get }
}

/// A type whose values have an order: records can be sorted by its fields.
///
/// `Bool` is none: two groups are not an order. `groups(by:)` counts and lists them.
public protocol SortableValue: FieldValue {}

/// Text, or text that may be missing: fields of it have a collation and a reading.
public protocol TextValue: SortableValue {}

extension FieldValue {
  public static var isOptional: Bool { false }
}

extension Int: SortableValue {
  public static var fieldType: FieldType { .integer }
  public var cell: CellValue { .integer(self) }
  public init?(cell: CellValue) {
    guard case .integer(let value) = cell else { return nil }
    self = value
  }
}

extension Double: SortableValue {
  public static var fieldType: FieldType { .double }
  public var cell: CellValue { .double(self) }
  public init?(cell: CellValue) {
    guard case .double(let value) = cell else { return nil }
    self = value
  }
}

extension Bool: FieldValue {
  public static var fieldType: FieldType { .boolean }
  public var cell: CellValue { .boolean(self) }
  public init?(cell: CellValue) {
    guard case .boolean(let value) = cell else { return nil }
    self = value
  }
}

extension String: TextValue {
  public static var fieldType: FieldType { .string }
  public var cell: CellValue { .string(self) }
  public init?(cell: CellValue) {
    guard case .string(let value) = cell else { return nil }
    self = value
  }
}

extension Date: SortableValue {
  public static var fieldType: FieldType { .date }
  public var cell: CellValue { .date(self) }
  public init?(cell: CellValue) {
    guard case .date(let value) = cell else { return nil }
    self = value
  }
}

extension Data: FieldValue {
  public static var fieldType: FieldType { .data }
  public var cell: CellValue { .data(self) }
  public init?(cell: CellValue) {
    guard case .data(let value) = cell else { return nil }
    self = value
  }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  public static var fieldType: FieldType { Wrapped.fieldType }
  public static var isOptional: Bool { true }
  public var cell: CellValue { self?.cell ?? .null }
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
  public static var fieldType: FieldType { RawValue.fieldType }
  public var cell: CellValue { rawValue.cell }
  public init?(cell: CellValue) {
    guard let raw = RawValue(cell: cell) else { return nil }
    self.init(rawValue: raw)
  }
}

/// A `Codable` type whose values a record can hold, kept as JSON.
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
  public static var fieldType: FieldType { .json }
  public var cell: CellValue { encodedCell(self) }
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
