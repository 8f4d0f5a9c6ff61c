import Foundation
import Glibc
import HikidashiLoadingTesting
import TestSupport
import Testing

@testable import HikidashiLoading

/// What comes too slowly is told from what is only slow, whatever the clock of this machine does.
@Suite struct RateWatchTests {
  private let start = ContinuousClock.now

  private func watch(_ rate: Int, over seconds: Int) -> RateWatch {
    RateWatch(LeastRate(rate, over: .seconds(seconds)), count: 0, at: start)
  }

  private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  private func isTooSlow(
    _ watch: inout RateWatch, _ count: Int, _ time: ContinuousClock.Instant
  ) -> Bool { watch.isTooSlow(count: count, at: time) }

  @Test func eachWindowMustBringItsShare() {
    var watch = watch(100, over: 10)
    #expect(watch.deadline == at(10))
    #expect(!isTooSlow(&watch, 0, at(9)))
    #expect(!isTooSlow(&watch, 1_000, at(10)))
    #expect(watch.deadline == at(20))
    #expect(!isTooSlow(&watch, 2_000, at(20)))
    #expect(isTooSlow(&watch, 2_999, at(30)))
  }

  /// What came at once at first does not count for later.
  @Test func aDripBehindAGushIsSeen() {
    var watch = watch(100, over: 10)
    #expect(!isTooSlow(&watch, 1_000_000, at(10)))
    #expect(isTooSlow(&watch, 1_000_010, at(20)))
  }

  @Test func whoAsksLateAsksForNoMore() {
    var watch = watch(100, over: 10)
    #expect(!isTooSlow(&watch, 1_000, at(500)))
    #expect(watch.deadline == at(510))
    #expect(isTooSlow(&watch, 1_999, at(510)))
  }

  @Test func ratesAndWindowsAreWithinBounds() {
    #expect(LeastRate(0, over: .zero) == LeastRate(1, over: .milliseconds(1)))
    #expect(LeastRate(-5, over: .seconds(-5)).leastBytes == 1)
    #expect(LeastRate(1_000, over: .milliseconds(1_500)).leastBytes == 1_500)
    #expect(LeastRate(.max, over: .seconds(Int64.max)).leastBytes == .max)
    var rate = LeastRate(5)
    rate.bytesPerSecond = -1
    rate.window = .zero
    #expect(rate == LeastRate(1, over: .milliseconds(1)))
  }

  @Test func theBoundOnTheRateGoesFirst() {
    var request = LoadRequest(.program("true"))
    #expect(request.leastRate() == nil)
    request.timeouts.leastRate = LeastRate(1_000, over: .seconds(5))
    #expect(request.leastRate() == LeastRate(1_000, over: .seconds(5)))
    request.limits.bytesPerSecond = 500
    #expect(request.leastRate(hold: .seconds(2)) == LeastRate(250, over: .seconds(7)))
    request.limits.bytesPerSecond = 1
    #expect(request.leastRate() == nil)
  }

  /// However many bytes this machine can send within the window, they are too few.
  @Test(arguments: [false, true]) func aServerThatDripsIsLeft(inHead: Bool) throws {
    let server = try RawServer { connection in
      _ = connection.request()
      if !inHead { connection.head("200 OK", "Content-Length: 100000000") }
      if inHead { connection.send("HTTP/1.1 200 OK\r\n") }
      while connection.send(inHead ? "X: y\r\n" : "x") { usleep(1_000) }
    }
    let load = try HTTPTransport().load(server.address + "/") {
      $0.timeouts.leastRate = LeastRate(1 << 50, over: .milliseconds(100))
    }
    guard case .timedOut(_, .rate, after: .milliseconds(100))? = load.failure() else {
      Issue.record("it ended with \(String(describing: load.failure()))")
      return
    }
    let target = LoadTarget.tcp(host: "127.0.0.1", port: server.port)
    let other = DescriptorTransport().load(target) {
      $0.body = Array("GET / HTTP/1.0\r\n\r\n".utf8)
      $0.timeouts.leastRate = LeastRate(1 << 50, over: .milliseconds(100))
    }
    guard case .timedOut(_, .rate, after: .milliseconds(100))? = other.failure() else {
      Issue.record("it ended with \(String(describing: other.failure()))")
      return
    }
  }

  /// A pause ends a window, as nothing may come in it. Time moves by the test alone.
  @Test func aPauseIsNotSlow() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport(clock: clock)
    var request = LoadRequest(.program("true"))
    request.timeouts = LoadTimeouts(idle: nil, leastRate: LeastRate(10, over: .seconds(10)))
    let recorder = Recorder { event, _ in if case .head = event { .pause } else { .proceed } }
    _ = transport.start(request, receiver: recorder)
    let transfer = await transport.transfer(0)
    transfer.deliver(.head(ResponseHead()))
    clock.advance(by: .seconds(1_000))
    transfer.resume()
    #expect(!transfer.isOver)
    transfer.deliver(.chunk([UInt8](repeating: 0, count: 99)))
    clock.advance(by: .seconds(10))
    let failure = LoadFailure(request.target)
    // The transfer's tasks need the threads that a test would hold while it waits.
    let ended = try await onOwnThread { recorder.failure() }
    #expect(ended == .timedOut(failure, .rate, after: .seconds(10)))
  }
}
