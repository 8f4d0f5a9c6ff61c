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
