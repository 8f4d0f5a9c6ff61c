internal import FoundationEssentials

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
