import Glibc

/// A socket that never blocks, closed with the value that owns it.
final class Socket {
  /// What came of a try to read or write.
  enum Outcome: Equatable {
    case bytes(Int)
    /// Nothing can be read or written now.
    case later
    /// The other side sends nothing more.
    case end
    /// The connection is broken.
    case broken
  }

  let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Listens on 127.0.0.1; nil where somebody else does.
  static func listening(at port: UInt16) -> Socket? {
    guard let socket = make(AF_INET) else { return nil }
    // A connection that has just ended does not keep the port.
    socket.set(SOL_SOCKET, SO_REUSEADDR)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    guard socket.call(bind, with: &address) == 0, listen(socket.descriptor, 128) == 0 else {
      return nil
    }
    return socket
  }

  /// A connection to a Unix socket; nil where nobody listens, or too many wait.
  static func connected(to path: String) -> Socket? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
      guard bytes.count < place.count else { return false }
      place.copyBytes(from: bytes)
      return true
    }
    guard fits, let socket = make(AF_UNIX), socket.call(connect, with: &address) == 0 else {
      return nil
    }
    return socket
  }

  /// The next who has connected; nil where none waits.
  func accepted() -> Socket? {
    let descriptor = accept(self.descriptor, nil, nil)
    guard descriptor >= 0 else { return nil }
    let socket = Socket(descriptor)
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { return nil }
    // Each picture and each key goes at once.
    socket.set(Int32(IPPROTO_TCP), TCP_NODELAY)
    return socket
  }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    outcome(recv(descriptor, buffer.baseAddress, buffer.count, 0), atNothing: .end)
  }

  func send(_ bytes: ArraySlice<UInt8>) -> Outcome {
    outcome(
      bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }, atNothing: .later)
  }

  /// Says that nothing more is sent.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  private func outcome(_ count: Int, atNothing: Outcome) -> Outcome {
    if count > 0 { return .bytes(count) }
    if count == 0 { return atNothing }
    return [EAGAIN, EINTR].contains(errno) ? .later : .broken
  }

  private static func make(_ family: Int32) -> Socket? {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    let socket = Socket(descriptor)
    return fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 ? socket : nil
  }

  private func set(_ level: Int32, _ option: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private func call<Address>(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, with address: inout Address
  ) -> Int32 {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}
