import Glibc

/// Reads whole files with the system's own calls.
public enum FileReader {
  /// No index or document comes near; what is larger is something else, or has no end.
  private static let limit = 256 << 20

  /// The bytes of the file at `path`.
  ///
  /// Opens without waiting, so that a pipe in the place of a file is refused instead of hanging,
  /// unless `acceptsPipes` asks for what it brings.
  ///
  /// - Throws: ``RFCLibraryError`` with the path and the system's reason.
  public static func read(
    _ path: String, acceptsPipes: Bool = false
  ) throws(RFCLibraryError) -> [UInt8] {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (acceptsPipes ? 0 : O_NONBLOCK)
    let descriptor = open(path, flags)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: path, reason: reason(errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      let size = Int(status.st_size)
      guard size > 0 else { throw .empty(path: path) }
      guard size <= limit else { throw .tooLarge(path: path) }
      let bytes = try read(descriptor, path: path, upTo: size)
      guard bytes.count == size else { throw .truncated(path: path) }
      return bytes
    case S_IFDIR:
      throw .notAFile(path: path)
    default:
      guard acceptsPipes else { throw .notAFile(path: path) }
      return try readToEnd(descriptor, path: path)
    }
  }

  /// Everything that comes from an open descriptor.
  ///
  /// - Throws: ``RFCLibraryError`` with `path`, the name to show, and the system's reason.
  public static func readToEnd(
    _ descriptor: Int32, path: String
  ) throws(RFCLibraryError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let chunk = try read(descriptor, path: path, upTo: 1 << 16)
      if chunk.isEmpty { break }
      bytes += chunk
      guard bytes.count <= limit else { throw .tooLarge(path: path) }
    }
    guard !bytes.isEmpty else { throw .empty(path: path) }
    return bytes
  }

  /// Reads until `size` bytes are there or no more come.
  private static func read(
    _ descriptor: Int32, path: String, upTo size: Int
  ) throws(RFCLibraryError) -> [UInt8] {
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
    return bytes
  }

  /// The system's words for an error number, in the reader's language.
  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
