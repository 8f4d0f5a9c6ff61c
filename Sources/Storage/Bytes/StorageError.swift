/// Why bytes could not be stored, or read back.
///
/// After a call that failed, the bytes are the old ones. The one exception is a
/// ``Durability/durable`` change whose last sync failed (``io(_:)``): it may be seen already, and a
/// power cut may yet undo it.
public enum StorageError: Error, Equatable, Sendable {
  /// A text that cannot name stored bytes, and what is wrong with it.
  case badName(String, NameProblem)
  /// Nothing is stored under this name.
  case notFound(StorageFailure)
  /// The name is a folder of others, or lies below one that holds bytes itself; the other name.
  case nameTaken(StorageFailure, by: StorageName)
  /// The disk, or the share of it that the user may fill, is full.
  case noSpace(StorageFailure)
  /// The destination cannot be written at all.
  case readOnly(StorageFailure)
  /// The user may not do this.
  case denied(StorageFailure)
  /// The root, or the file that holds everything, was removed while it was in use.
  case vanished(StorageFailure)
  /// A part of the name is a link, or something else than a folder or a file of bytes.
  case link(StorageFailure)
  /// What is stored is not what was written.
  case corrupt(StorageFailure)
  /// The file belongs to another app, or holds something else.
  case foreign(StorageFailure)
  /// The file was written by a newer version.
  case newer(StorageFailure, found: Int, known: Int)
  /// Others held it for longer than was waited.
  case busy(StorageFailure)
  /// More bytes than the destination holds under one name.
  case tooLarge(StorageFailure)
  /// Reading, writing or syncing failed for another reason.
  case io(StorageFailure)
}

/// What was being done when storage failed.
public struct StorageFailure: Equatable, Sendable {
  public var operation: StorageOperation
  /// The name concerned; nil where it is the storage as a whole.
  public var name: StorageName?
  /// Where it is kept: the path of a folder or a file, or another word for it.
  public var place: String
  /// The cause in the words of the system or the database; empty where there is nothing to add.
  public var reason: String

  public init(
    _ operation: StorageOperation, _ name: StorageName? = nil, place: String, reason: String = ""
  ) {
    self.operation = operation
    self.name = name
    self.place = place
    self.reason = reason
  }
}

/// What is asked of a storage.
public enum StorageOperation: String, Sendable, CaseIterable {
  case open, read, write, append, remove, list, look
}
