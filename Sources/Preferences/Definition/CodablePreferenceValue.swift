internal import FoundationEssentials

/// A `Codable` type whose values a setting can have, kept as JSON.
///
/// ```swift
/// struct Frame: CodablePreferenceValue { var width, height: Int }
/// let frame = Preference("frame", default: Frame(width: 800, height: 600))
/// ```
///
/// A value is decoded each time that it is read: what is read often is better kept by the reader. One
/// that its type cannot encode is refused.
public protocol CodablePreferenceValue: PreferenceValue, Codable {}

extension CodablePreferenceValue {
  public static var preferenceType: PreferenceType { .json }

  public init?(content: PreferenceContent) {
    guard case .json(let text) = content,
      let value = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
    else { return nil }
    self = value
  }

  public var content: PreferenceContent {
    let encoder = JSONEncoder()
    // Equal values are equal text.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What cannot be encoded is no JSON, and so no value.
    guard let bytes = try? encoder.encode(self) else { return .json("") }
    return .json(String(decoding: bytes, as: UTF8.self))
  }
}
