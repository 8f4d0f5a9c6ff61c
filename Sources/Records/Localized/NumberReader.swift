internal import HikidashiBase

/// Reads numbers as a language writes them, and refuses all else.
///
/// ICU’s parser takes any of the usual signs between thousands, wherever they stand: in French it reads 1.250 as
/// 1250. So this has a rule of its own: a sign in front, digits of one script, the language’s sign between groups of
/// the language’s size, or no such sign at all, and its decimal sign. Of the signs only the kind counts, where people
/// cannot tell or type it: any space, any apostrophe, any minus.
struct NumberReader: Sendable {
  /// The signs beside the digits of the language, and beside those from 0 to 9.
  private let own: NumberSigns
  private let latin: NumberSigns
  /// The zero of the language’s digits.
  private let zero: UInt32

  /// Returns the reader of a locale, by its name in ICU; nil where ICU has no signs for it.
  static func of(_ locale: String) -> NumberReader? {
    readers.withLock { readers in
      if let found = readers[locale] { return found }
      let made = NumberReader(locale: locale)
      readers[locale] = .some(made)
      return made
    }
  }

  private init?(locale: String) {
    guard let own = NumberSigns(locale: locale, isLatin: false),
      let latin = NumberSigns(locale: locale, isLatin: true)
    else { return nil }
    (self.own, self.latin, zero) = (own, latin, own.zero)
  }

  /// Reads a number that is written as the language does; nil for all else.
  ///
  /// - Complexity: O(*n*) in the text’s length.
  func number(_ text: String) -> DecimalText? {
    var text = NumberScalars(text)
    guard let first = text.firstZero else { return nil }
    let isArabic = NumberSigns.isArabic(first)
    var signs = first == zero || isArabic && NumberSigns.isArabic(zero) ? own : latin
    // No other language’s signs look like these.
    if isArabic { signs.takesArabic = true }
    return text.number(signs)
  }

  /// Returns the numbers that the text is in the writing of other languages, the likeliest first.
  static func numbersElsewhere(_ text: String) -> [DecimalText] {
    let scalars = NumberScalars(text)
    var found: [DecimalText] = []
    for signs in NumberSigns.everywhere {
      var scalars = scalars
      if let number = scalars.number(signs), !found.contains(number) { found.append(number) }
    }
    return found
  }
}

/// The readers by locales, of which an app has few. The dictionary is guarded.
private let readers = Guarded<[String: NumberReader?]>([:])
