internal import HikidashiBase
public import HikidashiRecords

/// Why records could not be stored, or read back.
///
/// After an edit that failed, the records in memory and those stored are as they were. The one
/// exception is an edit whose last sync failed (``StorageError/io(_:)``): a power cut may yet bring it
/// back.
public enum StoreError: Error, Sendable {
  /// The disk or the database failed: full, read-only, vanished, in use …
  case storage(StorageError)
  /// The same records were changed elsewhere; both versions.
  case conflict(RecordConflict)
  /// What is stored has other fields, and no migration leads from them to the schema.
  case otherSchema(place: String, reason: String)
  /// What is stored could not be brought to the schema; it is as it was.
  case migration(place: String, MigrationError)
  /// A newer version wrote what is stored; it was not touched.
  case newer(place: String, found: Int, known: Int)
  /// What is stored is not what was written; it was not touched. Where the copy of what was stored
  /// before is, nil where there is none.
  case damaged(place: String, reason: String, previous: String?)
  /// Another program replaced the file since it was read; it was not touched.
  case changedElsewhere(place: String)
  /// A value, or a key, that the schema refuses.
  case refused(place: String, RecordError)
  /// A text that cannot name the table of a database.
  case badTableName(String, reason: String)
  /// The destination of a copy holds records already.
  case notEmpty(place: String)
  /// A copy, read back, is not what was copied.
  case notVerified(place: String, reason: String)
  /// The records were opened to be read only.
  case readOnly(place: String)
  /// The store was closed.
  case closed(place: String)
  /// The task was cancelled; nothing was changed.
  case cancelled
}

extension StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .storage(let error): "\(error)"
    case .conflict(let conflict): "\(conflict)"
    case .otherSchema(let place, let reason):
      tr(
        """
        {} holds records of another schema: {}; it was not touched: choose another place, or number \
        the schema's version up and add a migration
        """, place, reason)
    case .migration(let place, let error):
      tr("the records in {} could not be migrated, and are as they were: {}", place, error)
    case .newer(let place, let found, let known):
      tr(
        "{} was written by a newer version ({}; this one knows {}) and was not touched; update the app",
        place, found, known)
    case .damaged(let place, let reason, let previous?):
      tr(
        """
        {} is damaged ({}) and was not touched; what was stored before is in {}: call goBack() on the \
        destination to put it in place
        """, place, reason, previous)
    case .damaged(let place, let reason, nil):
      tr(
        """
        {} is damaged ({}) and was not touched; there is no previous copy beside it: restore it from a \
        backup
        """, place, reason)
    case .changedElsewhere(let place):
      tr(
        "{} was replaced by another program since it was read, and was not touched; open it anew",
        place)
    case .refused(let place, let error): "\(place): \(error)"
    case .badTableName(let name, let reason):
      tr("“{}” cannot be the name of a table: {}", name, reason)
    case .notEmpty(let place):
      tr("{} holds records already; choose another place, or remove what is there", place)
    case .notVerified(let place, let reason):
      tr("the copy in {} is not what was copied: {}; go on with the original", place, reason)
    case .readOnly(let place): tr("{} was opened to be read only", place)
    case .closed(let place): tr("the store of {} was closed; open it anew", place)
    case .cancelled: tr("it was cancelled")
    }
  }
}
