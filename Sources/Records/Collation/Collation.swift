internal import CHikidashiICU
internal import HikidashiBase

/// The rules by which strings are sorted and compared for equality.
///
/// A collation belongs to a field, and every operation on the field honours it: sorting, equality,
/// grouping, the least and the greatest value.
///
/// ```swift
/// let title = Field<String>("title")                                    // the reader's language
/// let code = Field<String>("code", collation: .binary)                  // byte by byte
/// let name = Field<String>("name", collation: .localized(locale: "ja", kana: .distinguished))
/// let file = Field<String>("file", collation: .localized(numbers: .byValue))  // 2 before 10
/// ```
///
/// A localized collation is the Unicode Collation Algorithm with a locale's tailoring, as ICU
/// computes it: letters first, accents where the letters are equal. Upper and lower case, and full
/// and half width, are the same.
///
/// - Source: Unicode Technical Standard #10, "Unicode Collation Algorithm"; the locales' rules are
///   those of the Unicode Common Locale Data Repository (CLDR).
public enum Collation: Hashable, Sendable {
  /// Compares the bytes of UTF-8, which is also the order of Unicode scalars; nothing is ignored.
  case binary

  /// Compares as the readers of a language expect.
  ///
  /// - Parameters:
  ///   - locale: A BCP 47 tag (`"ja"`, `"fr-CA"`, `"de-u-co-phonebk"`), or a name as POSIX and ICU
  ///     write it (`"ja_JP.UTF-8"`, `"de@collation=phonebook"`); nil is the user's, from the
  ///     environment variables `LC_ALL`, `LC_COLLATE` and `LANG`. `"C"` and `"POSIX"` are the root
  ///     order. A locale that is not known falls back as ICU does, in the end on the root order,
  ///     see ``effectiveLocale``.
  ///   - kana: Whether hiragana and katakana are different.
  ///   - accents: Whether letters with different accents (or voicing marks) are different.
  ///   - numbers: Whether digits are compared one by one, or numbers by their value.
  case localized(
    locale: String? = nil, kana: Kana = .ignored, accents: Accents = .distinguished,
    numbers: Numbers = .byDigit)

  /// Whether hiragana and katakana are different.
  public enum Kana: String, Hashable, Sendable, Codable, CaseIterable {
    /// あ and ア are equal.
    case ignored
    /// あ comes before ア, where all else is equal.
    case distinguished
  }

  /// Whether letters with different accents are different.
  public enum Accents: String, Hashable, Sendable, Codable, CaseIterable {
    /// e comes before é, where the letters are equal.
    case distinguished
    /// e and é are equal, and so are か and が.
    case ignored
  }

  /// How digits are compared.
  public enum Numbers: String, Hashable, Sendable, Codable, CaseIterable {
    /// Compares digit by digit: 10 comes before 2.
    case byDigit
    /// Compares whole numbers by their value ("natural order"): 2 comes before 10, and 02 equals 2.
    case byValue
  }
}

// MARK: - Coding

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

  /// Throws for an unknown key, so that a misspelt option is not silently ignored.
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

  /// Writes the shortest form that ``init(from:)`` reads.
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

/// An error in setting up the comparison of strings by the rules of a language.
public enum CollationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// ICU could not open a collator; `reason` is ICU's name for the error.
  case unavailable(locale: String, reason: String)

  /// The error as a message for a person.
  public var description: String {
    switch self {
    case .unavailable(let locale, let reason):
      "The order of the locale “\(locale)” cannot be used: ICU says \(reason). Name another "
        + "locale, or check that the ICU libraries and their data are installed."
    }
  }
}

/// Names of locales as ICU writes them.
enum LocaleName {
  /// ICU's name for a BCP 47 tag or a POSIX name; nil is the user's locale. Text that is no name
  /// becomes the root locale.
  static func icu(_ name: String?) -> String {
    let name = name ?? user
    guard !name.utf8.contains(0), !isRoot(name) else { return "root" }
    let capacity = 160
    var length = 0
    let found = String(unsafeUninitializedCapacity: capacity) { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        length = Int(hk_locale_name(name, $0.baseAddress, Int32(capacity)))
        return max(0, length)
      }
    }
    return found.isEmpty ? "root" : found
  }

  /// The locale that decides the order of strings, by the precedence that POSIX gives (setlocale(3)).
  static var user: String {
    Environment.value("LC_ALL") ?? Environment.value("LC_COLLATE") ?? Environment.value("LANG")
      ?? "root"
  }

  /// The purposes for which the environment can set the reader's language separately.
  enum Category: String {
    case numbers = "LC_NUMERIC"
    case dates = "LC_TIME"
  }

  /// The locale in which numbers or dates are written, by the precedence that POSIX gives. The root
  /// locale writes as no reader does: the language of messages stands in for it, or English.
  static func reader(of category: Category) -> String {
    let name =
      Environment.value("LC_ALL") ?? Environment.value(category.rawValue)
      ?? Environment.value("LANG") ?? "en_US"
    return isRoot(name) ? messageLanguage ?? "en_US" : name
  }

  /// ICU's name for the locale in which dates are written.
  static func dates(_ language: String?, _ calendar: DateFormat.Calendar = .reader) -> String {
    let locale = icu(language ?? reader(of: .dates))
    guard calendar != .reader else { return locale }
    let parts = locale.split(separator: "@", maxSplits: 1)
    let kept = parts.dropFirst().flatMap { $0.split(separator: ";") }
      .filter { !$0.hasPrefix("calendar=") }
    return "\(parts.first ?? "root")@"
      + (kept + ["calendar=\(calendar.rawValue)"]).joined(separator: ";")
  }

  /// `C`, `C.UTF-8` and `POSIX` stand for no language.
  private static func isRoot(_ name: String) -> Bool {
    let language = name.prefix { $0 != "." && $0 != "@" }
    return language.isEmpty || language == "C" || language == "POSIX" || language == "root"
  }
}
