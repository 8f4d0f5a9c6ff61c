internal import Records
import Support

extension SQLiteBackend {
  func load(
    _ schema: Schema, _ migrations: [SchemaMigration]
  ) throws(StoreError) -> RecordTable {
    do throws(StoreInterruption) {
      let current = try connection.read { session throws(StoreInterruption) in
        try loadCurrent(schema, session)
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
    let runs = try session.storing { (session) throws(SQLiteError) in
      try StoreCatalog.changes(of: layout.store, after: since, session)
    }
    guard let runs else {
      return try checked(readAll(layout, nextNumber: mark.nextNumber, session), layout)
    }
    let fresh = try checked(read(runs, layout, session), layout)
    return known.replacing(runs, by: fresh, nextNumber: mark.nextNumber)
  }

  private func schemaChanged(_ entry: StoreCatalog.Entry?, _ layout: Layout) -> StoreError {
    guard let entry else { return damaged("its table “\(table)” is gone") }
    let version = (try? Schema(json: entry.schemaJSON))?.version ?? layout.schema.version
    guard version > layout.schema.version else {
      return .changedElsewhere(place: place)
    }
    return .newer(place: place, found: version, known: layout.schema.version)
  }
}

extension SQLiteBackend {
  private typealias Loaded = (table: RecordTable, state: State)

  /// The records, where nothing must be written to have them; nil otherwise.
  private func loadCurrent(
    _ schema: Schema, _ session: SQLiteSession
  ) throws(StoreInterruption) -> Loaded? {
    let entry = try session.storing { (session) throws(SQLiteError) in
      try StoreCatalog.entry(table, session)
    }
    guard let entry else { return nil }
    let stored = try storedSchema(entry)
    guard stored.version == schema.version else {
      guard stored.version < schema.version else {
        throw .store(.newer(place: place, found: stored.version, known: schema.version))
      }
      return nil
    }
    let (read, state) = try load(entry, stored, session)
    do throws(StoreError) {
      let table = try read.brought(to: schema, by: [], place: place)
      // A title or a rule may differ: it is written with the next migration.
      return (table, layout(state, schema))
    } catch {
      throw .store(error)
    }
  }

  /// The records of a store that is made, or brought to the schema.
  private func loadAnew(
    _ schema: Schema, _ migrations: [SchemaMigration], _ session: SQLiteSession
  ) throws(StoreInterruption) -> Loaded {
    // Another process may have been faster.
    if let current = try loadCurrent(schema, session) { return current }
    let entry = try session.storing { (session) throws(SQLiteError) in
      try StoreCatalog.makeTables(session)
      return try StoreCatalog.entry(self.table, session)
    }
    guard let entry else {
      let state = try make(schema, nextNumber: 0, sequence: 0, session)
      return (RecordTable(schema), state)
    }
    let (old, _) = try load(entry, try storedSchema(entry), session)
    let table: RecordTable
    do throws(StoreError) {
      table = try old.brought(to: schema, by: migrations, place: place)
    } catch {
      throw .store(error)
    }
    try session.storing { (session) throws(SQLiteError) in
      try putAside(entry, version: old.schema.version, session)
    }
    let state = try make(schema, nextNumber: table.nextNumber, sequence: 0, session)
    guard let layout = state.layout else { return (table, state) }
    let writer = RowWriter(sql: layout.sql, store: layout.store, session: session)
    try writer.write(
      table.changes(since: RecordTable(schema)), from: RecordTable(schema), to: table)
    return (table, state)
  }

  /// Gives the table of an older version another name: the copy of what was there.
  private func putAside(
    _ entry: StoreCatalog.Entry, version: Int, _ session: SQLiteSession
  ) throws(SQLiteError) {
    var copy = "\(table)_v\(version)"
    var count = 1
    while try StoreCatalog.hasTable(copy, session) {
      count += 1
      copy = "\(table)_v\(version)_\(count)"
    }
    try session.execute(
      "ALTER TABLE \(RecordSQL.quoted(table)) RENAME TO \(RecordSQL.quoted(copy))")
    let rename = try session.statement("UPDATE hikidashi_store SET name = ? WHERE id = ?")
    defer { rename.clearBindings() }
    try rename.bind(copy, at: 0)
    try rename.bind(entry.id, at: 1)
    try rename.run()
  }

  private func make(
    _ schema: Schema, nextNumber: Int, sequence: Int, _ session: SQLiteSession
  ) throws(StoreInterruption) -> State {
    let table = table
    let place = place
    return try session.storingChecked { (session) throws(SQLiteError) in
      guard try !StoreCatalog.hasTable(table, session) else {
        return .failure(
          .storage(
            .foreign(
              StorageFailure(
                .open, place: place, reason: "the table “\(table)” is not a store's"))))
      }
      let numberColumn = schema.freeName(for: "number")
      let sql = RecordSQL(table: table, numberColumn: numberColumn, schema: schema)
      try session.execute(sql.create)
      let store = try StoreCatalog.add(table, numberColumn: numberColumn, schema: schema, session)
      let mark = StoreCatalog.Mark(sequence: sequence, nextNumber: nextNumber)
      // Others that know the table read it anew.
      try StoreCatalog.note(mark, nil, of: store, session)
      let entry = StoreCatalog.Entry(
        id: store, numberColumn: numberColumn, schemaJSON: schema.json)
      return .success(
        State(
          layout: Layout(store: store, sql: sql, schema: schema, entry: entry), mark: mark,
          dataVersion: try session.dataVersion()))
    }
  }

  /// The state of a store that is to be read as another schema has it.
  private func layout(_ state: State, _ schema: Schema) -> State {
    var state = state
    if let layout = state.layout {
      state.layout?.schema = schema
      state.layout?.sql = RecordSQL(
        table: table, numberColumn: layout.entry.numberColumn, schema: schema)
    }
    return state
  }
}

extension SQLiteBackend {
  private func storedSchema(_ entry: StoreCatalog.Entry) throws(StoreInterruption) -> Schema {
    do throws(SchemaError) { return try Schema(json: entry.schemaJSON) } catch {
      throw .store(damaged("\(error)"))
    }
  }

  /// All records of a store, as its own schema has them.
  private func load(
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
        throw .store(damaged("the column “\(field.name)” of its table “\(table)” was changed"))
      }
    }
  }

  private func readAll(
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
  private func read(
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
  private func checked(
    _ table: RecordTable, _ layout: Layout
  ) throws(StoreInterruption) -> RecordTable {
    for field in layout.schema.fields {
      for number in table.numbers {
        guard let cell = try? table.cell(named: field.name, at: number) else { continue }
        if let complaint = field.complaint(about: cell) {
          throw .store(.refused(place: place, complaint))
        }
      }
    }
    return table
  }
}

extension SQLiteSession {
  /// Like ``storing(_:)``, for what may also find an error of the store's.
  fileprivate func storingChecked<Success>(
    _ body: (SQLiteSession) throws(SQLiteError) -> Result<Success, StoreError>
  ) throws(StoreInterruption) -> Success {
    switch try storing(body) {
    case .success(let success): return success
    case .failure(let error): throw .store(error)
    }
  }
}

extension RecordTable {
  /// The table with records of some numbers as another has them, or without them.
  fileprivate func replacing(
    _ runs: NumberRuns, by fresh: RecordTable, nextNumber: Int
  ) -> RecordTable {
    var table = self
    for run in runs.runs {
      // What a damaged file says may be far beyond any record.
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
}
