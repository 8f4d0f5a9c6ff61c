import HikidashiBase

/// A read-only storage under another storage, which takes all changes.
///
/// Bytes in the upper storage hide those of the same name in the lower one. A removed name of the
/// lower storage is remembered in the upper one, and stays removed when the two are opened again.
///
/// ```swift
/// let shipped = try FolderStorage("/usr/share/diary")
/// let own = try FolderStorage("/home/me/.local/share/diary")
/// let storage = OverlayStorage(shipped, under: own)
/// ```
///
/// The upper storage keeps the removed names under ``removalsName``, which is read at every call
/// and so must stay short. Threads may share a value; another process must not change the upper
/// storage at the same time.
public struct OverlayStorage: ByteStorage {
  private let lower: any ByteStorage
  private let upper: any ByteStorage
  /// Held while names are changed. What it guards is no value; the thread sanitizer takes one
  /// without a size for its neighbour in memory.
  private let lock = Guarded(true)

  /// The name under which the upper storage keeps the removed names, one a line.
  public static let removalsName = StorageName(unchecked: StorageName.reserved + "removed")

  /// Puts `upper`, which takes all changes, over `lower`, which is only read.
  public init(_ lower: any ByteStorage, under upper: any ByteStorage) {
    self.lower = lower
    self.upper = upper
  }

  /// Returns the bytes that the upper storage, or else the lower one, has under `name`.
  public func read(_ name: StorageName) throws(StorageError) -> [UInt8] {
    try lock.withLock { _ throws(StorageError) in try find(name) }
  }

  /// Stores `bytes` under `name` in the upper storage.
  public func write(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try lock.withLock { _ throws(StorageError) in
      var removed = try removals()
      try checkFree(name, .write, removed)
      guard removed.remove(name) != nil else {
        return try upper.write(bytes, to: name, durability: durability)
      }
      try unhide(bytes, name, removed, durability)
    }
  }

  /// Appends `bytes` in the upper storage, after copying there the lower bytes if need be.
  public func append(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try lock.withLock { _ throws(StorageError) in
      var removed = try removals()
      try checkFree(name, .append, removed)
      if removed.remove(name) != nil {
        try unhide(bytes, name, removed, durability)
      } else if try upper.exists(name) {
        try upper.append(bytes, to: name, durability: durability)
      } else {
        try upper.write(try bytesBelow(name) + bytes, to: name, durability: durability)
      }
    }
  }

  /// Removes `name` from the upper storage, and hides it in the lower one.
  public func remove(_ name: StorageName, durability: Durability) throws(StorageError) {
    try lock.withLock { _ throws(StorageError) in
      var removed = try removals()
      let isBelow = try lower.exists(name)
      if removed.contains(name) {
        throw StorageError.notFound(StorageFailure(.remove, name, place: "the overlay"))
      }
      guard isBelow else { return try upper.remove(name, durability: durability) }
      removed.insert(name)
      // Removed from here on, whether or not the upper bytes go too; did they go first, a crash
      // could bring up what is below.
      let isAbove = try upper.exists(name)
      try remember(removed, isAbove ? durability.first : durability)
      if isAbove { try upper.remove(name, durability: durability) }
    }
  }

  /// Returns the visible entries of both storages, sorted by name.
  public func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    try lock.withLock { _ throws(StorageError) in try entries(under: folder, try removals()) }
  }

  /// Returns the entry that the upper storage, or else the lower one, has for `name`.
  public func entry(_ name: StorageName) throws(StorageError) -> StorageEntry? {
    try lock.withLock { _ throws(StorageError) in try look(name, try removals()) }
  }
}

extension OverlayStorage {
  private func find(_ name: StorageName) throws(StorageError) -> [UInt8] {
    if try removals().contains(name) {
      throw .notFound(StorageFailure(.read, name, place: "the overlay"))
    }
    do throws(StorageError) {
      return try upper.read(name)
    } catch .notFound {
      return try lower.read(name)
    }
  }

  private func bytesBelow(_ name: StorageName) throws(StorageError) -> [UInt8] {
    do throws(StorageError) {
      return try lower.read(name)
    } catch .notFound {
      return []
    }
  }

  /// Stores what was removed anew. It is there first and seen only then, so that a crash between
  /// the two leaves the name removed, as it was.
  private func unhide(
    _ bytes: [UInt8], _ name: StorageName, _ removed: Set<StorageName>, _ durability: Durability
  ) throws(StorageError) {
    try upper.write(bytes, to: name, durability: durability.first)
    try remember(removed, durability)
  }

  private func look(
    _ name: StorageName, _ removed: Set<StorageName>
  ) throws(StorageError) -> StorageEntry? {
    if removed.contains(name) { return nil }
    if let entry = try upper.entry(name) { return entry }
    return try lower.entry(name)
  }

  private func entries(
    under folder: StorageName?, _ removed: Set<StorageName>
  ) throws(StorageError) -> [StorageEntry] {
    let above = try upper.list(under: folder)
    var hidden = removed.union(above.lazy.map(\.name))
    hidden.insert(Self.removalsName)
    let visible = above.filter { !removed.contains($0.name) && $0.name != Self.removalsName }
    let all = try lower.list(under: folder)
    let below = all.filter { !hidden.contains($0.name) }
    return (visible + below).sorted { $0.name < $1.name }
  }

  /// Sees to it that `name` is neither a folder nor below a name with bytes, in both layers
  /// together.
  private func checkFree(
    _ name: StorageName, _ operation: StorageOperation, _ removed: Set<StorageName>
  ) throws(StorageError) {
    if try look(name, removed) != nil { return }
    let failure = StorageFailure(operation, name, place: "the overlay")
    for folder in name.folders {
      if try look(folder, removed) != nil { throw .nameTaken(failure, by: folder) }
    }
    let others = try entries(under: name, removed)
    if !others.isEmpty { throw .nameTaken(failure, by: name) }
    // A crash may have left above what is removed, and what would now be in the way.
    for other in removed where name.isUnder(other) || other.isUnder(name) {
      if try upper.exists(other) { try upper.remove(other) }
    }
  }

  private func removals() throws(StorageError) -> Set<StorageName> {
    do throws(StorageError) {
      let lines = try upper.read(Self.removalsName).split(separator: UInt8(ascii: "\n"))
      return Set(lines.map { StorageName(unchecked: String(decoding: $0, as: UTF8.self)) })
    } catch .notFound {
      return []
    }
  }

  private func remember(
    _ removed: Set<StorageName>, _ durability: Durability
  ) throws(StorageError) {
    let lines = removed.sorted().map { $0.text + "\n" }.joined()
    try upper.write(Array(lines.utf8), to: Self.removalsName, durability: durability)
  }
}

extension Durability {
  /// That of the first of two changes which must not be seen the other way round after a crash.
  fileprivate var first: Durability { self == .none ? .none : .durable }
}
