public import HikidashiRecords

/// Finds the entries of an index that a person means, as he or she types: by words, best match first, and by
/// filters beside them.
///
/// ```swift
/// let search = RFCSearch(index.entries, details: library.details())
/// let found = search.found("transport wg:quic year:2020.. obsolete:no")
/// for match in found.matches { print(index.entries[match.position].title) }
/// ```
///
/// | filter | finds |
/// |---|---|
/// | `title:tcp`, `author:postel`, `keyword:dns` | text within the field |
/// | `status:standard`, `stream:ietf`, `area:rtg`, `wg:quic`, `series:bcp` | the same |
/// | `year:1999`, `year:2020..`, `2020..2022` | years |
/// | `obsolete:no`, `is:obsolete`, `-is:obsolete` | what is obsolete, or is not |
/// | `is:here`, `is:read`, `is:bookmarked` | what is on this machine, what was read, what has a bookmark |
/// | `-word`, `a OR b`, `( )` | what is left out, either, groups |
///
/// The language is that of `Query(parsing:schema:)`.
public struct RFCSearch: Sendable {
  /// What was found.
  public struct Found: Sendable {
    /// The entries that the words are about and that meet the filters, best first; empty without words.
    public var matches: [RFCMatch] = []
    /// Whether each entry is found; nil where nothing was asked for.
    public var isFound: [Bool]?
    /// The words, folded, as they are looked for.
    public var words: [String] = []
    /// The words as they were typed, for a search in texts.
    public var text = ""
    /// Whether each entry meets the filters; nil where there are none.
    public var isAllowed: [Bool]?
    /// Whether a filter asks for what is known of no entry, as `wg:` without `rfc-index.xml`.
    public var lacksDetails = false
    /// What could not be understood, and was taken as words; nil where all was.
    public var complaint: QuerySyntaxError?

    /// Nothing.
    public init() {}

    /// Whether there are words, so that what is found has an order.
    public var hasWords: Bool { !words.isEmpty }
  }

  private let filter: RFCFilter
  private let hasDetails: Bool
  private var records: RFCRecords

  /// - Parameters:
  ///   - entries: The entries of an index.
  ///   - details: What is known beyond, by number.
  ///   - marks: What a person has done with them.
  /// - Complexity: O(*n*) in the length of their texts; some tens of milliseconds for those of 2026.
  public init(
    _ entries: [RFCEntry], details: [Int: RFCDetails] = [:], marks: RFCMarks = RFCMarks()
  ) {
    filter = RFCFilter(entries, details: details)
    hasDetails = !details.isEmpty
    records = RFCRecords(entries, details, marks)
  }

  /// Number of entries.
  public var count: Int { filter.count }

  /// Takes what a person has done since.
  ///
  /// - Complexity: O(*n*) in what is new or gone.
  public mutating func mark(_ marks: RFCMarks) { records.mark(marks) }

  /// Finds what a person means who has typed so far.
  ///
  /// A quotation or a group that is not closed yet ends with the text, and a filter at the end that has no
  /// value yet is passed over. What cannot be understood, as a filter that nobody knows, is taken as words, and
  /// told of.
  ///
  /// - Complexity: O(*n* · *w*) in bytes of text and words.
  public func found(_ text: String) -> Found {
    do throws(QuerySyntaxError) { return try found(checking: text) } catch {
      let end = error.problem == .unclosedQuote ? "\"" : error.problem == .unclosedGroup ? ")" : nil
      if let end, let found = try? found(checking: text + end) { return found }
      var found = Found()
      if error.isAwaitingMore(at: text) {
        let start = text.lastIndex(where: \.isWhitespace) ?? text.startIndex
        found = (try? self.found(checking: String(text[..<start]))) ?? found
      } else {
        find(RFCQuery(text), nil, text, &found)
      }
      found.complaint = error
      return found
    }
  }

  /// Finds what a person means.
  ///
  /// - Throws: `QuerySyntaxError` where a filter cannot be understood.
  /// - Complexity: O(*n* · *w*) in bytes of text and words.
  public func found(checking text: String) throws(QuerySyntaxError) -> Found {
    var found = Found()
    // `rfc:9110` is no filter.
    if RFCEntry.number(text) != nil {
      find(RFCQuery(text.replacing(":", with: " ")), nil, text, &found)
      return found
    }
    let terms = try SearchTerms(parsing: text, schema: RFCRecords.schema)
    let allowed = terms.conditions.map(records.matches)
    found.isAllowed = allowed
    found.lacksDetails = !hasDetails && terms.conditions.map(RFCRecords.needsDetails) ?? false
    let query = RFCQuery(terms.words)
    guard !query.words.isEmpty else {
      found.isFound = allowed
      return found
    }
    find(query, allowed, terms.text, &found)
    return found
  }

  private func find(
    _ query: RFCQuery, _ allowed: [Bool]?, _ text: String, _ found: inout Found
  ) {
    guard !query.words.isEmpty else { return }
    found.matches = filter.ranked(query, among: allowed)
    var isFound = [Bool](repeating: false, count: count)
    for match in found.matches { isFound[match.position] = true }
    found.isFound = isFound
    found.words = query.words.map { word in
      switch word {
      case .number(let prefix): String(prefix.value)
      case .text(let text, _): text
      }
    }
    found.text = text
  }
}

extension QuerySyntaxError {
  /// Whether it is no mistake as long as somebody types: what is missing is at the end.
  fileprivate func isAwaitingMore(at text: String) -> Bool {
    switch problem {
    case .missingValue, .missingTerm: column > text.count
    default: false
    }
  }
}
