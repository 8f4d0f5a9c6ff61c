import Glibc

/// A database file and its log, identified as they were found, so that a damaged file can be set
/// aside but never a new one that another process made in its place.
///
/// ```swift
/// let found = SQLiteFile(path)
/// do { try open(path) } catch { found.setAside() }
/// ```
public struct SQLiteFile: Sendable {
  /// Where it was found.
  public let path: String
  private let identity: Identity?

  private struct Identity: Equatable, Sendable {
    var device: UInt64
    var number: UInt64
  }

  private static let endings = ["", "-wal", "-shm"]

  /// Identifies the file that is at `path` now.
  public init(_ path: String) {
    self.path = path
    identity = Self.identity(path)
  }

  /// Renames the file and its log, if the file is still at its path.
  ///
  /// - Returns: The new path; nil if the file is no longer at the old one, or could not be renamed.
  @discardableResult
  public func setAside() -> String? {
    withFolderLocked {
      let isTaken: (String) -> Bool = { copy in
        Self.endings.contains { access(copy + $0, F_OK) == 0 }
      }
      guard let copy = DamagedCopies.names(of: path).first(where: { !isTaken($0) }) else {
        return nil
      }
      // The log first, so that it is not taken for that of a new file in this one's place.
      for ending in Self.endings.reversed() { rename(path + ending, copy + ending) }
      return Self.identity(copy) == identity ? copy : nil
    } ?? nil
  }

  /// Removes the file and its log, if the file is still at its path.
  package func remove() {
    withFolderLocked {
      for ending in Self.endings.reversed() { unlink(path + ending) }
    }
  }

  /// Runs `body` if the file is still at its path, while nobody else can set it aside.
  private func withFolderLocked<Result>(_ body: () -> Result) -> Result? {
    let files = SystemFiles()
    guard let identity, let folder = SystemFiles.folder(of: path),
      let descriptor = try? files.openRoot(folder)
    else { return nil }
    defer { files.close(descriptor) }
    guard (try? files.waitForLock(descriptor)) != nil, Self.identity(path) == identity else {
      return nil
    }
    return body()
  }

  private static func identity(_ path: String) -> Identity? {
    var found = stat()
    guard lstat(path, &found) == 0 else { return nil }
    return Identity(device: UInt64(found.st_dev), number: UInt64(found.st_ino))
  }
}

/// The names for copies of damaged files: `cards.db.damaged` or, if that is taken,
/// `cards.db.damaged-2`, `cards.db.damaged-3` …
enum DamagedCopies {
  static func names(of text: String) -> some Sequence<String> {
    (1...).lazy.map { text + ".damaged" + ($0 == 1 ? "" : "-\($0)") }
  }
}

extension ByteStorage {
  /// Keeps damaged bytes under an unused name, so that they may be repaired, and returns that name.
  /// Bytes that are kept already are not kept twice.
  package func setAside(
    _ bytes: [UInt8], of name: StorageName
  ) throws(StorageError) -> StorageName {
    for text in DamagedCopies.names(of: name.text) {
      let copy = try StorageName(text)
      if try !exists(copy) {
        try write(bytes, to: copy)
        return copy
      }
      if try read(copy) == bytes { return copy }
    }
    return name
  }
}
