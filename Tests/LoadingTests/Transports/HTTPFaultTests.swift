import Foundation
import TestSupport
import Testing

@testable import HikidashiLoading

/// What servers do wrong: each ends in an error that says what happened.
@Suite struct HTTPFaultTests {
  let transport = HTTPTransport()

  private func failure(
    timeouts: LoadTimeouts = LoadTimeouts(), limits: LoadLimits = LoadLimits(),
    range: BodyRange? = nil, _ handle: @escaping @Sendable (RawConnection) -> Void
  ) throws -> LoadError? {
    let server = try RawServer { connection in
      _ = connection.request()
      handle(connection)
    }
    let load = try transport.load(server.address + "/thing") {
      $0.timeouts = timeouts
      $0.limits = limits
      $0.range = range
    }
    #expect(load.failure()?.description.contains(server.address) ?? true)
    return load.failure()
  }

  @Test func aBodyThatIsCutShortIsTruncated() throws {
    let ended = try failure {
      $0.head("200 OK", "Content-Length: 1000")
      $0.send("short")
    }
    guard case .truncated(_, got: 5, expected: 1000) = ended else {
      Issue.record("it ended with \(String(describing: ended))")
      return
    }
    let chunked = try failure {
      $0.head("200 OK", "Transfer-Encoding: chunked")
      $0.send("5\r\nshort\r\n")
    }
    guard case .truncated(_, got: 5, expected: nil) = chunked else {
      Issue.record("it ended with \(String(describing: chunked))")
      return
    }
  }

  @Test(arguments: ["9223372036854775807", "9223372036854775800", "99999999999999999999999"])
  func aLengthThatNothingHasIsHarmless(length: String) throws {
    let load = try failure(limits: LoadLimits(received: .max, decoded: .max)) {
      $0.head("200 OK", "Content-Length: \(length)")
      $0.send("short")
    }
    switch load {
    case .truncated(_, got: 5, _), nil: break
    default: Issue.record("it ended with \(String(describing: load))")
    }
  }

  @Test func aResetIsOne() throws {
    let body = try failure {
      $0.head("200 OK", "Content-Length: 1000")
      $0.send("short")
      $0.reset()
    }
    guard case .reset = body else {
      Issue.record("it ended with \(String(describing: body))")
      return
    }
    let nothing = try failure { $0.reset() }
    guard case .reset = nothing else {
      Issue.record("it ended with \(String(describing: nothing))")
      return
    }
    let half = try failure { $0.send("HTTP/1.1 200 OK\r\nETag: 1\r\n") }
    guard case .reset = half else {
      Issue.record("it ended with \(String(describing: half))")
      return
    }
    let silence = try failure { _ in }
    guard case .reset = silence else {
      Issue.record("it ended with \(String(describing: silence))")
      return
    }
  }

  @Test func whatStallsTimesOut() throws {
    let head = try failure(timeouts: LoadTimeouts(idle: .milliseconds(100))) { $0.waitForClose() }
    #expect(isTimedOut(head, .idle))
    let body = try failure(timeouts: LoadTimeouts(idle: .milliseconds(100))) {
      $0.head("200 OK", "Content-Length: 1000")
      $0.send("short")
      $0.waitForClose()
    }
    #expect(isTimedOut(body, .idle))
  }

  @Test func whatDripsIsBoundedByTheWholeTime() throws {
    let load = try failure(
      timeouts: LoadTimeouts(idle: .seconds(20), total: .milliseconds(300))
    ) {
      $0.head("200 OK", "Content-Length: 1000000")
      while $0.send("x") { usleep(20_000) }
    }
    #expect(isTimedOut(load, .total))
  }

  @Test func aConnectionThatNobodyMakesTimesOut() throws {
    // Loopback completes connections before they are accepted until the queue is full, so that the
    // handshake of TLS is what does not end.
    let server = try RawServer { $0.waitForClose() }
    let load = try transport.load("https://127.0.0.1:\(server.port)/") {
      $0.timeouts.connect = .milliseconds(200)
    }
    #expect(isTimedOut(load.failure(), .connect))
  }

  @Test func nobodyListensOrIsKnown() throws {
    let port = try RawServer { _ in }.port
    let refused = try transport.load("http://127.0.0.1:\(port)/").failure()
    guard case .refused = refused else {
      Issue.record("it ended with \(String(describing: refused))")
      return
    }
    let unknown = try transport.load("http://nowhere.invalid/").failure()
    switch unknown {
    case .nameNotFound(_, host: "nowhere.invalid"), .noNetwork: break
    default: Issue.record("it ended with \(String(describing: unknown))")
    }
  }

  @Test func anAnnouncementAboveTheLimitIsRefused() throws {
    let lie = try failure {
      $0.head("200 OK", "Content-Length: 10000000000")
      $0.send("x")
      $0.waitForClose()
    }
    guard case .tooLarge(_, .announced(10_000_000_000), limit: 1 << 28) = lie else {
      Issue.record("it ended with \(String(describing: lie))")
      return
    }
    let endless = try failure {
      $0.head("200 OK", "Content-Length: 99999999999999999999999")
      $0.waitForClose()
    }
    guard case .tooLarge = endless else {
      Issue.record("it ended with \(String(describing: endless))")
      return
    }
  }

  @Test func moreThanTheLimitIsRefused() throws {
    let load = try failure(limits: LoadLimits(received: 1_000_000)) {
      $0.head("200 OK", "Connection: close")
      while $0.send([UInt8](repeating: 65, count: 10_000)) {}
    }
    guard case .tooLarge(_, .received, limit: 1_000_000) = load else {
      Issue.record("it ended with \(String(describing: load))")
      return
    }
  }

  @Test func whatIsNoResponseIsRefused() throws {
    let answers = [
      "220 mail.example ESMTP\r\n", "HTTP/1.1 ok\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "HTTP/1.1 200 OK\r\n"
        + String(repeating: "X: " + String(repeating: "y", count: 9_000) + "\r\n", count: 40),
    ]
    for answer in answers {
      let failure = try failure { $0.send(answer) }
      switch failure {
      case .badResponse, .reset, .other: break
      default: Issue.record("\(answer.prefix(30)) ended with \(String(describing: failure))")
      }
    }
  }

  /// libcurl calls that a lack of memory.
  @Test func aLineOfAHeadThatIsTooLongSaysSo() throws {
    let failure = try failure {
      $0.send("HTTP/1.1 200 OK\r\nX-Long: ")
      while $0.send([UInt8](repeating: 0x79, count: 100_000)) {}
    }
    guard case .badResponse(let what) = failure else {
      Issue.record("it ended with \(String(describing: failure))")
      return
    }
    #expect(what.reason.contains("too long"))
    #expect(!what.reason.lowercased().contains("memory"))
  }

  @Test func aPartThatNobodyAskedForIsRefused() throws {
    let unasked = try failure {
      $0.head("206 Partial Content", "Content-Range: bytes 5-6/10", "Content-Length: 2")
      $0.send("ab")
    }
    guard case .badResponse = unasked else {
      Issue.record("it ended with \(String(describing: unasked))")
      return
    }
    let other = try failure(range: BodyRange(from: 3)) {
      $0.head("206 Partial Content", "Content-Range: bytes 5-6/10", "Content-Length: 2")
      $0.send("ab")
    }
    guard case .badResponse = other else {
      Issue.record("it ended with \(String(describing: other))")
      return
    }
  }

  @Test func aBodyThatIsNotCompressedIsRefused() throws {
    let load = try failure {
      $0.head("200 OK", "Content-Encoding: gzip", "Content-Length: 10")
      $0.send("not at all")
    }
    guard case .badEncoding = load else {
      Issue.record("it ended with \(String(describing: load))")
      return
    }
  }

  private func isTimedOut(_ failure: LoadError?, _ phase: LoadPhase) -> Bool {
    if case .timedOut(_, phase, _)? = failure { return true }
    Issue.record("it ended with \(String(describing: failure))")
    return false
  }
}
