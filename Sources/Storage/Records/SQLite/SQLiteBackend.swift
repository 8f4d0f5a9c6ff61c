import Glibc
internal import HikidashiBase
internal import HikidashiRecords

/// Keeps records in a table of an SQLite database.
///
/// An edit runs with the database's lock for writing held, on the table as it is stored then, so
/// that edits of several processes come one after another and never in each other's way.
final class SQLiteBackend: RecordBackend {
  let connection: SQLiteConnection
  let table: String
  /// The database and the table, as errors name them.
  let place: String
  let state = Guarded(State())

  struct State: Sendable {
    /// What ``load(_:_:)`` found or made; nil before it, and after ``close()``.
    var layout: Layout?
    /// The last transaction whose changes the store has.
    var mark = StoreCatalog.Mark()
    /// SQLite's number for the state of the file.
    var dataVersion = -1
  }

  struct Layout: Sendable {
    var store: Int
    var sql: RecordSQL
    var schema: Schema
    /// The schema as it is stored.
    var entry: StoreCatalog.Entry
  }

  /// - Parameter connection: Others may use it, too, for what is not in this table.
  init(_ connection: SQLiteConnection, table: String, place: String) throws(StoreError) {
    try Self.checkName(table)
    self.connection = connection
    self.table = table
    self.place = place
  }

  convenience init(
    _ path: String, table: String, place: String, vfs: String?, busyTimeout: Duration
  ) throws(StoreError) {
    try Self.checkName(table)
    let options = SQLiteOptions(
      applicationID: SQLiteStorage.applicationID, version: SQLiteStorage.version,
      busyTimeout: busyTimeout, vfs: vfs)
    let connection: SQLiteConnection
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path, options, prepare: SQLiteStorage.makeTable)
    } catch {
      throw Self.error(error, .open, path: path, place: place)
    }
    try self.init(connection, table: table, place: place)
  }

  private static func checkName(_ table: String) throws(StoreError) {
    if let complaint = RecordSQL.complaint(aboutTable: table) {
      throw .badTableName(table, reason: complaint)
    }
  }

  func commit(
    after known: RecordTable, progress: ((Double) -> Bool)?,
    _ edit: (RecordTable) -> PlannedEdit?
  ) -> CommitOutcome {
    do throws(StoreInterruption) {
      var state = try loadedState()
      let table = try connection.use { session throws(StoreInterruption) in
        // Another user of the connection may have asked for less.
        try session.storing { (session) throws(SQLiteError) in try session.setSync(.full) }
        return try session.transaction(.writing) { session throws(StoreInterruption) in
          let stored = try catchUp(known, &state, session)
          guard let edited = edit(stored) else { throw .abandoned }
          try write(edited, &state, session, progress)
          return edited.table
        }
      }
      self.state.withLock { $0 = state }
      return .committed(table, base: nil)
    } catch {
      // The state is not taken over: what others stored is read once more, which does no harm.
      if case .abandoned = error { return .abandoned }
      return .failed(self.error(error, .write), stored: nil)
    }
  }

  /// Writes what a store has to save as a part of a transaction; the table as it is then, and what
  /// to take over when the transaction was committed.
  func write(
    _ unsaved: UnsavedRecords, _ session: SQLiteSession
  ) throws(StoreInterruption) -> (table: RecordTable, state: State) {
    var state = try loadedState()
    let stored = try catchUp(unsaved.known, &state, session)
    let edited: PlannedEdit
    do throws(StoreError) { edited = try unsaved.planned(over: stored) } catch {
      throw .store(error)
    }
    try write(edited, &state, session, nil)
    return (edited.table, state)
  }

  func refresh(_ known: RecordTable) throws(StoreError) -> RecordTable {
    do throws(StoreInterruption) {
      var state = try loadedState()
      let table = try connection.read { session throws(StoreInterruption) in
        try catchUp(known, &state, session)
      }
      self.state.withLock { $0 = state }
      return table
    } catch {
      throw self.error(error, .read)
    }
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken? {
    let watcher = SQLiteWatcher(connection, onChange: onChange)
    return ObservationToken { watcher.cancel() }
  }

  func keepCopy() throws(StoreError) {
    do throws(SQLiteError) {
      try connection.copy(to: connection.path + SnapshotFile.previous)
    } catch {
      throw self.error(error, .write)
    }
  }

  /// The connection closes when nobody holds it; until then, nothing is done with it.
  func close() {
    state.withLock { $0.layout = nil }
    // So that the file is whole without its log from now on, where nobody else reads it.
    _ = try? connection.use { session throws(SQLiteError) in
      try session.int("PRAGMA wal_checkpoint(PASSIVE)")
    }
  }
}

extension SQLiteBackend {
  private func loadedState() throws(StoreInterruption) -> State {
    let state = state.withLock { $0 }
    guard state.layout != nil else { throw .store(.closed(place: place)) }
    return state
  }

  /// Writes what an edit changed, and notes it.
  private func write(
    _ edited: PlannedEdit, _ state: inout State, _ session: SQLiteSession,
    _ progress: ((Double) -> Bool)?
  ) throws(StoreInterruption) {
    guard let layout = state.layout else { return }
    guard !edited.isEmpty else { return }
    let writer = RowWriter(
      sql: layout.sql, store: layout.store, session: session, progress: progress)
    try writer.write(
      edited.changes, from: edited.stored, to: edited.table, rekeyed: edited.rekeyed)
    state.mark.sequence += 1
    state.mark.nextNumber = max(state.mark.nextNumber, edited.table.nextNumber)
    let mark = state.mark
    try session.storing { (session) throws(SQLiteError) in
      try StoreCatalog.note(mark, NumberRuns(edited.changes.touched), of: layout.store, session)
    }
  }

  func error(_ interruption: StoreInterruption, _ operation: StorageOperation) -> StoreError {
    switch interruption {
    case .abandoned: .cancelled
    case .store(let error): error
    case .sqlite(let error): self.error(error, operation)
    }
  }

  func error(_ error: SQLiteError, _ operation: StorageOperation) -> StoreError {
    Self.error(error, operation, path: connection.path, place: place)
  }

  static func error(
    _ error: SQLiteError, _ operation: StorageOperation, path: String, place: String
  ) -> StoreError {
    guard error.kind == .corrupt else {
      return .storage(StorageError(error, operation, nil, place: path))
    }
    return .damaged(place: place, reason: error.message, previous: previousCopy(of: path))
  }

  func damaged(_ reason: String) -> StoreError {
    .damaged(place: place, reason: reason, previous: Self.previousCopy(of: connection.path))
  }

  /// Puts the copy that was kept in place of a damaged database, which gets another name. Nobody
  /// may have it open.
  static func goBack(_ path: String) throws(StoreError) {
    guard let copy = previousCopy(of: path) else {
      throw .storage(
        .notFound(
          StorageFailure(
            .read, place: path + SnapshotFile.previous, reason: tr("no previous copy is kept"))))
    }
    var damaged = path + ".damaged"
    var count = 1
    while access(damaged, F_OK) == 0 {
      count += 1
      damaged = "\(path).damaged-\(count)"
    }
    // The file keeps its name until the copy takes it, where the disk has links, so that the next
    // start always finds a file.
    let hasBoth = link(path, damaged) == 0
    guard hasBoth || errno == ENOENT || rename(path, damaged) == 0 else {
      let failure = SQLiteError(FileFailure(errno, in: "rename"), path)
      throw error(failure, .write, path: path, place: path)
    }
    // A log belongs to its file, by name.
    let logs = ["-wal", "-shm"].filter { rename(path + $0, damaged + $0) == 0 }
    do throws(SQLiteError) {
      let options = SQLiteOptions(
        applicationID: SQLiteStorage.applicationID, version: SQLiteStorage.version)
      try SQLiteConnection(copy, options).copy(to: path)
    } catch {
      for ending in logs { _ = rename(damaged + ending, path + ending) }
      if hasBoth { unlink(damaged) } else { _ = rename(damaged, path) }
      throw self.error(error, .write, path: path, place: path)
    }
  }

  private static func previousCopy(of path: String) -> String? {
    let copy = path + SnapshotFile.previous
    return access(copy, F_OK) == 0 ? copy : nil
  }
}

// MARK: - Making

extension SQLiteBackend {
  typealias Loaded = (table: RecordTable, state: State)

  /// The records, where nothing must be written to have them; nil otherwise.
  func loadCurrent(
    _ schema: Schema, _ migrations: [SchemaMigration], _ session: SQLiteSession
  ) throws(StoreInterruption) -> Loaded? {
    let entry = try session.storing { (session) throws(SQLiteError) in
      try StoreCatalog.entry(table, session)
    }
    guard let entry else { return nil }
    let stored = try storedSchema(entry)
    guard stored.version <= schema.version else {
      throw .store(.newer(place: place, found: stored.version, known: schema.version))
    }
    if stored.needsMigration(to: schema, by: migrations) { return nil }
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
    if let current = try loadCurrent(schema, migrations, session) { return current }
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
