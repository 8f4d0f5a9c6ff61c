import Foundation
import Glibc

/// A Unix socket that a test serves by hand, step by step.
final class UnixListener {
  private let socket: Int32

  init(_ path: String) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
      guard path.utf8.count < place.count else { return false }
      place.copyBytes(from: Array(path.utf8))
      return true
    }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard fits, result == 0, listen(socket, 128) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ENAMETOOLONG)
    }
    // A test that waits for what never comes fails in place of hanging.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  /// The next who connects.
  func accept() throws -> RawClient {
    let connection = Glibc.accept(socket, nil, nil)
    guard connection >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return RawClient(socket: connection)
  }
}
