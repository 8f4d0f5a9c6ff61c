import Glibc

/// The file of a database, with its log, as it was found: whoever finds it damaged sets aside just
/// this one, and never what another process has begun in its place.
///
/// ```swift
/// let found = SQLiteFile(path)
/// do { try open(path) } catch { found.setAside() }
/// ```
package struct SQLiteFile: Sendable {
  package let path: String
  private let identity: Identity?

  private struct Identity: Equatable, Sendable {
    var device: UInt64
    var number: UInt64
  }

  private static let endings = ["", "-wal", "-shm"]

  /// What is at a path now.
  package init(_ path: String) {
    self.path = path
    identity = Self.identity(path)
  }

  /// Gives the file and its log another name.
  ///
  /// - Returns: Its new path; nil where it is no longer at the old one, or could not be renamed.
  @discardableResult
  package func setAside() -> String? {
    withFolderLocked {
      let isTaken: (String) -> Bool = { copy in
        Self.endings.contains { access(copy + $0, F_OK) == 0 }
      }
      guard let copy = DamagedCopies.names(of: path).first(where: { !isTaken($0) }) else {
        return nil
      }
      // The log first, which is not to be taken for that of a file that is begun in this one's place.
      for ending in Self.endings.reversed() { rename(path + ending, copy + ending) }
      return Self.identity(copy) == identity ? copy : nil
    } ?? nil
  }

  /// Removes the file and its log.
  package func remove() {
    withFolderLocked {
      for ending in Self.endings.reversed() { unlink(path + ending) }
    }
  }

  /// Runs `body` where the file is still at its path, while nobody else sets it aside.
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

/// The names that what is damaged is kept under, beside its own: `cards.db.damaged`, and where that is
/// taken `cards.db.damaged-2`, `cards.db.damaged-3` …
enum DamagedCopies {
  static func names(of text: String) -> some Sequence<String> {
    (1...).lazy.map { text + ".damaged" + ($0 == 1 ? "" : "-\($0)") }
  }
}

extension ByteStorage {
  /// Keeps damaged bytes under another name, which has not been used, so that somebody may yet mend
  /// them; bytes that are kept already are not kept twice.
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
