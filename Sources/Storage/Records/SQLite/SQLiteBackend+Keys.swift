internal import Records
import Support

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
