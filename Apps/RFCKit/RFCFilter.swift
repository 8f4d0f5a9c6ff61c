internal import HikidashiRecords

/// Answers which entries a reader means while he or she is typing.
///
/// ```swift
/// let filter = RFCFilter(index.entries)
/// let found = filter.positions("crocker host")
/// let best = filter.ranked("transport protocol").first
/// ```
public struct RFCFilter: Sendable {
  private let titles: WordIndex
  private let authors: WordIndex
  /// Nil where there are none.
  private let keywords: WordIndex?
  private let abstracts: WordIndex?
  private let numbers: [Int]
  private let ranking: TitleRanking

  /// Folds what can be searched in `entries`.
  ///
  /// - Parameters:
  ///   - entries: The entries of an index.
  ///   - details: What is known beyond, by number: keywords and abstracts are searched, too.
  /// - Complexity: O(*n*) in the length of the titles, authors, keywords and abstracts.
  public init(_ entries: [RFCEntry], details: [Int: RFCDetails] = [:]) {
    titles = WordIndex(entries.lazy.map(\.title))
    authors = WordIndex(entries) { entry, add in
      for author in entry.authors { add(author.name) }
    }
    keywords = Self.index(entries, details, \.keywords)
    abstracts = Self.index(entries, details) { $0.abstract.isEmpty ? [] : [$0.abstract] }
    numbers = entries.map(\.number)
    ranking = TitleRanking(entries)
  }

  private static func index(
    _ entries: [RFCEntry], _ details: [Int: RFCDetails], _ texts: (RFCDetails) -> [String]
  ) -> WordIndex? {
    guard details.values.contains(where: { !texts($0).isEmpty }) else { return nil }
    return WordIndex(entries) { entry, add in
      if let details = details[entry.number] { texts(details).forEach(add) }
    }
  }

  /// Number of entries.
  public var count: Int { numbers.count }

  /// Whether each entry is meant by `query`.
  ///
  /// All words of the query must match. A word matches within title, authors, keywords or abstract; digits
  /// also match the beginning of the number; `rfc2119` and `rfc 2119` match the beginning of the number
  /// only. A query without words matches everything.
  ///
  /// - Complexity: O(*n* · *w*) in bytes of text and words.
  public func matches(_ query: String) -> [Bool] { search(RFCQuery(query), nil).isFound }

  /// The positions of the entries that are meant by `query`, ascending.
  ///
  /// - Complexity: O(*n* · *w*) in bytes of text and words.
  public func positions(_ query: String) -> [Int] {
    let matches = matches(query)
    return matches.indices.filter { matches[$0] }
  }

  /// The entries that are meant by `query`, best first.
  ///
  /// What is worth most is the number that was typed; then a title that is, or begins with, what was typed,
  /// or has it in parentheses; whole words before beginnings, these before parts of words; titles before
  /// authors, these before keywords and abstracts. What is current stands before what is obsolete, a short
  /// title before a long one, the newest before the oldest. A query without words finds nothing.
  ///
  /// - Complexity: O(*n* · *w*) in bytes of text and words.
  public func ranked(_ query: String) -> [RFCMatch] { ranked(RFCQuery(query)) }

  /// - Parameter candidates: Which entries may be found; nil for all.
  func ranked(_ query: RFCQuery, among candidates: [Bool]? = nil) -> [RFCMatch] {
    guard !query.words.isEmpty else { return [] }
    var found = search(query, candidates)
    ranking.rate(query, &found.scores, isFound: found.isFound)
    return ranking.sorted(found.scores, isFound: found.isFound).map {
      RFCMatch(position: $0, places: RFCMatch.Places(rawValue: found.places[$0]))
    }
  }

  private struct Found {
    var isFound: [Bool]
    var scores: [Int]
    var places: [UInt8]
  }

  private func search(_ query: RFCQuery, _ candidates: [Bool]?) -> Found {
    var found = Found(
      isFound: candidates ?? [Bool](repeating: true, count: count),
      scores: [Int](repeating: 0, count: count), places: [UInt8](repeating: 0, count: count))
    // The longest is the rarest, as a rule, and leaves the fewest to look at for the next.
    for word in query.words.sorted(by: { $0.length > $1.length }) {
      var hits = [Bool](repeating: false, count: count)
      switch word {
      case .number(let prefix): note(prefix, &found, &hits)
      case .text(let text, let prefix):
        let titled = titles.matches(word: text, among: found.isFound)
        note(titled, .title, 30, &found, &hits)
        ranking.rate(word: text, among: titled, &found.scores)
        note(authors.matches(word: text, among: found.isFound), .author, 60, &found, &hits)
        if let keywords {
          note(keywords.matches(word: text, among: found.isFound), .keyword, 40, &found, &hits)
        }
        if let prefix { note(prefix, &found, &hits) }
        // Of an abstract nobody asks where the word stands elsewhere, and they are the most to read.
        if let abstracts {
          let others = hits.indices.map { found.isFound[$0] && !hits[$0] }
          note(abstracts.matches(word: text, among: others), .abstract, 10, &found, &hits)
        }
      }
      for position in hits.indices where !hits[position] { found.isFound[position] = false }
    }
    return found
  }

  private func note(
    _ matches: [Bool], _ place: RFCMatch.Places, _ points: Int, _ found: inout Found,
    _ hits: inout [Bool]
  ) {
    for position in matches.indices where matches[position] {
      hits[position] = true
      found.places[position] |= place.rawValue
      found.scores[position] += points
    }
  }

  private func note(
    _ prefix: RFCQuery.NumberPrefix, _ found: inout Found, _ hits: inout [Bool]
  ) {
    for position in numbers.indices
    where found.isFound[position] && prefix.matches(numbers[position]) {
      let isWhole = numbers[position] == prefix.value
      hits[position] = true
      found.places[position] |= (isWhole ? RFCMatch.Places.wholeNumber : .number).rawValue
      found.scores[position] += isWhole ? 1_000 : 50
    }
  }
}
