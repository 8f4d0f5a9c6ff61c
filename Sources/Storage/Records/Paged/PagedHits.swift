import HikidashiRecords

/// The records of a ``PagedRecordStore`` that have words.
struct PagedHits {
  private let session: SQLiteSession
  private let expression: String
  /// So many hits are put in order one by one.
  private static let few = 2_000
  /// So many records are looked at together, from the newest on.
  private static let step = 2_048
  /// So often, before all hits are looked at.
  private static let steps = 4

  /// - Parameter expression: What is looked for, as FTS5 reads it.
  init(_ session: SQLiteSession, _ expression: String) {
    (self.session, self.expression) = (session, expression)
  }

  /// The hits that came last.
  func last(_ limit: Int) throws(SQLiteError) -> [RecordNumber] {
    let select = try session.statement(
      "SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid DESC LIMIT \(max(0, limit))")
    try select.bind(expression, at: 0)
    return try numbers(select)
  }

  /// The newest hits.
  ///
  /// Few are put in order. Of many, most stand among the newest records, which mostly came last: these are looked
  /// through first.
  func newest(_ limit: Int, by order: String) throws(SQLiteError) -> [RecordNumber] {
    guard limit > 0 else { return [] }
    let some = try last(Self.few + 1)
    if some.count <= Self.few { return Array(try sorted(some, by: order).prefix(limit)) }
    if let found = try amongNewest(limit, by: order) { return found }
    // The sign keeps SQLite from looking up and sorting all hits.
    let select = try session.statement(
      """
      SELECT number FROM record INDEXED BY record_order
      WHERE +number IN (SELECT rowid FROM word WHERE word MATCH ?)
      ORDER BY \(order) DESC, number DESC LIMIT \(limit)
      """)
    try select.bind(expression, at: 0)
    return try numbers(select)
  }

  private func sorted(
    _ numbers: [RecordNumber], by order: String
  ) throws(SQLiteError) -> [RecordNumber] {
    let select = try session.statement("SELECT \(order) FROM record WHERE number = ?")
    var dated: [(date: Double, number: Int)] = []
    for number in numbers {
      try select.bind(number.rawValue, at: 0)
      if try select.step() { dated.append((select.double(0), number.rawValue)) }
      select.reset()
    }
    return dated.sorted { ($0.date, $0.number) > ($1.date, $1.number) }
      .map { RecordNumber($0.number) }
  }

  /// The newest hits, where enough are among the newest records; nil where all hits are to be looked at.
  private func amongNewest(
    _ limit: Int, by order: String
  ) throws(SQLiteError) -> [RecordNumber]? {
    let walk = try session.statement(
      "SELECT number FROM record INDEXED BY record_order ORDER BY \(order) DESC, number DESC")
    defer { walk.reset() }
    let match = try session.statement(
      "SELECT rowid FROM word WHERE word MATCH ? AND rowid BETWEEN ? AND ?")
    var found: [RecordNumber] = []
    for _ in 0..<Self.steps {
      var newest: [RecordNumber] = []
      while newest.count < Self.step, try walk.step() { newest.append(RecordNumber(walk.int(0))) }
      guard let low = newest.map(\.rawValue).min(), let high = newest.map(\.rawValue).max(),
        high - low < 8 * Self.step
      else { return nil }
      try match.bind(expression, at: 0)
      try match.bind(low, at: 1)
      try match.bind(high, at: 2)
      let hits = Set(try numbers(match))
      found += newest.filter { hits.contains($0) }
      if found.count >= limit { return Array(found.prefix(limit)) }
      // At this rate it takes too many steps.
      if found.count * Self.steps < limit { return nil }
    }
    return nil
  }

  private func numbers(_ select: SQLiteStatement) throws(SQLiteError) -> [RecordNumber] {
    defer { select.reset() }
    var numbers: [RecordNumber] = []
    while try select.step() { numbers.append(RecordNumber(select.int(0))) }
    return numbers
  }
}
