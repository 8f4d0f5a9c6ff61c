import Glibc
import HikidashiBase

/// The file beside another one that is being written.
///
/// Who begins anew makes a new file, so that an earlier load that has not noticed yet that it was
/// cancelled writes to one without a name. Who goes on has the file locked, as two who wrote to one
/// file would cut what the other has.
final class PartFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// An empty file, in place of the one that there is.
  init(newAt path: String) throws(ParserError) {
    self.path = path
    let problem: Int32
    (descriptor, problem) = Self.withFolder(of: path) {
      let part = Self.part(path)
      unlink(part)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = open(part, flags, 0o600)
      return (descriptor, errno)
    }
    guard descriptor >= 0 else { throw Self.failure(path, problem) }
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  /// Does what no other load, in any process, is to do with a file of the same folder meanwhile.
  private static func withFolder<Result>(of path: String, _ body: () -> Result) -> Result {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    // Where a folder may not be read, nobody is waited for.
    while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return body()
  }

  /// The file that there is; nil where there is none, or another load writes it.
  init?(goingOnWith path: String) {
    self.path = path
    descriptor = open(Self.part(path), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0, isRegular, hasName else {
      return nil
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// How many bytes there are.
  var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  private var isRegular: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether it is still the one that will be renamed.
  private var hasName: Bool {
    var own = stat()
    var named = stat()
    return fstat(descriptor, &own) == 0 && lstat(Self.part(path), &named) == 0
      && own.st_ino == named.st_ino && own.st_dev == named.st_dev
  }

  /// Goes on behind so many bytes.
  func cut(to count: Int) throws(ParserError) {
    guard ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw Self.failure(path, errno)
    }
  }

  func append(_ bytes: [UInt8]) throws(ParserError) {
    var failure: Int32 = 0
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          failure = count < 0 ? errno : EIO
          return
        }
        written += count
      }
    }
    if failure != 0 { throw Self.failure(path, failure) }
  }

  /// Puts it in the place of the other file.
  func finish() throws(ParserError) {
    guard fsync(descriptor) == 0 else { throw Self.failure(path, errno) }
    let problem = Self.withFolder(of: path) { () -> Int32? in
      guard hasName else { return nil }
      guard rename(Self.part(path), path) == 0 else { return errno }
      unlink(Self.note(path))
      return 0
    }
    guard let problem else {
      throw .file(path: path, .busy, reason: tr("another load of the same file began later"))
    }
    if problem != 0 { throw Self.failure(path, problem) }
  }

  private static func failure(_ path: String, _ code: Int32) -> ParserError {
    .file(path: path, FileProblem(errno: code), reason: systemMessage(code))
  }
}

// What the body is called that is being written.
extension PartFile {
  /// Notes it; what has no name is not gone on with.
  func keep(validator: String?) {
    guard let validator else {
      unlink(Self.note(path))
      return
    }
    let note = open(Self.note(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard note >= 0 else { return }
    defer { close(note) }
    var text = validator
    let isWhole = text.withUTF8 { write(note, $0.baseAddress, $0.count) == $0.count }
    if !isWhole { unlink(Self.note(path)) }
  }

  static func validator(_ path: String) -> String? {
    let note = open(note(path), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard note >= 0 else { return nil }
    defer { close(note) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
      count = max(0, read(note, buffer.baseAddress, buffer.count))
    }
    guard !bytes.isEmpty, bytes.count < 1024 else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  static func remove(_ path: String) {
    unlink(part(path))
    unlink(note(path))
  }

  private static func part(_ path: String) -> String { path + ".part" }
  private static func note(_ path: String) -> String { path + ".part-of" }
}
