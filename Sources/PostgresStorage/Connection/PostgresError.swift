/// Why PostgreSQL, or the way to it, failed.
///
/// No text of it ever holds a password.
package struct PostgresError: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The URL cannot be read.
    case badURL
    /// The library with which servers are spoken to is not installed.
    case noLibrary
    /// The server cannot be reached, or the connection broke: what was asked last may have been done.
    case connection
    /// The server took neither the user nor the password, or there is no such database.
    case refused
    /// Nothing was heard for longer than was to be waited.
    case timedOut
    case cancelled
    /// Another transaction held a lock for too long, or was in the way.
    case busy
    case noSpace
    case readOnly
    case denied
    case corrupt
    case tooLarge
    /// A constraint of a table refused a row.
    case constraint
    /// A row was not as it was known to be.
    case changed
    /// A table or a column is not there.
    case missing
    /// The SQL or its use is wrong: a mistake in this module, or a server that does not know it.
    case program
  }

  package var kind: Kind
  /// The SQLSTATE, five letters; empty where it was not the server that failed.
  package var code: String
  package var message: String
  package var detail: String
  package var hint: String
  /// The server and the database, without the password.
  package var place: String

  package init(
    _ kind: Kind, code: String = "", message: String, detail: String = "", hint: String = "",
    place: String
  ) {
    self.kind = kind
    self.code = code
    self.message = message
    self.detail = detail
    self.hint = hint
    self.place = place
  }

  /// Whether trying again, with a new connection, may help.
  package var isPassing: Bool { kind == .connection || kind == .timedOut }

  /// The message with what the server adds to it.
  package var reason: String {
    var text = message
    if !detail.isEmpty { text += "; \(detail)" }
    if !hint.isEmpty { text += "; \(hint)" }
    return code.isEmpty ? text : "\(text) (\(code))"
  }
}

extension PostgresError.Kind {
  /// What an error of the server is.
  ///
  /// - Source: PostgreSQL 15, appendix A, "PostgreSQL Error Codes".
  init(code: String) {
    self =
      switch code {
      case "25P03", "25P04", "57P01", "57P02", "57P03", "57P05", "53300": .connection
      case "57014": .cancelled
      case "40001", "40P01", "55P03", "55006": .busy
      case "25006": .readOnly
      case "42501": .denied
      case "54000", "54001", "54011", "54023": .tooLarge
      case "22012": .changed
      case "42P01", "42703", "3F000": .missing
      case "3D000": .refused
      default:
        switch code.prefix(2) {
        case "08": .connection
        case "28": .refused
        case "53": .noSpace
        case "23": .constraint
        case "XX", "58": .corrupt
        default: .program
        }
      }
  }
}

extension PostgresError: CustomStringConvertible {
  package var description: String { "\(place): \(reason); \(mend)" }

  private var mend: String {
    switch kind {
    case .noLibrary: "install it (Debian: libpq5)"
    case .badURL: "write it as postgresql://user@host:5432/database"
    case .connection: "check that the server runs and can be reached, then try again"
    case .refused: "check the user, the password (PGPASSWORD, ~/.pgpass) and the database's name"
    case .timedOut: "check the network and the server's load, then try again"
    case .cancelled: "it was cancelled; nothing was changed"
    case .busy: "others are writing, so try again"
    case .noSpace: "give the server more space or memory; what was stored before is unharmed"
    case .readOnly: "connect to the primary server and not to a copy of it"
    case .denied: "have the owner of the database grant the user the rights"
    case .corrupt: "have the server's disk checked, and restore it from a backup"
    case .tooLarge: "split the value"
    case .constraint: "change the value"
    case .changed: "read it anew and make the change again"
    case .missing: "bring the table back from a backup"
    case .program: "this is a mistake in the program, or the server is too old (12 is needed)"
    }
  }
}
