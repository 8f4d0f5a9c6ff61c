import Glibc
import HikidashiBase

/// A storage in memory, whose bytes are lost with it: for tests and data that need not be kept.
///
/// ```swift
/// let storage = MemoryStorage()
/// try storage.write([1, 2, 3], to: "numbers")
/// try storage.read("numbers")  // [1, 2, 3]
/// ```
///
/// Every ``Durability`` is the same here. Lists take O(*n* log *n*), everything else O(1) beside
/// the bytes and the depth of the name.
public final class MemoryStorage: ByteStorage {
  private struct Content {
    var files: [StorageName: (bytes: [UInt8], modified: Duration)] = [:]
    /// How many names lie below each folder, at any depth.
    var folders: [StorageName: Int] = [:]
  }

  private let content = Guarded(Content())

  /// Creates an empty storage.
  public init() {}

  /// Returns the bytes stored under `name`.
  public func read(_ name: StorageName) throws(StorageError) -> [UInt8] {
    try content.withLock { content throws(StorageError) in
      guard let file = content.files[name] else { throw .notFound(failure(.read, name)) }
      return file.bytes
    }
  }

  /// Stores `bytes` under `name`; every durability is the same.
  public func write(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try content.withLock { content throws(StorageError) in
      try make(name, .write, &content)
      content.files[name] = (bytes, now())
    }
  }

  /// Appends `bytes` to those stored under `name`; every durability is the same.
  public func append(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try content.withLock { content throws(StorageError) in
      try make(name, .append, &content)
      content.files[name, default: ([], .zero)].bytes += bytes
      content.files[name]?.modified = now()
    }
  }

  /// Removes the bytes stored under `name`; every durability is the same.
  public func remove(_ name: StorageName, durability: Durability) throws(StorageError) {
    try content.withLock { content throws(StorageError) in
      guard content.files.removeValue(forKey: name) != nil else {
        throw .notFound(failure(.remove, name))
      }
      for folder in name.folders {
        let left = (content.folders[folder] ?? 1) - 1
        content.folders[folder] = left > 0 ? left : nil
      }
    }
  }

  /// Returns the entries below `folder`, or all entries if it is nil, sorted by name.
  public func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    content.withLock { content in
      content.files.lazy.filter { $0.key.isUnder(folder) }.map { name, file in
        StorageEntry(name: name, size: file.bytes.count, modified: file.modified)
      }
    }.sorted { $0.name < $1.name }
  }

  /// Returns the size and the modification time of the bytes of `name`; nil if there are none.
  public func entry(_ name: StorageName) throws(StorageError) -> StorageEntry? {
    content.withLock { content in
      content.files[name].map {
        StorageEntry(name: name, size: $0.bytes.count, modified: $0.modified)
      }
    }
  }

  /// Makes sure that bytes can be stored under `name`, and enters it into its folders.
  private func make(
    _ name: StorageName, _ operation: StorageOperation, _ content: inout Content
  ) throws(StorageError) {
    if content.files[name] != nil { return }
    let folders = name.folders
    let other = content.folders[name] == nil ? folders.first { content.files[$0] != nil } : name
    if let other { throw .nameTaken(failure(operation, name), by: other) }
    for folder in folders { content.folders[folder, default: 0] += 1 }
  }

  private func failure(_ operation: StorageOperation, _ name: StorageName) -> StorageFailure {
    StorageFailure(operation, name, place: "memory")
  }
}

/// The time since 1970-01-01 00:00 UTC.
func now() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Duration(time)
}

extension Duration {
  init(_ time: timespec) {
    self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
