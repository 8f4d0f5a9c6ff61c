internal import Support

/// Opened collators by what was asked for.
///
/// The one cache of the process here: opening a collator costs milliseconds, its tables as much
/// again, and every table of records with a field of the same collation can use the same one. It
/// is guarded, and as small as the number of collations that an app names.
private let opened = Guarded<[Key: Collator]>([:])

private struct Key: Hashable {
  let collation: Collation
  /// The user's locale can change with the environment.
  let locale: String
}

extension Collator {
  /// The collator for a localized collation, opened on first use; nil for the binary one.
  ///
  /// Where ICU cannot open what was asked for, the root order is used, as for unknown locales.
  static func shared(for collation: Collation) -> Collator? {
    guard collation != .binary else { return nil }
    let key = Key(collation: collation, locale: LocaleName.icu(collation.options.locale))
    if let found = opened.withLock({ $0[key] }) { return found }
    let collator = open(collation)
    return opened.withLock {
      if let found = $0[key] { return found }
      $0[key] = collator
      return collator
    }
  }

  private static func open(_ collation: Collation) -> Collator {
    if let collator = try? Collator(collation) { return collator }
    let options = collation.options
    let root = Collation.localized(
      locale: "root", accents: options.accents, numbers: options.numbers)
    do {
      return try Collator(root)
    } catch {
      // The root order is part of the library that this program is linked with: only a broken
      // installation is without it, and no string could be compared.
      fatalError(error.description)
    }
  }
}

extension Collation {
  /// The locale whose order is in effect, as a BCP 47 tag; nil for the binary collation.
  ///
  /// A locale that ICU does not know falls back on a more general one (`"ja-JP"` on `"ja"`), in the
  /// end on the root order, `"und"`.
  ///
  /// ```swift
  /// Collation.localized(locale: "de_AT.UTF-8").effectiveLocale   // "de-AT"
  /// Collation.localized(locale: "x?").effectiveLocale            // "und"
  /// ```
  ///
  /// - Complexity: O(1) once the collation was used; the first time, milliseconds.
  public var effectiveLocale: String? { Collator.shared(for: self)?.locale }
}
