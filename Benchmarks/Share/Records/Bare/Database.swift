import BareHelp
import CBare

struct DatabaseError: Error, CustomStringConvertible {
  let description: String
}

/// The members in SQLite, with what can be taken back.
@MainActor
final class Database {
  private var connection: OpaquePointer?
  private var undone: [[Change]] = []
  private var done: [[Change]] = []

  init(_ path: String) throws {
    guard sqlite3_open(path, &connection) == SQLITE_OK else { throw failure() }
    try run(
      """
      CREATE TABLE IF NOT EXISTS members
        (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, rate REAL NOT NULL, joined TEXT NOT NULL)
      """)
  }

  private func failure() -> DatabaseError {
    DatabaseError(description: String(cString: sqlite3_errmsg(connection)))
  }

  private func run(
    _ sql: String, bind: (OpaquePointer?) -> Void = { _ in },
    row: (OpaquePointer?) -> Void = { _ in }
  ) throws {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      throw failure()
    }
    defer { sqlite3_finalize(statement) }
    bind(statement)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: row(statement)
      case SQLITE_DONE: return
      default: throw failure()
      }
    }
  }

  func members() throws -> [Member] {
    var members: [Member] = []
    try run("SELECT id, name, city, rate, joined FROM members") { _ in
    } row: { row in
      func text(_ column: Int32) -> String { String(cString: sqlite3_column_text(row, column)) }
      members.append(
        Member(
          id: sqlite3_column_int64(row, 0), name: text(1), city: text(2),
          rate: sqlite3_column_double(row, 3), joined: text(4)))
    }
    return members
  }

  func newID() throws -> Int64 {
    var id: Int64 = 1
    try run("SELECT max(id) + 1 FROM members") { _ in
    } row: {
      id = max(1, sqlite3_column_int64($0, 0))
    }
    return id
  }

  func apply(_ changes: [Change]) throws {
    try write(changes)
    done.append(changes)
    undone = []
  }

  func undo() throws {
    guard let changes = done.last else { return }
    try write(changes.map { Change(before: $0.after, after: $0.before) })
    undone.append(done.removeLast())
  }

  func redo() throws {
    guard let changes = undone.last else { return }
    try write(changes)
    done.append(undone.removeLast())
  }

  private func write(_ changes: [Change]) throws {
    try run("BEGIN")
    do {
      for change in changes { try write(change) }
      try run("COMMIT")
    } catch {
      try run("ROLLBACK")
      throw error
    }
  }

  private func write(_ change: Change) throws {
    guard let member = change.after else {
      return try run("DELETE FROM members WHERE id = ?") {
        sqlite3_bind_int64($0, 1, change.before?.id ?? 0)
      }
    }
    try run("INSERT OR REPLACE INTO members VALUES (?, ?, ?, ?, ?)") {
      sqlite3_bind_int64($0, 1, member.id)
      sqlite3_bind_copied_text($0, 2, member.name)
      sqlite3_bind_copied_text($0, 3, member.city)
      sqlite3_bind_double($0, 4, member.rate)
      sqlite3_bind_copied_text($0, 5, member.joined)
    }
  }
}
