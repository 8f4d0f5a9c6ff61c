import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiLoading

/// Loads of real servers, programs and files that are cancelled at any moment.
@Suite struct ServerCancelTests {
  private let connector = Connector(transports: [HTTPTransport(), DescriptorTransport()])

  @Test(.needsNginx) func loadsCancelledAtAnyMomentDeliverNothingAndLeaveNothing() async throws {
    let server = try NginxServer("location /slow/ { alias content/; limit_rate 8m; }")
    try server.put(Data(count: 200_000), at: "page")
    let page = try #require(URL(string: server.address + "/page"))
    let slow = try #require(URL(string: server.address + "/slow/page"))
    let file = server.content.appendingPathComponent("page")
    let targets = [
      LoadTarget.url(page), .url(slow), .url(file),
      .program("sh", arguments: ["-c", "echo one; echo two"]),
    ]
    let alive = Guarded(0)
    let seed = testSeed()
    print("cancelled at any moment: seed \(seed)")
    await withTaskGroup { group in
      for lane in 0..<8 as Range<UInt64> {
        group.addTask {
          var random = SeededGenerator(seed: seed &+ lane)
          for step in 0..<testSteps(400, scale: 0.01) / 8 {
            let request = LoadRequest(targets[step % targets.count])
            let pause = UInt32.random(in: 0..<4_000, using: &random)
            guard let problem = await cancel(request, after: pause, alive) else { continue }
            Issue.record("seed \(seed), lane \(lane), step \(step): \(problem)")
            return
          }
        }
      }
    }
    // Threads that were about to parse hold theirs for a moment longer.
    for _ in 0..<100_000 where alive.withLock({ $0 }) > 0 { await onThread { sched_yield() } }
    #expect(alive.withLock { $0 } == 0)
    #expect(connector.activity == ConnectorActivity())
  }

  /// Starts a load and cancels it after microseconds; what is wrong, or nil.
  private func cancel(
    _ request: LoadRequest, after pause: UInt32, _ alive: Guarded<Int>
  ) async -> String? {
    var options = LoadOptions()
    options.isShared = false
    let load = connector.load(request, parser: CountedParser(alive), options: options)
    let ends = Collected<LoadState>()
    let watcher = Task {
      for await status in load.statuses where status.state.isTerminal { ends.add(status.state) }
    }
    let before = await onThread { () -> LoadState in
      usleep(pause)
      let before = load.status.state
      load.cancel()
      return before
    }
    let after = load.status.state
    let result = await load.result
    await watcher.value
    switch (after, result) {
    case (.cancelled, .failure(.cancelled)), (.finished, .success):
      if before.isTerminal, before != after { return "\(before), and \(after) behind a cancel" }
      return ends.all == [after] ? nil : "the ends \(ends.all), and it is \(after)"
    default: return "\(after) when cancel had returned, and then \(result)"
    }
  }
}
