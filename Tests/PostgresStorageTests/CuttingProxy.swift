import Dispatch
import Foundation
import Glibc
import HikidashiBase
import TestSupport

/// A way to a server that can lose the answer to a commit: the server has made it, and the client sees
/// a broken connection.
final class CuttingProxy: Sendable {
  let port: Int
  private let listener: Int32
  private let target: Int
  private let isArmed = Guarded(false)
  /// How many answers were lost.
  let cuts = Guarded(0)

  init(to target: Int) throws {
    self.target = target
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening else { throw PostgresServer.Failure(description: "the proxy has no port") }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in accept() }
  }

  /// Loses the answer to the next commit.
  func loseNextCommit() { isArmed.withLock { $0 = true } }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else { break }
      let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = Self.loopback(port: target)
      let isConnected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      guard isConnected else {
        close(client)
        close(server)
        continue
      }
      Thread.detachNewThread { [self] in carry(client, server) }
    }
    close(listener)
  }

  private func carry(_ client: Int32, _ server: Int32) {
    defer {
      close(client)
      close(server)
    }
    var entries = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while poll(&entries, 2, -1) > 0 {
      for index in 0..<2 where entries[index].revents != 0 {
        let count = read(entries[index].fd, &buffer, buffer.count)
        guard count > 0 else { return }
        let bytes = buffer[..<count]
        if index == 1, bytes.contains(Array("COMMIT\0".utf8)), disarm() { return }
        var sent = 0
        while sent < count {
          let more = buffer[sent..<count].withUnsafeBytes {
            send(entries[1 - index].fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
          guard more > 0 else { return }
          sent += more
        }
      }
    }
  }

  private func disarm() -> Bool {
    let wasArmed = isArmed.withLock { isArmed in
      defer { isArmed = false }
      return isArmed
    }
    if wasArmed { cuts.withLock { $0 += 1 } }
    return wasArmed
  }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
