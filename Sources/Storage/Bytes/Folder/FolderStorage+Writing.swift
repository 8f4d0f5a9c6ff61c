import Glibc

extension FolderStorage {
  /// Stores `bytes` in the file for `name`, replacing any bytes that were there.
  public func write(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try attempt(.write, name) { () throws(FileFailure) in
      let fresh = try NewFile(self)
      defer { fresh.discard() }
      try writeAll(bytes, to: fresh.file)
      if durability >= .atomic { try files.sync(fresh.file) }
      try changing(name, makingFolders: true) { folders throws(FileFailure) in
        try put(fresh, at: name, in: folders, durability)
      }
    }
  }

  /// Appends `bytes` to the file for `name`, which is made if it is missing.
  public func append(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try attempt(.append, name) { () throws(FileFailure) in
      try changing(name, makingFolders: true) { folders throws(FileFailure) in
        if durability == .none {
          try appendInPlace(bytes, to: name, in: folders)
        } else {
          try appendAnew(bytes, to: name, in: folders, durability)
        }
      }
    }
  }

  /// Removes the file for `name`, and each folder above it that becomes empty.
  public func remove(_ name: StorageName, durability: Durability) throws(StorageError) {
    try attempt(.remove, name) { () throws(FileFailure) in
      try changing(name, makingFolders: false) { folders throws(FileFailure) in
        switch try files.status(name.lastComponent, in: folders.nearest).kind {
        case .file: try files.unlink(name.lastComponent, in: folders.nearest)
        case .folder: throw FileFailure(ENOENT, in: "fstatat")
        case .other: throw FileFailure(ELOOP, in: "fstatat")
        }
        if durability == .durable { try sync(folders) }
        prune(folders)
      }
    }
  }
}

extension FolderStorage {
  /// Gives a new file its name, in place of the one that has it.
  private func put(
    _ fresh: NewFile, at name: StorageName, in folders: OpenFolders, _ durability: Durability
  ) throws(FileFailure) {
    let last = name.lastComponent
    switch try statusIfAny(last, in: folders.nearest)?.kind {
    case .file where durability == .none:
      if fresh.exchange(with: last, in: folders.nearest) { return }
    case .file, nil: break
    case .folder: try removeEmptyFolders(last, in: folders.nearest)
    case .other: throw FileFailure(ELOOP, in: "fstatat")
    }
    try fresh.rename(to: last, in: folders.nearest)
    if durability == .durable { try sync(folders) }
  }

  /// Syncs the folders from the nearest up to the root. One may have been made a moment ago, by
  /// whomever, and perhaps in place of another of its name: only its parent's sync keeps it.
  private func sync(_ folders: OpenFolders) throws(FileFailure) {
    for folder in folders.all.reversed() { try files.sync(folder) }
  }

  /// Waits until the removal of a name is on the disk.
  func syncFolder(above name: StorageName) throws(StorageError) {
    try attempt(.remove, name) { () throws(FileFailure) in
      do throws(FileFailure) {
        try changing(name, makingFolders: false) { folders throws(FileFailure) in
          try sync(folders)
        }
      } catch let error where error.code == ENOENT {
        // It is removed when it is empty, and synced before.
      }
    }
  }

  private func appendInPlace(
    _ bytes: [UInt8], to name: StorageName, in folders: OpenFolders
  ) throws(FileFailure) {
    let last = name.lastComponent
    switch try statusIfAny(last, in: folders.nearest)?.kind {
    case .file, nil: break
    case .folder: try removeEmptyFolders(last, in: folders.nearest)
    case .other: throw FileFailure(ELOOP, in: "fstatat")
    }
    let file = try files.openFile(last, in: folders.nearest, for: .appending)
    defer { files.close(file) }
    let size = try files.status(of: file).size
    do throws(FileFailure) {
      try writeAll(bytes, to: file)
    } catch {
      // A part of the bytes is worse than none; the first failure is the one to tell.
      try? files.truncate(file, to: size)
      throw error
    }
  }

  private func appendAnew(
    _ bytes: [UInt8], to name: StorageName, in folders: OpenFolders, _ durability: Durability
  ) throws(FileFailure) {
    let fresh = try NewFile(self)
    defer { fresh.discard() }
    if try statusIfAny(name.lastComponent, in: folders.nearest)?.kind == .file {
      let old = try files.openFile(name.lastComponent, in: folders.nearest, for: .reading)
      defer { files.close(old) }
      try copyAll(old, to: fresh.file)
    }
    try writeAll(bytes, to: fresh.file)
    try files.sync(fresh.file)
    try put(fresh, at: name, in: folders, durability)
  }

  func statusIfAny(_ name: String, in folder: Int32) throws(FileFailure) -> FileStatus? {
    do throws(FileFailure) {
      return try files.status(name, in: folder)
    } catch let error where error.code == ENOENT {
      return nil
    }
  }

  private func writeAll(_ bytes: [UInt8], to file: Int32) throws(FileFailure) {
    // The closure's errors lose their type.
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(FileFailure) in try writeAll(buffer, to: file) }
    }.get()
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(FileFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try files.write(UnsafeRawBufferPointer(rebasing: rest), to: file)
      guard count > 0 else { throw FileFailure(EIO, in: "write") }
      rest = rest.dropFirst(count)
    }
  }

  private func copyAll(_ source: Int32, to file: Int32) throws(FileFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try files.read(source, into: buffer)
      if count == 0 { return }
      try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: file)
    }
  }
}

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
