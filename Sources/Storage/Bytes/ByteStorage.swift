/// A storage that keeps bytes under names, such as a folder or a database.
///
/// Code that saves takes `any ByteStorage` and does not know whether the bytes go to memory, a
/// folder or a database.
///
/// ```swift
/// func save(_ draft: String, in storage: any ByteStorage) throws(StorageError) {
///   try storage.write(Array(draft.utf8), to: "drafts/today.txt")
/// }
/// try save("Hello", in: MemoryStorage())
/// try save("Hello", in: FolderStorage("/home/me/.local/share/diary"))
/// ```
///
/// Every call blocks until it is done, a durable one until the disk has said so: call from a thread
/// that may wait and not from the main one. Any number of threads may call at the same time; each
/// call takes effect as a whole.
///
/// There are no folders to make or to remove: a folder is there as long as a name lies in it. So a
/// name holds bytes or is a folder and never both.
///
/// `ByteStorageKit` in `HikidashiStorageTesting` checks that an implementation does all that is
/// documented here.
public protocol ByteStorage: Sendable {
  /// Returns the bytes stored under `name`.
  ///
  /// - Throws: ``StorageError/notFound(_:)`` when there are none, and what the destination causes.
  /// - Complexity: O(*n*) in their count.
  func read(_ name: StorageName) throws(StorageError) -> [UInt8]

  /// Stores `bytes` under `name`, replacing any bytes that were there.
  ///
  /// - Throws: ``StorageError/nameTaken(_:by:)`` when the name is a folder or lies below a name
  ///   that holds bytes, and what the destination causes.
  /// - Complexity: O(*n*) in their count.
  func write(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError)

  /// Appends `bytes` to those stored under `name`, or stores them if there are none.
  ///
  /// - Throws: What ``write(_:to:durability:)`` throws.
  /// - Complexity: O(*n*) in the count of `bytes` for ``Durability/none``, of old and new bytes
  ///   together for the others, which write both anew.
  func append(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError)

  /// Removes the bytes stored under `name`.
  ///
  /// - Throws: ``StorageError/notFound(_:)`` when there is nothing, and what the destination
  ///   causes.
  func remove(_ name: StorageName, durability: Durability) throws(StorageError)

  /// Returns the entries below `folder` at any depth, or all entries if it is nil, sorted by name.
  ///
  /// A folder that is not there is empty.
  ///
  /// - Complexity: O(*n* log *n*) in the count of names.
  func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry]

  /// Returns the size and the modification time of the bytes stored under `name`; nil if there are
  /// none.
  func entry(_ name: StorageName) throws(StorageError) -> StorageEntry?
}

extension ByteStorage {
  /// Stores `bytes` under `name` durably: once this returns, no crash can undo it.
  public func write(_ bytes: [UInt8], to name: StorageName) throws(StorageError) {
    try write(bytes, to: name, durability: .durable)
  }

  /// Appends `bytes` durably to those stored under `name`, or stores them if there are none.
  public func append(_ bytes: [UInt8], to name: StorageName) throws(StorageError) {
    try append(bytes, to: name, durability: .durable)
  }

  /// Removes the bytes stored under `name`, durably.
  public func remove(_ name: StorageName) throws(StorageError) {
    try remove(name, durability: .durable)
  }

  /// Returns all entries, sorted by name.
  public func list() throws(StorageError) -> [StorageEntry] { try list(under: nil) }

  /// Returns whether bytes are stored under `name`.
  public func exists(_ name: StorageName) throws(StorageError) -> Bool {
    try entry(name) != nil
  }
}

/// The name, size and modification time of stored bytes.
public struct StorageEntry: Hashable, Sendable {
  /// The name under which the bytes are stored.
  public var name: StorageName
  /// The number of bytes.
  public var size: Int
  /// When the bytes were last changed, as the time since 1970-01-01 00:00 UTC.
  ///
  /// The clock is that of the destination, and as fine as it is there: a millisecond, or less.
  public var modified: Duration

  /// Creates an entry from its parts.
  public init(name: StorageName, size: Int, modified: Duration) {
    self.name = name
    self.size = size
    self.modified = modified
  }
}

/// How much of a change survives a crash, from the weakest promise to the strongest.
///
/// At every level a reader that runs at the same time sees the old bytes or the new ones and never
/// a part of a ``ByteStorage/write(_:to:durability:)``. The levels differ in what is there after
/// the process was killed, or the power failed.
public enum Durability: Int, Sendable, CaseIterable, Comparable {
  /// Nothing is promised: after a power cut the bytes may be old, new, incomplete or gone. For
  /// caches.
  case none
  /// After a crash, either all old bytes or all new bytes are there.
  case atomic
  /// Like ``atomic``, and once the call has returned, the new bytes survive a crash.
  case durable

  /// Whether `one` promises less than `other`.
  public static func < (one: Durability, other: Durability) -> Bool {
    one.rawValue < other.rawValue
  }
}
