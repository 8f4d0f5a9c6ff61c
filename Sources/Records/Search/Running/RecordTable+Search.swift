extension RecordTable {
  /// The numbers of the records that a query finds.
  ///
  /// ```swift
  /// let found = cards.search(title.contains("quic") && number > 8000)
  /// for record in found { print(cards[record, title]) }
  /// ```
  ///
  /// A search with a regular expression that takes too long finds nothing;
  /// ``search(checking:in:)`` throws instead.
  ///
  /// - Parameters:
  ///   - query: what to look for: a query, or a field of `Bool`.
  ///   - numbers: the records to look at; all, if not given.
  /// - Precondition: The query's fields belong to the table's schema.
  /// - Complexity: O(*n*), on all processors, with what needs the least time first; less where an
  ///   index helps, see ``addIndex(on:)``.
  public func search(_ query: some QueryExpression, in numbers: RecordSet? = nil) -> RecordSet {
    do {
      return try search(checking: query.query, in: numbers)
    } catch .foreignField(let name) {
      // A programmer's mistake, as with the subscripts of a table.
      fatalError(QueryError.foreignField(name: name).description)
    } catch {
      return RecordSet()
    }
  }

  /// The numbers of the records that a query from outside the program finds.
  ///
  /// - Throws: ``QueryError/foreignField(name:)`` when the query was made for another table, and
  ///   ``QueryError/slowPattern(_:field:)`` when a regular expression takes longer than some tenths
  ///   of a second on one text, or some seconds on all.
  public func search(
    checking query: Query, in numbers: RecordSet? = nil
  ) throws(QueryError) -> RecordSet {
    try SearchRun(table: self, plan: plan(for: query), candidates: numbers).found()
  }

  /// Whether a query finds a record.
  ///
  /// - Returns: false when there is no such record.
  /// - Precondition: The query's fields belong to the table's schema.
  public func matches(_ number: RecordNumber, _ query: some QueryExpression) -> Bool {
    guard contains(number) else { return false }
    do {
      let plan = try plan(for: query.query)
      return try SearchRun(table: self, plan: plan, usesIndexes: false).finds(number.rawValue)
    } catch .foreignField(let name) {
      // A programmer's mistake, as with the subscripts of a table.
      fatalError(QueryError.foreignField(name: name).description)
    } catch {
      return false
    }
  }

  /// The plan for a query: the one of the last search if it was for the same.
  func plan(for query: Query) throws(QueryError) -> SearchPlan {
    if let last = caches.entry(SearchPlan.purpose, field: -1, as: SearchPlan.self),
      last.query == query
    {
      return last
    }
    let plan = try SearchPlan(query, schema: schema)
    caches.keep(plan, SearchPlan.purpose, field: -1)
    return plan
  }
}
