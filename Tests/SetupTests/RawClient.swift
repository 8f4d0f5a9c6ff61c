import Foundation
import Glibc
import TestSupport

/// A connection that sends what no browser would: to a port of 127.0.0.1, or a server's.
final class RawClient {
  private let socket: Int32
  private(set) var received: [UInt8] = []

  /// The side of a server.
  init(socket: Int32) {
    self.socket = socket
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    // Nothing here takes as long; a test that waits for what never comes fails in place of hanging.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  convenience init(port: UInt16) throws {
    self.init(socket: try Loopback.connect(to: port))
  }

  deinit { close(socket) }

  /// What stands in the answer after the head.
  var body: String { text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "" }
  var text: String { String(decoding: received, as: UTF8.self) }
  var status: Int? { text.split(separator: " ").dropFirst().first.flatMap { Int($0) } }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// A broken connection is seen when it is read.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Sends until there is room for no more; false where there was none.
  func fill() -> Bool {
    let bytes = [UInt8](repeating: 0x61, count: 65_536)
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    var hasSent = false
    while Glibc.send(socket, bytes, bytes.count, flags) > 0 { hasSent = true }
    return hasSent
  }

  func endSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Ends both directions, as the end of the process does.
  func end() { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Reads until the other side ends or is gone; false when it says nothing for a minute.
  @discardableResult func readToEnd() -> Bool {
    while let count = readMore() { if count == 0 { return true } }
    return errno != EAGAIN
  }

  /// Reads until this is true of what has come; false when the end comes before.
  func read(until condition: ([UInt8]) -> Bool) -> Bool {
    while !condition(received) {
      guard let count = readMore(), count > 0 else { return false }
    }
    return true
  }

  func read(until text: String) -> Bool {
    read { String(decoding: $0, as: UTF8.self).contains(text) }
  }

  private func readMore() -> Int? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count >= 0 else { return nil }
    received += buffer[..<count]
    return count
  }
}

/// The address that a browser is to open.
struct PrintedAddress {
  let port: UInt16
  let path: String

  /// The first address in a text; nil where there is none.
  init?(in text: String) {
    guard
      let match = text.firstMatch(of: #/http:\/\/127\.0\.0\.1:(\d+)(\/\S*)/#),
      let port = UInt16(match.1)
    else { return nil }
    self.port = port
    path = String(match.2)
  }

  var origin: String { "http://127.0.0.1:\(port)" }
  var token: String { path.filter { $0 != "/" } }

  /// A request for a page; `host` and `origin` replace those that a browser would send.
  func request(_ path: String, host: String? = nil, origin: String? = nil) -> String {
    "GET \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n"
      + (origin.map { "Origin: \($0)\r\n" } ?? "") + "\r\n"
  }

  /// What a browser sends for `new WebSocket(…)`.
  func handshake(_ path: String? = nil, host: String? = nil, origin: String?) -> String {
    request(path ?? self.path + "socket", host: host, origin: origin).dropLast()
      + "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Protocol: broadway\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
  }

  /// Sends it and reads the answer to its end.
  func ask(_ request: String) throws -> RawClient {
    let client = try RawClient(port: port)
    client.send(request)
    client.readToEnd()
    return client
  }
}
