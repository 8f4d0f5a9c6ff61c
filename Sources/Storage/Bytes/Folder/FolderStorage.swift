import Glibc
import HikidashiBase

/// A storage that keeps its bytes in a folder, with one file for each name.
///
/// ```swift
/// let storage = try FolderStorage("/home/me/.local/share/diary")
/// try storage.write(Array("Hello".utf8), to: "drafts/today.txt")
/// ```
///
/// Files are made with the rights 0600 and folders with 0700. No link is followed, on the way or at
/// the end of it, so that nothing outside can be reached; the path of the root itself may be one.
/// A folder whose last name is removed goes too.
///
/// New bytes are written to a file of their own in `.hikidashi-new` at the root, synced where the
/// durability asks for it, and renamed into place; a durable change syncs the folders from there up
/// to the root before it returns. Any number of processes may use the same root: they take a lock
/// on the folder that they change.
///
/// The root is held open. Moved elsewhere on its disk it is used there; removed, every call throws
/// ``StorageError/vanished(_:)``.
public final class FolderStorage: ByteStorage {
  let files: any FileOperations
  let root: Int32
  /// The path of the folder, as it was given.
  public let path: String

  /// Where files are written before they get their names.
  static let newFolder = StorageName.reserved + "new"

  /// Opens the folder at `path`, making it if it is missing, and removes the unfinished files of
  /// processes that were killed.
  ///
  /// - Throws: ``StorageError`` when it cannot be made or opened.
  public convenience init(_ path: String) throws(StorageError) {
    try self.init(path, files: SystemFiles())
  }

  package init(_ path: String, files: any FileOperations) throws(StorageError) {
    self.files = files
    self.path = path
    do throws(FileFailure) {
      root = try files.openRoot(path)
    } catch {
      throw Self.openingError(error, path)
    }
    removeLeftovers()
  }

  deinit { files.close(root) }

  /// Returns the bytes of the file for `name`.
  public func read(_ name: StorageName) throws(StorageError) -> [UInt8] {
    try attempt(.read, name) { () throws(FileFailure) in
      let file = try reading(name) { (folder) throws(FileFailure) in
        try files.openFile(name.lastComponent, in: folder, for: .reading)
      }
      defer { files.close(file) }
      let status = try files.status(of: file)
      guard status.kind == .file else {
        throw FileFailure(status.kind == .folder ? ENOENT : ELOOP, in: "fstat")
      }
      // Memory that is not there ends the program; the size may be a hole's, or a lie.
      guard status.size < Self.memorySize else { throw FileFailure(EFBIG, in: "fstat") }
      return try readAll(file, expected: status.size)
    }
  }

  /// Returns the size and the modification time of the file for `name`; nil if there is none.
  public func entry(_ name: StorageName) throws(StorageError) -> StorageEntry? {
    do throws(StorageError) {
      let status = try attempt(.look, name) { () throws(FileFailure) in
        try reading(name) { (folder) throws(FileFailure) in
          try statusIfAny(name.lastComponent, in: folder)
        }
      }
      guard let status else {
        if isRootGone { throw StorageError.vanished(failure(.look, name)) }
        return nil
      }
      switch status.kind {
      case .file: return StorageEntry(name: name, size: status.size, modified: status.modified)
      case .folder: return nil
      case .other: throw .link(failure(.look, name))
      }
    } catch .notFound {
      return nil
    }
  }
}

extension FolderStorage {
  /// Looks into the folder that holds `name`: the root, which is open, or one that is opened for
  /// it.
  private func reading<Result>(
    _ name: StorageName, _ body: (_ folder: Int32) throws(FileFailure) -> Result
  ) throws(FileFailure) -> Result {
    guard let folder = name.folder else { return try body(root) }
    let descriptor = try openFolder(folder)
    defer { files.close(descriptor) }
    return try body(descriptor)
  }

  /// Opens the folder that holds `name`.
  func openFolder(above name: StorageName) throws(FileFailure) -> Int32 {
    try openFolder(name.folder)
  }

  /// Opens a folder anew, one step after the other, so that no link is followed; the root where it
  /// is nil.
  func openFolder(_ folder: StorageName?) throws(FileFailure) -> Int32 {
    var current = try files.openFolder(".", in: root)
    for part in folder?.components ?? [] {
      let parent = current
      defer { files.close(parent) }
      current = try files.openFolder(part, in: parent)
    }
    return current
  }

  /// The bytes of memory that the machine has.
  private static var memorySize: Int {
    let (size, isMore) = sysconf(Int32(_SC_PHYS_PAGES))
      .multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE)))
    return isMore || size <= 0 ? .max : size
  }

  private func readAll(_ file: Int32, expected: Int) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    // One more than expected, so that the end is met without room for a second piece.
    var room = expected + 1
    while true {
      let count = try readPiece(file, room, &bytes)
      if count == 0 { return bytes }
      room = max(room - count, 4_096)
    }
  }

  private func readPiece(
    _ file: Int32, _ room: Int, _ bytes: inout [UInt8]
  ) throws(FileFailure) -> Int {
    var outcome = Result<Int, FileFailure>.success(0)
    let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      let whole = UnsafeMutableRawBufferPointer(buffer)
      outcome = Result { () throws(FileFailure) in try files.read(file, into: whole) }
      count = (try? outcome.get()) ?? 0
    }
    if bytes.isEmpty { bytes = piece } else { bytes += piece }
    return try outcome.get()
  }
}

// MARK: - Listing

extension FolderStorage {
  /// Returns the entries below `folder`, or all entries if it is nil, sorted by name.
  public func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    var found: [StorageEntry] = []
    // Folders are opened from the root, one at a time, as there may be more than can be open.
    var waiting: [StorageName?] = [folder]
    while let next = waiting.popLast() {
      do throws(StorageError) {
        try attempt(.list, next) { () throws(FileFailure) in
          try list(next, into: &found, &waiting)
        }
      } catch .notFound {
        // Removed since it was seen, or never there.
      }
    }
    // A folder without a name can still be read, and is empty.
    if found.isEmpty, isRootGone { throw .vanished(failure(.list, folder)) }
    return found.sorted { $0.name < $1.name }
  }

  /// Lists one folder: its files to `found` and its folders to `waiting`.
  private func list(
    _ folder: StorageName?, into found: inout [StorageEntry], _ waiting: inout [StorageName?]
  ) throws(FileFailure) {
    let descriptor = try openFolder(folder)
    defer { files.close(descriptor) }
    for part in try files.names(in: descriptor) {
      // What no name can say was put there by others.
      let text = folder.map { "\($0)/\(part)" } ?? part
      guard NameProblem.first(in: text) == nil,
        let status = try statusIfAny(part, in: descriptor)
      else { continue }
      let name = StorageName(unchecked: text)
      switch status.kind {
      case .file:
        found.append(StorageEntry(name: name, size: status.size, modified: status.modified))
      case .folder: waiting.append(name)
      case .other: continue
      }
    }
  }
}

// MARK: - Failures

extension FolderStorage {
  func failure(
    _ operation: StorageOperation, _ name: StorageName?, _ cause: FileFailure? = nil
  ) -> StorageFailure {
    StorageFailure(operation, name, place: path, reason: cause?.text ?? "")
  }

  /// Runs `body` and says of its failure what it was for.
  func attempt<Result>(
    _ operation: StorageOperation, _ name: StorageName?,
    _ body: () throws(FileFailure) -> Result
  ) throws(StorageError) -> Result {
    do throws(FileFailure) {
      return try body()
    } catch {
      throw self.error(error, operation, name)
    }
  }

  func error(
    _ cause: FileFailure, _ operation: StorageOperation, _ name: StorageName?
  ) -> StorageError {
    let failure = failure(operation, name, cause)
    let isChange = operation == .write || operation == .append
    switch cause.code {
    case ENOENT, ESTALE:
      if cause.code == ESTALE || isRootGone { return .vanished(failure) }
      return isChange ? .io(failure) : .notFound(failure)
    case ENOTDIR where isChange:
      return name.map { .nameTaken(failure, by: fileAbove($0) ?? $0) } ?? .io(failure)
    case ENOTDIR: return .notFound(failure)
    case EISDIR:
      return name.map { .nameTaken(failure, by: $0) } ?? .io(failure)
    default: return Self.common(cause, failure)
    }
  }

  static func openingError(_ cause: FileFailure, _ path: String) -> StorageError {
    let failure = StorageFailure(.open, place: path, reason: cause.text)
    switch cause.code {
    case ENOTDIR: return .link(failure)
    case ENOENT: return .notFound(failure)
    default: return common(cause, failure)
    }
  }

  private static func common(_ cause: FileFailure, _ failure: StorageFailure) -> StorageError {
    switch cause.code {
    case ENOSPC, EDQUOT: .noSpace(failure)
    case EROFS: .readOnly(failure)
    case EACCES, EPERM: .denied(failure)
    case ELOOP, ENXIO: .link(failure)
    case EFBIG, EOVERFLOW: .tooLarge(failure)
    case EBUSY, EAGAIN, ETXTBSY: .busy(failure)
    default: .io(failure)
    }
  }

  var isRootGone: Bool {
    guard let status = try? files.status(of: root) else { return false }
    return status.links == 0
  }

  /// The name above `name` that is a file.
  private func fileAbove(_ name: StorageName) -> StorageName? {
    name.folders.first { folder in
      guard let parent = try? openFolder(above: folder) else { return false }
      defer { files.close(parent) }
      return (try? files.status(folder.lastComponent, in: parent).kind) == .file
    }
  }
}

extension FileFailure {
  /// The system's words for the code, and the call that returned it.
  var text: String { "\(call): \(systemMessage(code))" }
}
