extension Collation: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case locale, kana, accents, numbers
  }

  /// Reads `"binary"`, `"localized"`, or an object of the options that are not the default:
  /// `{"locale": "ja", "kana": "distinguished", "accents": "ignored", "numbers": "byValue"}`.
  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      switch word {
      case "binary": self = .binary
      case "localized": self = .localized()
      default:
        let message =
          "“\(word)” is not a collation: write \"binary\", \"localized\", or an object with any of "
          + "locale, kana, accents, numbers."
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: message))
      }
      return
    }
    try Self.refuseUnknownKeys(of: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = .localized(
      locale: try container.decodeIfPresent(String.self, forKey: .locale),
      kana: try container.decodeIfPresent(Kana.self, forKey: .kana) ?? .ignored,
      accents: try container.decodeIfPresent(Accents.self, forKey: .accents) ?? .distinguished,
      numbers: try container.decodeIfPresent(Numbers.self, forKey: .numbers) ?? .byDigit)
  }

  /// A misspelt option would otherwise be ignored without a word.
  private static func refuseUnknownKeys(of decoder: any Decoder) throws {
    let known = Set(CodingKeys.allCases.map(\.rawValue))
    let keys = try decoder.container(keyedBy: AnyKey.self).allKeys
    guard let unknown = keys.map(\.stringValue).filter({ !known.contains($0) }).min() else {
      return
    }
    let message =
      "A collation has no “\(unknown)”: its options are locale, kana, accents, numbers."
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: message))
  }

  /// Writes what ``init(from:)`` reads, in its shortest form.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .binary:
      var container = encoder.singleValueContainer()
      try container.encode("binary")
    case .localized where self == .localized():
      var container = encoder.singleValueContainer()
      try container.encode("localized")
    case .localized(let locale, let kana, let accents, let numbers):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(locale, forKey: .locale)
      if kana != .ignored { try container.encode(kana, forKey: .kana) }
      if accents != .distinguished { try container.encode(accents, forKey: .accents) }
      if numbers != .byDigit { try container.encode(numbers, forKey: .numbers) }
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}
