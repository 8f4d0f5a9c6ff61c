import Glibc

/// Reads a file of an archive from its beginning to its end.
final class ArchiveFile {
  private let path: String
  private let descriptor: Int32
  private var total = 0
  private let size: Int
  /// No file of an archive comes near.
  private static let limit = 4 << 30

  /// - Throws: ``TimelineError/unreadable(path:reason:)`` where it cannot be opened, or is no file.
  init(_ path: String) throws(TimelineError) {
    self.path = path
    // A pipe in the place of a file is not waited for.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else {
      throw .unreadable(path: path, reason: ArchiveFolder.reason(errno))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: tr("it is no file"))
    }
    size = Int(status.st_size)
  }

  /// How much of it was read, from 0 to 1.
  var fraction: Double { size > 0 ? min(1, Double(total) / Double(size)) : 1 }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The next bytes, a megabyte at most; nil at the end.
  func next() throws(TimelineError) -> [UInt8]? {
    while true {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
        let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if got < 0 { failure = errno }
        count = max(0, got)
      }
      if failure == EINTR { continue }
      guard failure == 0 else {
        throw .unreadable(path: path, reason: ArchiveFolder.reason(failure))
      }
      total += bytes.count
      guard total <= Self.limit else {
        throw .unreadable(path: path, reason: tr("it is larger than an archive can be"))
      }
      return bytes.isEmpty ? nil : bytes
    }
  }
}
