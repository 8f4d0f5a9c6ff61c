extension KeyedRecords {
  /// Adds a record.
  ///
  /// - Throws: ``RecordError/duplicateKey(field:value:holder:)`` with the record that has the key or
  ///   another unique value already, ``RecordError/missingValue(field:)`` without a key, or why a
  ///   value is refused; nothing is changed then.
  @discardableResult
  public mutating func append(
    _ fill: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) -> RecordNumber {
    var draft = RecordDraft(schema, cells: schema.fields.map(\.defaultValue))
    try fill(&draft)
    try draft.checkBelongs(to: schema)
    let cells = draft.cells
    let hashes = try hashes(of: cells, for: nil)
    let number = RecordNumber(table.nextPosition)
    try table.insert(cells, at: number)
    for index in uniques.indices {
      if let hash = hashes[index] { uniques[index].insert(number, hash: hash) }
    }
    return number
  }

  /// Changes the record with this key, or adds one that has it.
  ///
  /// - Parameters:
  ///   - key: which record.
  ///   - change: is given the record's values; those of a new record are the defaults, so that only
  ///     fields that have one can be read.
  /// - Throws: as ``append(_:)`` does.
  @discardableResult
  public mutating func upsert(
    _ key: Key, _ change: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) -> RecordNumber {
    if let number = number(of: key) {
      try update(number, change)
      return number
    }
    let field = self.key
    return try append { draft throws(RecordError) in
      draft[field] = key
      try change(&draft)
    }
  }

  /// Changes the record with this key; whether there is one.
  ///
  /// - Throws: as ``append(_:)`` does.
  @discardableResult
  public mutating func update(
    _ key: Key, _ change: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) -> Bool {
    guard let number = number(of: key) else { return false }
    try update(number, change)
    return true
  }

  /// Changes values of a record, its key among them.
  ///
  /// - Throws: ``RecordError/noSuchRecord(_:)``, and as ``append(_:)`` does.
  public mutating func update(
    _ number: RecordNumber, _ change: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(RecordError) {
    let position = try table.checkedPosition(of: number)
    var draft = RecordDraft(schema, cells: table[RecordNumber(position)].cells)
    let before = draft.cells
    try change(&draft)
    try draft.checkBelongs(to: schema)
    let touched = uniques.indices.filter { uniques[$0].fields.contains(where: draft.isTouched) }
    let hashes = try touched.isEmpty ? [] : hashes(of: draft.cells, for: number)
    let edited = draft
    try table.update(number) { $0 = edited }
    for index in touched {
      if let hash = uniques[index].hash(of: values(before, index)) {
        uniques[index].remove(number, hash: hash)
      }
      if let hash = hashes[index] { uniques[index].insert(number, hash: hash) }
    }
  }

  /// Removes the record with this key; whether there was one.
  @discardableResult
  public mutating func remove(_ key: Key) -> Bool {
    guard let number = number(of: key) else { return false }
    // Cannot fail: the record was just found.
    try? remove(number)
    return true
  }

  /// Removes a record.
  ///
  /// - Throws: ``RecordError/noSuchRecord(_:)``.
  public mutating func remove(_ number: RecordNumber) throws(RecordError) {
    _ = try table.checkedPosition(of: number)
    unindex(number)
    try table.remove(number)
  }

  /// Adds many records, given column by column: see ``RecordTable/append(columns:)``.
  ///
  /// - Throws: as that does, and ``RecordError/duplicateKey(field:value:holder:)``; nothing is changed
  ///   then.
  @discardableResult
  public mutating func append(columns: [RecordColumn]) throws(RecordError) -> RecordSet {
    try batch { keyed throws(RecordError) in
      let added = try keyed.table.append(columns: columns)
      try keyed.index(added)
      return added
    }
  }

  /// Takes over a snapshot of the table that was edited elsewhere.
  ///
  /// - Precondition: It has the schema of the table.
  /// - Throws: ``RecordError/duplicateKey(field:value:holder:)``, ``RecordError/missingValue(field:)``
  ///   for a record without a key; nothing is changed then.
  /// - Complexity: O(1) for each record that differs, and what ``RecordTable/changes(since:)`` takes.
  public mutating func update(to newer: RecordTable) throws(RecordError) {
    let changes = newer.changes(since: table)
    try batch { keyed throws(RecordError) in
      for number in changes.removed { keyed.unindex(number) }
      for number in changes.updated { keyed.unindex(number) }
      keyed.table = newer
      for number in changes.updated { try keyed.index(number) }
      for number in changes.inserted { try keyed.index(number) }
    }
  }

  /// Makes several edits or none: when `edits` throws, nothing is changed.
  public mutating func batch<Result, Failure: Error>(
    _ edits: (inout KeyedRecords) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = self
    do {
      return try edits(&self)
    } catch {
      self = before
      throw error
    }
  }
}

extension KeyedRecords {
  private func values(_ cells: [CellValue], _ index: Int) -> [CellValue] {
    uniques[index].fields.map { cells[$0] }
  }

  /// The hash for each unique group; throws when another record has the same values.
  private func hashes(
    of cells: [CellValue], for number: RecordNumber?
  ) throws(RecordError) -> [Int?] {
    var hashes: [Int?] = []
    for index in uniques.indices {
      let values = values(cells, index)
      let hash = uniques[index].hash(of: values)
      if let hash {
        if let error = uniques[index].complaint(about: values, hash: hash, of: number, in: table) {
          throw error
        }
      } else if index == 0 {
        throw .missingValue(field: key.name)
      }
      hashes.append(hash)
    }
    return hashes
  }

  /// Notes who has the values of many records of the table.
  mutating func index(_ added: RecordSet) throws(RecordError) {
    for index in uniques.indices {
      try uniques[index].insert(added, of: table, isRequired: index == 0)
    }
  }

  /// Notes who has the values of a record of the table.
  mutating func index(_ number: RecordNumber) throws(RecordError) {
    let hashes = try hashes(of: table[number].cells, for: number)
    for index in uniques.indices {
      if let hash = hashes[index] { uniques[index].insert(number, hash: hash) }
    }
  }

  private mutating func unindex(_ number: RecordNumber) {
    for index in uniques.indices {
      let values = uniques[index].values(of: number, in: table)
      if let hash = uniques[index].hash(of: values) { uniques[index].remove(number, hash: hash) }
    }
  }
}
