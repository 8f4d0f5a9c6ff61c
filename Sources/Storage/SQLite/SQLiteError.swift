internal import CHikidashiSQLite
import Glibc

/// An error of SQLite or of its database file.
package struct SQLiteError: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Another connection held a lock for longer than the timeout.
    case busy
    case noSpace
    case readOnly
    case denied
    /// The file is damaged, or not a database.
    case corrupt
    /// The file belongs to another app.
    case foreign
    /// A newer version wrote the file.
    case newer(found: Int, known: Int)
    /// The file or its folder does not exist, or does not exist any more.
    case vanished
    case tooLarge
    /// A constraint of the schema refused a row.
    case constraint
    case io
    /// The SQL or its use is wrong, which is a mistake in this module.
    case program
  }

  package var kind: Kind
  /// The extended result code of SQLite; 0 if the error is not from SQLite.
  package var code: Int32
  /// The message of SQLite or of the system.
  package var message: String
  /// The path of the file.
  package var path: String
  /// The SQL that failed; empty if the failure is not from a statement.
  package var sql: String

  package init(
    _ kind: Kind, code: Int32 = 0, message: String, path: String, sql: String = ""
  ) {
    self.kind = kind
    self.code = code
    self.message = message
    self.path = path
    self.sql = sql
  }
}

/// An error type for transactions, which can hold SQLite's errors as well as others.
package protocol SQLiteFailure: Error {
  init(_ error: SQLiteError)
}

extension SQLiteError: SQLiteFailure {
  package init(_ error: SQLiteError) { self = error }
}

extension SQLiteError {
  /// Creates the error of a call that returned `code`, with the connection's message.
  init(_ code: Int32, _ database: OpaquePointer?, path: String, sql: String = "") {
    let system = database.map { sqlite3_system_errno($0) } ?? 0
    var message = String(cString: database.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    if system != 0, code & 0xFF == SQLITE_IOERR || code & 0xFF == SQLITE_CANTOPEN {
      message += " (\(FileFailure(system, in: "system").text))"
    }
    self.init(Self.kind(code, system), code: code, message: message, path: path, sql: sql)
  }

  private static func kind(_ code: Int32, _ system: Int32) -> Kind {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .noSpace
    case SQLITE_READONLY:
      code == SQLITE_READONLY | (4 << 8) ? .vanished : .readOnly  // SQLITE_READONLY_DBMOVED
    case SQLITE_PERM, SQLITE_AUTH: .denied
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
    case SQLITE_TOOBIG: .tooLarge
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_CANTOPEN, SQLITE_IOERR: kind(ofSystem: system)
    case SQLITE_NOMEM, SQLITE_PROTOCOL, SQLITE_INTERRUPT: .io
    default: .program
    }
  }

  static func kind(ofSystem code: Int32) -> Kind {
    switch code {
    case ENOSPC, EDQUOT: .noSpace
    case EROFS: .readOnly
    case EACCES, EPERM: .denied
    case ENOENT, ENOTDIR, ESTALE: .vanished
    default: .io
    }
  }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    let statement = sql.isEmpty ? "" : ", in: \(sql.prefix(200))"
    return "the database \(path): \(message)\(statement); \(mend)"
  }

  private var mend: String {
    switch kind {
    case .busy: "another program is writing to it, so try again"
    case .noSpace: "free some space and try again; what was stored before is unharmed"
    case .readOnly: "choose a place that can be written"
    case .denied: "change the owner or the rights of the file and its folder"
    case .corrupt: "restore it from the copy beside it"
    case .foreign: "choose another path"
    case .newer: "update the app; the file was not touched"
    case .vanished: "bring it back, or open it anew"
    case .tooLarge: "split the value"
    case .constraint: "change the value"
    case .io: "check the disk and its connection"
    case .program: "this is a mistake in the program"
    }
  }
}
