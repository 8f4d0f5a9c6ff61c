internal import HikidashiRecords

/// The bits of doubles and dates that a column of SQLite does not keep: it takes “not a number” for
/// no value, and −0 for 0.
///
/// They are rare, and have a table of their own, `hikidashi_exact`. What it says counts only while
/// the column holds what SQLite made of the double, so that another tool may change the column.
struct ExactDoubles: Sendable {
  private struct Place: Hashable, Sendable {
    var number: Int
    var field: Int
  }

  private var bits: [Place: UInt64] = [:]

  init() {}

  var isEmpty: Bool { bits.isEmpty }

  /// Reads those of a store.
  init(
    of store: Int, schema: Schema, _ session: SQLiteSession
  ) throws(SQLiteError) {
    let select = try session.statement(
      "SELECT number, field, bits FROM hikidashi_exact WHERE store = ?")
    defer { select.reset() }
    try select.bind(store, at: 0)
    while try select.step() {
      let name = select.string(1)
      guard let field = schema.fields.firstIndex(where: { $0.name == name }) else { continue }
      bits[Place(number: select.int(0), field: field)] = UInt64(bitPattern: Int64(select.int(2)))
    }
  }

  /// What a double was of which SQLite made null, or zero; nil where it was none.
  func notANumber(_ number: Int, field: Int) -> Double? {
    value(number, field).flatMap { $0.isNaN ? $0 : nil }
  }

  func zero(_ number: Int, field: Int) -> Double {
    value(number, field).flatMap { $0 == 0 ? $0 : nil } ?? 0
  }

  private func value(_ number: Int, _ field: Int) -> Double? {
    bits[Place(number: number, field: field)].map { Double(bitPattern: $0) }
  }

  /// Whether SQLite does not keep a double as it is.
  @inline(__always)
  static func needs(_ value: Double) -> Bool {
    value.isNaN || value == 0 && value.sign == .minus
  }

  static func write(
    _ value: Double, of store: Int, number: Int, field: String, _ session: SQLiteSession
  ) throws(SQLiteError) {
    let insert = try session.statement(
      "INSERT OR REPLACE INTO hikidashi_exact (store, number, field, bits) VALUES (?, ?, ?, ?)")
    defer { insert.clearBindings() }
    try insert.bind(store, at: 0)
    try insert.bind(number, at: 1)
    try insert.bind(field, at: 2)
    try insert.bind(Int(Int64(bitPattern: value.bitPattern)), at: 3)
    try insert.run()
  }

  /// Removes those of a record.
  static func remove(
    of store: Int, number: Int, _ session: SQLiteSession
  ) throws(SQLiteError) {
    let delete = try session.statement(
      "DELETE FROM hikidashi_exact WHERE store = ? AND number = ?")
    try delete.bind(store, at: 0)
    try delete.bind(number, at: 1)
    try delete.run()
  }
}
