internal import HikidashiStorage

/// What a search for texts of RFCs knows of words.
enum SearchWords {
  /// The query of what a person typed.
  static func query(_ text: String, isTyping: Bool) -> TextQuery {
    let typed = TextQuery(text, isTyping: isTyping, without: fillers)
    return TextQuery(
      clauses: typed.clauses.map { clause in
        var clause = clause
        guard clause.words.count == 1, let word = clause.words.first?.lowercased() else {
          return clause
        }
        clause.alternatives = synonyms[word] ?? synonyms[String(word.dropLast())] ?? []
        return clause
      })
  }

  /// Words of English that say nothing about what is looked for.
  private static let fillers: Set<String> = Set(
    """
    a about an and any are as at be because been but by can could did do does for from had has have \
    how i if in into is it its me my not of on or our so than that the their them then there these \
    they this to too us was we were what when where whether which while who whom whose why will with \
    would you your
    """.split(separator: " ").map(String.init))

  /// What RFCs of other years, or other people, call the same thing.
  private static let synonyms: [String: [[String]]] = {
    let groups = [
      ["url", "uri"], ["mail", "email"], ["gateway", "router"], ["byte", "octet"],
      ["packet", "datagram"],
    ]
    var synonyms: [String: [[String]]] = [:]
    for group in groups {
      for word in group { synonyms[word] = group.filter { $0 != word }.map { [$0] } }
    }
    return synonyms
  }()
}
