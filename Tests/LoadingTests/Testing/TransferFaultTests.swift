import Foundation
import HikidashiLoadingTesting
import Testing

@testable import HikidashiLoading

/// Each fault comes to a load as what it is.
@Suite struct TransferFaultTests {
  private let page = TransferScript(text: "one\ntwo\n", chunkSize: 3)

  /// The end of a load over a transport with a fault, whose time moves on by itself whenever all that
  /// depends on it waits: what one second wakes has been done before the next.
  private func end(
    _ fault: TransferFault, _ timeouts: LoadTimeouts = LoadTimeouts()
  ) async -> Result<[String], LoadError> {
    let clock = ManualClock()
    let transport = ScriptedTransport(clock: clock) { [page] in page.with(fault, for: $0.target) }
    let connector = Connector(transports: [transport])
    var request = TestWorld().request()
    request.timeouts = timeouts
    var options = LoadOptions()
    options.retry = .never
    let load = connector.load(request, parser: LinesParser(), options: options)
    let waiting = 1 + (timeouts.total == nil ? 0 : 1) + (timeouts.leastRate == nil ? 0 : 1)
    let time = Task {
      while !Task.isCancelled {
        if clock.sleeperCount >= waiting { clock.advance(by: .seconds(1)) }
        await Task.yield()
      }
    }
    defer { time.cancel() }
    return await load.result
  }

  @Test func whatIsOnlySlowComes() async {
    let whole = Result<[String], LoadError>.success(["one", "two"])
    #expect(await end(.delay(.seconds(20))) == whole)
    #expect(await end(.slowDrip(bytes: 1, every: .seconds(20))) == whole)
    #expect(await end(.wrongLength(8)) == whole)
  }

  @Test func whatIsTooSlowTimesOut() async {
    let target = TestWorld().request().target
    let idle = LoadError.timedOut(LoadFailure(target), .idle, after: .seconds(30))
    #expect(await end(.delay(.seconds(31))) == .failure(idle))
    #expect(await end(.stalled(after: 4)) == .failure(idle))
    let total = LoadError.timedOut(LoadFailure(target), .total, after: .seconds(70))
    let drip = await end(
      .slowDrip(bytes: 1, every: .seconds(20)), LoadTimeouts(total: .seconds(70)))
    #expect(drip == .failure(total))
    // Never idle, and two bytes in thirty seconds.
    let rate = LoadError.timedOut(LoadFailure(target), .rate, after: .seconds(30))
    let least = LoadTimeouts(leastRate: LeastRate(1, over: .seconds(30)))
    #expect(await end(.slowDrip(bytes: 1, every: .seconds(20)), least) == .failure(rate))
  }

  @Test func whatBreaksOffIsAnError() async {
    let failure = LoadFailure(TestWorld().request().target)
    #expect(await end(.reset(after: 5)) == .failure(.reset(failure)))
    #expect(await end(.reset(after: 0)) == .failure(.reset(failure)))
    let cut = LoadError.truncated(failure, got: 5, expected: 8)
    #expect(await end(.truncated(after: 5)) == .failure(cut))
    let less = LoadError.truncated(failure, got: 8, expected: 10_000_000)
    #expect(await end(.wrongLength(10_000_000)) == .failure(less))
    #expect(await end(.wrongLength(5)) == .success(["one", "t"]))
    #expect(
      await end(.wrongLength(1 << 40))
        == .failure(.tooLarge(failure, .announced(1 << 40), limit: 1 << 28)))
  }

  @Test func aServersRefusalIsAnError() async {
    for (status, field) in [(500, nil), (503, "120"), (429, "7")] {
      guard case .failure(.status(_, let problem)) = await end(.status(status, retryAfter: field))
      else {
        Issue.record("status \(status) was taken")
        continue
      }
      #expect(problem.status == status)
      #expect(problem.retryAfter == field.flatMap { Int($0) }.map { .seconds($0) })
      #expect(problem.snippet.contains("status \(status)"))
    }
  }

  @Test func whatWasRecordedIsPlayedAgain() async throws {
    let clock = ManualClock()
    let hand = ScriptedTransport()
    let recorder = RecordingTransport(hand, clock: clock)
    let connector = Connector(transports: [recorder])
    let request = TestWorld().request()
    let load = connector.load(request, parser: LinesParser())
    let transfer = await hand.transfer(0)
    clock.advance(by: .seconds(2))
    let head = ResponseHead(
      http: 200, headers: ["Content-Length": "3", "Set-Cookie": "secret", "ETag": "\"1\""])
    transfer.deliver(.head(head))
    transfer.deliver(.chunk([0x61, 0xC3]))
    clock.advance(by: .seconds(3))
    transfer.deliver(.chunk([0xA9]))
    transfer.deliver(.finished(TransferMetrics(receivedBytes: 3)))
    #expect(try await load.value == ["aé"])

    let json = try recorder.recording.json
    #expect(!String(decoding: json, as: UTF8.self).contains("secret"))
    let saved = try TransferRecording(json)
    #expect(saved.count == 1)
    var kept = head
    kept.headers["Set-Cookie"] = nil
    let script = TransferScript([
      .wait(.seconds(2)), .deliver(.head(kept)), .deliver(.chunk([0x61, 0xC3])),
      .wait(.seconds(3)), .deliver(.chunk([0xA9])),
      .deliver(.finished(TransferMetrics(receivedBytes: 3))),
    ])
    #expect(saved.script(for: request) == script)
    let other = TestWorld().request("other")
    guard case .deliver(.failed(.other(let failure)))? = saved.script(for: other).steps.first else {
      Issue.record("something was recorded for another page")
      return
    }
    #expect(failure.reason.contains("nothing was recorded for GET http://example.org/other"))
  }

  @Test func failuresAreRecordedAsFarAsTheyCanBe() throws {
    let target = TestWorld().request().target
    let failure = LoadFailure(target, reason: "in words")
    for error in [
      LoadError.noNetwork(failure), .refused(failure), .reset(failure),
      .truncated(failure, got: 1, expected: 2), .truncated(failure, got: 1, expected: nil),
      .nameNotFound(LoadFailure(target), host: "example.org"), .other(failure),
    ] {
      var exchange = RecordedExchangeProbe(target)
      #expect(try exchange.playedAgain(error) == error || isOther(error))
    }
  }

  private func isOther(_ error: LoadError) -> Bool {
    if case .other = error { true } else { false }
  }
}

/// Records one failure and reads it back.
private struct RecordedExchangeProbe {
  let request: LoadRequest

  init(_ target: LoadTarget) { request = LoadRequest(target) }

  mutating func playedAgain(_ error: LoadError) throws -> LoadError? {
    let recorder = RecordingTransport(ScriptedTransport(TransferScript()))
    let receiver = DeafReceiver()
    let transfer = recorder.start(request, receiver: receiver)
    (transfer as? ScriptedTransfer)?.deliver(.failed(error))
    let saved = try TransferRecording(recorder.recording.json)
    guard case .deliver(.failed(let error))? = saved.script(for: request).steps.last else {
      return nil
    }
    return error
  }
}
