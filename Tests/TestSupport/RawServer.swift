import Foundation
import Glibc
import HikidashiBase

/// A server of a test's own for what no real server does: each connection is handed to a closure,
/// on a thread of its own, which says what happens byte by byte.
package final class RawServer: Sendable {
  package let port: UInt16
  private let listener: Int32
  private let open = Guarded(Open())

  private struct Open {
    var sockets: Set<Int32> = []
    var isClosed = false
    var count = 0
  }

  package var address: String { "http://127.0.0.1:\(port)" }

  /// How many connections have been accepted.
  package var connectionCount: Int { open.withLock { $0.count } }

  package init(
    unixSocket path: String? = nil, _ handle: @escaping @Sendable (RawConnection) -> Void
  ) throws {
    if let path {
      listener = try Self.listen(path)
      port = 0
    } else {
      (listener, port) = try Self.listen()
    }
    let (listener, open) = (listener, open)
    Thread.detachNewThread { Self.accept(listener, open, handle) }
  }

  private static func listen() throws -> (Int32, UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 ? getsockname(listener, $0, &length) : -1
      }
    }
    guard result == 0, Glibc.listen(listener, 128) == 0 else { throw failure() }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  private static func listen(_ path: String) throws -> Int32 {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, Glibc.listen(listener, 128) == 0 else { throw failure() }
    return listener
  }

  private static func failure() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }

  private static func accept(
    _ listener: Int32, _ open: Guarded<Open>,
    _ handle: @escaping @Sendable (RawConnection) -> Void
  ) {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        // Closed here and not by who ends the server, as another's descriptor might have its number
        // before this thread looks at it again.
        close(listener)
        return
      }
      let isWanted = open.withLock {
        guard !$0.isClosed else { return false }
        $0.sockets.insert(client)
        $0.count += 1
        return true
      }
      guard isWanted else {
        close(client)
        continue
      }
      Thread.detachNewThread {
        handle(RawConnection(socket: client))
        open.withLock {
          $0.sockets.remove(client)
          close(client)
        }
      }
    }
  }

  deinit {
    // A shutdown wakes the threads, which then close what is theirs.
    open.withLock { state in
      state.isClosed = true
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
  }
}

/// The server's end of one connection.
package struct RawConnection: Sendable {
  package let socket: Int32

  /// Reads up to the empty line after a request's head; empty when the client has gone.
  package func request() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
      guard recv(socket, &byte, 1, 0) == 1 else { return "" }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Sends everything; false when the client has gone.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends a head of HTTP/1.1 with these headers.
  package func head(_ status: String = "200 OK", _ headers: String...) {
    send("HTTP/1.1 \(status)\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  /// Makes the end of the handler a reset, not an orderly end.
  package func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  /// Returns when the client has closed the connection, or the server has ended.
  package func waitForClose() {
    var byte: UInt8 = 0
    while recv(socket, &byte, 1, 0) == 1 {}
  }
}
