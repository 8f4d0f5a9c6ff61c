internal import HikidashiBase

/// The stored bytes of a file of records, and those of the copies beside it.
struct SnapshotFile: Sendable {
  let storage: any ByteStorage
  let name: StorageName
  /// The file, as errors name it.
  let place: String

  /// What the file held before it was last written.
  static let previous = ".previous"

  /// The bytes, or nil where there is no file.
  func read() throws(StoreError) -> [UInt8]? { try read(name) }

  func write(_ bytes: [UInt8]) throws(StoreError) { try write(bytes, to: name, .durable) }

  /// Keeps bytes beside the file.
  ///
  /// - Parameter durability: the copy of what the file held before need not be on the disk: as long
  ///   as it is not, the file is.
  func keep(
    _ bytes: [UInt8], as ending: String, _ durability: Durability
  ) throws(StoreError) {
    try write(bytes, to: try copyName(ending), durability)
  }

  /// The place of a copy, if there is one.
  func place(ofCopy ending: String) -> String? {
    guard let name = try? copyName(ending), (try? storage.exists(name)) ?? false else { return nil }
    return place + ending
  }

  /// Keeps bytes beside the file for good, under the first name that is free, as `.version-1` or
  /// `.version-1-2`; what was kept when this was tried before is not kept twice.
  func keepForGood(_ bytes: [UInt8], as ending: String) throws(StoreError) {
    var free = ending
    var count = 1
    while let kept = try read(try copyName(free)), kept != bytes {
      count += 1
      free = "\(ending)-\(count)"
    }
    try keep(bytes, as: free, .durable)
  }

  /// Refuses a name that leaves no room for those of the copies.
  func checkName(version: Int) throws(StoreError) {
    _ = try copyName(".version-\(version)-100")
  }

  /// Puts the previous copy in place of the file, which is kept as `.damaged`.
  func goBack() throws(StoreError) {
    guard let previous = try read(try copyName(Self.previous)) else {
      throw .storage(
        .notFound(
          StorageFailure(
            .read, place: place + Self.previous, reason: tr("no previous copy is kept"))))
    }
    if let damaged = try read() {
      try keepForGood(damaged, as: ".damaged")
    }
    try write(previous)
  }

  private func copyName(_ ending: String) throws(StoreError) -> StorageName {
    do throws(StorageError) { return try StorageName(name.text + ending) } catch {
      throw .storage(error)
    }
  }

  private func read(_ name: StorageName) throws(StoreError) -> [UInt8]? {
    do throws(StorageError) {
      return try storage.read(name)
    } catch .notFound {
      return nil
    } catch {
      throw .storage(error)
    }
  }

  private func write(
    _ bytes: [UInt8], to name: StorageName, _ durability: Durability
  ) throws(StoreError) {
    do throws(StorageError) {
      try storage.write(bytes, to: name, durability: durability)
    } catch {
      throw .storage(error)
    }
  }
}
