internal import Records
internal import Storage
import Support

extension PostgresBackend {
  /// Makes a unique index for each key, and removes those of keys that are no more.
  func enforce(_ keys: RecordKeys) {
    guard let layout = state.withLock({ $0.layout }) else { return }
    let guards = KeyGuard.guards(for: keys, store: layout.store)
    // What cannot be done now, or by this user, is tried when the store is opened the next time.
    link.use { wire in
      guard let connection = wire.connection,
        var found = try? guardNames(connection)
      else { return }
      for index in guards where found.remove(index.name) == nil {
        change(&wire) { (connection) throws(PostgresError) in
          try layout.create(index, on: table, connection)
        }
      }
      for name in found {
        change(&wire) { (connection) throws(PostgresError) in
          "DROP INDEX IF EXISTS \(try connection.identifier(name))"
        }
      }
    }
  }

  private func change(
    _ wire: inout PostgresLink.Wire,
    _ sql: (PostgresConnection) throws(PostgresError) -> String
  ) {
    guard let connection = wire.connection else { return }
    let store = state.withLock { $0.layout?.store }
    do throws(PostgresError) {
      _ = try connection.run([
        PostgresStatement("BEGIN"),
        // It is tried again by the next opening: no writer waits for it behind another that is slow.
        PostgresStatement("SET LOCAL lock_timeout = '200ms'", isKept: false),
        // Nobody writes meanwhile.
        PostgresStatement("SELECT id FROM hikidashi_store WHERE id = $1 FOR UPDATE", isKept: false)
        { $0.add(store ?? 0) },
        PostgresStatement(try sql(connection), isKept: false),
        PostgresStatement("COMMIT"),
      ])
    } catch {
      if !connection.rollBack() { link.drop(&wire) }
    }
  }

  private func guardNames(_ connection: PostgresConnection) throws(PostgresError) -> Set<String> {
    let quoted = try connection.identifier(table)
    let rows = try connection.run(
      PostgresStatement(
        """
        SELECT relname::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
        WHERE indrelid = to_regclass($1) AND starts_with(relname::text, $2)
        """, isKept: false
      ) {
        $0.add(quoted)
        $0.add(KeyGuard.prefix)
      })
    return Set((0..<rows.rows).map { rows.string($0, 0) })
  }
}

extension PostgresLayout {
  /// The SQL that makes a unique index: of the rows whose texts are short enough for one, and have no
  /// character that stands for another, see ``ExactTexts``.
  fileprivate func create(
    _ index: KeyGuard, on table: String, _ connection: PostgresConnection
  ) throws(PostgresError) -> String {
    var parts: [String] = []
    var conditions: [String] = []
    for column in index.columns {
      let name = try connection.identifier(columns[column.field + 2])
      parts.append(column.ignoresCase ? "lower(\(name) COLLATE \"C\")" : name)
      switch schema.fields[column.field].type {
      case .string, .json:
        conditions.append("octet_length(\(name)) <= \(Self.mostIndexed / index.columns.count)")
        conditions.append("position('␀' in \(name)) = 0")
      case .data:
        conditions.append("octet_length(\(name)) <= \(Self.mostIndexed / index.columns.count)")
      case .integer, .double, .boolean, .date: break
      }
    }
    let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    return """
      CREATE UNIQUE INDEX IF NOT EXISTS \(try connection.identifier(index.name)) \
      ON \(try connection.identifier(table)) (\(parts.joined(separator: ", ")))\(condition)
      """
  }

  /// Bytes of text and data of a row that an index takes.
  ///
  /// - Source: PostgreSQL 15, "B-Tree Indexes": an entry is at most a third of a page of 8 KiB.
  private static let mostIndexed = 2_000
}
