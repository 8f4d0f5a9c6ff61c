import Glibc

/// Serves the browser on 127.0.0.1, and passes on to the server what the gate lets through.
struct Proxy {
  /// How many connections there may be. A tab has one, and three for a moment while it loads.
  static let limit = 64
  static let ports: ClosedRange<UInt16> = 8_085...8_184

  let gate: Gate
  private let serverPath: String
  private let listener: Socket
  private var connections: [Connection] = []
  /// Until when nobody is let in, as the system has no descriptor left.
  private var pause: Int64?

  /// Listens on the first free port; nil where none is.
  init?(serverPath: String) {
    for port in Self.ports {
      guard let listener = Socket.listening(at: port) else { continue }
      self.listener = listener
      self.serverPath = serverPath
      gate = Gate(token: Token(), port: port)
      return
    }
    return nil
  }

  mutating func run() -> Never {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    while true { turn(buffer) }
  }

  /// Waits until something happens, and deals with it.
  private mutating func turn(_ buffer: UnsafeMutableRawBufferPointer) {
    var waits = [wait(for: listener, reading: pause == nil, writing: false)]
    for connection in connections {
      waits.append(
        wait(
          for: connection.client, reading: connection.readsClient,
          writing: connection.writesClient))
      waits.append(
        wait(
          for: connection.server, reading: connection.readsServer,
          writing: connection.writesServer))
    }
    guard poll(&waits, nfds_t(waits.count), timeout()) >= 0 else { return }
    let now = Self.now()
    for (index, connection) in connections.enumerated() {
      let client = waits[1 + 2 * index].revents
      let server = waits[2 + 2 * index].revents
      if client != 0, connection.readsClient { connection.clientCanBeRead(buffer, now: now) }
      if server != 0, connection.readsServer { connection.serverCanBeRead(buffer, now: now) }
      if client != 0 || server != 0 { connection.flush(now) }
      if let deadline = connection.deadline, deadline <= now {
        connection.deadlineHasPassed(now: now)
      }
    }
    connections.removeAll(where: \.isOver)
    if let pause, pause <= now { self.pause = nil }
    if waits[0].revents != 0 { accept(now) }
  }

  /// Who has shown no token makes room for the next, and never takes any from who has.
  private mutating func accept(_ now: Int64) {
    guard let client = listener.accepted() else {
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pause = now + 100 }
      return
    }
    let connection = Connection(client, gate: gate, serverPath: serverPath, now: now)
    if connections.count >= Self.limit {
      guard let oldest = connections.firstIndex(where: { !$0.isLetIn }) else {
        return connection.refuse(.tooMany, now: now)
      }
      connections.remove(at: oldest)
    }
    connections.append(connection)
  }

  /// A socket of which nothing is wanted is left out: its end would be told again and again.
  private func wait(for socket: Socket?, reading: Bool, writing: Bool) -> pollfd {
    let events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0)
    let descriptor = events == 0 ? -1 : socket?.descriptor ?? -1
    return pollfd(fd: descriptor, events: Int16(events), revents: 0)
  }

  /// Milliseconds until the next deadline; -1 where there is none.
  private func timeout() -> Int32 {
    let deadlines = connections.compactMap(\.deadline) + (pause.map { [$0] } ?? [])
    guard let next = deadlines.min() else { return -1 }
    return Int32(clamping: max(0, next - Self.now()))
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
