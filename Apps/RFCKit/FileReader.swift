import Glibc

/// Reads whole files with the system's own calls.
enum FileReader {
  /// The bytes of the file at `path`.
  ///
  /// Opens without waiting, so that a pipe in the place of a file is refused instead of hanging.
  static func read(_ path: String) throws(RFCLibraryError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: path, reason: reason(errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    let size = Int(status.st_size)
    guard size > 0 else { throw .empty(path: path) }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        count += got
      }
    }
    guard failure == 0 else { throw .unreadable(path: path, reason: reason(failure)) }
    guard bytes.count == size else { throw .truncated(path: path) }
    return bytes
  }

  /// The system's words for an error number, in the reader's language.
  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
