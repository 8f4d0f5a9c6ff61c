/// How a database file is opened.
package struct SQLiteOptions: Sendable {
  /// Whose file it is, as the file's header says (`PRAGMA application_id`).
  package var applicationID: Int32
  /// The version of what is in the file that this program writes (`PRAGMA user_version`); a file
  /// with a greater one is refused.
  package var version: Int
  /// How long is waited for the locks of others.
  package var busyTimeout: Duration = .seconds(10)
  /// The name of SQLite's layer for files; nil for the usual one. Tests count and fail there.
  package var vfs: String?

  package init(
    applicationID: Int32, version: Int, busyTimeout: Duration = .seconds(10), vfs: String? = nil
  ) {
    self.applicationID = applicationID
    self.version = version
    self.busyTimeout = busyTimeout
    self.vfs = vfs
  }
}

/// How much of a commit is on the disk when it returns.
package enum SQLiteSync: Int32, Sendable {
  /// The system decides: a power cut may harm the file.
  case off = 0
  /// A power cut may undo the last commits, and never a part of one.
  case normal = 1
  /// Every commit is on the disk.
  case full = 2
}
