import Foundation
import Glibc

/// Ports of loopback for servers of the tests' own.
package enum FreePort {
  /// A port that nobody has at this moment. It lies below those that Linux gives to connections, so
  /// that none of them has it before the server does.
  ///
  /// - Throws: `POSIXError` where there is none.
  package static func find() throws -> UInt16 {
    for _ in 0..<1_000 {
      let port = UInt16.random(in: 10_000..<32_000)
      if isFree(port) { return port }
    }
    throw POSIXError(.EADDRINUSE)
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
