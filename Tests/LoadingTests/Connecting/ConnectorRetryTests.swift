import Glibc
import HikidashiBase
import HikidashiLoadingTesting
import TestSupport
import Testing

@testable import HikidashiLoading

/// What is tried again, and when.
@Suite struct ConnectorRetryTests {
  private func options(_ attempts: Int = 4, jitter: Double = 0) -> LoadOptions {
    var options = LoadOptions()
    options.retry = Retry(
      attempts: attempts, first: .seconds(1), longest: .seconds(1_000), jitter: jitter)
    return options
  }

  @Test func whatFailsForNowIsTriedAgainBehindLongerWaits() async {
    let world = TestWorld { TransferScript(text: "ab").with(.reset(after: 1), for: $0.target) }
    let load = world.load("page", options())
    for (attempt, delay) in [1, 2, 4].enumerated() {
      let status = await load.status(in: .waitingToRetry)
      #expect(status.retryDelay == .seconds(delay))
      #expect(status.attempt == attempt + 1)
      await world.clock.waitForSleepers()
      world.clock.advance(by: .seconds(delay) - .nanoseconds(1))
      #expect(load.status.state == .waitingToRetry)
      world.clock.advance(by: .nanoseconds(1))
      _ = await world.transport.transfer(attempt + 1)
    }
    guard case .reset? = await load.failure else {
      Issue.record("\(load.status)")
      return
    }
    #expect(world.transport.transfers.count == 4)
    #expect(load.status.attempt == 4)
  }

  @Test func anAttemptBeginsWithAFreshParser() async throws {
    let world = TestWorld()
    let load = world.load("page", options())
    let first = await world.transport.transfer(0)
    first.deliver(.head(ResponseHead(http: 200, headers: [:])))
    first.deliver(.chunk(Array("half a li".utf8)))
    first.deliver(.failed(.reset(LoadFailure(load.request.target))))
    await world.clock.waitForSleepers()
    world.clock.advance(by: .seconds(1))
    await world.transport.transfer(1).answer("whole\n")
    #expect(try await load.value == ["whole"])
  }

  @Test func whatFailsForGoodIsNotTriedAgain() async {
    let world = TestWorld { _ in TransferScript(status: 404, text: "<b>no\u{7} such\n page</b>") }
    let load = world.load("page", options())
    guard case .status(_, let problem)? = await load.failure else {
      Issue.record("\(load.status)")
      return
    }
    #expect(problem == StatusProblem(404, snippet: "no such page"))
    #expect(world.transport.transfers.count == 1)
  }

  /// People are shown it.
  @Test(arguments: [
    (
      "<!DOCTYPE html>\n<html><head><title>404</title><style>p{}</style></head>"
        + "<body><h1>Not Found</h1><p>It is <b>gone</b>.</p></body></html>", "Not Found It is gone."
    ),
    ("<?xml version='1.0'?><Error><Code>NoSuchKey</Code></Error>", "NoSuchKey"),
    ("<html><head><style>" + String(repeating: "p { margin: 0 }", count: 100), ""),
    ("{\"error\": \"a < b\"}", "{\"error\": \"a < b\"}"), ("a <b> c", "a <b> c"),
  ]) func whatAServerSaysHasNoMarkup(_ body: String, _ words: String) async {
    let world = TestWorld { _ in TransferScript(status: 404, text: body) }
    guard case .status(_, let problem)? = await world.load("page", options()).failure else {
      Issue.record("no status")
      return
    }
    #expect(problem.snippet == words)
  }

  @Test(arguments: [
    ("7", 7), ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sunday, 06-Nov-94 08:49:42 GMT", 5),
    ("Sun Nov  6 08:49:57 1994", 20), ("Sun, 06 Nov 1994 08:00:00 GMT", 1),
  ])
  func aServerThatWantsToBeLeftAloneIs(_ field: String, _ seconds: Int) async {
    let world = TestWorld {
      TransferScript(text: "").with(.status(429, retryAfter: field), for: $0.target)
    }
    let load = world.load("page", options())
    let status = await load.status(in: .waitingToRetry)
    #expect(status.retryDelay == .seconds(seconds))
    load.cancel()
  }

  @Test func aServerThatHasHadTooManyRequestsIsNotAskedAgainWithoutATime() async {
    let world = TestWorld {
      TransferScript(text: "").with(.status(429, retryAfter: "soon"), for: $0.target)
    }
    guard case .status(_, let problem)? = await world.load("page", options()).failure else {
      Issue.record("no status")
      return
    }
    #expect(problem.status == 429 && problem.retryAfter == nil)
  }

  @Test func timesOfAnyLengthAreBounded() {
    var timeouts = LoadTimeouts(connect: .seconds(Int64.max), idle: .seconds(Int64.min), total: nil)
    #expect(timeouts.idle == .zero && timeouts.total == nil)
    timeouts.total = .seconds(Int64.max)
    #expect(timeouts.total == timeouts.connect)
  }

  @Test func aServerThatWantsTooLongAWaitEndsTheLoad() async {
    let world = TestWorld {
      TransferScript(text: "").with(.status(503, retryAfter: "1001"), for: $0.target)
    }
    let load = world.load("page", options())
    guard case .status(_, let problem)? = await load.failure else {
      Issue.record("\(load.status)")
      return
    }
    #expect(problem.retryAfter == .seconds(1_001))
  }

  @Test func datesAreReadInAllForms() {
    let now = TestWorld.start
    for text in [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994",
    ] {
      #expect(HTTPDate.seconds(text, now: now) == now, "\(text)")
    }
    #expect(HTTPDate.seconds("Thu, 01 Jan 1970 00:00:00 GMT", now: now) == 0)
    #expect(HTTPDate.seconds("Tue, 29 Feb 2000 12:00:00 GMT", now: now) == 951_825_600)
    #expect(HTTPDate.seconds("Friday, 31-Dec-99 23:59:59 GMT", now: now) == 946_684_799)
    #expect(HTTPDate.seconds("Saturday, 01-Jan-00 00:00:00 GMT", now: 1_800_000_000) == 946_684_800)
    for text in [
      "", ",", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 32 Nov 1994 08:49:37 GMT",
      "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, 06 Nov 1994 8:49 GMT",
      "Sun, 06 Nov 1994 08:49:37 CET", String(repeating: "- ", count: 500),
    ] {
      #expect(HTTPDate.seconds(text, now: now) == nil, "\(text)")
    }
  }

  @Test func aDateIsCountedFromWhenItWasSent() {
    let head = ResponseHead(
      http: 429,
      headers: [
        "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT",
      ])
    #expect(head.retryAfter(now: .zero) == .seconds(30))
  }

  @Test(arguments: [
    ("X-RateLimit-Reset", "2026-11-28T09:04:37.123456Z", 900),
    ("X-RateLimit-Reset", "1795856977", 1_200), ("x-ratelimit-reset", "60", 60),
    ("RateLimit-Reset", "0", 0), ("X-Rate-Limit-Reset", "Sat, 28 Nov 2026 08:50:07 GMT", 30),
    ("X-RateLimit-Reset", "2026-11-28T08:00:00Z", 0), ("X-RateLimit-Reset", "soon", nil),
    ("X-RateLimit-Reset", "2026-11-28T08:00:00+09:00", nil),
    ("X-RateLimit-Reset", "99999999999", 604_800), ("X-Other", "60", nil),
  ])
  func theTimeAtWhichRequestsAreCountedAnewIsAWait(_ name: String, _ field: String, _ wait: Int?) {
    func wanted(_ status: Int, _ others: (String, String)...) -> Duration? {
      var head = ResponseHead(http: status, headers: ["Date": "Sat, 28 Nov 2026 08:49:37 GMT"])
      for (name, value) in [(name, field)] + others { head.headers[name] = value }
      return head.retryAfter(now: .zero)
    }
    #expect(wanted(429) == wait.map { .seconds($0) })
    // Of another answer it means nothing, unless no request is left.
    #expect(wanted(503) == nil)
    #expect(wanted(403, ("X-RateLimit-Remaining", "0")) == wait.map { .seconds($0) })
    #expect(wanted(429, ("Retry-After", "5")) == .seconds(5))
  }

  @Test func aLoadThatMayWaitForANetworkDoes() async throws {
    let world = TestWorld()
    var options = options()
    options.waitsForNetwork = true
    let load = world.load("page", options)
    await world.transport.transfer(0)
      .deliver(.failed(.noNetwork(LoadFailure(load.request.target))))
    #expect(await load.status(in: .waitingForNetwork).retryDelay == .seconds(1_000))
    world.connector.retryNetwork()
    await world.transport.transfer(1).answer("a")
    #expect(try await load.value == ["a"])
  }

  /// Who is told that a load waits may have it go on at once, while what has failed is being given back.
  @Test func whatHasFailedIsNotGivenBackFromTheNextAttempt() async throws {
    let world = TestWorld()
    var options = options()
    options.waitsForNetwork = true
    let load = world.load("page", options)
    let failing = await world.transport.transfer(0)
    let token = load.board.observe { [weak load] in
      guard load?.status.state == .waitingForNetwork else { return }
      world.connector.retryNetwork()
      while world.transport.transfers.count < 2 { sched_yield() }
    }
    failing.deliver(.failed(.noNetwork(LoadFailure(load.request.target))))
    let next = await world.transport.transfer(1)
    // Until the place of what has failed was given back, which comes last.
    while world.connector.activity.transfers > 1 { await onThread { sched_yield() } }
    next.answer("a")
    try await eventually("the next attempt is answered", within: .seconds(20)) {
      load.status.state == .finished
    }
    withExtendedLifetime(token) {}
  }

  @Test func goingOfflineEndsOrHoldsWhatNeedsANetwork() async throws {
    let world = TestWorld()
    var waiting = options()
    waiting.waitsForNetwork = true
    let load = world.load("page", options())
    let patient = world.load("patient", waiting)
    for index in 0..<2 { _ = await world.transport.transfer(index) }
    world.connector.isOffline = true
    guard case .offline? = await load.failure else {
      Issue.record("\(load.status)")
      return
    }
    #expect(patient.status.state == .waitingForNetwork)
    guard case .offline? = await world.load("new", options()).failure else {
      Issue.record("a load began offline")
      return
    }
    world.connector.isOffline = false
    await world.transport.transfer(2).answer("a")
    #expect(try await patient.value == ["a"])
    #expect(world.transport.transfers.count == 3)
  }
}
