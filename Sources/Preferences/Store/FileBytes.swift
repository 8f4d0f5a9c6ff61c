internal import Glibc

/// Files of others, which are only read.
enum FileBytes {
  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The bytes of a file, at most 16 MB of them; nil where it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < 16 << 20 {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
    return nil
  }
}
