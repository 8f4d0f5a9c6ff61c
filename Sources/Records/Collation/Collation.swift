/// How strings are compared: in which order they come, and which of them are equal.
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
  /// By the bytes of UTF-8, which is also the order of Unicode scalars: nothing is ignored.
  case binary

  /// The way people of a language expect.
  ///
  /// - Parameters:
  ///   - locale: A BCP 47 tag (`"ja"`, `"fr-CA"`, `"de-u-co-phonebk"`), or a name as POSIX and ICU
  ///     write it (`"ja_JP.UTF-8"`, `"de@collation=phonebook"`); nil is the user's, from the
  ///     environment variables `LC_ALL`, `LC_COLLATE` and `LANG`. `"C"` and `"POSIX"` are the root
  ///     order. A locale that is not known falls back as ICU does, in the end on the root order,
  ///     see ``effectiveLocale``.
  ///   - kana: Whether hiragana and katakana are told apart.
  ///   - accents: Whether accents (and voicing marks) are told apart.
  ///   - numbers: Whether digits are compared one by one, or numbers by their value.
  case localized(
    locale: String? = nil, kana: Kana = .ignored, accents: Accents = .distinguished,
    numbers: Numbers = .byDigit)

  /// Whether hiragana and katakana are told apart.
  public enum Kana: String, Hashable, Sendable, Codable, CaseIterable {
    /// あ and ア are equal.
    case ignored
    /// あ comes before ア, where all else is equal.
    case distinguished
  }

  /// Whether accents are told apart.
  public enum Accents: String, Hashable, Sendable, Codable, CaseIterable {
    /// e comes before é, where the letters are equal.
    case distinguished
    /// e and é are equal, and so are か and が.
    case ignored
  }

  /// How digits are compared.
  public enum Numbers: String, Hashable, Sendable, Codable, CaseIterable {
    /// One by one: 10 comes before 2.
    case byDigit
    /// As whole numbers ("natural order"): 2 comes before 10, and 02 equals 2.
    case byValue
  }
}
