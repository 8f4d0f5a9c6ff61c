internal import HikidashiBase
public import HikidashiRecords

/// An error of storing or reading records.
///
/// After an edit that failed, the records in memory and those stored are as they were. The one
/// exception is an edit whose last sync failed (``StorageError/io(_:)``): a power cut may yet bring
/// it back.
public enum StoreError: Error, Sendable {
  /// The disk or the database failed: full, read-only, vanished, in use …
  case storage(StorageError)
  /// Others changed the same records; the value has both versions.
  case conflict(RecordConflict)
  /// The stored records have other fields, and no migration leads from them to the schema.
  case otherSchema(place: String, reason: String)
  /// The stored records could not be migrated to the schema; they are unchanged.
  case migration(place: String, MigrationError)
  /// A newer version wrote the stored records; they are unchanged.
  case newer(place: String, found: Int, known: Int)
  /// The stored records are damaged, and were left as they are. `previous` is the place of the
  /// previous copy; nil if there is none.
  case damaged(place: String, reason: String, previous: String?)
  /// Another program replaced the file since it was read; the file was left as it is.
  case changedElsewhere(place: String)
  /// A value or a key is not allowed, for the given reason.
  case refused(place: String, RecordError)
  /// The text is not a valid name of a table, for the given reason.
  case badTableName(String, reason: String)
  /// The destination of a copy already has records.
  case notEmpty(place: String)
  /// A copy that was read back differs from what was copied.
  case notVerified(place: String, reason: String)
  /// The records are read-only.
  case readOnly(place: String)
  /// The store was closed.
  case closed(place: String)
  /// The task was cancelled; nothing was changed.
  case cancelled
}

extension StoreError: CustomStringConvertible {
  /// A message that says what failed and how to fix it.
  public var description: String {
    switch self {
    case .storage(let error): "\(error)"
    case .conflict(let conflict): "\(conflict)"
    case .otherSchema(let place, let reason):
      tr(
        """
        {} holds records of another schema: {}; it was not touched: open it with the migration addingFields where \
        only fields came, or number the schema's version up and add a migration, or choose another place
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
