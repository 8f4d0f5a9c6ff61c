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
    return Loopback.withAddress(port) { bind(socket, $0, $1) == 0 }
  }
}
