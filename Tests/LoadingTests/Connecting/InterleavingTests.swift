import Foundation
import HikidashiBase
import HikidashiLoadingTesting
import TestSupport
import Testing

@testable import HikidashiLoading

/// Start, chunks, errors, cancelling and superseding, as threads happen to meet.
@Suite struct InterleavingTests {
  @Test func everyLoadEndsOnceAsTheModelAllows() async throws {
    let url = try #require(URL(string: "http://example.org/list"))
    let seed = testSeed()
    let steps = testSteps(3_000)
    print("interleavings: seed \(seed), \(steps) steps")
    await withTaskGroup { group in
      for lane in 0..<4 as Range<UInt64> {
        group.addTask {
          var random = SeededGenerator(seed: seed &+ lane)
          for step in 0..<steps / 4 {
            let plan = Interleaving(&random, url)
            guard let problem = await plan.run() else { continue }
            Issue.record("seed \(seed), lane \(lane), step \(step): \(problem)")
            return
          }
        }
      }
    }
  }

  @Test func tenThousandCancelledLoadsLeaveNothing() async throws {
    let url = try #require(URL(string: "http://example.org/list"))
    let count = Guarded(0)
    for _ in 0..<testSteps(10_000) / 100 {
      var plan = SeededGenerator(seed: .random(in: .min ... .max))
      let interleaving = Interleaving(&plan, url)
      var options = LoadOptions()
      options.isShared = false
      let loads = (0..<100).map { _ in
        interleaving.connector.load(
          interleaving.request, parser: CountedParser(count), options: options)
      }
      await onThread {
        for transfer in interleaving.transport.transfers.prefix(30) {
          transfer.deliver(.head(ResponseHead(http: 200, headers: [:])))
          transfer.deliver(.chunk([1]))
        }
      }
      for load in loads { load.cancel() }
      #expect(loads.allSatisfy { $0.status.state == .cancelled })
    }
    // Threads that were about to parse hold theirs for a moment longer.
    for _ in 0..<100_000 where count.withLock({ $0 }) > 0 { await onThread { sched_yield() } }
    #expect(count.withLock { $0 } == 0)
  }
}

/// A parser that is counted while it lives.
struct CountedParser: ResponseParser {
  private final class Token: Sendable {
    let count: Guarded<Int>
    init(_ count: Guarded<Int>) {
      self.count = count
      count.withLock { $0 += 1 }
    }
    deinit { count.withLock { $0 -= 1 } }
  }

  private let token: Token

  init(_ count: Guarded<Int>) { token = Token(count) }

  mutating func feed(_ bytes: [UInt8]) -> ParserStep { .more }
  mutating func finish() -> Int { 1 }
}
