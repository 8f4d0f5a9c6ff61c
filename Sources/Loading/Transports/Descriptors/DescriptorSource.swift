import Glibc
internal import HikidashiBase

/// What is behind the descriptors of one transfer; it lives on the loop's thread and never waits.
protocol DescriptorSource: AnyObject {
  /// What comes before the body, which is not read until it has been delivered; nil while nothing is open.
  var head: ResponseHead? { get }

  /// The descriptors to wait for; those of the body's bytes only where they may be read.
  func waits(mayRead: Bool) -> [pollfd]

  /// Does what can be done at once: connects, writes, and reads up to `buffer.count` bytes where the
  /// body may be read.
  func advance(
    into buffer: UnsafeMutableRawBufferPointer, mayRead: Bool
  ) throws(LoadError) -> DescriptorStep

  /// Closes everything; what still runs is killed where the transfer did not come to its end.
  func close()
}

/// What came of advancing a source.
enum DescriptorStep {
  /// Nothing that the receiver would be told; wait.
  case wait
  /// This many bytes of the body were read.
  case bytes(Int)
  /// The body is whole.
  case end
}

/// What reading or writing without waiting came to.
enum DescriptorResult: Equatable {
  case bytes(Int)
  case wait
  case end
  case failed(Int32)

  /// The result of a call, which is asked for again where a signal came between.
  init(_ call: () -> Int) {
    while true {
      let count = call()
      if count > 0 {
        self = .bytes(count)
      } else if count == 0 {
        self = .end
      } else if errno == EINTR {
        continue
      } else {
        self = errno == EAGAIN || errno == EWOULDBLOCK ? .wait : .failed(errno)
      }
      return
    }
  }
}

extension FileProblem {
  /// What a call of the system complained about.
  init(errno: Int32) {
    switch errno {
    case ENOENT, ENOTDIR, ENODEV, ENXIO: self = .notFound
    case EACCES, EPERM: self = .denied
    case EISDIR: self = .isFolder
    case ENOSPC, EDQUOT: self = .noSpace
    case EROFS: self = .readOnly
    case EBUSY, EAGAIN, ETXTBSY: self = .busy
    default: self = .io
    }
  }
}

extension LoadError {
  /// The failure of a call on a file, a device or a socket of this machine.
  static func file(_ target: LoadTarget, errno: Int32) -> LoadError {
    .file(LoadFailure(target, reason: systemMessage(errno)), FileProblem(errno: errno))
  }
}
