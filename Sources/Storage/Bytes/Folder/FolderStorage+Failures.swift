import Glibc

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
  var text: String {
    // Not strerror(), which keeps its text in memory that threads share.
    let words = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: start)
    }
    return "\(call): \(words)"
  }
}
