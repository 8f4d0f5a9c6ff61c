internal import FoundationEssentials

/// A value is coded with its type as the key, as in `{"double": 4.5}`; null is an object without one.
///
/// Dates are ISO 8601, bytes Base64. Numbers that JSON cannot write are texts: `{"double": "nan"}`.
extension CellValue: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case integer, double, boolean, string, date, data, json
  }

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
