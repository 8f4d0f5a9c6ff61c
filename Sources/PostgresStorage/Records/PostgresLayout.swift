internal import HikidashiRecords

/// The table of one store: its columns, and the SQL that reads and writes them.
///
/// Names are quoted by the connection; values are only ever bound.
struct PostgresLayout: Sendable {
  /// The store's row in the catalog.
  let store: Int
  let schema: Schema
  /// The names of the columns: the number, the row's version, then one for each field.
  let columns: [String]
  /// The channel on which transactions of the store are announced (`NOTIFY`).
  let channel: String
  let insert: String
  let update: String
  let delete: String
  let copyIn: String
  let copyOut: String
  let selectRuns: String

  init(
    store: Int, table: String, schema: Schema, columns: [String], channel: String,
    _ connection: PostgresConnection
  ) throws(PostgresError) {
    self.store = store
    self.schema = schema
    self.columns = columns
    self.channel = channel
    var names: [String] = []
    for column in columns { names.append(try connection.identifier(column)) }
    let table = try connection.identifier(table)
    let (number, version) = (names[0], names[1])
    let list = names.joined(separator: ", ")
    let read = ([number] + names.dropFirst(2)).joined(separator: ", ")
    let marks = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    insert = "INSERT INTO \(table) (\(list)) VALUES (\(marks))"
    let sets = names.indices.dropFirst().map { "\(names[$0]) = $\($0 + 1)" }
      .joined(separator: ", ")
    // Division by zero makes the transaction fail where the row is newer than the watermark, or
    // gone.
    let base = "$\(names.count + 1)"
    update = """
      WITH changed AS (UPDATE \(table) SET \(sets) WHERE \(number) = $1 AND \(version) <= \(base) \
      RETURNING 1) SELECT 1 / count(*) FROM changed
      """
    delete = """
      WITH gone AS (DELETE FROM \(table) USING unnest($1, $2) AS run (low, high) \
      WHERE \(number) BETWEEN low AND high AND \(version) <= $3 RETURNING 1) \
      SELECT 1 / (CASE WHEN count(*) = $4 THEN 1 ELSE 0 END) FROM gone
      """
    copyIn = "COPY \(table) (\(list)) FROM STDIN (FORMAT binary)"
    copyOut = "COPY (SELECT \(read) FROM \(table) ORDER BY \(number)) TO STDOUT (FORMAT binary)"
    selectRuns = """
      SELECT \(read) FROM \(table) JOIN unnest($1, $2) AS run (low, high) \
      ON \(number) BETWEEN low AND high ORDER BY \(number)
      """
  }

  /// Returns the SQL that creates the table.
  static func create(
    _ table: String, _ schema: Schema, _ columns: [String], _ connection: PostgresConnection
  ) throws(PostgresError) -> String {
    var used = Set(columns.map { Array($0.utf8) })
    var lines = [
      "\(try connection.identifier(columns[0])) bigint PRIMARY KEY",
      "\(try connection.identifier(columns[1])) bigint NOT NULL",
    ]
    for (field, column) in zip(schema.fields, columns.dropFirst(2)) {
      let name = try connection.identifier(column)
      lines.append("\(name) \(field.sqlType)\(field.isOptional ? "" : " NOT NULL")")
      guard field.type == .date else { continue }
      // For other tools, if PostgreSQL can represent the time. Ours counts from 2001-01-01 UTC.
      let time = try connection.identifier(freeName(column + "_time", &used))
      lines.append(
        """
        \(time) timestamptz GENERATED ALWAYS AS (CASE WHEN \(name) BETWEEN -2.118e11 AND 9.2e12 \
        THEN to_timestamp(\(name) + 978307200) END) STORED
        """)
    }
    return """
      CREATE TABLE \(try connection.identifier(table)) (
        \(lines.joined(separator: ",\n  ")))
      """
  }

  /// The columns of a new table: a field's column has the field's name, unless PostgreSQL reserves
  /// it or it is too long.
  static func columns(of schema: Schema) -> [String] {
    var used = Set(
      ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"].map { Array($0.utf8) })
    let fields = schema.names.map { freeName($0, &used) }
    return [freeName("number", &used), freeName("row_version", &used)] + fields
  }

  /// The greatest number of bytes in a name in PostgreSQL.
  static let nameLimit = 63

  static func freeName(_ name: String, _ used: inout Set<[UInt8]>) -> String {
    var count = 1
    var free = truncated(name, to: nameLimit)
    while !used.insert(Array(free.utf8)).inserted {
      count += 1
      let ending = " \(count)"
      free = truncated(name, to: nameLimit - ending.utf8.count) + ending
    }
    return free
  }

  static func truncated(_ name: String, to limit: Int) -> String {
    var name = Substring(name)
    while name.utf8.count > limit { name.unicodeScalars.removeLast() }
    return String(name)
  }

  /// Returns why a text cannot name a store's table, or nil if it can.
  static func complaint(aboutTable name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > nameLimit { return "it is longer than 63 bytes of UTF-8" }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "it holds a control character"
    }
    let lower = name.lowercased()
    if lower.hasPrefix("pg_") || lower.hasPrefix("hikidashi_") {
      return "the database has tables of this name of its own"
    }
    return nil
  }
}

extension FieldDefinition {
  /// The SQL type of the column; dates are seconds since 2001, kept to the last bit.
  var sqlType: String {
    switch type.storedKind {
    case .integer: "bigint"
    case .boolean: "boolean"
    case .double: "double precision"
    case .text: "text"
    case .data: "bytea"
    }
  }
}
