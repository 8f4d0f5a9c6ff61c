internal import HikidashiBase

/// An error of storing or reading bytes.
///
/// After a call that failed, the stored bytes are the old ones. The one exception is a
/// ``Durability/durable`` change whose last sync failed (``io(_:)``): it may be seen already, and a
/// power cut may yet undo it.
public enum StorageError: Error, Equatable, Sendable {
  /// The text is not a valid name, for the given reason.
  case badName(String, NameProblem)
  /// Nothing is stored under the name.
  case notFound(StorageFailure)
  /// The name is a folder, or lies below a name that holds bytes; `by` is the name in the way.
  case nameTaken(StorageFailure, by: StorageName)
  /// The disk, or the user's quota of it, is full.
  case noSpace(StorageFailure)
  /// The destination is read-only.
  case readOnly(StorageFailure)
  /// The user lacks the permission for the operation.
  case denied(StorageFailure)
  /// The root folder, or the database file, was removed while it was in use.
  case vanished(StorageFailure)
  /// A part of the path is a link, or not the folder or regular file that it must be.
  case link(StorageFailure)
  /// The stored data is damaged: it is not what was written.
  case corrupt(StorageFailure)
  /// The file belongs to another app, or holds other data.
  case foreign(StorageFailure)
  /// A newer version wrote the file: its format is `found`, and the newest known one is `known`.
  case newer(StorageFailure, found: Int, known: Int)
  /// Others held a lock for longer than the call waited.
  case busy(StorageFailure)
  /// The bytes are too many for one name of the destination, or for the memory.
  case tooLarge(StorageFailure)
  /// Reading, writing or syncing failed for another reason.
  case io(StorageFailure)
}

/// The details of a failure: the operation, the name, the place and the cause.
public struct StorageFailure: Equatable, Sendable {
  /// The operation that failed.
  public var operation: StorageOperation
  /// The name that was used; nil if the storage as a whole failed.
  public var name: StorageName?
  /// Where the bytes are kept: the path of a folder or file, or a word such as “memory”.
  public var place: String
  /// The cause in the words of the system or the database; empty if they have nothing to add.
  public var reason: String

  /// Creates the details of a failure from their parts.
  public init(
    _ operation: StorageOperation, _ name: StorageName? = nil, place: String, reason: String = ""
  ) {
    self.operation = operation
    self.name = name
    self.place = place
    self.reason = reason
  }
}

/// An operation of a storage.
public enum StorageOperation: String, Sendable, CaseIterable {
  case open, read, write, append, remove, list, look
}

// MARK: - Description

extension StorageError: CustomStringConvertible {
  /// A message that says what failed, why, and how to fix it.
  public var description: String {
    if case .badName(let text, let problem) = self {
      return tr("“{}” cannot name stored bytes: {}", text.prefix(300), problem)
    }
    guard let failure else { return tr("storage failed") }
    if failure.reason.isEmpty { return tr("{}: {}; {}", failure.attempt, cause, mend) }
    return tr("{}: {} ({}); {}", failure.attempt, cause, failure.reason, mend)
  }

  /// The details of the failure; nil for a bad name.
  public var failure: StorageFailure? {
    switch self {
    case .badName: nil
    case .notFound(let failure), .nameTaken(let failure, _), .noSpace(let failure),
      .readOnly(let failure), .denied(let failure), .vanished(let failure), .link(let failure),
      .corrupt(let failure), .foreign(let failure), .newer(let failure, _, _), .busy(let failure),
      .tooLarge(let failure), .io(let failure):
      failure
    }
  }

  private var cause: String {
    switch self {
    case .badName: ""
    case .notFound: tr("there is nothing of this name")
    case .nameTaken(let failure, let other) where failure.name == other:
      tr("it is a folder that holds other names")
    case .nameTaken(_, let other): tr("“{}” holds bytes and cannot be a folder too", other)
    case .noSpace: tr("there is no space left")
    case .readOnly: tr("it can only be read")
    case .denied: tr("it is not permitted")
    case .vanished: tr("it was removed while in use")
    case .link: tr("a part of the way is a link, or neither a folder nor a file")
    case .corrupt: tr("what is there is damaged")
    case .foreign: tr("what is there belongs to another app")
    case .newer(_, let found, let known):
      tr("it was written by a newer version (format {}; this one knows {})", found, known)
    case .busy: tr("others are using it")
    case .tooLarge: tr("it is too large")
    case .io: tr("input or output failed")
    }
  }

  private var mend: String {
    switch self {
    case .badName: ""
    case .notFound(let failure) where failure.operation == .open:
      tr("choose a folder that is there, or that can be made")
    case .notFound: tr("write it first, or ask exists(_:)")
    case .nameTaken: tr("choose another name, or remove the other")
    case .noSpace: tr("free some space and try again; what was stored before is unharmed")
    case .readOnly: tr("choose a destination that can be written")
    case .denied: tr("change the owner or the rights of the folder, or choose another")
    case .vanished: tr("bring it back or choose another, and open it again")
    case .link:
      tr("put a real file or folder there; links are not followed, as they could lead out")
    case .corrupt: tr("restore it from a copy")
    case .foreign: tr("choose another path")
    case .newer: tr("update the app; what is stored was not touched")
    case .busy: tr("try again, or end the other program")
    case .tooLarge: tr("split it over several names")
    case .io: tr("check the disk and its connection, then try again")
    }
  }
}

extension StorageFailure {
  fileprivate var attempt: String {
    guard let name else {
      return switch operation {
      case .open: tr("cannot open {}", place)
      case .read: tr("cannot read {}", place)
      case .write: tr("cannot write {}", place)
      case .append: tr("cannot append {}", place)
      case .remove: tr("cannot remove {}", place)
      case .list: tr("cannot list {}", place)
      case .look: tr("cannot look up {}", place)
      }
    }
    return switch operation {
    case .open: tr("cannot open “{}” in {}", name, place)
    case .read: tr("cannot read “{}” in {}", name, place)
    case .write: tr("cannot write “{}” in {}", name, place)
    case .append: tr("cannot append “{}” in {}", name, place)
    case .remove: tr("cannot remove “{}” in {}", name, place)
    case .list: tr("cannot list “{}” in {}", name, place)
    case .look: tr("cannot look up “{}” in {}", name, place)
    }
  }
}
