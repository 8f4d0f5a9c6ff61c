import HikidashiPostgresStorage
import HikidashiStorage
import TimelineKit

/// The database that several machines, or a team, share.
enum SharedPlace {
  /// The one line: an address of a database in the settings, and sources, posts, users, marks and notes are in
  /// PostgreSQL.
  ///
  /// - Parameter address: `postgresql://…`; empty where nothing is shared.
  static func sharing(_ store: TimelineStore, _ address: String) -> TimelineSharing? {
    guard !address.isEmpty else { return nil }
    return TimelineSharing(
      store, at: { .postgres(address, table: $0) }, bytes: { try PostgresByteStorage(address) })
  }

  /// Whether a text says where a database is.
  static func isPlace(_ address: String) -> Bool {
    address.isEmpty || address.hasPrefix("postgresql://") || address.hasPrefix("postgres://")
  }
}
