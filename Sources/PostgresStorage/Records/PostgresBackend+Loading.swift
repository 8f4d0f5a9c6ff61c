import HikidashiBase
internal import HikidashiRecords
internal import HikidashiStorage

extension PostgresBackend {
  private typealias Loaded = (table: RecordTable, state: State)

  func load(
    _ schema: Schema, _ migrations: [SchemaMigration]
  ) throws(StoreError) -> RecordTable {
    let deadline = link.deadline
    do throws(PostgresError) {
      let loaded = try link.use { wire throws(PostgresError) in
        var failures = 0
        while true {
          do throws(PostgresError) {
            let connection = try link.connection(&wire, until: deadline, &failures)
            return try load(schema, migrations, connection)
          } catch {
            if let connection = wire.connection, !connection.rollBack() { link.drop(&wire) }
            // If the answer was lost, the next attempt finds the table made or migrated.
            guard error.isPassing, link.pause(after: &failures, until: deadline) else {
              throw error
            }
          }
        }
      }
      state.withLock { $0 = loaded.state }
      return loaded.table
    } catch {
      throw self.error(error, .open)
    }
  }

  private func load(
    _ schema: Schema, _ migrations: [SchemaMigration], _ connection: PostgresConnection
  ) throws(PostgresError) -> Loaded {
    try run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", connection)
    if let current = try loadCurrent(schema, migrations, locked: false, connection) {
      try run("COMMIT", connection)
      return current
    }
    try run("COMMIT", connection)
    try run("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", connection)
    let anew = try loadAnew(schema, migrations, connection)
    try run("COMMIT", connection)
    return anew
  }

  private func run(
    _ sql: String, _ connection: PostgresConnection
  ) throws(PostgresError) {
    _ = try connection.run(PostgresStatement(sql, isKept: false))
  }

  /// Reads the records if the stored schema is current; nil if something must be written first.
  private func loadCurrent(
    _ schema: Schema, _ migrations: [SchemaMigration], locked: Bool,
    _ connection: PostgresConnection
  ) throws(PostgresError) -> Loaded? {
    let entry = try PostgresCatalog.entry(table, locked: locked, connection)
    guard let entry else { return nil }
    let stored = try storedSchema(entry)
    guard stored.version <= schema.version else {
      throw .store(.newer(place: place, found: stored.version, known: schema.version))
    }
    if stored.needsMigration(to: schema, by: migrations) { return nil }
    let read = try readAll(entry, stored, connection)
    let brought: RecordTable
    do throws(StoreError) {
      brought = try read.brought(to: schema, by: [], place: place)
    } catch {
      throw .store(error)
    }
    // A title or a rule may differ: the next migration writes it.
    let layout = try layout(entry, schema, connection)
    return (brought, State(layout: layout, mark: entry.mark))
  }

  /// Makes the store or migrates it to the schema, and returns its records.
  private func loadAnew(
    _ schema: Schema, _ migrations: [SchemaMigration], _ connection: PostgresConnection
  ) throws(PostgresError) -> Loaded {
    _ = try connection.run(
      PostgresStatement("SELECT pg_advisory_xact_lock($1)", isKept: false) {
        $0.add(PostgresByteStorage.makingLock)
      })
    // Another process may have made or migrated it meanwhile.
    if let current = try loadCurrent(schema, migrations, locked: true, connection) {
      return current
    }
    let hasTables = try PostgresCatalog.hasTable("hikidashi_store", connection)
    if !hasTables { try PostgresCatalog.makeTables(connection) }
    guard let entry = try PostgresCatalog.entry(self.table, locked: true, connection) else {
      return (RecordTable(schema), try make(schema, connection))
    }
    let old = try readAll(entry, try storedSchema(entry), connection)
    let table: RecordTable
    do throws(StoreError) {
      table = try old.brought(to: schema, by: migrations, place: place)
    } catch {
      throw .store(error)
    }
    try putAside(entry, version: old.schema.version, connection)
    return (table, try fill(table, make(schema, connection), connection))
  }

  /// Writes the records of a migrated store in the current transaction.
  private func fill(
    _ table: RecordTable, _ state: State, _ connection: PostgresConnection
  ) throws(PostgresError) -> State {
    guard let layout = state.layout else { return state }
    let planned = PlannedEdit(table, over: RecordTable(table.schema))
    let mark = PostgresCatalog.Mark(sequence: 1, nextNumber: table.nextNumber)
    let change = ChangeWriter(layout: layout, connection: connection, base: 0, sequence: 1)
    let rest = try change.write(planned)
    _ = try connection.run(
      rest + PostgresCatalog.note(mark, TransactionID(), by: writer, nil, layout))
    return State(layout: layout, mark: mark)
  }

  private func storedSchema(
    _ entry: PostgresCatalog.Entry
  ) throws(PostgresError) -> Schema {
    do throws(SchemaError) {
      let schema = try Schema(json: entry.schemaJSON)
      if entry.columns.count == schema.fields.count + 2 { return schema }
    } catch {
      throw .damaged("\(error)", place)
    }
    throw .damaged(tr("its columns are not its fields"), place)
  }

  private func readAll(
    _ entry: PostgresCatalog.Entry, _ schema: Schema, _ connection: PostgresConnection
  ) throws(PostgresError) -> RecordTable {
    let layout = try layout(entry, schema, connection)
    try layout.check(entry.mark, place)
    try checkColumns(layout, connection)
    return try layout.readAll(nextNumber: entry.mark.nextNumber, place: place, connection)
  }

  private func layout(
    _ entry: PostgresCatalog.Entry, _ schema: Schema, _ connection: PostgresConnection
  ) throws(PostgresError) -> PostgresLayout {
    try PostgresLayout(
      store: entry.id, table: table, schema: schema, columns: entry.columns,
      channel: entry.channel, connection)
  }

  /// Checks that the table still has its columns, as another tool may have changed it.
  private func checkColumns(
    _ layout: PostgresLayout, _ connection: PostgresConnection
  ) throws(PostgresError) {
    let name = table
    let quoted = try connection.identifier(name)
    let rows = try connection.run(
      PostgresStatement(
        """
        SELECT attname::text, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute
        WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped
        """
      ) { $0.add(quoted) })
    let found = Dictionary(
      (0..<rows.rows).map { (rows.string($0, 0), (rows.string($0, 1), rows.bool($0, 2))) },
      uniquingKeysWith: { first, _ in first })
    guard !found.isEmpty else { throw .damaged(tr("its table “{}” is gone", name), place) }
    for (field, column) in zip(layout.schema.fields, layout.columns.dropFirst(2)) {
      guard let (type, refusesNull) = found[column], type == field.sqlType,
        refusesNull == !field.isOptional
      else {
        throw .damaged(
          tr("the column “{}” of its table “{}” was changed", column, name), place)
      }
    }
  }
}
