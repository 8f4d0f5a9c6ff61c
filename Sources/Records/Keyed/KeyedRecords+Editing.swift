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
    return try keys.append(draft.cells, isStrict: isStrict)
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
    try keys.update(number, from: before, to: draft, isStrict: isStrict)
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
    try keys.remove(number)
  }

  /// Adds many records, given column by column: see ``RecordTable/append(columns:)``.
  ///
  /// - Throws: as that does, and ``RecordError/duplicateKey(field:value:holder:)``; nothing is changed
  ///   then.
  @discardableResult
  public mutating func append(columns: [RecordColumn]) throws(RecordError) -> RecordSet {
    var newer = table
    let added = try newer.append(columns: columns)
    try update(to: newer)
    return added
  }

  /// Takes over a snapshot of the table that was edited elsewhere.
  ///
  /// - Precondition: It has the schema of the table.
  /// - Throws: ``RecordError/duplicateKey(field:value:holder:)``, ``RecordError/missingValue(field:)``
  ///   for a record without a key; nothing is changed then.
  /// - Complexity: O(1) for each record that differs, and what ``RecordTable/changes(since:)`` takes.
  public mutating func update(to newer: RecordTable) throws(RecordError) {
    let changes = newer.changes(since: table)
    if isStrict { keys = try keys.edited(newer, changes) } else { keys.follow(newer, changes) }
  }

  /// Makes several edits or none: when `edits` throws, nothing is changed.
  ///
  /// Within it, two records may have one key: they are told apart by their numbers. What is left at
  /// the end counts, so that records can exchange their keys.
  ///
  /// ```swift
  /// try goods.batch { goods in
  ///   try goods.update(first) { $0[code] = "B-1" }
  ///   try goods.update(second) { $0[code] = "A-17" }
  /// }
  /// ```
  ///
  /// - Throws: What `edits` throws; ``RecordError/duplicateKey(field:value:holder:)`` or
  ///   ``RecordError/missingValue(field:)`` for what is left at its end.
  @discardableResult
  public mutating func batch<Result>(
    _ edits: (inout KeyedRecords) throws -> Result
  ) throws -> Result {
    var edited = self
    edited.isStrict = false
    let result = try edits(&edited)
    edited.isStrict = isStrict
    if isStrict, !edited.keys.isWhole {
      let changes = edited.table.changes(since: table)
      if let error = edited.keys.complaint(since: table, changes) { throw error }
    }
    self = edited
    return result
  }
}
