/// The part of a text that shows why it was found.
///
/// ```swift
/// let snippet = index.snippet(of: text, for: TextQuery("congestion window"), length: 160)
/// print(snippet.parts.map { $0.isMatch ? "*" + $0.text + "*" : $0.text }.joined())
/// // … the *congestion* *window* is increased by one segment for each …
/// ```
public struct TextSnippet: Sendable, Hashable {
  /// Some words of a snippet that all match, or do not.
  public struct Part: Sendable, Hashable {
    /// The words, and what stands between them.
    public var text: String
    /// Whether they are what was looked for.
    public var isMatch: Bool

    /// Makes a part.
    public init(_ text: String, isMatch: Bool = false) {
      self.text = text
      self.isMatch = isMatch
    }
  }

  /// The parts in their order; an ellipsis stands where text was left out.
  public var parts: [Part]

  /// How many of the clauses that follow each other in the query do so in the text, next to each other
  /// or with one word between them: 1 where all do, or there is one clause alone.
  public var adjacency: Double

  /// Makes a snippet of parts.
  public init(parts: [Part], adjacency: Double = 1) {
    self.parts = parts
    self.adjacency = adjacency
  }

  /// The words without marks.
  public var text: String { parts.map(\.text).joined() }
}

extension TextIndex {
  /// Makes the part of a text that shows why it was found, with what was looked for marked.
  ///
  /// It is the part in which most clauses of the query stand together. A run of blanks and ends of lines
  /// becomes one space. What stands in no phrase that was asked for is not marked.
  ///
  /// - Parameters:
  ///   - text: The passage, as it is to be shown.
  ///   - query: What is looked for.
  ///   - length: How many bytes of UTF-8 the snippet has, about.
  /// - Complexity: O(*n*) in the length of the text
  public func snippet(of text: String, for query: TextQuery, length: Int = 200) -> TextSnippet {
    stemmer.use { stem in
      var text = text
      return text.withUTF8 { bytes in
        SnippetMaker(bytes, SnippetMaker.Patterns(query, stem), length: length).snippet(stem)
      }
    }
  }
}
