public import HikidashiRecords

extension PagedRecordStore {
  /// Which hits of a search come first.
  public enum HitOrder: Sendable {
    /// The last that came.
    case lastAdded
    /// The newest by the order of the store; as ``lastAdded`` where it has none.
    case newest
  }

  /// The records that have all that is looked for.
  ///
  /// - Parameter first: Which come first, and are returned where there are more than `limit`.
  /// - Throws: ``StoreError``
  /// - Complexity: O(*k*) for *k* hits, for words of which there are many. The newest of very many hits take some
  ///   100 ms among a million records, where these did not come in about the order of their dates.
  public func search(
    _ query: TextQuery, limit: Int, first: HitOrder = .lastAdded
  ) throws(StoreError) -> [RecordNumber] {
    guard !layout.words.isEmpty, !query.isEmpty else { return [] }
    return try read { session throws(SQLiteError) in
      guard let expression = try PagedTerms(session).spelledOut(query).allExpression else {
        return []
      }
      let hits = PagedHits(session, expression)
      guard first == .newest, let order = layout.order else { return try hits.last(limit) }
      return try hits.newest(limit, by: order)
    }
  }

  /// How many records have all that is looked for.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*k*) for *k* hits, some 5 in a microsecond
  public func count(_ query: TextQuery) throws(StoreError) -> Int {
    guard !layout.words.isEmpty, !query.isEmpty else { return 0 }
    return try read { session throws(SQLiteError) in
      guard let expression = try PagedTerms(session).spelledOut(query).allExpression else {
        return 0
      }
      let select = try session.statement("SELECT count(*) FROM word WHERE word MATCH ?")
      defer { select.reset() }
      try select.bind(expression, at: 0)
      return try select.step() ? select.int(0) : 0
    }
  }
}

extension TextQuery {
  /// The query as FTS5 reads it, where all clauses must match; nil where nothing is looked for.
  fileprivate var allExpression: String? {
    let clauses = clauses.map(\.withoutLetters)
    let wanted = clauses.filter { $0.role != .excluded }.map { "(\($0.expression))" }
    let excluded = clauses.filter { $0.role == .excluded }.map { " NOT (\($0.expression))" }
    return wanted.isEmpty ? nil : "(" + wanted.joined(separator: " AND ") + ")" + excluded.joined()
  }
}

extension TextQuery.Clause {
  /// The clause, where a single letter is a word: what begins with it is nearly everything.
  fileprivate var withoutLetters: TextQuery.Clause {
    var clause = self
    if words.count == 1, words[0].count == 1, words[0].utf8.count == 1 { clause.isPrefix = false }
    return clause
  }
}
