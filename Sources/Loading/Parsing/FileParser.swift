import Glibc
import Support

/// Puts the body into a file, and goes on where an earlier attempt stopped.
///
/// ```swift
/// let parser = FileParser(to: "/home/me/rfc-index.txt")
/// let file = try await connector.load(LoadRequest(url), parser: parser).value
/// print(file.byteCount)
/// ```
///
/// The bytes are written to `PATH.part`, which is synced and renamed once the body is whole, so that
/// there is the old file or the new one at `PATH` at any time. What came of a body that broke off
/// stays there with what the server called it (`PATH.part-of`), and the next attempt asks for the rest
/// of the same; a server that has changed it, or knows no ranges, sends all of it anew.
public struct FileParser: ResponseParser {
  public let path: String
  private var file: PartFile?
  private var count = 0

  /// A file that was loaded.
  public struct Loaded: Hashable, Sendable {
    public var path: String
    public var byteCount: Int
    /// The bytes of it that had come before.
    public var resumedAt: Int
  }

  private var resumedAt = 0

  /// - Parameter path: Where the file is to be; its folder is there.
  public init(to path: String) { self.path = path }

  public mutating func missingPart() -> BodyRange? {
    let part = PartFile.size(path)
    guard part > 0, let validator = PartFile.validator(path) else { return nil }
    return BodyRange(from: part, unlessChangedSince: validator)
  }

  public mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    if head.isNotModified { throw .notModified }
    if head.start > 0, let validator = head.rangeValidator,
      validator != PartFile.validator(path)
    {
      PartFile.remove(path)
      throw .wrongContent(reason: tr("the server sent the rest of something else"))
    }
    let file = try PartFile(path, from: head.start)
    file.keep(validator: head.rangeValidator)
    self.file = file
    count = head.start
    resumedAt = head.start
    return .more
  }

  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    try file?.append(bytes)
    count += bytes.count
    return .more
  }

  public mutating func finish() throws(ParserError) -> Loaded {
    try file?.finish()
    return Loaded(path: path, byteCount: count, resumedAt: resumedAt)
  }
}

/// The file beside another one that is being written.
private final class PartFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Opens the part that there is, or an empty one.
  ///
  /// - Parameter start: How much of it is to stay.
  init(_ path: String, from start: Int) throws(ParserError) {
    self.path = path
    descriptor = open(Self.part(path), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    guard start <= Self.size(path) else {
      throw .wrongContent(reason: tr("the server sent the rest of more than there is"))
    }
    guard ftruncate(descriptor, off_t(start)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw Self.failure(path, errno)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

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

  func finish() throws(ParserError) {
    guard fsync(descriptor) == 0, rename(Self.part(path), path) == 0 else {
      throw Self.failure(path, errno)
    }
    unlink(Self.note(path))
  }

  /// Notes what the body that is being written is called; without a name it is not gone on with.
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

  static func remove(_ path: String) {
    unlink(part(path))
    unlink(note(path))
  }

  static func part(_ path: String) -> String { path + ".part" }
  static func note(_ path: String) -> String { path + ".part-of" }

  static func size(_ path: String) -> Int {
    var status = stat()
    guard lstat(part(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int(status.st_size)
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

  private static func failure(_ path: String, _ code: Int32) -> ParserError {
    let problem: FileProblem =
      switch code {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .denied
      case EISDIR: .isFolder
      case ENOSPC, EDQUOT: .noSpace
      case EROFS: .readOnly
      case EBUSY, ETXTBSY: .busy
      default: .io
      }
    return .file(path: path, problem, reason: String(cString: strerror(code)))
  }
}
