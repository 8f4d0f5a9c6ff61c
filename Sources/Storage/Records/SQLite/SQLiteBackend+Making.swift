internal import Records
internal import Support

extension SQLiteBackend {
  typealias Loaded = (table: RecordTable, state: State)

  /// The records, where nothing must be written to have them; nil otherwise.
  func loadCurrent(
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
  func loadAnew(
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
                .open, place: place, reason: tr("the table “{}” is not a store's", table)))))
      }
      // One column is the number's.
      let most = session.columnLimit - 1
      guard schema.fields.count <= most else {
        return .failure(
          .storage(
            .tooLarge(
              StorageFailure(
                .open, place: place,
                reason: tr("a table takes {} fields, not {}", most, schema.fields.count)))))
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
