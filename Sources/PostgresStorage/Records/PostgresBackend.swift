import HikidashiBase
internal import HikidashiRecords
internal import HikidashiStorage

/// Keeps records in a table of a PostgreSQL database.
///
/// An edit first locks the store's row in the catalog. So edits of many writers run one after
/// another, each on the newest table, and an edit can give out record numbers without asking the
/// server. Correctness does not depend on the lock, which ends with the connection, and after half
/// a minute without a statement: each row is checked against the transaction that the edit is based
/// on. If others have stored something since, the edit is rebased on it, or refused as a conflict.
/// ``StoreWork`` describes the protocol.
final class PostgresBackend: RecordBackend {
  let link: PostgresLink
  let table: String
  /// The database and the table, as errors name them.
  let place: String
  /// Identifies this backend in the log.
  let writer = TransactionID()
  let state = Guarded(State())

  struct State: Sendable {
    /// The layout that ``load(_:_:)`` found or made; nil before it, and after ``close()``.
    var layout: PostgresLayout?
    /// The watermark: the last transaction whose changes the store has.
    var mark = PostgresCatalog.Mark()
  }

  init(_ url: String, table: String, options: PostgresOptions) throws(StoreError) {
    if let complaint = PostgresLayout.complaint(aboutTable: table) {
      throw .badTableName(table, reason: complaint)
    }
    do throws(PostgresError) {
      let url = try PostgresURL(url)
      link = PostgresLink(url, options, ConnectionBoard(options.onStatus))
      place = Self.place(url, table)
    } catch {
      throw .storage(StorageError(error, .open, nil))
    }
    self.table = table
  }

  static func place(_ url: PostgresURL, _ table: String) -> String {
    table == "records" ? url.description : tr("{} (table “{}”)", url, table)
  }

  func refresh(_ known: RecordTable) throws(StoreError) -> RecordTable {
    do throws(PostgresError) {
      return try link.use { wire throws(PostgresError) in
        var work = try work(known, link.deadline)
        try work.begin(.reading, on: link, &wire)
        work.end(&wire, link)
        state.withLock { $0 = work.state }
        return work.table
      }
    } catch {
      throw self.error(error, .read)
    }
  }

  func commit(
    after known: RecordTable, progress: ((Double) -> Bool)?,
    _ edit: (RecordTable) -> PlannedEdit?
  ) -> CommitOutcome {
    link.use { wire in
      do throws(PostgresError) {
        var work = try work(known, link.deadline)
        try work.begin(.writing, on: link, &wire)
        // The table now contains what others have stored, whatever becomes of the edit.
        state.withLock { $0 = work.state }
        guard let planned = edit(work.table) else {
          work.end(&wire, link)
          return .abandoned
        }
        guard !planned.isEmpty else {
          work.end(&wire, link)
          return .committed(planned.table, base: nil)
        }
        // The time that the edit took does not count against the time for storing it.
        work.deadline = link.deadline
        return store(planned, &work, &wire, progress)
      } catch {
        return .failed(self.error(error, .write), stored: nil)
      }
    }
  }

  private func store(
    _ planned: PlannedEdit, _ work: inout StoreWork, _ wire: inout PostgresLink.Wire,
    _ progress: ((Double) -> Bool)?
  ) -> CommitOutcome {
    var planned = planned
    /// The table that others stored after the edit was made; nil if they stored nothing.
    var base: RecordTable?
    while true {
      do throws(PostgresError) {
        try work.write(planned, &wire, progress)
        state.withLock { $0 = work.state }
        return .committed(planned.table, base: base)
      } catch {
        guard work.mayTryAgain(after: error, &wire, link) else {
          return .failed(self.error(error, .write), stored: base)
        }
      }
      do throws(PostgresError) {
        if try work.wasStored(on: link, &wire) {
          state.withLock { $0 = work.state }
          return .committed(planned.table, base: base)
        }
        state.withLock { $0 = work.state }
        guard work.table.isNewer(than: planned.stored) else { continue }
        base = work.table
        planned = try work.again(planned)
      } catch {
        work.end(&wire, link)
        return .failed(self.error(error, .write), stored: base)
      }
    }
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken? {
    guard let layout = state.withLock({ $0.layout }) else { return nil }
    let listener = PostgresListener(
      link, channel: layout.channel,
      isNews: { [state] sequence in state.withLock { $0.mark.sequence < sequence } },
      onChange: onChange)
    return ObservationToken { listener.cancel() }
  }

  func close() {
    state.withLock { $0.layout = nil }
    link.close()
  }

  private func work(
    _ known: RecordTable, _ deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> StoreWork {
    let state = state.withLock { $0 }
    guard let layout = state.layout else { throw .store(.closed(place: place)) }
    return StoreWork(
      layout: layout, state: state, table: known, name: table, place: place, writer: writer,
      deadline: deadline)
  }

  func error(_ error: PostgresError, _ operation: StorageOperation) -> StoreError {
    if let store = error.store { return store }
    return error.kind == .missing
      ? .damaged(place: place, reason: error.reason, previous: nil)
      : .storage(StorageError(error, operation, nil))
  }
}

extension RecordTable {
  /// Whether others have changed records or given out record numbers since `older`.
  fileprivate func isNewer(than older: RecordTable) -> Bool {
    nextNumber != older.nextNumber || !changes(since: older).isEmpty
  }
}

// MARK: - Making

extension PostgresBackend {
  /// Creates the table of a store in the current transaction.
  func make(
    _ schema: Schema, _ connection: PostgresConnection
  ) throws(PostgresError) -> State {
    let isTaken = try PostgresCatalog.hasTable(table, connection)
    guard !isTaken else {
      throw .store(
        .storage(
          .foreign(
            StorageFailure(
              .open, place: place, reason: tr("the table “{}” is not a store's", table)))))
    }
    let columns = PostgresLayout.columns(of: schema)
    let create = try PostgresLayout.create(table, schema, columns, connection)
    try connection.run(PostgresStatement(create, isKept: false))
    let entry = try PostgresCatalog.add(table, schema, columns, connection)
    let layout = try PostgresLayout(
      store: entry.id, table: table, schema: schema, columns: columns, channel: entry.channel,
      connection)
    return State(layout: layout, mark: entry.mark)
  }

  /// Renames the table of an older version, which stays as a copy of the old records.
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
      // Tells the processes that have the store open.
      PostgresStatement("SELECT pg_notify($1, 'moved')", isKept: false) { $0.add(entry.channel) },
    ])
  }

  /// Returns the table's name with a suffix, so that no other table has the name.
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
    do throws(PostgresError) {
      try link.use { wire throws(PostgresError) in
        var failures = 0
        let connection = try link.connection(&wire, until: deadline, &failures)
        do throws(PostgresError) {
          try keepCopy(connection)
        } catch {
          if !connection.rollBack() { link.drop(&wire) }
          throw error
        }
      }
    } catch {
      throw self.error(error, .write)
    }
  }

  /// Copies the table in one transaction; the copy's name ends in `_previous`.
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

// MARK: - Keys

extension PostgresBackend {
  /// Creates a unique index for each key and removes the indexes of keys that no longer exist.
  func enforce(_ keys: RecordKeys) {
    guard let layout = state.withLock({ $0.layout }) else { return }
    let guards = KeyGuard.guards(for: keys, store: layout.store)
    // An index that cannot be made now, or by this user, is tried again at the next opening.
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
        // The next opening tries again, so that no writer waits for this behind a slow one.
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
  /// Returns the SQL that creates a unique index. The index leaves out rows whose values are too
  /// long for it, or whose texts may stand for others (see ``ExactTexts``).
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

  /// The greatest number of bytes of text and data in a row of an index.
  ///
  /// - Source: PostgreSQL 15, "B-Tree Indexes": an entry is at most a third of a page of 8 KiB.
  private static let mostIndexed = 2_000
}
