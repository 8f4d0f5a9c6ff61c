public import HikidashiRecords

extension PagedRecordStore {
  /// What ``put(_:isSynced:)`` has done with records, by their places among those that were given.
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
  /// - Parameters:
  ///   - columns: The values, as for `RecordTable.append(columns:)`.
  ///   - isSynced: Whether the records are on the disk when the call returns; if not, they are after
  ///     ``sync()``, or the next call that writes. Until then a power cut, and nothing else, may undo it as a
  ///     whole.
  /// - Throws: ``StoreError``; nothing was changed then.
  /// - Complexity: O(*n* log *m*) for *n* records beside *m*, some 50,000 in a second
  @discardableResult
  public func put(
    _ columns: [RecordColumn], isSynced: Bool = true
  ) throws(StoreError) -> Outcome {
    try put(prepared: try prepare(columns), isSynced: isSynced)
  }

  /// Makes records ready for ``put(prepared:isSynced:)``, while the store is busy with others.
  ///
  /// - Throws: ``StoreError/refused(place:_:)`` for values that the fields do not take.
  public func prepare(_ columns: [RecordColumn]) throws(StoreError) -> PreparedRecords {
    var table = RecordTable(schema)
    do throws(RecordError) { try table.append(columns: columns) } catch {
      throw .refused(place: path, error)
    }
    return PreparedRecords(table, layout)
  }

  /// Adds records that were made ready by this store, or by another one with the same fields.
  ///
  /// - Throws: ``StoreError``; nothing was changed then.
  @discardableResult
  public func put(
    prepared records: PreparedRecords, isSynced: Bool = true
  ) throws(StoreError) -> Outcome {
    guard records.layout == layout.description else {
      throw .otherSchema(place: path, reason: layout.difference(from: records.layout))
    }
    if records.count >= 5_000 { setBulk(true) }
    defer { if isSynced { setBulk(false) } }
    return try write(isSynced: isSynced) { session throws(SQLiteError) in
      try PagedRowWriter(layout, session).put(records)
    }
  }

  /// Waits until all that was put is on the disk.
  ///
  /// - Throws: ``StoreError``
  public func sync() throws(StoreError) {
    defer { setBulk(false) }
    // Whatever a transaction that is synced writes, the log before it is on the disk with it.
    try write { session throws(SQLiteError) in try session.setVersion(Self.version) }
  }

  /// Prepares for very many records: the pages of a small cache would be written again and again, and a short
  /// log would be taken over at each call. What of the log is left is taken over by the next call that writes.
  private func setBulk(_ isBulk: Bool) {
    guard bulk.withLock({ $0 != isBulk }) else { return }
    // Settings of SQLite's that are only wishes.
    _ = try? writer.use { session throws(SQLiteError) in
      let pages = isBulk ? (128 << 20) / max(512, try session.int("PRAGMA page_size")) : 1_000
      try session.execute(
        "PRAGMA cache_size = -\(isBulk ? 64_000 : 2_000); PRAGMA wal_autocheckpoint = \(pages)")
    }
    bulk.withLock { $0 = isBulk }
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
