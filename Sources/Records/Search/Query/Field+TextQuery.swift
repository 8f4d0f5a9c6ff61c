extension Field where Value: TextValue {
  /// Finds the records whose text begins with this one.
  ///
  /// Case and width do not matter where the field's collation is localized, nor does the kind of
  /// kana, or accents, where the collation ignores them.
  public func hasPrefix(_ text: String) -> Query { .text(definition, .start, text) }

  /// Finds the records whose text ends with this one, compared as ``hasPrefix(_:)`` does.
  public func hasSuffix(_ text: String) -> Query { .text(definition, .end, text) }

  /// Finds the records whose text holds this one, compared as ``hasPrefix(_:)`` does.
  ///
  /// ```swift
  /// cards.search(title.contains("quic") && number > 8000)
  /// ```
  public func contains(_ text: String) -> Query { .text(definition, .anywhere, text) }

  /// Finds the records whose text holds this one as a word: no letter or digit stands right before
  /// or behind it.
  ///
  /// In scripts that write no spaces between words, a word next to another is not found.
  public func containsWord(_ text: String) -> Query { .text(definition, .word, text) }

  /// Finds the records in whose text a regular expression finds something.
  ///
  /// ```swift
  /// let numbered = try title.matches(#"^RFC \d+$"#)
  /// ```
  ///
  /// The case of letters does not matter where the field's collation is localized. The expressions
  /// are [ICU's](https://unicode-org.github.io/icu/userguide/strings/regexp.html). One that takes
  /// too long is given up, see ``RecordTable/search(checking:in:)``.
  ///
  /// - Throws: ``QueryError/badPattern(_:column:reason:)``.
  public func matches(_ pattern: String) throws(QueryError) -> Query {
    try .pattern(definition, pattern)
  }
}

extension Query {
  static func pattern(
    _ field: FieldDefinition, _ pattern: String
  ) throws(QueryError) -> Query {
    if pattern.isEmpty { return Query(.hasValue, field) }
    try SearchPattern.check(pattern)
    return Query(.pattern(pattern), field)
  }
}
