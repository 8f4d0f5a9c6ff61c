internal import HikidashiStorage

/// An error of a PostgreSQL server, of a connection to it, or of a store in its database.
///
/// The texts never contain a password.
package struct PostgresError: Error, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The URL is not a valid URL of a PostgreSQL database.
    case badURL
    /// The client library libpq is not installed.
    case noLibrary
    /// The server cannot be reached, or the connection broke; the last statement may have taken
    /// effect.
    case connection
    /// The server refused the user or the password, or there is no such database.
    case refused
    /// The server did not answer in time.
    case timedOut
    case cancelled
    /// Another transaction held a lock for too long, or conflicted with this one.
    case busy
    case noSpace
    case readOnly
    case denied
    case corrupt
    case tooLarge
    /// A constraint of a table refused a row.
    case constraint
    /// A row had changed since it was read.
    case changed
    /// A table or a column does not exist.
    case missing
    /// The SQL is wrong: a mistake in this module, or a server that is too old.
    case program
    /// A store failed, for example on a damaged table or a conflict; see ``PostgresError/store``.
    case store
  }

  package var kind: Kind
  /// The server's SQLSTATE of five characters; empty if the error is not from the server.
  package var code: String
  package var message: String
  package var detail: String
  package var hint: String
  /// The URL of the database, without the password.
  package var place: String
  /// The error of the store if the kind is `store`; otherwise nil.
  private(set) var store: StoreError?

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

  /// Wraps an error of a store, to throw it out of a transaction.
  static func store(_ error: StoreError) -> PostgresError {
    var whole = PostgresError(.store, message: "\(error)", place: "")
    whole.store = error
    return whole
  }

  /// Returns the error for stored data that no store could have written.
  static func damaged(_ reason: String, _ place: String) -> PostgresError {
    .store(.damaged(place: place, reason: reason, previous: nil))
  }

  /// Whether trying again with a new connection may help.
  package var isPassing: Bool { kind == .connection || kind == .timedOut }

  /// The message with the server's detail, hint and SQLSTATE, if any.
  package var reason: String {
    var text = message
    if !detail.isEmpty { text += "; \(detail)" }
    if !hint.isEmpty { text += "; \(hint)" }
    return code.isEmpty ? text : "\(text) (\(code))"
  }
}

/// Errors of stores are compared by their messages.
extension PostgresError: Equatable {
  package static func == (left: PostgresError, right: PostgresError) -> Bool {
    (left.kind, left.code, left.message, left.detail, left.hint, left.place)
      == (right.kind, right.code, right.message, right.detail, right.hint, right.place)
  }
}

extension PostgresError.Kind {
  /// Returns the kind of a server error with this SQLSTATE.
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
  package var description: String { store.map { "\($0)" } ?? "\(place): \(reason); \(mend)" }

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
    // A store's error says it itself.
    case .store: ""
    }
  }
}
