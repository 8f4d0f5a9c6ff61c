internal import HikidashiBase
internal import HikidashiRecords

// MARK: - Rows

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

// MARK: - Loading

extension SQLiteBackend {
  func load(
    _ schema: Schema, _ migrations: [SchemaMigration]
  ) throws(StoreError) -> RecordTable {
    do throws(StoreInterruption) {
      let current = try connection.read { session throws(StoreInterruption) in
        try loadCurrent(schema, migrations, session)
      }
      if let current { return take(current) }
      let anew = try connection.write { session throws(StoreInterruption) in
        try loadAnew(schema, migrations, session)
      }
      return take(anew)
    } catch {
      throw self.error(error, .open)
    }
  }

  private func take(_ loaded: Loaded) -> RecordTable {
    state.withLock { $0 = loaded.state }
    return loaded.table
  }

  /// What others have stored since `known`, put into it.
  func catchUp(
    _ known: RecordTable, _ state: inout State, _ session: SQLiteSession
  ) throws(StoreInterruption) -> RecordTable {
    guard let layout = state.layout else { throw .store(.closed(place: place)) }
    let version = try session.storing { (session) throws(SQLiteError) in
      try session.dataVersion()
    }
    // Nobody else has committed anything.
    guard version != state.dataVersion else { return known }
    let since = state.mark.sequence
    let (entry, mark) = try session.storing { (session) throws(SQLiteError) in
      let entry = try StoreCatalog.entry(table, session)
      return (entry, try StoreCatalog.mark(of: layout.store, session))
    }
    guard let entry, entry == layout.entry else { throw .store(schemaChanged(entry, layout)) }
    state.dataVersion = version
    guard mark != state.mark else { return known }
    state.mark = mark
    // An earlier state was put in place of the database: what it undid is told nowhere.
    guard mark.sequence > since else {
      let next = max(known.nextNumber, mark.nextNumber)
      return try checked(readAll(layout, nextNumber: next, session))
    }
    let runs = try session.storing { (session) throws(SQLiteError) in
      try StoreCatalog.changes(of: layout.store, after: since, session)
    }
    guard let runs else {
      return try checked(readAll(layout, nextNumber: mark.nextNumber, session))
    }
    let fresh = try checked(read(runs, layout, session))
    return known.replacing(runs.runs, by: fresh, nextNumber: mark.nextNumber)
  }

  private func schemaChanged(_ entry: StoreCatalog.Entry?, _ layout: Layout) -> StoreError {
    guard let entry else { return damaged(tr("its table “{}” is gone", table)) }
    let version = (try? Schema(json: entry.schemaJSON))?.version ?? layout.schema.version
    guard version > layout.schema.version else {
      return .changedElsewhere(place: place)
    }
    return .newer(place: place, found: version, known: layout.schema.version)
  }
}

// MARK: - Keys

extension SQLiteBackend {
  /// Makes a unique index for each key, and removes those of keys that are no more.
  func enforce(_ keys: RecordKeys) {
    guard let layout = state.withLock({ $0.layout }) else { return }
    let guards = KeyGuard.guards(for: keys, store: layout.store)
    // What cannot be done now is done when the store is opened the next time.
    try? connection.use { session throws(SQLiteError) in
      let found = try guardNames(session)
      guard found != Set(guards.map(\.name)) else { return }
      try session.transaction { session throws(SQLiteError) in
        try enforce(guards, layout, session)
      }
    }
  }

  private func enforce(
    _ guards: [KeyGuard], _ layout: Layout, _ session: SQLiteSession
  ) throws(SQLiteError) {
    // Others may have been faster.
    var found = try guardNames(session)
    for index in guards where found.remove(index.name) == nil {
      do throws(SQLiteError) {
        try session.execute(layout.sql.create(index, on: table))
      } catch {
        // Somebody has stored a key twice meanwhile.
        guard error.kind == .constraint else { throw error }
      }
    }
    for name in found { try session.execute("DROP INDEX \(RecordSQL.quoted(name))") }
  }

  private func guardNames(_ session: SQLiteSession) throws(SQLiteError) -> Set<String> {
    let select = try session.statement(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'index' AND tbl_name = ? COLLATE NOCASE AND name GLOB '\(KeyGuard.prefix)*'
      """)
    defer { select.reset() }
    try select.bind(table, at: 0)
    var names: Set<String> = []
    while try select.step() { names.insert(select.string(0)) }
    return names
  }
}
