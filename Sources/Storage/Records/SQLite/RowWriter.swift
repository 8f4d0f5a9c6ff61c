internal import HikidashiRecords

/// Writes what differs between two tables as rows of a store's table.
struct RowWriter {
  let sql: RecordSQL
  let store: Int
  let session: SQLiteSession
  /// Told of the fraction that is done; says whether to go on.
  var progress: ((Double) -> Bool)?

  /// - Parameter rekeyed: updated records that may have exchanged their keys: an index that is
  ///   unique looks at each row as it is written, so that theirs are all removed before one is.
  func write(
    _ changes: RecordChanges, from older: RecordTable, to newer: RecordTable,
    rekeyed: RecordSet = RecordSet()
  ) throws(StoreInterruption) {
    let removed = changes.removed.union(rekeyed)
    let updated = changes.updated.subtracting(rekeyed)
    let inserted = changes.inserted.union(rekeyed)
    try removeExact(removed.union(updated), of: older)
    if !removed.isEmpty { try remove(removed) }
    if !updated.isEmpty {
      let update = try session.storing { (session) throws(SQLiteError) in
        try session.statement(sql.update)
      }
      try put(updated, of: newer, update, numberAt: sql.fields.count, fieldsFrom: 0)
    }
    if !inserted.isEmpty {
      let insert = try session.storing { (session) throws(SQLiteError) in
        try session.statement(sql.insert)
      }
      try put(inserted, of: newer, insert, numberAt: 0, fieldsFrom: 1)
    }
  }

  private func remove(_ numbers: RecordSet) throws(StoreInterruption) {
    try session.storing { (session) throws(SQLiteError) in
      let delete = try session.statement(sql.delete)
      for number in numbers {
        try delete.bind(number.rawValue, at: 0)
        try delete.run()
      }
    }
  }

  /// Runs a statement for each record, straight from the columns.
  private func put(
    _ numbers: RecordSet, of table: RecordTable, _ statement: SQLiteStatement, numberAt: Int,
    fieldsFrom first: Int
  ) throws(StoreInterruption) {
    var done = 0
    try table.forEachChunk(of: numbers) { (chunk) throws(StoreInterruption) in
      try session.storing { (_) throws(SQLiteError) in
        try put(chunk, statement, numberAt: numberAt, fieldsFrom: first, &done)
      }
      guard progress?(Double(done) / Double(numbers.count)) ?? true else {
        throw .store(.cancelled)
      }
    }
    // What was bound lies in chunks that may go.
    statement.clearBindings()
  }

  private func put(
    _ chunk: ChunkSlices, _ statement: SQLiteStatement, numberAt: Int, fieldsFrom first: Int,
    _ done: inout Int
  ) throws(SQLiteError) {
    try chunk.forEachPlace { (place) throws(SQLiteError) in
      let number = chunk.firstNumber + place
      var isExact = true
      try statement.bind(number, at: numberAt)
      for field in 0..<chunk.columns.count {
        let column = chunk.columns[field]
        try statement.bind(column, place, at: first + field)
        // A place without a value holds zero.
        if column.kind == .double, ExactDoubles.needs(column.double(at: place)) { isExact = false }
      }
      _ = try statement.step()
      done += 1
      if !isExact { try writeExact(chunk, place) }
    }
  }

  private func writeExact(_ chunk: ChunkSlices, _ place: Int) throws(SQLiteError) {
    for (field, column) in chunk.columns.enumerated() where column.kind == .double {
      let value = column.double(at: place)
      guard ExactDoubles.needs(value) else { continue }
      try ExactDoubles.write(
        value, of: store, number: chunk.firstNumber + place, field: sql.fields[field].name,
        session)
    }
  }

  private func removeExact(
    _ numbers: RecordSet, of table: RecordTable
  ) throws(StoreInterruption) {
    guard !numbers.isEmpty else { return }
    try table.forEachChunk(of: numbers) { (chunk) throws(StoreInterruption) in
      try session.storing { (session) throws(SQLiteError) in
        for column in chunk.columns where column.kind == .double {
          try chunk.forEachPlace { (place) throws(SQLiteError) in
            guard ExactDoubles.needs(column.double(at: place)) else { return }
            try ExactDoubles.remove(of: store, number: chunk.firstNumber + place, session)
          }
        }
      }
    }
  }
}

/// The reason why a transaction of a store ended early.
enum StoreInterruption: SQLiteFailure {
  case sqlite(SQLiteError)
  case store(StoreError)
  /// There is nothing to store.
  case abandoned

  init(_ error: SQLiteError) { self = .sqlite(error) }
}

extension SQLiteSession {
  /// Gives SQLite's errors as what ends a transaction.
  func storing<Result>(
    _ body: (SQLiteSession) throws(SQLiteError) -> Result
  ) throws(StoreInterruption) -> Result {
    do throws(SQLiteError) { return try body(self) } catch { throw .sqlite(error) }
  }
}
