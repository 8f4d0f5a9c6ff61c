import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import BroadwayProxy

/// What the proxy decides, without a process.
struct BroadwayGateTests {
  private let gate = Gate(token: Token(String(repeating: "a1", count: 16)), port: 8_085)
  private var address: PrintedAddress? { PrintedAddress(in: gate.address) }

  @Test func tokensAreRandomAndCompared() {
    let tokens = (0..<1_000).map { _ in Token() }
    #expect(Set(tokens.map(\.text)).count == 1_000)
    #expect(tokens.allSatisfy { $0.text.wholeMatch(of: #/[0-9a-f]{32}/#) != nil })
    #expect(tokens[0].isEqual(to: tokens[0].text))
    #expect(!tokens[0].isEqual(to: tokens[1].text))
    #expect(!tokens[0].isEqual(to: ""))
    #expect(!tokens[0].isEqual(to: tokens[0].text.dropLast()))
    #expect(!tokens[0].isEqual(to: tokens[0].text + "0"))
  }

  /// Whatever is let through has the token, our host, and for a WebSocket our origin, as written.
  @Test func whatIsLetThroughHasAllThatIsAsked() throws {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    let address = try #require(address)
    let requests = [
      address.request(address.path), address.handshake(origin: address.origin),
      address.handshake(host: "localhost:8085", origin: "http://localhost:8085"),
    ]
    var passed = 0
    // Each of them as it is, and then as many that are not.
    for step in 0..<requests.count + testSteps(5_000) {
      var bytes = Array(requests[step % requests.count].utf8)
      if step >= requests.count { bytes = bytes.mutated(using: &generator) }
      guard let (head, length) = try? MessageHead.read(bytes),
        case .passed(let request, let isSocket) = gate.decide(head)
      else { continue }
      passed += 1
      let lines = String(decoding: bytes[..<length], as: UTF8.self).components(separatedBy: "\r\n")
      #expect(lines[0].hasPrefix("GET \(address.path)"), "seed \(seed)")
      let hosts = lines.filter { $0.lowercased().hasPrefix("host:") }
      #expect(hosts.count == 1, "seed \(seed)")
      let host = hosts[0].dropFirst(5).trimmingCharacters(in: .whitespaces).lowercased()
      #expect(["127.0.0.1:8085", "localhost:8085"].contains(host), "seed \(seed)")
      let origins = lines.filter { $0.lowercased().hasPrefix("origin:") }
      #expect(isSocket ? origins.count == 1 : origins.count <= 1, "seed \(seed)")
      for origin in origins {
        let origin = origin.dropFirst(7).trimmingCharacters(in: .whitespaces)
        #expect(origin == "http://" + host, "seed \(seed)")
      }
      #expect(request.components(separatedBy: "\r\n\r\n").count == 2, "one request, seed \(seed)")
    }
    #expect(passed >= requests.count)
  }

  @Test func headsAreReadStrictly() throws {
    let bytes = Array("GET /a HTTP/1.1\r\nA:\t b \t\r\nLIST: One , two,three\r\n\r\nrest".utf8)
    let (head, length) = try #require(try MessageHead.read(bytes))
    #expect(length == bytes.count - 4)
    #expect(head.start == ["GET", "/a", "HTTP/1.1"])
    #expect(try head.only("a") == "b")
    #expect(try head.only("b") == nil)
    #expect(head.lists("one", in: "list") && head.lists("three", in: "list"))
    #expect(!head.lists("tw", in: "list"))
    for count in 0..<length { #expect(try MessageHead.read(Array(bytes[..<count])) == nil) }
  }

  // MARK: Time

  /// A connection, the browser's end of it, and when it began: at 0.
  private func open(
    _ path: String = "/no/such/socket"
  ) throws -> (connection: Connection, browser: RawClient, address: PrintedAddress) {
    for _ in 0..<100 {
      let port = try FreePort.find()
      guard let listener = Socket.listening(at: port) else { continue }
      let browser = try RawClient(port: port)
      var accepted = listener.accepted()
      while accepted == nil { accepted = listener.accepted() }
      let gate = Gate(token: Token(), port: port)
      let connection = Connection(try #require(accepted), gate: gate, serverPath: path, now: 0)
      return (connection, browser, try #require(PrintedAddress(in: gate.address)))
    }
    throw POSIXError(.EADDRINUSE)
  }

  /// Lets the connection read until the condition is true.
  private func turn(_ connection: Connection, now: Int64, until isEnough: () -> Bool) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    while !isEnough() {
      if connection.readsClient { connection.clientCanBeRead(buffer, now: now) }
      if connection.readsServer { connection.serverCanBeRead(buffer, now: now) }
      connection.flush(now)
    }
  }

  /// What comes drop by drop is not given more time by each.
  @Test func aSlowRequestIsGivenUp() throws {
    let (connection, browser, _) = try open()
    #expect(connection.deadline == Connection.Patience.request)
    browser.send("GET / HT")
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
    defer { buffer.deallocate() }
    for now in 1..<100 as Range<Int64> { connection.clientCanBeRead(buffer, now: now * 100) }
    #expect(connection.deadline == Connection.Patience.request)
    connection.deadlineHasPassed(now: Connection.Patience.request)
    browser.readToEnd()
    #expect(browser.status == 408)
    // Who does not end even then is left.
    let deadline = try #require(connection.deadline)
    #expect(deadline == Connection.Patience.request + Connection.Patience.ending)
    #expect(!connection.isOver)
    connection.deadlineHasPassed(now: deadline)
    #expect(connection.isOver)
  }

  @Test func aSilentServerIsGivenUp() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("http").path
    let listener = try UnixListener(path)
    let (connection, browser, address) = try open(path)
    browser.send(address.request(address.path))
    turn(connection, now: 5) { connection.isLetIn }
    let side = try listener.accept()
    #expect(side.read(until: "\r\n\r\n"))
    #expect(connection.deadline == 5 + Connection.Patience.answer)
    connection.deadlineHasPassed(now: 5 + Connection.Patience.answer)
    browser.readToEnd()
    #expect(browser.status == 502)
  }

  /// A WebSocket may be silent for as long as it is open on both sides, and not when one has gone.
  @Test func aWebSocketMayBeSilent() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("http").path
    let listener = try UnixListener(path)
    let (connection, browser, address) = try open(path)
    browser.send(address.handshake(origin: address.origin))
    turn(connection, now: 5) { connection.isLetIn }
    let side = try listener.accept()
    side.send("HTTP/1.1 101 Switching Protocols\r\n\r\n")
    turn(connection, now: 6) { connection.deadline == nil }
    browser.endSending()
    turn(connection, now: 7) { connection.deadline != nil }
    #expect(connection.deadline == 7 + Connection.Patience.halfOpen)
    side.send("words")
    turn(connection, now: 8) { connection.deadline != 7 + Connection.Patience.halfOpen }
    #expect(connection.deadline == 8 + Connection.Patience.halfOpen)
    connection.deadlineHasPassed(now: 8 + Connection.Patience.halfOpen)
    #expect(connection.isOver)
  }
}

extension [UInt8] {
  /// The same with up to four changes: bytes replaced, left out, doubled, or put elsewhere.
  func mutated(using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0...3: bytes[place] = UInt8.random(in: 9..<127, using: &generator)
      case 4: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      case 5: bytes.remove(at: place)
      case 6: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
      default: bytes = Array(bytes[place...]) + bytes[..<place]
      }
    }
    return bytes
  }
}
