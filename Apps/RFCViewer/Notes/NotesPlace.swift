import Glibc
import HikidashiPostgresStorage
import HikidashiStorage
import RFCKit

/// Where notes are kept: a file of the user's own, or a database that a team shares.
enum NotesPlace {
  /// The one line: an address of a database in the settings, and the notes are in PostgreSQL.
  ///
  /// - Parameter address: `postgresql://…`, or the path of a file; empty for the user's own.
  /// - Returns: Nil where the user has no home to keep them in.
  static func destination(_ address: String) -> StoreDestination? {
    if isDatabase(address) { return .postgres(address, table: "rfc_notes") }
    let path = address.isEmpty ? RFCNotes.userPath : expanded(address)
    return path.map { .sqlite($0, table: "rfc_notes") }
  }

  /// Whether a text says where notes can be kept.
  static func isPlace(_ address: String) -> Bool {
    address.isEmpty || isDatabase(address)
      || (expanded(address).hasPrefix("/") && !address.hasSuffix("/"))
  }

  private static func isDatabase(_ address: String) -> Bool {
    address.hasPrefix("postgresql://") || address.hasPrefix("postgres://")
  }

  /// `~` stands for the home, as in a shell.
  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }

  /// The name of who makes notes.
  static var author: String {
    for variable in ["USER", "LOGNAME"] {
      if let name = getenv(variable).map({ String(cString: $0) }), !name.isEmpty { return name }
    }
    return ""
  }
}
