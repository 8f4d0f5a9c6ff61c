internal import HikidashiRecords

/// The catalog of the stores in a database: three tables beside those of the records.
///
/// - `hikidashi_store` has a row for each store: its table, the columns, the schema as JSON, and
///   the last transaction with the next record number. A writer locks this row, so that the
///   transactions of all writers have one order.
/// - `hikidashi_change` is the log, with a row for each transaction: its sequence number, its ID,
///   its writer and the records that it changed. Old rows are removed.
/// - `hikidashi_exact` has the texts that a column cannot hold unchanged, see ``ExactTexts``.
enum PostgresCatalog {
  struct Entry: Equatable, Sendable {
    var id: Int
    var channel: String
    var schemaJSON: String
    var columns: [String]
    var mark: Mark
  }

  /// A watermark: the last transaction of a store, and the next record number.
  struct Mark: Equatable, Sendable {
    var sequence = 0
    var nextNumber = 0
  }

  /// The least number of transactions that the log keeps; it also keeps those of the last day.
  static let keptChanges = 10_000

  static func makeTables(_ connection: PostgresConnection) throws(PostgresError) {
    _ = try connection.run([
      PostgresStatement(
        """
        CREATE TABLE IF NOT EXISTS hikidashi_store (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
          channel text NOT NULL, schema text NOT NULL, columns text[] NOT NULL,
          sequence bigint NOT NULL, next_number bigint NOT NULL) WITH (fillfactor = 50)
        """, isKept: false),
      PostgresStatement(
        """
        CREATE TABLE IF NOT EXISTS hikidashi_change (
          store bigint NOT NULL, sequence bigint NOT NULL, id uuid NOT NULL, writer uuid NOT NULL,
          low bigint[], high bigint[], stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
          PRIMARY KEY (store, sequence))
        """, isKept: false),
      PostgresStatement(
        """
        CREATE TABLE IF NOT EXISTS hikidashi_exact (
          store bigint NOT NULL, number bigint NOT NULL, field text NOT NULL, content bytea NOT NULL,
          PRIMARY KEY (store, number, field))
        """, isKept: false),
    ])
  }

  static func hasTable(
    _ name: String, _ connection: PostgresConnection
  ) throws(PostgresError) -> Bool {
    let quoted = try connection.identifier(name)
    return try connection.run(
      PostgresStatement("SELECT to_regclass($1) IS NOT NULL") { $0.add(quoted) }
    ).bool(0, 0)
  }

  /// Returns the store whose table has this name, or nil.
  static func entry(
    _ name: String, locked: Bool, _ connection: PostgresConnection
  ) throws(PostgresError) -> Entry? {
    guard try hasTable("hikidashi_store", connection) else { return nil }
    let rows = try connection.run(
      PostgresStatement(
        """
        SELECT id, channel, schema, columns, sequence, next_number FROM hikidashi_store
        WHERE name = $1\(locked ? " FOR UPDATE" : "")
        """
      ) { $0.add(name) })
    guard rows.rows > 0 else { return nil }
    return Entry(
      id: rows.int(0, 0), channel: rows.string(0, 1), schemaJSON: rows.string(0, 2),
      columns: rows.strings(0, 3) ?? [],
      mark: Mark(sequence: rows.int(0, 4), nextNumber: rows.int(0, 5)))
  }

  /// Adds a store.
  static func add(
    _ name: String, _ schema: Schema, _ columns: [String], _ connection: PostgresConnection
  ) throws(PostgresError) -> Entry {
    let channel = "hikidashi_\(TransactionID().hexadecimal)"
    let rows = try connection.run(
      PostgresStatement(
        """
        INSERT INTO hikidashi_store (name, channel, schema, columns, sequence, next_number)
        VALUES ($1, $2, $3, $4, 0, 0) RETURNING id
        """
      ) {
        $0.add(name)
        $0.add(channel)
        $0.add(schema.json)
        $0.add(columns)
      })
    return Entry(
      id: rows.int(0, 0), channel: channel, schemaJSON: schema.json, columns: columns, mark: Mark())
  }

  /// Returns the statements that write a transaction's log row and watermark and notify the
  /// listeners. If `runs` is nil, others read the whole table again.
  static func note(
    _ mark: Mark, _ id: TransactionID, by writer: TransactionID, _ runs: [ClosedRange<Int>]?,
    _ layout: PostgresLayout
  ) -> [PostgresStatement] {
    var statements = [
      PostgresStatement(
        """
        INSERT INTO hikidashi_change (store, sequence, id, writer, low, high)
        VALUES ($1, $2, $3, $4, $5, $6)
        """
      ) {
        $0.add(layout.store)
        $0.add(mark.sequence)
        $0.add(id)
        $0.add(writer)
        if let runs {
          $0.add(runs.map(\.lowerBound))
          $0.add(runs.map(\.upperBound))
        } else {
          $0.addNull()
          $0.addNull()
        }
      },
      PostgresStatement(
        "UPDATE hikidashi_store SET sequence = $2, next_number = $3 WHERE id = $1"
      ) {
        $0.add(layout.store)
        $0.add(mark.sequence)
        $0.add(mark.nextNumber)
      },
      PostgresStatement("SELECT pg_notify($1, $2)") {
        $0.add(layout.channel)
        $0.add("\(mark.sequence)")
      },
    ]
    // Only at every 256th transaction, as looking for old rows takes time.
    if mark.sequence.isMultiple(of: 256), mark.sequence > keptChanges {
      statements.append(
        PostgresStatement(
          """
          DELETE FROM hikidashi_change
          WHERE store = $1 AND sequence < $2 AND stored_at < now() - interval '1 day'
          """
        ) {
          $0.add(layout.store)
          $0.add(mark.sequence - keptChanges)
        })
    }
    return statements
  }
}
