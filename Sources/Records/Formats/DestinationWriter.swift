internal import Glibc
internal import HikidashiBase

/// Writes bytes to a destination; a file is replaced as a whole or not at all.
final class DestinationWriter {
  private let name: String
  private var descriptor: Int32
  private let isFlushed: Bool
  /// The file that is written, and the one that it is to become; nil where it is written directly.
  private var replacement: (temporary: String, final: String)?
  private let owns: Bool

  init(_ destination: RecordDestination) throws(RecordTextError) {
    switch destination.kind {
    case .descriptor(let given):
      name = given == 1 ? "standard output" : "file descriptor \(given)"
      descriptor = given
      isFlushed = false
      owns = false
    case .file(let path, let flushed):
      name = path
      isFlushed = flushed
      owns = true
      var status = stat()
      let exists = stat(path, &status) == 0
      if exists, status.st_mode & S_IFMT != S_IFREG {
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
      } else {
        // A link stays a link: what it leads to is replaced.
        let final = exists ? resolved(path) : path
        let temporary = final + ".\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor >= 0 {
          replacement = (temporary, final)
          if exists { fchmod(descriptor, status.st_mode & 0o7777) }
        }
      }
      guard descriptor >= 0 else {
        throw .cannotWrite(destination: path, reason: systemMessage())
      }
    }
  }

  deinit { discard() }

  /// Writes all of the bytes.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(RecordTextError) {
    guard var next = bytes.baseAddress else { return }
    var rest = bytes.count
    while rest > 0 {
      let written = owns ? Glibc.write(descriptor, next, rest) : writeWithoutSignal(next, rest)
      if written >= 0 {
        next += written
        rest -= written
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, 200)
        if Task.isCancelled { throw .cancelled }
      } else if errno != EINTR {
        throw .cannotWrite(destination: name, reason: systemMessage())
      }
    }
  }

  /// Writes to a pipe whose reader may be gone, which would otherwise end the program by a signal.
  private func writeWithoutSignal(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var pipe = sigset_t()
    var before = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let written = Glibc.write(descriptor, start, count)
    let code = errno
    if written < 0, code == EPIPE, sigismember(&before, SIGPIPE) == 0 {
      // Takes the signal that now waits for this thread.
      var now = timespec()
      while sigtimedwait(&pipe, nil, &now) < 0, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return written
  }

  /// Moves the finished file to its place; before that, it is not visible there.
  func finish() throws(RecordTextError) {
    guard owns else { return }
    if isFlushed, fsync(descriptor) != 0 { throw failed() }
    // Some file systems tell only now that the disk is full.
    let closed = close(descriptor)
    descriptor = -1
    if closed != 0 { throw failed() }
    guard let replacement else { return }
    guard rename(replacement.temporary, replacement.final) == 0 else { throw failed() }
    self.replacement = nil
    if isFlushed { try flushFolder(of: replacement.final) }
  }

  private func failed() -> RecordTextError {
    .cannotWrite(destination: name, reason: systemMessage())
  }

  /// The name in the folder must survive as well. A folder that may not be read is somebody else's, and
  /// some file systems cannot sync one.
  private func flushFolder(of path: String) throws(RecordTextError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return }
    defer { close(opened) }
    guard fsync(opened) == 0 || errno == EINVAL else { throw failed() }
  }

  private func discard() {
    guard owns else { return }
    if descriptor >= 0 { close(descriptor) }
    if let replacement { unlink(replacement.temporary) }
  }
}

/// The path without links, or as it is when it cannot be followed.
private func resolved(_ path: String) -> String {
  guard let found = realpath(path, nil) else { return path }
  defer { free(found) }
  return String(cString: found)
}

/// A destination to which records are written as text.
public struct RecordDestination: Sendable {
  enum Kind: Sendable {
    case file(String, flushed: Bool)
    case descriptor(Int32)
  }

  let kind: Kind

  /// The file at this path, which is created or replaced when all is written, and stays as it was
  /// when writing fails. A device or a pipe is written to directly.
  ///
  /// - Parameters:
  ///   - path: relative ones start from the working directory.
  ///   - flushed: whether to wait until the file would survive a loss of power; slow.
  public static func file(_ path: String, flushed: Bool = false) -> RecordDestination {
    RecordDestination(kind: .file(path, flushed: flushed))
  }

  /// An open file, pipe or socket, which stays open after writing; 1 is standard output.
  public static func descriptor(_ descriptor: Int32) -> RecordDestination {
    RecordDestination(kind: .descriptor(descriptor))
  }
}
