internal import HikidashiRecords

/// What a database knows of the stores in it: three tables beside those of the records.
///
/// - `hikidashi_store` has a row for each store: its table, the column of the record numbers, and
///   the schema as JSON.
/// - `hikidashi_change` has a row for each transaction: which records it changed, and the next
///   record number after it. Others find there what to read anew; old rows are removed.
/// - `hikidashi_exact` has the bits of doubles that SQLite does not keep, see ``ExactDoubles``.
enum StoreCatalog {
  struct Entry: Equatable, Sendable {
    var id: Int
    var numberColumn: String
    var schemaJSON: String
  }

  /// The last transaction of a store.
  struct Mark: Equatable, Sendable {
    var sequence = 0
    var nextNumber = 0
  }

  /// Transactions whose rows are kept at least.
  static let keptChanges = 1_000

  static func makeTables(_ session: SQLiteSession) throws(SQLiteError) {
    try session.execute(
      """
      CREATE TABLE IF NOT EXISTS hikidashi_store (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        number_column TEXT NOT NULL, schema TEXT NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS hikidashi_change (
        store INTEGER NOT NULL, sequence INTEGER NOT NULL, next_number INTEGER NOT NULL,
        records BLOB, PRIMARY KEY (store, sequence)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS hikidashi_exact (
        store INTEGER NOT NULL, number INTEGER NOT NULL, field TEXT NOT NULL, bits INTEGER NOT NULL,
        PRIMARY KEY (store, number, field)
      ) STRICT, WITHOUT ROWID
      """)
  }

  static func hasTable(_ name: String, _ session: SQLiteSession) throws(SQLiteError) -> Bool {
    let select = try session.statement(
      "SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE")
    defer { select.reset() }
    try select.bind(name, at: 0)
    return try select.step()
  }

  /// The store whose table has this name, or nil.
  static func entry(
    _ name: String, _ session: SQLiteSession
  ) throws(SQLiteError) -> Entry? {
    guard try hasTable("hikidashi_store", session) else { return nil }
    let select = try session.statement(
      "SELECT id, number_column, schema FROM hikidashi_store WHERE name = ?")
    defer { select.reset() }
    try select.bind(name, at: 0)
    guard try select.step() else { return nil }
    return Entry(id: select.int(0), numberColumn: select.string(1), schemaJSON: select.string(2))
  }

  /// Adds a store; its id.
  static func add(
    _ name: String, numberColumn: String, schema: Schema, _ session: SQLiteSession
  ) throws(SQLiteError) -> Int {
    let insert = try session.statement(
      "INSERT INTO hikidashi_store (name, number_column, schema) VALUES (?, ?, ?)")
    defer { insert.clearBindings() }
    try insert.bind(name, at: 0)
    try insert.bind(numberColumn, at: 1)
    try insert.bind(schema.json, at: 2)
    try insert.run()
    return session.lastInsertedRow
  }

  static func mark(of store: Int, _ session: SQLiteSession) throws(SQLiteError) -> Mark {
    let select = try session.statement(
      """
      SELECT sequence, next_number FROM hikidashi_change WHERE store = ?
      ORDER BY sequence DESC LIMIT 1
      """)
    defer { select.reset() }
    try select.bind(store, at: 0)
    guard try select.step() else { return Mark() }
    let mark = Mark(sequence: select.int(0), nextNumber: select.int(1))
    // Far from where counting on would overflow.
    guard (0..<Int.max / 2).contains(mark.sequence), mark.nextNumber >= 0 else {
      throw SQLiteError(
        .corrupt, message: "hikidashi_change has numbers that no store gives", path: session.path)
    }
    return mark
  }

  /// Notes a transaction; nil for `runs` says that everything must be read anew.
  static func note(
    _ mark: Mark, _ runs: NumberRuns?, of store: Int, _ session: SQLiteSession
  ) throws(SQLiteError) {
    let insert = try session.statement(
      "INSERT INTO hikidashi_change (store, sequence, next_number, records) VALUES (?, ?, ?, ?)")
    try insert.bind(store, at: 0)
    try insert.bind(mark.sequence, at: 1)
    try insert.bind(mark.nextNumber, at: 2)
    if let runs { try insert.bind(runs.bytes, at: 3) } else { try insert.bindNull(at: 3) }
    try insert.run()
    // Now and then, as each removal writes a page more.
    guard mark.sequence.isMultiple(of: 256) else { return }
    let delete = try session.statement(
      "DELETE FROM hikidashi_change WHERE store = ? AND sequence < ?")
    try delete.bind(store, at: 0)
    try delete.bind(mark.sequence - keptChanges, at: 1)
    try delete.run()
  }

  /// The records that later transactions changed; nil when that is no longer known.
  static func changes(
    of store: Int, after sequence: Int, _ session: SQLiteSession
  ) throws(SQLiteError) -> NumberRuns? {
    let select = try session.statement(
      """
      SELECT sequence, records FROM hikidashi_change WHERE store = ? AND sequence > ?
      ORDER BY sequence
      """)
    defer { select.reset() }
    try select.bind(store, at: 0)
    try select.bind(sequence, at: 1)
    var runs = NumberRuns()
    var next = sequence + 1
    while try select.step() {
      guard select.int(0) == next, !select.isNull(1),
        let more = NumberRuns(bytes: select.bytes(1))
      else { return nil }
      runs.formUnion(more)
      next += 1
    }
    return runs
  }
}
