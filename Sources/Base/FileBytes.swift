internal import Glibc

/// Reads files as a whole.
package enum FileBytes {
  /// Why a file could not be read.
  package enum Failure: Error, Equatable, Sendable {
    case system(Int32)
    /// It has more bytes than were wanted: what is larger may have no end.
    case tooLarge(limit: Int)
    /// It is a folder, a pipe or a device.
    case notRegular
  }

  package static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns all bytes of a file.
  ///
  /// - Parameter limit: The most bytes that it may have.
  package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, limit: limit)
  }

  /// Returns all bytes of a regular file. A pipe is not waited for, and a device has no end: a name that came from
  /// a file or the network may be theirs.
  ///
  /// - Parameter limit: The most bytes that it may have.
  package static func read(regular path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
    return try read(descriptor: descriptor, limit: limit)
  }

  /// Returns all that is left to read of an open file, a pipe or a terminal.
  package static func read(descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno) }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    }
  }
}
