public import Records

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
      "\(place) holds records of another schema: \(reason); it was not touched: choose another place, "
        + "or number the schema's version up and add a migration"
    case .migration(let place, let error):
      "the records in \(place) could not be migrated, and are as they were: \(error)"
    case .newer(let place, let found, let known):
      "\(place) was written by a newer version (\(found); this one knows \(known)) and was not "
        + "touched; update the app"
    case .damaged(let place, let reason, let previous?):
      "\(place) is damaged (\(reason)) and was not touched; what was stored before is in "
        + "\(previous): call goBack() on the destination to put it in place"
    case .damaged(let place, let reason, nil):
      "\(place) is damaged (\(reason)) and was not touched; there is no previous copy beside it: "
        + "restore it from a backup"
    case .changedElsewhere(let place):
      "\(place) was replaced by another program since it was read, and was not touched; open it anew"
    case .refused(let place, let error): "\(place): \(error)"
    case .badTableName(let name, let reason):
      "“\(name)” cannot be the name of a table: \(reason)"
    case .notEmpty(let place):
      "\(place) holds records already; choose another place, or remove what is there"
    case .notVerified(let place, let reason):
      "the copy in \(place) is not what was copied: \(reason); go on with the original"
    case .readOnly(let place): "\(place) was opened to be read only"
    case .closed(let place): "the store of \(place) was closed; open it anew"
    case .cancelled: "it was cancelled"
    }
  }
}
