public import HikidashiRecords

extension PagedRecordStore {
  /// What ``put(_:)`` has done with records, by their places among those that were given.
  public struct Outcome: Sendable {
    /// Those that were not there.
    public var added: [Int] = []
    /// Those that were there and are others now.
    public var changed: [Int] = []
    /// How many were there as they are.
    public var known = 0
    /// The numbers of those that were added, in the order of ``added``.
    public var numbers: [RecordNumber] = []
  }

  /// Adds records, or puts them in place of those with their keys, whose marks and annotations stay. Of
  /// several with one key the last counts.
  ///
  /// - Parameter columns: The values, as for `RecordTable.append(columns:)`.
  /// - Throws: ``StoreError``; nothing was changed then.
  /// - Complexity: O(*n* log *m*) for *n* records beside *m*, some 50,000 in a second
  @discardableResult
  public func put(_ columns: [RecordColumn]) throws(StoreError) -> Outcome {
    var table = RecordTable(schema)
    do throws(RecordError) { try table.append(columns: columns) } catch {
      throw .refused(place: path, error)
    }
    // The pages of a small cache would be written again and again.
    let isBulk = table.count >= 5_000
    if isBulk { setCache(megabytes: 64) }
    defer { if isBulk { setCache(megabytes: 2) } }
    return try write { [table] session throws(SQLiteError) in
      try PagedRowWriter(layout, session).put(table)
    }
  }

  private func setCache(megabytes: Int) {
    // A setting of SQLite's that is only a wish.
    _ = try? writer.use { session throws(SQLiteError) in
      try session.execute("PRAGMA cache_size = -\(megabytes * 1_000)")
    }
  }

  /// Changes a record; marks and annotations, too.
  ///
  /// - Returns: Whether there is one with this key.
  /// - Throws: ``StoreError``; nothing was changed then.
  @discardableResult
  public func update(
    _ key: String, _ change: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(StoreError) -> Bool {
    var page = try records([key])
    guard let number = page.numbers.first else { return false }
    do throws(RecordError) { try page.table.update(0, change) } catch {
      throw .refused(place: path, error)
    }
    let table = page.table
    try write { session throws(SQLiteError) in
      try PagedRowWriter(layout, session).replace(number.rawValue, by: table)
      for (mark, field) in layout.marks.enumerated() {
        let isMarked = table[0].cells[field] == .boolean(true)
        _ = try PagedMarks.set(mark, [number], to: isMarked, session)
      }
    }
    return true
  }

  /// Removes records by their keys, with their marks.
  ///
  /// - Returns: How many there were.
  /// - Throws: ``StoreError``; nothing was changed then.
  @discardableResult
  public func remove(_ keys: some Sequence<String>) throws(StoreError) -> Int {
    try write { session throws(SQLiteError) in
      let select = try session.statement("SELECT number FROM record WHERE \(layout.key) = ?")
      var numbers: [RecordNumber] = []
      for key in keys {
        try select.bind(key, at: 0)
        if try select.step() { numbers.append(RecordNumber(select.int(0))) }
        select.reset()
      }
      try remove(numbers, session)
      return numbers.count
    }
  }

  /// Removes the records that have a value in a field, which is one of the lookups.
  ///
  /// - Returns: How many there were.
  /// - Throws: ``StoreError``; nothing was changed then.
  @discardableResult
  public func remove(where field: Field<String>, is value: String) throws(StoreError) -> Int {
    try write { session throws(SQLiteError) in
      let select = try session.statement(
        "SELECT number FROM record WHERE \(RecordSQL.quoted(field.name)) = ?")
      defer { select.reset() }
      try select.bind(value, at: 0)
      var numbers: [RecordNumber] = []
      while try select.step() { numbers.append(RecordNumber(select.int(0))) }
      try remove(numbers, session)
      return numbers.count
    }
  }

  /// Marks records in a field, which is one of the marks, or takes the marks away.
  ///
  /// - Returns: Those that were not so before, by which it is undone.
  /// - Throws: ``StoreError``; nothing was changed then.
  /// - Complexity: O(*n*), some 20 ms for 100,000
  @discardableResult
  public func mark(
    _ field: Field<Bool>, _ numbers: some Sequence<RecordNumber>, isMarked: Bool = true
  ) throws(StoreError) -> RecordSet {
    guard let mark = mark(field) else { return RecordSet() }
    return try write { session throws(SQLiteError) in
      try PagedMarks.set(mark, numbers, to: isMarked, session)
    }
  }

  /// Merges what many calls have written of words, so that it is found faster; worth while after very many
  /// records were added.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*n*) in words
  public func mergeWords() throws(StoreError) {
    guard !layout.words.isEmpty else { return }
    try write { session throws(SQLiteError) in
      try session.execute("INSERT INTO word (word) VALUES ('optimize')")
    }
  }

  private func remove(_ numbers: [RecordNumber], _ session: SQLiteSession) throws(SQLiteError) {
    let writer = try PagedRowWriter(layout, session)
    for number in numbers { try writer.removeWords(number.rawValue) }
    let delete = try session.statement("DELETE FROM record WHERE number = ?")
    for number in numbers {
      try delete.bind(number.rawValue, at: 0)
      try delete.run()
    }
    // Whoever gets the number next begins without marks.
    for mark in layout.marks.indices { _ = try PagedMarks.set(mark, numbers, to: false, session) }
  }
}
