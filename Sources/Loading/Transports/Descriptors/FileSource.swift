import FoundationEssentials
import Glibc
import HikidashiBase

/// The bytes of a regular file, as long as it was when it was opened.
final class FileSource: DescriptorSource {
  private let target: LoadTarget
  private var file: Int32
  let head: ResponseHead?
  private var rest: Int
  private let length: Int

  init(_ request: LoadRequest, _ url: URL) throws(LoadError) {
    target = request.target
    guard url.host(percentEncoded: false) ?? "" == "" || url.host() == "localhost" else {
      throw .badRequest(LoadFailure(target, reason: tr("a file is on this machine or nowhere")))
    }
    // A pipe of that name would otherwise wait for its writer.
    let file = Glibc.open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .file(target, errno: errno) }
    do throws(LoadError) {
      let (head, count) = try Self.look(at: file, request, url)
      (self.head, rest, length) = (head, count, count)
      self.file = file
    } catch {
      Glibc.close(file)
      throw error
    }
  }

  private static func look(
    at file: Int32, _ request: LoadRequest, _ url: URL
  ) throws(LoadError) -> (ResponseHead, Int) {
    let target = request.target
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .file(target, errno: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .file(target, errno: EISDIR)
    default: throw .file(LoadFailure(target, reason: tr("it is no regular file")), .io)
    }
    let size = Int(status.st_size)
    let changed = status.st_mtim
    let etag = "\"\(size)-\(changed.tv_sec).\(changed.tv_nsec)\""
    var start = 0
    var count = size
    if let range = request.range, range.validator ?? etag == etag {
      guard range.start >= 0, range.count ?? 1 > 0, range.start <= size else {
        let reason = tr("there is no byte {} in {} bytes", range.start, size)
        throw .badRequest(LoadFailure(target, reason: reason))
      }
      start = range.start
      count = min(range.count ?? .max, size - start)
    }
    guard start == 0 || lseek(file, start, SEEK_SET) == start else {
      throw .file(target, errno: errno)
    }
    let head = ResponseHead(
      url: url, headers: ["ETag": etag], expectedLength: count, start: start, wholeLength: size)
    return (head, count)
  }

  func waits(mayRead: Bool) -> [pollfd] {
    mayRead ? [pollfd(fd: file, events: Int16(POLLIN), revents: 0)] : []
  }

  func advance(
    into buffer: UnsafeMutableRawBufferPointer, mayRead: Bool
  ) throws(LoadError) -> DescriptorStep {
    guard mayRead else { return .wait }
    guard rest > 0 else { return .end }
    switch DescriptorResult({ read(file, buffer.baseAddress, min(buffer.count, rest)) }) {
    case .bytes(let count):
      rest -= count
      return .bytes(count)
    case .end: throw .truncated(LoadFailure(target), got: length - rest, expected: length)
    case .wait: return .wait
    case .failed(let errno): throw .file(target, errno: errno)
    }
  }

  func close() { Glibc.close(file) }
}
