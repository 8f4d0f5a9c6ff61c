import Glibc

/// The system calls that ``FolderStorage`` makes, so that a simulated disk can replace the real one
/// and lose power at any call.
///
/// Every path is one component below a folder that is open already, and no call follows a link.
package protocol FileOperations: Sendable {
  /// Opens the folder at `path`, which is made, with those above it, where it is missing.
  func openRoot(_ path: String) throws(FileFailure) -> Int32
  /// Opens a folder below another anew; `.` opens the same folder again.
  func openFolder(_ name: String, in folder: Int32) throws(FileFailure) -> Int32
  func openFile(_ name: String, in folder: Int32, for use: FileUse) throws(FileFailure) -> Int32
  func makeFolder(_ name: String, in folder: Int32) throws(FileFailure)

  /// Reads at the file's own position; the count is 0 at its end.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileFailure) -> Int
  /// Writes at the file's own position, or at its end; the count may be less than was given.
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(FileFailure) -> Int
  func truncate(_ file: Int32, to size: Int) throws(FileFailure)
  /// Waits until what was written to a file, or entered into a folder, is on the disk.
  func sync(_ descriptor: Int32) throws(FileFailure)
  /// Locks an open file or folder until it is closed; returns false if somebody else has the lock.
  func lock(_ descriptor: Int32) throws(FileFailure) -> Bool
  func close(_ descriptor: Int32)

  func rename(
    _ name: String, in folder: Int32, to newName: String, in newFolder: Int32
  ) throws(FileFailure)
  /// Exchanges the files of two names.
  func exchange(
    _ name: String, in folder: Int32, with otherName: String, in otherFolder: Int32
  ) throws(FileFailure)
  func unlink(_ name: String, in folder: Int32) throws(FileFailure)
  /// Removes a folder that is empty.
  func removeFolder(_ name: String, in folder: Int32) throws(FileFailure)

  func status(_ name: String, in folder: Int32) throws(FileFailure) -> FileStatus
  func status(of descriptor: Int32) throws(FileFailure) -> FileStatus
  /// The names in a folder that was opened for this, in any order, without those that are not valid
  /// UTF-8.
  func names(in folder: Int32) throws(FileFailure) -> [String]
}

/// What a file is opened for.
package enum FileUse: Sendable {
  case reading
  /// Appending to the file, which is made, for its owner alone, if it is missing.
  case appending
  /// Writing a new file, which is made, for its owner alone, and must not exist yet.
  case making
}

extension FileOperations {
  /// Waits up to ten seconds for the lock of an open file or folder.
  func waitForLock(_ descriptor: Int32) throws(FileFailure) {
    var pause: UInt32 = 50
    var waited: UInt32 = 0
    while try !lock(descriptor) {
      guard waited < 10_000_000 else { throw FileFailure(EBUSY, in: "flock") }
      usleep(pause)
      waited += pause
      pause = min(pause * 2, 5_000)
    }
  }
}

/// The kind, size, modification time and number of links of a file.
package struct FileStatus: Sendable {
  package enum Kind: Sendable { case file, folder, other }

  package var kind: Kind
  package var size: Int
  package var modified: Duration
  /// The number of names that the file has; 0 for an open file that was removed.
  package var links: Int

  package init(kind: Kind, size: Int, modified: Duration, links: Int) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.links = links
  }
}

/// A failed system call.
package struct FileFailure: Error, Equatable, Sendable {
  /// The value of `errno`.
  package var code: Int32
  package var call: String

  package init(_ code: Int32, in call: String) {
    self.code = code
    self.call = call
  }
}

/// The files of this machine.
struct SystemFiles: FileOperations {
  func openRoot(_ path: String) throws(FileFailure) -> Int32 {
    try makeFolders(path)
    return try check(Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open")
  }

  func openFolder(_ name: String, in folder: Int32) throws(FileFailure) -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = openat(folder, name, flags)
    if descriptor >= 0 { return descriptor }
    let code = errno
    // Where it is no folder, the kernel does not say whether it is a link.
    guard code == ENOTDIR, let status = try? status(name, in: folder), status.kind == .other else {
      throw FileFailure(code, in: "openat")
    }
    throw FileFailure(ELOOP, in: "openat")
  }

  func openFile(_ name: String, in folder: Int32, for use: FileUse) throws(FileFailure) -> Int32 {
    // A pipe would block until somebody opens its other end.
    let common = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor =
      switch use {
      case .reading: openat(folder, name, common | O_RDONLY)
      case .appending: openat(folder, name, common | O_WRONLY | O_APPEND | O_CREAT, 0o600)
      case .making: openat(folder, name, common | O_WRONLY | O_CREAT | O_EXCL, 0o600)
      }
    return try check(descriptor, "openat")
  }

  func makeFolder(_ name: String, in folder: Int32) throws(FileFailure) {
    try check(mkdirat(folder, name, 0o700), "mkdirat")
  }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileFailure) -> Int {
    try retrying("read") { Glibc.read(file, buffer.baseAddress, buffer.count) }
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(FileFailure) -> Int {
    try retrying("write") { Glibc.write(file, bytes.baseAddress, bytes.count) }
  }

  func truncate(_ file: Int32, to size: Int) throws(FileFailure) {
    _ = try retrying("ftruncate") { Int(ftruncate(file, size)) }
  }

  func sync(_ descriptor: Int32) throws(FileFailure) {
    do throws(FileFailure) {
      _ = try retrying("fsync") { Int(fsync(descriptor)) }
    } catch let error where error.code == EINVAL {
      // The file system cannot sync this, as some cannot a folder; there is nothing to wait for.
    }
  }

  func lock(_ descriptor: Int32) throws(FileFailure) -> Bool {
    do throws(FileFailure) {
      _ = try retrying("flock") { Int(flock(descriptor, LOCK_EX | LOCK_NB)) }
      return true
    } catch let error where error.code == EWOULDBLOCK {
      return false
    } catch let error where [ENOLCK, EBADF, EINVAL, EOPNOTSUPP, ENOSYS].contains(error.code) {
      // A network's file system without locks: one process at a time is the best there is.
      return true
    }
  }

  func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  func rename(
    _ name: String, in folder: Int32, to newName: String, in newFolder: Int32
  ) throws(FileFailure) {
    try check(renameat(folder, name, newFolder, newName), "renameat")
  }

  func exchange(
    _ name: String, in folder: Int32, with otherName: String, in otherFolder: Int32
  ) throws(FileFailure) {
    // The C library's header hides it from Swift, and older libraries lack it.
    typealias Call =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
      ) -> Int32
    guard let symbol = dlsym(nil, "renameat2") else { throw FileFailure(ENOSYS, in: "renameat2") }
    let exchange = UInt32(2)  // RENAME_EXCHANGE of linux/fs.h
    let call = unsafeBitCast(symbol, to: Call.self)
    try check(call(folder, name, otherFolder, otherName, exchange), "renameat2")
  }

  func unlink(_ name: String, in folder: Int32) throws(FileFailure) {
    try check(unlinkat(folder, name, 0), "unlinkat")
  }

  func removeFolder(_ name: String, in folder: Int32) throws(FileFailure) {
    try check(unlinkat(folder, name, AT_REMOVEDIR), "unlinkat")
  }

  func status(_ name: String, in folder: Int32) throws(FileFailure) -> FileStatus {
    var found = stat()
    try check(fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW), "fstatat")
    return FileStatus(found)
  }

  func status(of descriptor: Int32) throws(FileFailure) -> FileStatus {
    var found = stat()
    try check(fstat(descriptor, &found), "fstat")
    return FileStatus(found)
  }

  func names(in folder: Int32) throws(FileFailure) -> [String] {
    // The stream closes what it reads.
    let copy = try check(fcntl(folder, F_DUPFD_CLOEXEC, 0), "fcntl")
    guard let stream = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw FileFailure(code, in: "fdopendir")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw FileFailure(errno, in: "readdir") }
    return names
  }
}

extension SystemFiles {
  @discardableResult
  private func check(_ result: Int32, _ call: String) throws(FileFailure) -> Int32 {
    if result < 0 { throw FileFailure(errno, in: call) }
    return result
  }

  private func retrying(_ call: String, _ body: () -> Int) throws(FileFailure) -> Int {
    while true {
      let result = body()
      if result >= 0 { return result }
      if errno != EINTR { throw FileFailure(errno, in: call) }
    }
  }

  /// Makes the folder at `path` and those above that are missing, each for its owner alone.
  private func makeFolders(_ path: String) throws(FileFailure) {
    if mkdir(path, 0o700) != 0 {
      guard errno == ENOENT, let parent = Self.folder(of: path) else {
        // One that is there may be in a folder that cannot be written.
        if access(path, F_OK) == 0 { return }
        throw FileFailure(errno, in: "mkdir")
      }
      try makeFolders(parent)
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw FileFailure(errno, in: "mkdir") }
    }
    try Self.syncFolder(above: path)
  }

  /// The path without its last part; nil where there is only one.
  static func folder(of path: String) -> String? {
    var rest = path[...]
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return rest == "." ? nil : "." }
    let parent = rest[..<slash]
    if parent.isEmpty { return rest == "/" ? nil : "/" }
    return String(parent)
  }

  /// Syncs the folder that holds `path`, so that its entry there is on the disk; one that may not
  /// be read belongs to somebody else, and with it the promise.
  static func syncFolder(above path: String) throws(FileFailure) {
    guard let parent = folder(of: path) else { return }
    let descriptor = Glibc.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { _ = Glibc.close(descriptor) }
    try SystemFiles().sync(descriptor)
  }
}

extension FileStatus {
  fileprivate init(_ found: stat) {
    let kind: Kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    self.init(
      kind: kind, size: Int(found.st_size), modified: Duration(found.st_mtim),
      links: Int(found.st_nlink))
  }
}
