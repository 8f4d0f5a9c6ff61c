internal import HikidashiRecords

/// Answers which entries a reader means while he or she is typing.
///
/// ```swift
/// let filter = RFCFilter(index.entries)
/// let found = filter.positions("crocker host")
/// ```
public struct RFCFilter: Sendable {
  private let texts: WordIndex
  private let numbers: [Int]

  /// Folds what can be searched in `entries`.
  ///
  /// - Complexity: O(*n*) in the length of the titles and authors.
  public init(_ entries: [RFCEntry]) {
    texts = WordIndex(entries) { entry, add in
      add(entry.title)
      for author in entry.authors { add(author.name) }
    }
    numbers = entries.map(\.number)
  }

  /// Number of entries.
  public var count: Int { numbers.count }

  /// Whether each entry is meant by `query`.
  ///
  /// All words of the query must match. A word matches within title or authors; digits also match
  /// the beginning of the number; `rfc2119` and `rfc 2119` match the beginning of the number only. A
  /// query without words matches everything.
  ///
  /// - Complexity: O(*n* · *w*) in bytes of text and words.
  public func matches(_ query: String) -> [Bool] {
    let words = RFCQuery(query).words
    guard var result = words.first.map(hits) else {
      return [Bool](repeating: true, count: count)
    }
    for word in words.dropFirst() {
      let hits = hits(word)
      for position in result.indices where !hits[position] { result[position] = false }
    }
    return result
  }

  /// The positions of the entries that are meant by `query`, ascending.
  ///
  /// - Complexity: O(*n* · *w*) in bytes of text and words.
  public func positions(_ query: String) -> [Int] {
    let matches = matches(query)
    return matches.indices.filter { matches[$0] }
  }

  private func hits(_ word: RFCQuery.Word) -> [Bool] {
    switch word {
    case .number(let prefix):
      return numbers.map(prefix.matches)
    case .text(let text, let prefix):
      var hits = texts.matches(word: text)
      if let prefix {
        for position in hits.indices where prefix.matches(numbers[position]) {
          hits[position] = true
        }
      }
      return hits
    }
  }
}
