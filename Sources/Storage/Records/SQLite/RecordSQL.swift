internal import HikidashiRecords

/// The SQL of one store's table.
///
/// Names of tables and columns are quoted; values are only ever bound.
struct RecordSQL: Sendable {
  let fields: [FieldDefinition]
  let create: String
  let insert: String
  /// The number is the last parameter.
  let update: String
  let delete: String
  let selectAll: String
  let selectRange: String

  init(table name: String, numberColumn: String, schema: Schema) {
    let table = Self.quoted(name)
    let number = Self.quoted(numberColumn)
    let columns = schema.names.map(Self.quoted)
    fields = schema.fields
    let lines = zip(columns, fields).map { ",\n  \($0) \($1.sqlType)" }.joined()
    create = "CREATE TABLE \(table) (\n  \(number) INTEGER PRIMARY KEY\(lines)\n) STRICT"
    let list = ([number] + columns).joined(separator: ", ")
    let marks = columns.map { _ in ", ?" }.joined()
    insert = "INSERT INTO \(table) (\(list)) VALUES (?\(marks))"
    let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
    update = "UPDATE \(table) SET \(assignments) WHERE \(number) = ?"
    delete = "DELETE FROM \(table) WHERE \(number) = ?"
    let select = "SELECT \(list) FROM \(table)"
    selectAll = "\(select) ORDER BY \(number)"
    selectRange = "\(select) WHERE \(number) BETWEEN ? AND ? ORDER BY \(number)"
  }

  /// The SQL that makes a unique index.
  func create(_ index: KeyGuard, on table: String) -> String {
    let columns = index.columns.map {
      Self.quoted(fields[$0.field].name) + ($0.ignoresCase ? " COLLATE NOCASE" : "")
    }
    return """
      CREATE UNIQUE INDEX \(Self.quoted(index.name)) ON \(Self.quoted(table)) \
      (\(columns.joined(separator: ", ")))
      """
  }

  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// Why a text cannot name a store's table, or nil.
  static func complaint(aboutTable name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > 63 { return "it is longer than 63 bytes of UTF-8" }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "it holds a control character"
    }
    let lower = name.lowercased()
    if lower.hasPrefix("pragma_") { return "SQLite has tables of such names of its own" }
    if lower == "bytes" || lower.hasPrefix("sqlite_") || lower.hasPrefix("hikidashi_") {
      return "the database has tables of this name of its own"
    }
    return nil
  }
}

extension FieldDefinition {
  /// The type of the column. Doubles may be null in every field, as SQLite takes “not a number” for
  /// no value; what it was is in another table, see ``ExactDoubles``.
  fileprivate var sqlType: String {
    switch type.storedKind {
    case .integer, .boolean: isOptional ? "INTEGER" : "INTEGER NOT NULL"
    case .double: "REAL"
    case .text: isOptional ? "TEXT" : "TEXT NOT NULL"
    case .data: isOptional ? "BLOB" : "BLOB NOT NULL"
    }
  }

  /// How SQLite describes the column: its type, and whether it refuses null.
  var sqlColumn: (type: String, refusesNull: Bool) {
    let words = sqlType.split(separator: " ", maxSplits: 1)
    return (words.first.map(String.init) ?? "", words.count > 1)
  }
}
