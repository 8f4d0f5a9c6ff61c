import HikidashiRecords

/// The words that records of a ``PagedRecordStore`` have.
struct PagedTerms {
  private let session: SQLiteSession
  /// Beginnings as long as one of these have an index of their own.
  static let indexed = 2...4
  /// So many words are looked for one by one.
  private static let few = 32

  init(_ session: SQLiteSession) { self.session = session }

  /// The query with the words that begin with what is longer than ``indexed``, in place of the beginning.
  ///
  /// FTS5 puts together the records of all words with a beginning, however few are wanted: among a million records that
  /// takes 100 ms. Those of several words it reads from their ends, as far as they are wanted.
  func spelledOut(_ query: TextQuery) throws(SQLiteError) -> TextQuery {
    var clauses = query.clauses
    for index in clauses.indices where clauses[index].isPrefix {
      guard let beginning = Self.beginning(clauses[index]),
        let terms = try terms(beginning), let first = terms.first
      else { continue }
      clauses[index].isPrefix = false
      clauses[index].words = [first]
      clauses[index].alternatives += terms.dropFirst().map { [$0] }
    }
    return TextQuery(clauses: clauses)
  }

  /// What a word begins with, as the index has it; nil for what is looked up in another way, or folded by rules that
  /// only FTS5 knows.
  private static func beginning(_ clause: TextQuery.Clause) -> String? {
    guard clause.words.count == 1, clause.words[0].utf8.count > indexed.upperBound,
      clause.words[0].utf8.allSatisfy({ $0 < 0x80 })
    else { return nil }
    return clause.words[0].lowercased()
  }

  /// The words with a beginning, in order; nil where there are many.
  private func terms(_ beginning: String) throws(SQLiteError) -> [String]? {
    try session.execute(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.term USING fts5vocab('main', 'word', 'instance')")
    // The table lists each occurrence: only the first of each word is looked at.
    let next = try session.statement("SELECT term FROM temp.term WHERE term >= ? LIMIT 1")
    var (terms, from): ([String], String) = ([], beginning)
    while true {
      try next.bind(from, at: 0)
      defer { next.reset() }
      guard try next.step() else { return terms }
      let term = next.string(0)
      guard term.utf8.starts(with: beginning.utf8) else { return terms }
      guard terms.count < Self.few else { return nil }
      terms.append(term)
      from = term + "\u{1}"
    }
  }
}
