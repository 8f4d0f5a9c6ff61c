import Foundation
import HikidashiLoading
import HikidashiLoadingCache
import HikidashiLoadingTesting
import TestSupport
import Testing

/// Loads that are cancelled on one thread while others deliver, join and wait.
struct CancelRaceTests {
  private let request: LoadRequest
  /// Answers at once with one short body, from threads of the pool.
  private var answering: ScriptedTransport { ScriptedTransport(TransferScript(body: [1, 2, 3])) }

  init() throws {
    request = LoadRequest(try #require(URL(string: "http://example.org/list")))
  }

  @Test func aLoadThatJoinsWhileTheLastOtherLeavesHasAResult() async throws {
    let connector = Connector(transports: [answering])
    for _ in 0..<1_000 {
      let first = connector.load(request, parser: DataParser())
      async let cancelled: Void = onThread { first.cancel() }
      let second = connector.load(request, parser: DataParser())
      let bytes = try await second.value
      #expect(bytes == [1, 2, 3])
      await cancelled
    }
  }

  @Test func nothingFinishesOnceAllWereCancelled() async {
    for _ in 0..<300 {
      let connector = Connector(transports: [answering])
      var options = LoadOptions()
      options.isShared = false
      let loads = (0..<8).map { _ in
        connector.load(request, parser: DataParser(), options: options)
      }
      await onThread { for _ in 0..<Int.random(in: 0..<400) { sched_yield() } }
      connector.cancelAll()
      let states = loads.map(\.status.state)
      #expect(states.allSatisfy { $0.isTerminal })
      for load in loads { _ = try? await load.value }
      #expect(loads.map(\.status.state) == states)
    }
  }

  /// The thread that asks the cache queues a load that another one cancels.
  @Test func noPlaceIsLostToWhoLeavesOnTheWayIntoTheQueue() async throws {
    let folder = try ScratchFolder()
    let cache = ResponseCache(folder.url.appendingPathComponent("cache.db").path)
    let connector = Connector(
      transports: [answering], cache: cache, limits: ConnectorLimits(transfersPerHost: 2))
    var options = LoadOptions()
    options.isShared = false
    for _ in 0..<100 {
      let loads = (0..<10).map { _ in
        connector.load(request, parser: DataParser(), options: options)
      }
      await onThread {
        for load in loads {
          for _ in 0..<Int.random(in: 0..<40) { sched_yield() }
          load.cancel()
        }
      }
    }
    let last = connector.load(request, parser: DataParser(), options: options)
    #expect(try await last.value == [1, 2, 3])
    // A thread that has just ended one may not have given its place back yet.
    for _ in 0..<10_000 where connector.activity.isBusy { await onThread { sched_yield() } }
    #expect(connector.activity == ConnectorActivity())
  }

  @Test func loadsThatHaveEndedAreFreed() async {
    weak var freed: Load<[UInt8]>?
    let connector = Connector(transports: [answering])
    for isCancelled in [true, false] {
      do {
        let load = connector.load(request, parser: DataParser())
        freed = load
        if isCancelled { load.cancel() }
        _ = try? await load.value
      }
      // A thread that delivers may hold it for a moment longer.
      for _ in 0..<10_000 where freed != nil { await onThread { sched_yield() } }
      #expect(freed == nil)
    }
    #expect(connector.activity == ConnectorActivity())
  }
}
