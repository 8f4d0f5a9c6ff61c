import Glibc

/// The container of an archive's files: a folder or a ZIP file.
protocol ArchiveContents {
  /// Where it is, for messages.
  var path: String { get }
  /// The files that were not read, with reasons.
  var problems: [PostPage.Problem] { get }
  /// The folders that the data of a Twitter archive may be in, the likeliest first; empty for its own.
  var places: [String] { get }
  /// The names in a folder within it, in their order; empty where there is none.
  func names(in folder: String) -> [String]
  /// Whether it has a file of this name, which is not outside of it.
  func has(_ name: String) -> Bool
  /// Opens a file of it.
  func open(_ name: String) throws(TimelineError) -> any ArchiveBytes
}

extension ArchiveContents {
  /// Hands the bytes of a file over, a megabyte at a time.
  ///
  /// - Throws: what ``open(_:)`` and `take` throw.
  func read(
    _ name: String, _ take: ([UInt8]) throws(TimelineError) -> Void
  ) throws(TimelineError) {
    let file = try open(name)
    while let bytes = try file.next() { try take(bytes) }
  }
}

/// The bytes of a file, from its beginning to its end.
protocol ArchiveBytes: AnyObject {
  /// How much of it was read, from 0 to 1.
  var fraction: Double { get }
  /// The next bytes, a megabyte at most; nil at the end.
  func next() throws(TimelineError) -> [UInt8]?
}

/// Reads a file that a person or an archive names: a regular file alone, without waiting for what is none, and no
/// further than ``limit``.
final class ArchiveFile: ArchiveBytes {
  let path: String
  /// How many bytes it has.
  let size: Int
  private let descriptor: Int32
  private var total = 0
  /// The files of archives are far smaller.
  static let limit = 4 << 30

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

  /// Whether its path still leads to it, as it was when it was opened.
  var isCurrent: Bool {
    var (opened, found) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &found) == 0
      && (opened.st_dev, opened.st_ino) == (found.st_dev, found.st_ino)
      && Int(found.st_size) == size
  }

  var fraction: Double { size > 0 ? min(1, Double(total) / Double(size)) : 1 }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func next() throws(TimelineError) -> [UInt8]? {
    let bytes = try read { Glibc.read(self.descriptor, $0.baseAddress, $0.count) }
    total += bytes.count
    guard total <= Self.limit else { throw .tooLarge(path: path, limit: Self.limit) }
    return bytes.isEmpty ? nil : bytes
  }

  /// Returns the bytes at a place, fewer where the file ends before.
  func bytes(at offset: Int, _ count: Int) throws(TimelineError) -> [UInt8] {
    var found: [UInt8] = []
    while found.count < count {
      let (start, left) = (offset + found.count, count - found.count)
      let more = try read(min(left, 1 << 20)) {
        pread(self.descriptor, $0.baseAddress, $0.count, off_t(start))
      }
      if more.isEmpty { break }
      found = found.isEmpty ? more : found + more
    }
    return found
  }

  private func read(
    _ most: Int = 1 << 20, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) throws(TimelineError) -> [UInt8] {
    while true {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
        let got = body(UnsafeMutableBufferPointer(rebasing: buffer[..<most]))
        if got < 0 { failure = errno }
        count = max(0, got)
      }
      if failure == EINTR { continue }
      guard failure == 0 else {
        throw .unreadable(path: path, reason: ArchiveFolder.reason(failure))
      }
      return bytes
    }
  }
}
