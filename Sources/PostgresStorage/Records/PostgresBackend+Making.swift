internal import Records
internal import Storage
import Support

extension PostgresBackend {
  /// Makes the table of a store, in the transaction under way.
  func make(
    _ schema: Schema, _ connection: PostgresConnection
  ) throws(PostgresInterruption) -> State {
    let isTaken = try storing { () throws(PostgresError) in
      try PostgresCatalog.hasTable(table, connection)
    }
    guard !isTaken else {
      throw .store(
        .storage(
          .foreign(
            StorageFailure(
              .open, place: place, reason: tr("the table “{}” is not a store's", table)))))
    }
    let columns = PostgresLayout.columns(of: schema)
    return try storing { () throws(PostgresError) in
      let create = try PostgresLayout.create(table, schema, columns, connection)
      try connection.run(PostgresStatement(create, isKept: false))
      let entry = try PostgresCatalog.add(table, schema, columns, connection)
      let layout = try PostgresLayout(
        store: entry.id, table: table, schema: schema, columns: columns, channel: entry.channel,
        connection)
      return State(layout: layout, mark: entry.mark)
    }
  }

  /// Gives the table of an older version another name: the copy of what was there.
  func putAside(
    _ entry: PostgresCatalog.Entry, version: Int, _ connection: PostgresConnection
  ) throws(PostgresError) {
    let copy = try freeName("_v\(version)", connection)
    let old = try connection.identifier(table)
    let new = try connection.identifier(copy)
    _ = try connection.run([
      PostgresStatement("ALTER TABLE \(old) RENAME TO \(new)", isKept: false),
      PostgresStatement("UPDATE hikidashi_store SET name = $1 WHERE id = $2", isKept: false) {
        $0.add(copy)
        $0.add(entry.id)
      },
      // Those who have it open notice.
      PostgresStatement("SELECT pg_notify($1, 'moved')", isKept: false) { $0.add(entry.channel) },
    ])
  }

  /// The table's name with an ending that no table has.
  private func freeName(
    _ ending: String, _ connection: PostgresConnection
  ) throws(PostgresError) -> String {
    var count = 1
    while true {
      let whole = count == 1 ? ending : "\(ending)_\(count)"
      let limit = PostgresLayout.nameLimit - whole.utf8.count
      let name = PostgresLayout.truncated(table, to: limit) + whole
      if try !PostgresCatalog.hasTable(name, connection) { return name }
      count += 1
    }
  }

  func keepCopy() throws(StoreError) {
    let deadline = link.deadline
    do throws(PostgresInterruption) {
      try link.use { wire throws(PostgresInterruption) in
        var backoff = Backoff()
        try storing { () throws(PostgresError) in
          let connection = try link.connection(&wire, until: deadline, &backoff)
          do throws(PostgresError) {
            try keepCopy(connection)
          } catch {
            if !connection.rollBack() { link.drop(&wire) }
            throw error
          }
        }
      }
    } catch {
      throw self.error(error, .write)
    }
  }

  /// Copies the table, in one transaction, to one with `_previous` behind its name.
  private func keepCopy(_ connection: PostgresConnection) throws(PostgresError) {
    guard let layout = state.withLock({ $0.layout }) else { return }
    let ending = "_previous"
    let limit = PostgresLayout.nameLimit - ending.utf8.count
    let copy = PostgresLayout.truncated(table, to: limit) + ending
    let old = try connection.identifier(table)
    let new = try connection.identifier(copy)
    var columns: [String] = []
    for column in layout.columns { columns.append(try connection.identifier(column)) }
    let list = columns.joined(separator: ", ")
    let statements = [
      PostgresStatement("BEGIN"),
      // Nobody writes meanwhile.
      PostgresStatement("SELECT id FROM hikidashi_store WHERE id = $1 FOR UPDATE", isKept: false) {
        $0.add(layout.store)
      },
      PostgresStatement(
        """
        DELETE FROM hikidashi_exact WHERE store = (SELECT id FROM hikidashi_store WHERE name = $1)
        """, isKept: false
      ) { $0.add(copy) },
      PostgresStatement("DELETE FROM hikidashi_store WHERE name = $1", isKept: false) {
        $0.add(copy)
      },
      PostgresStatement("DROP TABLE IF EXISTS \(new)", isKept: false),
      PostgresStatement("CREATE TABLE \(new) (LIKE \(old) INCLUDING ALL)", isKept: false),
      PostgresStatement(
        "INSERT INTO \(new) (\(list)) SELECT \(list) FROM \(old)", isKept: false),
      PostgresStatement(
        """
        WITH copy AS (
          INSERT INTO hikidashi_store (name, channel, schema, columns, sequence, next_number)
          SELECT $1, $2, schema, columns, sequence, next_number FROM hikidashi_store WHERE id = $3
          RETURNING id)
        INSERT INTO hikidashi_exact (store, number, field, content)
        SELECT copy.id, number, field, content FROM copy, hikidashi_exact WHERE store = $3
        """, isKept: false
      ) {
        $0.add(copy)
        $0.add("hikidashi_\(TransactionID().hexadecimal)")
        $0.add(layout.store)
      },
      PostgresStatement("COMMIT"),
    ]
    _ = try connection.run(statements)
  }
}
