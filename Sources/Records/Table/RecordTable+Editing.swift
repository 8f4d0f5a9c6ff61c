extension RecordTable {
  /// Adds a record; its number is greater than that of any record before it.
  ///
  /// - Parameter fill: gives the record its values; fields that it leaves alone hold their default.
  /// - Throws: ``RecordError`` when a value is missing or refused; the table is then as it was.
  @discardableResult
  public mutating func append(
    _ fill: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) -> RecordNumber {
    try insert(at: RecordNumber(nextPosition), fill)
  }

  /// Adds a record with a number that no record had yet: for records that come from elsewhere with
  /// their numbers.
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

  /// Adds a record of these values, in the order of the schema's fields.
  mutating func insert(_ cells: [CellValue], at number: RecordNumber) throws(RecordError) {
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

  /// Removes the records of a set; numbers that no record has are passed over.
  public mutating func removeAll(in numbers: RecordSet) {
    for number in numbers where contains(number) {
      // Cannot fail: the record was just seen.
      try? remove(number)
    }
  }

  /// Makes several edits or none: when `edits` throws, the table is as it was.
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

  /// Positions that a table can number: sorting and grouping keep positions in 32 bits.
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
