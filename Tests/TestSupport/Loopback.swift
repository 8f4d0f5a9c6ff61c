import Foundation
package import Glibc

/// Sockets at ports of 127.0.0.1.
package enum Loopback {
  /// A socket that is connected to a port, and that no program inherits; close it when it is done with.
  ///
  /// - Throws: `POSIXError` where nobody listens.
  package static func connect(to port: UInt16) throws -> Int32 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard withAddress(port, { Glibc.connect(socket, $0, $1) }) == 0 else {
      let code = errno
      close(socket)
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
    return socket
  }

  /// Calls a function with the address of a port.
  package static func withAddress<Result>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
