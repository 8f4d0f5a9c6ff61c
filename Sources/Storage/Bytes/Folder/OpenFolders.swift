import Glibc

/// The folders on the way to a name, open from the root down, the last one locked.
struct OpenFolders {
  /// The root first; there is at least that.
  var all: [Int32]
  /// The names of all but the root.
  var parts: [String]

  /// The folder that holds the name.
  var nearest: Int32 { all[all.count - 1] }
}

extension FolderStorage {
  /// How often a change begins anew because others removed the folder in which it was made.
  private static let attempts = 100

  /// Runs a change of `name` with the folders above it open and the nearest one locked.
  ///
  /// Others may remove the folder, empty as it is, before something is put there: then the change
  /// is run again.
  func changing(
    _ name: StorageName, makingFolders: Bool,
    _ body: (OpenFolders) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    for attempt in 1... {
      do throws(FileFailure) {
        let folders = try open(name.folder?.components ?? [], making: makingFolders)
        defer { close(folders) }
        try files.waitForLock(folders.nearest)
        return try body(folders)
      } catch let error where error.code == ENOENT && makingFolders && attempt < Self.attempts {
        if try files.status(of: root).links == 0 { throw error }
      }
    }
  }

  private func open(_ parts: [String], making: Bool) throws(FileFailure) -> OpenFolders {
    var folders = OpenFolders(all: [try files.openFolder(".", in: root)], parts: parts)
    do throws(FileFailure) {
      for part in parts {
        folders.all.append(try openFolder(part, in: folders.nearest, making: making))
      }
      return folders
    } catch {
      close(folders)
      throw error
    }
  }

  private func openFolder(
    _ name: String, in folder: Int32, making: Bool
  ) throws(FileFailure) -> Int32 {
    do throws(FileFailure) {
      return try files.openFolder(name, in: folder)
    } catch let error where error.code == ENOENT && making {
      do throws(FileFailure) {
        try files.makeFolder(name, in: folder)
      } catch let error where error.code == EEXIST {
        // Another was faster.
      }
      return try files.openFolder(name, in: folder)
    }
  }

  private func close(_ folders: OpenFolders) {
    for folder in folders.all.reversed() { files.close(folder) }
  }

  /// Removes the folders that are empty, from the nearest up; a crash may bring them back, which
  /// nobody sees.
  func prune(_ folders: OpenFolders) {
    for (part, parent) in zip(folders.parts, folders.all).reversed() {
      guard (try? files.removeFolder(part, in: parent)) != nil else { return }
    }
  }

  /// Removes a folder in which there are only folders, as a crash leaves it.
  ///
  /// - Throws: `EISDIR` when there is a file in it.
  func removeEmptyFolders(_ name: String, in folder: Int32) throws(FileFailure) {
    do throws(FileFailure) {
      try removeFolders(name, in: folder)
    } catch let error where error.code == ENOTEMPTY || error.code == EEXIST || error.code == ENOTDIR
    {
      throw FileFailure(EISDIR, in: "rename")
    }
  }

  private func removeFolders(_ name: String, in folder: Int32) throws(FileFailure) {
    do throws(FileFailure) {
      return try files.removeFolder(name, in: folder)
    } catch let error where error.code == ENOTEMPTY || error.code == EEXIST {
      let inner = try files.openFolder(name, in: folder)
      defer { files.close(inner) }
      for part in try files.names(in: inner) { try removeFolders(part, in: inner) }
    }
    try files.removeFolder(name, in: folder)
  }
}

/// The right to change several names of a storage as one, for as long as it is held: one holder at
/// a time, in whatever process. Others who change single names do not wait for it.
final class FolderTurn {
  private let storage: FolderStorage
  private let folder: Int32

  /// Waits for the other holders, up to ten seconds.
  init(_ storage: FolderStorage) throws(StorageError) {
    self.storage = storage
    folder = try storage.attempt(.write, nil) { () throws(FileFailure) in
      let folder = try storage.openNewFolder()
      do throws(FileFailure) { try storage.files.waitForLock(folder) } catch {
        storage.files.close(folder)
        throw error
      }
      return folder
    }
  }

  deinit { storage.files.close(folder) }
}
