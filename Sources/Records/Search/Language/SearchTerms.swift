/// What a person typed into a search field that finds words, best match first, and takes conditions on
/// fields beside them: the two apart.
///
/// ```swift
/// let terms = try SearchTerms(parsing: "quic \"loss recovery\" status:standard 2020..", schema: schema)
/// terms.words.map(\.text)         // ["quic", "loss recovery"]
/// terms.text                      // quic "loss recovery"
/// let allowed = terms.conditions.map { table.search($0) }
/// ```
///
/// The language is that of ``Query/init(parsing:schema:)``. Words that must all be there, at the top, are
/// ``words``; all else is a condition: a field and its value, a range, what is left out, and words within
/// `OR` and parentheses.
public struct SearchTerms: Sendable, Hashable {
  /// A word, or several that were typed between quotation marks.
  public struct Word: Sendable, Hashable {
    /// What is looked for, without quotation marks and stars.
    public var text: String
    /// Whether it stood between quotation marks.
    public var isQuoted: Bool
  }

  /// What is looked for anywhere, in the order in which it was typed.
  public internal(set) var words: [Word] = []
  /// What must hold beside; nil for nothing.
  public internal(set) var conditions: Query?
  /// The words as they were typed, with quotation marks and stars, and those that are left out, with their
  /// dash: for a search in texts.
  public internal(set) var text = ""

  /// Reads what a person typed.
  ///
  /// - Complexity: O(*n*) in the length of the text, times the fields of text for words within conditions.
  /// - Throws: ``QuerySyntaxError``, which tells the place and how to mend it.
  public init(parsing text: String, schema: Schema) throws(QuerySyntaxError) {
    var parser = QueryParser(text, schema: schema)
    self = try parser.searchTerms()
  }

  init() {}
}
