import Foundation
import Loading
import LoadingTesting
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
