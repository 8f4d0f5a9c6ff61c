import Foundation
import Glibc
import HikidashiBase
import TestSupport
import Testing

/// The proxy as a process, before a server that a test plays by hand.
@Suite
final class BroadwayProxyTests {
  private let folder: ScratchFolder
  private let server: UnixListener
  private let proxy: Run
  private let address: PrintedAddress

  init() throws {
    folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("http").path
    server = try UnixListener(path)
    proxy = try Run(BroadwayRun.products.appendingPathComponent("broadway-proxy").path, [path])
    address = try #require(PrintedAddress(in: proxy.standardOutput(until: "\n")))
  }

  deinit { proxy.send(SIGTERM) }

  private var page: String { address.request(address.path) }
  private let pageHead = "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n"
  private let switching = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

  /// Asks for the page and serves it.
  private func expectPage(
    with field: String = "", _ location: SourceLocation = #_sourceLocation
  ) throws {
    let client = try RawClient(port: address.port)
    client.send(page.dropLast() + field + "\r\n")
    try serve()
    client.readToEnd()
    #expect(client.status == 200, sourceLocation: location)
    #expect(client.body == "whole\n", sourceLocation: location)
  }

  private func serve() throws {
    let side = try server.accept()
    #expect(side.read(until: "\r\n\r\n"))
    side.send(pageHead + "whole\n")
  }

  /// A browser's WebSocket and the server's side of it.
  private func openSocket() throws -> (browser: RawClient, side: RawClient) {
    let browser = try RawClient(port: address.port)
    browser.send(address.handshake(origin: address.origin))
    let side = try server.accept()
    #expect(side.read(until: "\r\n\r\n"))
    side.send(switching)
    #expect(browser.read(until: "\r\n\r\n"))
    #expect(browser.status == 101)
    return (browser, side)
  }

  // MARK: What is no request

  @Test func whatNoBrowserSendsIsMalformed() throws {
    let host = "Host: 127.0.0.1:\(address.port)"
    for text in [
      "\r\n\r\n", " \r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/2\r\n\(host)\r\n\r\n",
      "GET  / HTTP/1.1\r\n\(host)\r\n\r\n", "GET / HTTP/1.1 \r\n\(host)\r\n\r\n",
      "GET http://127.0.0.1/ HTTP/1.1\r\n\(host)\r\n\r\n", "GET * HTTP/1.1\r\n\(host)\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)\r\n\(host)\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)\r\nOrigin: a\r\nORIGIN: a\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)\r\n folded\r\n\r\n", "GET / HTTP/1.1\r\n\(host)\r\n:\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)\r\nA: \u{0}\r\n\r\n", "GET /é HTTP/1.1\r\n\(host)\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)\r\né: a\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)\nA: b\r\n\r\n", "GET /\rx HTTP/1.1\r\n\(host)\r\n\r\n",
      "\u{16}\u{3}\u{1}\u{2}\r\n\r\n",
    ] {
      #expect(try address.ask(text).status == 400, "\(text.debugDescription)")
    }
    // Another server's cookie may have any letters, as browsers send it to every port.
    try expectPage(with: "Cookie: name=Jörg\r\n")
    // The token alone makes no WebSocket.
    let plain = address.request(address.path + "socket", origin: address.origin)
    #expect(try address.ask(plain).status == 400)
    #expect(try address.ask(page.replacing("GET", with: "POST")).status == 403)
    try expectPage()
  }

  @Test func aHeadIsNoLongerThanItsLimit() throws {
    let rest = page.dropLast() + "A: "
    func ask(_ length: Int) throws -> RawClient {
      let client = try RawClient(port: address.port)
      client.send(rest + String(repeating: "a", count: length - rest.utf8.count - 4) + "\r\n\r\n")
      return client
    }
    let longest = try ask(65_536)
    try serve()
    longest.readToEnd()
    #expect(longest.status == 200)
    let longer = try ask(65_537)
    longer.readToEnd()
    #expect(longer.status == 431)
    // Nobody waits for its end.
    let endless = try RawClient(port: address.port)
    endless.send(String(repeating: "a", count: 65_536))
    endless.readToEnd()
    #expect(endless.status == 431)
    try expectPage()
  }

  /// Among them are some that are still whole; what becomes of those is the gate's.
  @Test func noBytesEndTheProxy() throws {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    let whole = Array(address.handshake(origin: address.origin).utf8)
    for _ in 0..<testSteps(300) {
      let client = try RawClient(port: address.port)
      client.send(whole.mutated(using: &generator))
      client.endSending()
    }
    #expect(try address.ask(address.request("/")).status == 403, "seed \(seed)")
    #expect(!proxy.isOver, "seed \(seed)")
  }

  // MARK: What is passed on

  @Test func aRequestMayComeByteByByte() throws {
    let client = try RawClient(port: address.port)
    for byte in page.utf8 { client.send([byte]) }
    try serve()
    client.readToEnd()
    #expect(client.body == "whole\n")
  }

  /// The server is sent what the proxy has understood, and nothing else.
  @Test func theServerIsAskedAnew() throws {
    let client = try RawClient(port: address.port)
    client.send(page.dropLast() + "Cookie: a=b\r\nContent-Length: 3\r\n\r\nGET / HTTP/1.1\r\n\r\n")
    let side = try server.accept()
    #expect(side.read(until: "\r\n\r\n"))
    #expect(side.text == "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(address.port)\r\n\r\n")
    side.send(pageHead + "whole\n")
    side.endSending()
    client.readToEnd()
    #expect(client.body == "whole\n")
  }

  @Test func whoHasAskedMayEndItsSide() throws {
    let client = try RawClient(port: address.port)
    client.send(page)
    client.endSending()
    try serve()
    #expect(client.readToEnd())
    #expect(client.body == "whole\n")
  }

  /// Each part is there before the next is sent.
  @Test func nothingIsHeldBack() throws {
    let client = try RawClient(port: address.port)
    client.send(page)
    let side = try server.accept()
    #expect(side.read(until: "\r\n\r\n"))
    side.send(pageHead)
    for letter in "whole\n" {
      side.send(String(letter))
      #expect(client.read { _ in client.body.hasSuffix(String(letter)) })
    }
    let (browser, other) = try openSocket()
    for number in 0..<200 {
      browser.send("question \(number);")
      #expect(other.read(until: "question \(number);"))
      other.send("answer \(number);")
      #expect(browser.read(until: "answer \(number);"))
    }
  }

  /// What is sent on the heels of the handshake is the WebSocket's.
  @Test func bytesAfterTheHandshakeAreKept() throws {
    let browser = try RawClient(port: address.port)
    browser.send(address.handshake(origin: address.origin) + "early")
    let side = try server.accept()
    #expect(side.read(until: "early"))
    #expect(side.text.hasSuffix("\r\n\r\nearly"))
    side.send(switching + "also early")
    #expect(browser.read(until: "also early"))
  }

  /// More than any buffer on the way holds, while the reader does not read.
  @Test func muchWaitsForItsReader() throws {
    let (browser, side) = try openSocket()
    let start = browser.received.count
    let much = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) }
    // Nobody else has it from here on.
    nonisolated(unsafe) let sender = side
    Thread.detachNewThread {
      sender.send(much)
      sender.endSending()
    }
    // Others are served meanwhile.
    try expectPage()
    #expect(browser.readToEnd())
    #expect(browser.received[start...].elementsEqual(much))
  }

  @Test(arguments: [true, false]) func anEndIsPassedOn(ofTheBrowser: Bool) throws {
    let (browser, side) = try openSocket()
    let (one, other) = ofTheBrowser ? (browser, side) : (side, browser)
    one.send("last words")
    one.endSending()
    #expect(other.readToEnd())
    #expect(other.text.hasSuffix("last words"))
    if ofTheBrowser {
      // The other direction still is open.
      other.send("last answer")
      #expect(one.read(until: "last answer"))
    }
    other.endSending()
    #expect(one.readToEnd())
    try expectPage()
  }

  // MARK: What goes wrong

  @Test(arguments: [
    "", "HTTP/1.0 404 File not found\r\n\r\n", "HTTP/1.0 200\r\n", "nonsense\r\n\r\n",
    String(repeating: "a", count: 9_000),
  ])
  func aServerThatDoesNotAnswerIsTold(answer: String) throws {
    for request in [page, address.handshake(origin: address.origin)] {
      let client = try RawClient(port: address.port)
      client.send(request)
      let side = try server.accept()
      #expect(side.read(until: "\r\n\r\n"))
      side.send(answer)
      side.endSending()
      client.readToEnd()
      #expect(client.status == 502)
    }
    try expectPage()
  }

  /// While the browser does not take what was sent before, what it says has nobody to go to.
  @Test(arguments: [false, true])
  func aServerThatIsGoneIsNotTriedAgainAndAgain(browserEnds: Bool) throws {
    let (browser, side) = try openSocket()
    // Until nobody on the way takes more, also when something comes from the other side.
    var (number, last) = (0, 0)
    while number < last + 5 {
      number += 1
      while side.fill() { last = number }
      browser.send("question \(number);")
      try #require(side.read(until: "question \(number);"))
      try #require(proxyFallsAsleep())
    }
    side.end()
    browser.send("Is anybody there?")
    if browserEnds { browser.endSending() }
    // Others are served, after which that has been read.
    try expectPage()
    #expect(proxyFallsAsleep())
    #expect(browser.readToEnd())
    try expectPage()
  }

  /// Waits until the proxy waits; false where it goes round and round.
  private func proxyFallsAsleep() -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while !ProcessTable.isAsleep(proxy.identifier) {
      if proxy.isOver || ContinuousClock.now > end { return false }
      usleep(1_000)
    }
    return true
  }

  @Test func noServerIsTold() throws {
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("http"))
    #expect(try address.ask(page).status == 502)
    #expect(try address.ask(address.handshake(origin: address.origin)).status == 502)
    #expect(!proxy.isOver)
  }

  /// Who has no token cannot keep others out by holding all connections.
  @Test func idleConnectionsMakeRoom() throws {
    let idle = try (0..<200).map { _ in try RawClient(port: address.port) }
    for (number, client) in idle.enumerated() where number % 2 == 0 { client.send("GET /") }
    try expectPage()
    #expect(idle[0].readToEnd(), "the oldest has gone")
  }

  /// Whoever is in stays in, whatever comes.
  @Test func whoIsInIsNotDisplaced() throws {
    let inside = try (0..<64).map { _ in try openSocket() }
    let late = try RawClient(port: address.port)
    late.readToEnd()
    #expect(late.status == 503)
    for (number, pair) in inside.enumerated() {
      pair.side.send("still here \(number)")
      #expect(pair.browser.read(until: "still here \(number)"))
    }
    inside[0].side.endSending()
    #expect(inside[0].browser.readToEnd())
    try expectPage()
  }

  @Test func theProgramSaysHowItIsUsed() throws {
    let wrong = try Run(BroadwayRun.products.appendingPathComponent("broadway-proxy").path)
    #expect(wrong.wait() == 2)
    #expect(wrong.standardError.hasPrefix("broadway-proxy: give the server's socket"))
  }
}
