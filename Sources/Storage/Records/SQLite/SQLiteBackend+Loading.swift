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
    return known.replacing(runs, by: fresh, nextNumber: mark.nextNumber)
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
