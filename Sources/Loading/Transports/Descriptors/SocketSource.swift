import Dispatch
import Glibc
import HikidashiBase

/// What a TCP connection or a Unix socket sends, once the body has been written to it.
final class SocketSource: DescriptorSource {
  private let target: LoadTarget
  /// What the name leads to, once that is known.
  private let resolution = Guarded<Result<[SocketAddress], LoadError>?>(nil)
  private var addresses: [SocketAddress]?
  private var socket: Int32 = -1
  private var state = State.closed
  private(set) var head: ResponseHead?
  private var body: ArraySlice<UInt8>
  private var lastError: Int32 = 0
  private let start = ContinuousClock.now

  private enum State { case closed, connecting, open }

  /// The source of a TCP connection; `wake` is called when the name has been looked up.
  init(_ request: LoadRequest, host: String, port: UInt16, wake: @escaping @Sendable () -> Void) {
    target = request.target
    body = (request.body ?? [])[...]
    let (resolution, target) = (resolution, target)
    // Looking a name up waits for servers, and cannot be asked not to.
    DispatchQueue.global().async {
      let result = Result { () throws(LoadError) in
        try SocketAddress.resolve(host, port: port, for: target)
      }
      resolution.withLock { $0 = result }
      wake()
    }
  }

  init(_ request: LoadRequest, path: String) throws(LoadError) {
    target = request.target
    body = (request.body ?? [])[...]
    guard let address = SocketAddress(path: path) else {
      throw .badRequest(LoadFailure(target, reason: tr("a socket's path has 1 to 107 bytes")))
    }
    addresses = [address]
  }

  func waits(mayRead: Bool) -> [pollfd] {
    var events = state == .open && mayRead ? POLLIN : 0
    if state == .connecting || state == .open && !body.isEmpty { events |= POLLOUT }
    return events == 0 ? [] : [pollfd(fd: socket, events: Int16(events), revents: 0)]
  }

  func advance(
    into buffer: UnsafeMutableRawBufferPointer, mayRead: Bool
  ) throws(LoadError) -> DescriptorStep {
    if state != .open {
      guard try connect() else { return .wait }
      state = .open
      head = ResponseHead()
      return .wait
    }
    if !body.isEmpty {
      let result = body.withUnsafeBytes { bytes in
        DescriptorResult { send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
      }
      switch result {
      case .bytes(let count): body = body.dropFirst(count)
      // Who no longer reads may still have something to say.
      case .failed: body = []
      case .wait, .end: break
      }
    }
    guard mayRead else { return .wait }
    switch DescriptorResult({ recv(socket, buffer.baseAddress, buffer.count, 0) }) {
    case .bytes(let count): return .bytes(count)
    case .wait: return .wait
    case .end: return .end
    case .failed(let errno): throw .reset(LoadFailure(target, reason: systemMessage(errno)))
    }
  }

  func close() {
    if socket >= 0 { Glibc.close(socket) }
    socket = -1
    state = .closed
  }

  /// Whether there is a connection; tries the addresses one behind the other.
  private func connect() throws(LoadError) -> Bool {
    if addresses == nil {
      guard let result = resolution.withLock({ $0 }) else { return false }
      addresses = try result.get()
    }
    while true {
      if state == .connecting {
        var wait = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        guard poll(&wait, 1, 0) > 0 else { return false }
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &lastError, &size) == 0, lastError != 0
        else { return true }
      } else {
        guard let address = addresses?.popLast() else { throw unconnected }
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        socket = Glibc.socket(address.family, Int32(kind), 0)
        guard socket >= 0 else { throw .file(target, errno: errno) }
        if address.connect(socket) == 0 { return true }
        lastError = errno
      }
      if lastError == EINPROGRESS {
        state = .connecting
        return false
      }
      close()
    }
  }

  private var unconnected: LoadError {
    let failure = LoadFailure(target, reason: systemMessage(lastError))
    switch lastError {
    case ECONNREFUSED: return .refused(failure)
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: return .noNetwork(failure)
    case ETIMEDOUT: return .timedOut(failure, .connect, after: .now - start)
    case ECONNRESET: return .reset(failure)
    default: return .file(target, errno: lastError)
    }
  }
}
