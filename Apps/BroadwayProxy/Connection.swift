/// A browser's connection, and where it has been let through, the server's that belongs to it.
final class Connection {
  private enum Phase {
    /// The request has not come to its end.
    case asking
    /// The server has been asked; the bytes are of its answer's head.
    case waiting(isSocket: Bool)
    /// Whatever comes is passed on.
    case passing(isSocket: Bool)
    /// All is said. What still comes is thrown away: closing now could take the answer back from a
    /// browser that is still sending.
    case ending
    case over
  }

  /// How long each may take, in milliseconds.
  enum Patience {
    static let request: Int64 = 10_000
    static let answer: Int64 = 30_000
    /// For the other direction, once one has ended.
    static let halfOpen: Int64 = 10_000
    static let ending: Int64 = 2_000
  }

  let client: Socket
  private(set) var server: Socket?
  /// When it is given up, in milliseconds; nil for a WebSocket, which may be silent.
  private(set) var deadline: Int64?
  private let gate: Gate
  private let serverPath: String
  private var phase = Phase.asking
  private var head: [UInt8] = []
  private var toClient = Flow()
  private var toServer = Flow()

  init(_ client: Socket, gate: Gate, serverPath: String, now: Int64) {
    self.client = client
    self.gate = gate
    self.serverPath = serverPath
    deadline = now + Patience.request
  }

  var isOver: Bool { if case .over = phase { true } else { false } }

  /// Whether it has shown the token.
  var isLetIn: Bool { server != nil }

  var readsClient: Bool {
    switch phase {
    case .asking, .ending: true
    case .passing(isSocket: true): toServer.hasRoom
    case .waiting, .passing, .over: false
    }
  }

  var writesClient: Bool { !toClient.isEmpty }

  var readsServer: Bool {
    switch phase {
    case .waiting, .passing: toClient.hasRoom
    case .asking, .ending, .over: false
    }
  }

  var writesServer: Bool { !toServer.isEmpty }

  // MARK: What happens

  func clientCanBeRead(_ buffer: UnsafeMutableRawBufferPointer, now: Int64) {
    switch client.receive(into: buffer) {
    case .later: return
    case .broken: phase = .over
    case .end: clientEnded(now)
    case .bytes(let count):
      switch phase {
      case .asking: readRequest(buffer[..<count], now)
      case .passing: toServer.add(buffer[..<count])
      case .waiting, .ending, .over: break
      }
    }
    flush(now)
  }

  func serverCanBeRead(_ buffer: UnsafeMutableRawBufferPointer, now: Int64) {
    guard let server else { return }
    switch server.receive(into: buffer) {
    case .later: return
    case .broken, .end: serverEnded(now)
    case .bytes(let count):
      switch phase {
      case .waiting(let isSocket): readAnswer(buffer[..<count], isSocket, now)
      case .passing(let isSocket):
        toClient.add(buffer[..<count])
        if !isSocket || toServer.isEnded { extend(now, isSocket) }
      case .asking, .ending, .over: break
      }
    }
    flush(now)
  }

  /// Sends what waits; a connection that has nothing more to say comes to its end.
  func flush(_ now: Int64) {
    if let server, !toServer.flush(to: server) { serverEnded(now) }
    if !toClient.flush(to: client) { phase = .over }
    guard case .passing(let isSocket) = phase, toClient.isClosed else { return }
    if isSocket, toServer.isEnded { phase = .over } else { end(now) }
  }

  func deadlineHasPassed(now: Int64) {
    switch phase {
    case .asking: answer(.tooSlow, now)
    case .waiting: answer(.noServer, now)
    case .passing, .ending, .over: phase = .over
    }
    flush(now)
  }

  /// Refuses it before it has said anything.
  func refuse(_ answer: Answer, now: Int64) {
    self.answer(answer, now)
    flush(now)
  }

  // MARK: The request and its answer

  private func readRequest(_ bytes: some Sequence<UInt8>, _ now: Int64) {
    head += bytes
    do throws(MessageHead.Problem) {
      guard let (request, length) = try MessageHead.read(head) else { return }
      switch gate.decide(request) {
      case .answered(let answer): self.answer(answer, now)
      case .passed(let text, let isSocket):
        guard let server = Socket.connected(to: serverPath) else { return answer(.noServer, now) }
        self.server = server
        toServer.add(text.utf8)
        if isSocket { toServer.add(head[length...]) }
        head = []
        phase = .waiting(isSocket: isSocket)
        deadline = now + Patience.answer
      }
    } catch {
      answer(error == .tooLong ? .tooLong : .malformed, now)
    }
  }

  private func readAnswer(_ bytes: some Sequence<UInt8>, _ isSocket: Bool, _ now: Int64) {
    head += bytes
    guard let read = try? MessageHead.read(head) else {
      if head.count >= MessageHead.limit { answer(.noServer, now) }
      return
    }
    let status = read.head.start[1]
    guard status == (isSocket ? "101" : "200") else { return answer(.noServer, now) }
    if isSocket {
      toClient.add(head)
      deadline = nil
    } else {
      toClient.add(Self.fields(of: read.head).utf8)
      toClient.add(head[read.length...])
    }
    head = []
    phase = .passing(isSocket: isSocket)
  }

  /// The head of a page, with what keeps its address to this browser.
  private static func fields(of head: MessageHead) -> String {
    var text = "HTTP/1.1 200 OK\r\n"
    for name in ["Content-Type", "Content-Length"] {
      if let value = try? head.only(name.lowercased()) { text += "\(name): \(value)\r\n" }
    }
    return text + Answer.fields + "\r\n"
  }

  private func answer(_ answer: Answer, _ now: Int64) {
    toClient.add(answer.bytes)
    end(now)
  }

  // MARK: The ends

  private func end(_ now: Int64) {
    server = nil
    toServer = Flow()
    toClient.isEnded = true
    phase = .ending
    deadline = now + Patience.ending
  }

  private func extend(_ now: Int64, _ isSocket: Bool) {
    deadline = now + (isSocket ? Patience.halfOpen : Patience.answer)
  }

  private func clientEnded(_ now: Int64) {
    switch phase {
    case .asking, .ending: phase = .over
    case .passing(let isSocket):
      toServer.isEnded = true
      extend(now, isSocket)
    case .waiting, .over: break
    }
  }

  private func serverEnded(_ now: Int64) {
    switch phase {
    case .waiting: answer(.noServer, now)
    case .passing(let isSocket):
      // What waits for it has nobody to go to; else it would be tried again at once, for ever.
      toServer = Flow()
      guard !toClient.isEnded else { return }
      toClient.isEnded = true
      extend(now, isSocket)
    case .asking, .ending, .over: break
    }
  }
}
