// MARK: - Editing

extension RecordTable {
  /// Adds a record, and returns its number, which is greater than all numbers used before.
  ///
  /// - Parameter fill: sets the record's values; fields that it does not set have their default.
  /// - Throws: ``RecordError`` when a value is missing or refused; the table is then as it was.
  @discardableResult
  public mutating func append(
    _ fill: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) -> RecordNumber {
    try insert(at: RecordNumber(nextPosition), fill)
  }

  /// Adds a record with this number, which must be greater than all numbers used before, as for
  /// records from elsewhere.
  ///
  /// - Throws: ``RecordError`` when the number is or was in use, or when a value is missing or
  ///   refused; the table is then as it was.
  @discardableResult
  public mutating func insert(
    at number: RecordNumber, _ fill: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) -> RecordNumber {
    var draft = RecordDraft(schema, cells: schema.fields.map(\.defaultValue))
    try fill(&draft)
    try draft.checkBelongs(to: schema)
    try insert(draft.cells, at: number)
    return number
  }

  /// Adds a record with these values, given in the order of the schema's fields.
  package mutating func insert(
    _ cells: [CellValue], at number: RecordNumber
  ) throws(RecordError) {
    let position = number.rawValue
    guard position >= nextPosition, position < Self.mostPositions else {
      throw .numberInUse(number)
    }
    for (field, cell) in zip(schema.fields, cells) { try field.check(cell) }
    try checkRoom(for: cells, at: position)
    for index in columns.indices { columns[index].set(cells[index], at: position) }
    setLive(true, at: position)
    nextPosition = position + 1
    count += 1
  }

  /// Changes values of a record.
  ///
  /// - Throws: ``RecordError`` when there is no such record or a value is refused; the table is then
  ///   as it was.
  public mutating func update(
    _ number: RecordNumber, _ change: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) {
    let position = try checkedPosition(of: number)
    var draft = RecordDraft(schema, cells: self[number].cells)
    try change(&draft)
    try draft.checkBelongs(to: schema)
    guard draft.touched != 0 else { return }
    let touched = columns.indices.filter(draft.isTouched)
    for index in touched { try schema.fields[index].check(draft.cells[index]) }
    try checkRoom(for: draft.cells, at: position)
    for index in touched { columns[index].set(draft.cells[index], at: position) }
  }

  /// Removes a record. Its number is not used again.
  ///
  /// - Throws: ``RecordError/noSuchRecord(_:)``.
  public mutating func remove(_ number: RecordNumber) throws(RecordError) {
    let position = try checkedPosition(of: number)
    setLive(false, at: position)
    count -= 1
    let chunk = position >> ChunkLayout.shift
    if position >> ChunkLayout.shift < (nextPosition - 1) >> ChunkLayout.shift,
      live[chunk].countOfTrue == 0
    {
      for index in columns.indices { columns[index].dropChunk(chunk) }
    } else {
      for index in columns.indices { columns[index].set(.null, at: position) }
    }
  }

  /// Removes the records of a set; numbers that no record has are ignored.
  public mutating func removeAll(in numbers: RecordSet) {
    for number in numbers where contains(number) {
      // Cannot fail: the record was just seen.
      try? remove(number)
    }
  }

  /// Makes all edits of a closure or none: when `edits` throws, the table stays as it was.
  ///
  /// ```swift
  /// try cards.batch { cards in
  ///   try cards.update(from) { $0[balance] -= 100 }
  ///   try cards.update(to) { $0[balance] += 100 }
  /// }
  /// ```
  public mutating func batch<Result, Failure: Error>(
    _ edits: (inout RecordTable) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = self
    do {
      return try edits(&self)
    } catch {
      self = before
      throw error
    }
  }

  /// The number of positions that a table can have, as sorting and grouping store them in 32 bits.
  static var mostPositions: Int { 1 << 32 }

  private func checkRoom(for cells: [CellValue], at position: Int) throws(RecordError) {
    for index in columns.indices where !columns[index].hasRoom(for: cells[index], at: position) {
      throw .tooMuchText(field: schema.fields[index].name)
    }
  }

  mutating func setLive(_ value: Bool, at position: Int) {
    editableChunk(&live, at: position).setPlain(value, at: position & ChunkLayout.mask)
  }
}

// MARK: - Changes

extension RecordTable {
  /// Returns the differences from an older snapshot of this table, or from a newer one, as after an
  /// undo.
  ///
  /// Edits need no log: snapshots share the chunks of 8,192 values that were not edited, and only
  /// the others are compared, bit by bit (0 and -0 differ, equal NaN do not). Any two tables of one
  /// schema can be compared; where they share no chunks, all values are read.
  ///
  /// - Precondition: Both tables have the same schema.
  /// - Complexity: O(*n* / 8192) for each field, and 8,192 comparisons for each chunk that was
  ///   edited.
  public func changes(since older: RecordTable) -> RecordChanges {
    precondition(
      schema == older.schema,
      "tables of different schemas cannot be compared; convert one to the other's schema first")
    var inserted = ChangedBits()
    var removed = ChangedBits()
    let liveCount =
      live.isSameArray(as: older.live) ? 0 : Swift.max(live.count, older.live.count)
    for index in 0..<liveCount {
      let new = index < live.count ? live[index] : nil
      let old = index < older.live.count ? older.live[index] : nil
      guard new !== old else { continue }
      inserted.add(chunk: index) { word in (new?.words[word] ?? 0) & ~(old?.words[word] ?? 0) }
      removed.add(chunk: index) { word in (old?.words[word] ?? 0) & ~(new?.words[word] ?? 0) }
    }
    let updated = columns.indices.map { updatedRecords(since: older, inField: $0) }
    return RecordChanges(
      inserted: inserted.set, removed: removed.set, updatedByField: updated, schema: schema)
  }

  /// The records that both tables have, with different values in a field.
  private func updatedRecords(since older: RecordTable, inField index: Int) -> RecordSet {
    switch (columns[index], older.columns[index]) {
    case (.integers(let new), .integers(let old)): updatedRecords(since: older, new, old)
    case (.doubles(let new), .doubles(let old)): updatedRecords(since: older, new, old)
    case (.booleans(let new), .booleans(let old)): updatedRecords(since: older, new, old)
    case (.texts(let new), .texts(let old)): updatedRecords(since: older, new, old)
    // Columns of one schema are kept in one way.
    default: RecordSet()
    }
  }

  private func updatedRecords<Chunk: ComparableChunk>(
    since older: RecordTable, _ new: [Chunk], _ old: [Chunk]
  ) -> RecordSet {
    var updated = ChangedBits()
    guard !new.isSameArray(as: old) else { return updated.set }
    for index in 0..<Swift.min(new.count, old.count, live.count, older.live.count)
    where new[index] !== old[index] {
      let live = live[index].words
      let oldLive = older.live[index].words
      let comparison = new[index].comparison(with: old[index])
      updated.add(chunk: index) { word in
        let both = live[word] & oldLive[word]
        guard both != 0 else { return 0 }
        let presence =
          (new[index].present?.words[word] ?? ~0) ^ (old[index].present?.words[word] ?? ~0)
        return (presence | new[index].differences(from: old[index], word: word, comparison)) & both
      }
    }
    return updated.set
  }
}

extension Array where Element: AnyObject {
  /// Whether both share their memory, as copies do of which neither was edited.
  fileprivate func isSameArray(as other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { array in
        other.withUnsafeBufferPointer { $0.baseAddress == array.baseAddress }
      }
  }
}

/// Collects the bits of a set chunk by chunk.
private struct ChangedBits {
  private var chunks: [BitChunk?] = []
  private var count = 0

  /// Adds the bits that `bits` gives for each word of a chunk.
  mutating func add(chunk index: Int, _ bits: (_ word: Int) -> UInt64) {
    var chunk: BitChunk?
    for word in 0..<ChunkLayout.words {
      let bits = bits(word)
      guard bits != 0 else { continue }
      let target = chunk ?? BitChunk()
      target.words[word] = bits
      count += bits.nonzeroBitCount
      chunk = target
    }
    guard let chunk else { return }
    chunk.count = ChunkLayout.size
    while chunks.count < index { chunks.append(nil) }
    chunks.append(chunk)
  }

  var set: RecordSet { RecordSet(chunks: chunks, count: count) }
}

// MARK: - Rebasing

extension RecordTable {
  /// Returns this table with the changes from `base` to `edited` applied to it.
  ///
  /// All three tables have the same schema. A record that only one side changed is taken from that
  /// side.
  ///
  /// - Parameter renumbering: whether records that were appended after `base` get new numbers where
  ///   this table has given out theirs; otherwise the numbers are their own, as in an edit made again.
  /// - Throws: ``RecordConflict`` with the records that both sides changed, and not in the same way.
  /// - Complexity: O(*n* / 8192) for each field where this table is as `base` is, otherwise also O(1)
  ///   for each record that was changed.
  package func rebasing(
    _ edited: RecordTable, from base: RecordTable, renumbering: Bool = false
  ) throws(RecordConflict) -> RecordTable {
    var result = edited
    result.nextPosition = Swift.max(nextPosition, edited.nextPosition)
    let theirs = changes(since: base)
    let shift = renumbering ? Swift.max(0, nextPosition - base.nextPosition) : 0
    if theirs.isEmpty, shift == 0 { return result }
    let ours = edited.changes(since: base)
    let appended = RecordSet(
      shift == 0 ? [] : ours.inserted.filter { $0.rawValue >= base.nextPosition })
    let revived = ours.inserted.subtracting(appended)

    let touched = ours.updated.union(ours.removed).union(revived).intersection(theirs.touched)
    let apart =
      touched.isEmpty ? touched : touched.intersection(edited.changes(since: self).touched)
    guard apart.isEmpty else {
      throw RecordConflict(numbers: apart, base: base, ours: edited, theirs: self)
    }
    result = self
    result.removeAll(in: ours.removed)
    for number in ours.updated.union(revived) {
      result.put(edited[number].cells, at: number.rawValue)
    }
    for number in appended { result.put(edited[number].cells, at: number.rawValue + shift) }
    result.nextPosition = Swift.max(result.nextPosition, edited.nextPosition + shift)
    return result
  }

  /// Adds or replaces the record of this number, with values that were checked before.
  package mutating func put(_ cells: [CellValue], at position: Int) {
    let isNew = !isLive(position)
    for index in columns.indices { columns[index].set(cells[index], at: position) }
    guard isNew else { return }
    setLive(true, at: position)
    count += 1
    nextPosition = Swift.max(nextPosition, position + 1)
  }

  /// Returns the table with the records of `fresh`; other records whose numbers are in `runs` are
  /// removed.
  package func replacing(
    _ runs: [ClosedRange<Int>], by fresh: RecordTable, nextNumber: Int
  ) -> RecordTable {
    var table = self
    for run in runs where run.lowerBound <= self.nextNumber {
      // What a damaged store says may be far beyond any record.
      for number in run.clamped(to: 0...self.nextNumber).map(RecordNumber.init(_:))
      where table.contains(number) && !fresh.contains(number) {
        // Cannot fail: the record was just seen.
        try? table.remove(number)
      }
    }
    for number in fresh.numbers { table.put(fresh[number].cells, at: number.rawValue) }
    table.nextNumber = nextNumber
    return table
  }

  /// The number that the next appended record gets; lower numbers are not used any more.
  package var nextNumber: Int {
    get { nextPosition }
    // What a file says may be beyond all records; the next one is refused then.
    set { nextPosition = Swift.min(Swift.max(nextPosition, newValue), Self.mostPositions) }
  }
}

extension RecordChanges {
  /// The records that were inserted, removed or updated.
  package var touched: RecordSet { inserted.union(removed).union(updated) }
}

// MARK: - Computed fields

extension RecordTable {
  /// Returns the records with fields that are computed from the others, which can be read, sorted,
  /// searched, grouped and summed like those. The table itself is as before.
  ///
  /// ```swift
  /// let worth = Field("worth") { $0[price] * Double($0[stock]) }
  /// let cards = try cards.adding(worth)
  /// cards.sum(worth, in: cards.search(worth > 100))
  /// ```
  ///
  /// - Throws: ``SchemaError`` where the table has a field of the same name, or a field is not computed.
  /// - Complexity: O(*n*) calls for each field, on all processors.
  public func adding(_ fields: any FieldHandle...) throws(SchemaError) -> RecordTable {
    var computed = ComputedFields(fields.map(\.definition))
    return try computed.table(self)
  }
}
