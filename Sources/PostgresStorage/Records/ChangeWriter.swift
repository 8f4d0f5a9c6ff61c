internal import HikidashiRecords
internal import HikidashiStorage

/// Writes the changes of an edit as rows of a store's table, in the current transaction.
struct ChangeWriter {
  let layout: PostgresLayout
  let connection: PostgresConnection
  /// The last transaction that the change is based on; changed rows must not be newer.
  let base: Int
  /// The sequence number of this transaction.
  let sequence: Int
  /// Called with the fraction that is done; returns whether to continue.
  var progress: ((Double) -> Bool)?

  /// The least number of inserted records for which `COPY` is used.
  static let copied = 64

  /// Writes the changes; returns the statements that are still to be run, so that the caller can
  /// send them together with the commit.
  func write(_ planned: PlannedEdit) throws(PostgresError) -> [PostgresStatement] {
    let changes = planned.changes
    // A unique index checks each row as it is written: records that may have exchanged keys are all
    // removed before one is written.
    let removed = changes.removed.union(planned.rekeyed)
    let updated = changes.updated.subtracting(planned.rekeyed)
    let inserted = changes.inserted.union(planned.rekeyed)
    var batch: [PostgresStatement] = []
    removeExact(removed.union(updated), of: planned.stored, &batch)
    if !removed.isEmpty { batch.append(removal(removed)) }
    var done = 0
    let count = max(1, updated.count + inserted.count)
    try put(updated, of: planned.table, count, &done, &batch) { chunk, place in
      statement(layout.update, chunk, place) { $0.add(base) }
    }
    guard inserted.count >= Self.copied else {
      try put(inserted, of: planned.table, count, &done, &batch) { chunk, place in
        statement(layout.insert, chunk, place) { _ in }
      }
      return batch
    }
    try run(&batch)
    try copy(inserted, of: planned.table, count, &done)
    planned.table.forEachChunk(of: inserted) { chunk in
      chunk.forEachPlace { place in writeExact(chunk, place, &batch) }
    }
    return batch
  }

  private func run(_ batch: inout [PostgresStatement]) throws(PostgresError) {
    guard !batch.isEmpty else { return }
    _ = try connection.run(batch)
    batch = []
  }

  private func removal(_ numbers: RecordSet) -> PostgresStatement {
    let runs = numbers.runs(limit: .max) ?? []
    return PostgresStatement(layout.delete) {
      $0.add(runs.map(\.lowerBound))
      $0.add(runs.map(\.upperBound))
      $0.add(base)
      $0.add(numbers.count)
    }
  }

  /// Makes a statement for each record, and runs many of them in chunks.
  private func put(
    _ numbers: RecordSet, of table: RecordTable, _ count: Int, _ done: inout Int,
    _ batch: inout [PostgresStatement],
    _ make: (ChunkSlices, Int) -> PostgresStatement
  ) throws(PostgresError) {
    guard !numbers.isEmpty else { return }
    try table.forEachChunk(of: numbers) { (chunk) throws(PostgresError) in
      chunk.forEachPlace { place in
        batch.append(make(chunk, place))
        writeExact(chunk, place, &batch)
        done += 1
      }
      if batch.count > 1_000 { try run(&batch) }
      guard progress?(Double(done) / Double(count)) ?? true else { throw .store(.cancelled) }
    }
  }

  private func statement(
    _ sql: String, _ chunk: ChunkSlices, _ place: Int, _ more: (inout PostgresArguments) -> Void
  ) -> PostgresStatement {
    PostgresStatement(sql) { arguments in
      arguments.add(chunk.firstNumber + place)
      arguments.add(sequence)
      for column in chunk.columns {
        guard column.holdsValue(at: place) else {
          arguments.addNull(column.kind)
          continue
        }
        switch column.kind {
        case .integer: arguments.add(column.integer(at: place))
        case .double: arguments.add(column.double(at: place))
        case .boolean: arguments.add(column.boolean(at: place))
        case .text:
          let text = column.bytes(at: place)
          if ExactTexts.needs(text) {
            ExactTexts.shown(text).withUnsafeBufferPointer { arguments.add(text: $0) }
          } else {
            arguments.add(text: text)
          }
        case .data: arguments.add(bytes: column.bytes(at: place))
        }
      }
      more(&arguments)
    }
  }

  private func copy(
    _ numbers: RecordSet, of table: RecordTable, _ count: Int, _ done: inout Int
  ) throws(PostgresError) {
    let encoder = CopyEncoder()
    encoder.writeHead()
    try connection.copyIn(layout.copyIn) { (connection) throws(PostgresError) in
      try table.forEachChunk(of: numbers) { (chunk) throws(PostgresError) in
        try chunk.forEachPlace { (place) throws(PostgresError) in
          encoder.write(chunk, place, version: sequence)
          done += 1
          if encoder.bytes.count > 1 << 16 { try send(encoder) }
        }
        guard progress?(Double(done) / Double(count)) ?? true else { throw .store(.cancelled) }
      }
      encoder.writeEnd()
      try send(encoder)
    }
  }

  private func send(_ encoder: CopyEncoder) throws(PostgresError) {
    try connection.putCopy(encoder.bytes)
    encoder.clear()
  }

  private func writeExact(
    _ chunk: ChunkSlices, _ place: Int, _ batch: inout [PostgresStatement]
  ) {
    for (field, column) in chunk.columns.enumerated()
    where column.kind == .text && column.holdsValue(at: place) {
      let text = column.bytes(at: place)
      guard ExactTexts.needs(text) else { continue }
      batch.append(
        ExactTexts.insert(
          text, chunk.firstNumber + place, field: layout.schema.names[field], store: layout.store))
    }
  }

  private func removeExact(
    _ numbers: RecordSet, of table: RecordTable, _ batch: inout [PostgresStatement]
  ) {
    var found: [Int] = []
    table.forEachChunk(of: numbers) { chunk in
      chunk.forEachPlace { place in
        for column in chunk.columns where column.kind == .text && column.holdsValue(at: place) {
          guard ExactTexts.needs(column.bytes(at: place)) else { continue }
          return found.append(chunk.firstNumber + place)
        }
      }
    }
    if !found.isEmpty { batch.append(ExactTexts.remove(found, store: layout.store)) }
  }
}

extension PostgresArguments {
  /// Adds null for a column of this kind.
  fileprivate mutating func addNull(_ kind: StoredKind) {
    switch kind {
    case .integer: addNull(type: TypeID.int8)
    case .double: addNull(type: TypeID.double)
    case .boolean: addNull(type: TypeID.bool)
    case .text: addNull(type: TypeID.text)
    case .data: addNull(type: TypeID.bytes)
    }
  }
}
