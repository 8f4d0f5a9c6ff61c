import Glibc

/// A file that is written before it gets its name.
///
/// It is locked while it is open. One without a lock was left by a process that died, and is
/// removed when the storage is opened.
final class NewFile {
  private let files: any FileOperations
  private let folder: Int32
  private let name: String
  let file: Int32
  private var isNamed = false

  init(_ storage: FolderStorage) throws(FileFailure) {
    files = storage.files
    folder = try storage.openNewFolder()
    do throws(FileFailure) {
      (file, name) = try Self.make(in: folder, files)
    } catch {
      files.close(folder)
      throw error
    }
  }

  private static func make(
    in folder: Int32, _ files: any FileOperations
  ) throws(FileFailure) -> (Int32, String) {
    while true {
      let name = String(UInt64.random(in: .min ... .max), radix: 16)
      do throws(FileFailure) {
        let file = try files.openFile(name, in: folder, for: .making)
        // Another process that opens the storage now may have taken it for a leftover.
        if try files.lock(file), try files.status(of: file).links > 0 { return (file, name) }
        files.close(file)
        try? files.unlink(name, in: folder)
      } catch let error where error.code == EEXIST {
        // 2⁶⁴ names, and this one is taken: the next one is not.
      }
    }
  }

  func rename(to target: String, in targetFolder: Int32) throws(FileFailure) {
    do throws(FileFailure) {
      try files.rename(name, in: folder, to: target, in: targetFolder)
    } catch {
      // It may be that a folder came to be there since it was looked for.
      throw error.code == ENOTDIR || error.code == ENOTEMPTY
        ? FileFailure(EISDIR, in: error.call) : error
    }
    isNamed = true
  }

  /// Takes the place of a file whose content is to be discarded; false where that cannot be done.
  ///
  /// When a file is renamed over another, or emptied first, some file systems (ext4) write all of
  /// it to the disk at once, which takes milliseconds; not so when the two are exchanged.
  func exchange(with target: String, in targetFolder: Int32) -> Bool {
    (try? files.exchange(name, in: folder, with: target, in: targetFolder)) != nil
  }

  /// Closes the file, and removes what has the name it was made with.
  func discard() {
    if !isNamed { try? files.unlink(name, in: folder) }
    files.close(file)
    files.close(folder)
  }
}

extension FolderStorage {
  func openNewFolder() throws(FileFailure) -> Int32 {
    do throws(FileFailure) {
      return try files.openFolder(Self.newFolder, in: root)
    } catch let error where error.code == ENOENT {
      do throws(FileFailure) {
        try files.makeFolder(Self.newFolder, in: root)
      } catch let error where error.code == EEXIST {
        // Another was faster.
      }
      return try files.openFolder(Self.newFolder, in: root)
    }
  }

  /// Removes the new files of processes that died; what cannot be removed does no harm.
  func removeLeftovers() {
    guard let folder = try? files.openFolder(Self.newFolder, in: root) else { return }
    defer { files.close(folder) }
    for name in (try? files.names(in: folder)) ?? [] {
      guard let file = try? files.openFile(name, in: folder, for: .reading) else { continue }
      if (try? files.lock(file)) ?? false { try? files.unlink(name, in: folder) }
      files.close(file)
    }
  }
}
