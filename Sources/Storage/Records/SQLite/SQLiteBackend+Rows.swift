internal import Records
internal import Support

extension SQLiteBackend {
  func storedSchema(_ entry: StoreCatalog.Entry) throws(StoreInterruption) -> Schema {
    do throws(SchemaError) { return try Schema(json: entry.schemaJSON) } catch {
      throw .store(damaged("\(error)"))
    }
  }

  /// All records of a store, as its own schema has them.
  func load(
    _ entry: StoreCatalog.Entry, _ schema: Schema, _ session: SQLiteSession
  ) throws(StoreInterruption) -> Loaded {
    let sql = RecordSQL(table: table, numberColumn: entry.numberColumn, schema: schema)
    let layout = Layout(store: entry.id, sql: sql, schema: schema, entry: entry)
    try checkColumns(layout, session)
    let (mark, version) = try session.storing { (session) throws(SQLiteError) in
      (try StoreCatalog.mark(of: entry.id, session), try session.dataVersion())
    }
    let table = try readAll(layout, nextNumber: mark.nextNumber, session)
    return (table, State(layout: layout, mark: mark, dataVersion: version))
  }

  /// Makes sure that the table has the columns that were made: another tool may have changed it.
  private func checkColumns(
    _ layout: Layout, _ session: SQLiteSession
  ) throws(StoreInterruption) {
    let name = table
    let found = try session.storing { (session) throws(SQLiteError) in
      let select = try session.statement("SELECT name, type, \"notnull\" FROM pragma_table_info(?)")
      defer { select.reset() }
      try select.bind(name, at: 0)
      var found: [String: (type: String, refusesNull: Bool)] = [:]
      while try select.step() { found[select.string(0)] = (select.string(1), select.bool(2)) }
      return found
    }
    for field in layout.schema.fields {
      guard let column = found[field.name], column == field.sqlColumn else {
        throw .store(
          damaged(tr("the column “{}” of its table “{}” was changed", field.name, table)))
      }
    }
  }

  func readAll(
    _ layout: Layout, nextNumber: Int, _ session: SQLiteSession
  ) throws(StoreInterruption) -> RecordTable {
    try read(layout, nextNumber, session) { (session, reader) throws(StoreInterruption) in
      let select = try session.storing { (session) throws(SQLiteError) in
        try session.statement(layout.sql.selectAll)
      }
      try read(select, &reader)
    }
  }

  /// The records of some numbers, those that there are.
  func read(
    _ runs: NumberRuns, _ layout: Layout, _ session: SQLiteSession
  ) throws(StoreInterruption) -> RecordTable {
    try read(layout, 0, session) { (session, reader) throws(StoreInterruption) in
      for run in runs.runs {
        let select = try session.storing { (session) throws(SQLiteError) in
          let select = try session.statement(layout.sql.selectRange)
          try select.bind(run.lowerBound, at: 0)
          try select.bind(run.upperBound, at: 1)
          return select
        }
        try read(select, &reader)
      }
    }
  }

  private func read(
    _ layout: Layout, _ nextNumber: Int, _ session: SQLiteSession,
    _ rows: (SQLiteSession, inout RowReader) throws(StoreInterruption) -> Void
  ) throws(StoreInterruption) -> RecordTable {
    let exact = try session.storing { (session) throws(SQLiteError) in
      try ExactDoubles(of: layout.store, schema: layout.schema, session)
    }
    var reader = RowReader(layout.schema, exact: exact)
    try rows(session, &reader)
    do throws(RowReader.Damage) {
      return try reader.finish(nextNumber: nextNumber)
    } catch {
      throw .store(damaged(error.reason))
    }
  }

  private func read(
    _ select: SQLiteStatement, _ reader: inout RowReader
  ) throws(StoreInterruption) {
    defer { select.reset() }
    do throws(SQLiteError) {
      while try select.step() {
        do throws(RowReader.Damage) { try reader.read(select) } catch {
          throw SQLiteError(.corrupt, message: error.reason, path: connection.path)
        }
      }
    } catch {
      throw .sqlite(error)
    }
  }

  /// The records that another process stored, if the schema takes them.
  func checked(_ table: RecordTable) throws(StoreInterruption) -> RecordTable {
    if let (_, complaint) = table.firstComplaint() {
      throw .store(.refused(place: place, complaint))
    }
    return table
  }
}
