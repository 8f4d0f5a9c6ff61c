import Foundation
import Glibc
import HikidashiBase
import HikidashiLoadingTesting
import Testing

@testable import HikidashiLoading

/// What waits for what: equal loads, priorities, bounds on what is done at once.
@Suite struct ConnectorQueueTests {
  @Test func equalLoadsShareATransfer() async throws {
    let world = TestWorld()
    let loads = (0..<3).map { _ in world.load() }
    var alone = LoadOptions()
    alone.isShared = false
    let others = [world.load("other"), world.load("page", alone)]
    let bytes = world.connector.load(world.request(), parser: DataParser())
    for index in 0..<4 { await world.transport.transfer(index).answer("a\n") }
    for load in loads + others { #expect(try await load.value == ["a"]) }
    #expect(try await bytes.value == [0x61, 0x0A])
    #expect(world.transport.transfers.count == 4)
    #expect(world.connector.activity == ConnectorActivity())
  }

  @Test func aSharedTransferGoesOnForWhoIsLeft() async throws {
    let world = TestWorld()
    let loads = (0..<3).map { _ in world.load() }
    let transfer = await world.transport.transfer(0)
    transfer.deliver(.head(ResponseHead(http: 200, headers: [:])))
    loads[0].cancel()
    loads[2].cancel()
    #expect(!transfer.isCancelled)
    transfer.deliver(.chunk([0x61]))
    transfer.deliver(.finished(TransferMetrics()))
    #expect(try await loads[1].value == ["a"])
    #expect(loads.map(\.status.state) == [.cancelled, .finished, .cancelled])
  }

  @Test func theLastWhoLeavesEndsTheTransfer() async {
    let world = TestWorld()
    let loads = (0..<2).map { _ in world.load() }
    let transfer = await world.transport.transfer(0)
    await loads[0].status(in: .inProgress)
    for load in loads { load.cancel() }
    // The connecting thread cancels one that it is just starting when it comes back.
    while !transfer.isCancelled { await onThread { sched_yield() } }
    #expect(loads.allSatisfy { $0.status.state == .cancelled })
    #expect(world.connector.activity == ConnectorActivity())
  }

  @Test func theMostUrgentIsNextAlsoWhenThatChanges() async throws {
    let world = TestWorld(limits: ConnectorLimits(transfers: 1))
    let first = world.load("first")
    let names = ["background", "low", "normal", "high", "late", "sinking", "cancelled"]
    let priorities: [LoadPriority] = [.background, .low, .normal, .high, .low, .immediate, .high]
    let loads = zip(names, priorities).map { world.load($0, priority: $1) }
    #expect(world.connector.activity == ConnectorActivity(transfers: 1, waiting: 7))
    loads[4].setPriority(.immediate)
    loads[5].setPriority(.background)
    loads[6].cancel()
    // A second load of the same makes it as urgent as the more urgent of both.
    let again = world.load("low", priority: .high)
    for index in 0..<7 { await world.transport.transfer(index).answer("") }
    for load in [first, again] + loads.dropLast() { _ = try await load.value }
    let paths = world.transport.requests.map { "\($0.target)".split(separator: "/").last }
    #expect(paths == ["first", "late", "low", "high", "normal", "background", "sinking"])
  }

  @Test func theTransportHearsOfANewPriority() async {
    let world = TestWorld()
    let load = world.load()
    let transfer = await world.transport.transfer(0)
    #expect(transfer.priority == .normal)
    transfer.deliver(.head(ResponseHead(http: 200, headers: [:])))
    while load.status.expectedBytes == nil, transfer.priority != .high {
      load.setPriority(.high)
      await onThread { sched_yield() }
    }
    #expect(transfer.priority == .high)
    load.cancel()
  }

  @Test func oneThatJoinsMakesTheTransferAsUrgentAsItself() async {
    let world = TestWorld()
    let load = world.load(priority: .background)
    let transfer = await world.transport.transfer(0)
    transfer.deliver(.head(ResponseHead(http: 200, headers: [:])))
    await load.status(in: .inProgress)
    let urgent = world.load(priority: .immediate)
    while transfer.priority != .immediate { await onThread { sched_yield() } }
    urgent.cancel()
    while transfer.priority != .background { await onThread { sched_yield() } }
    load.cancel()
    #expect(world.transport.transfers.count == 1)
  }

  /// A transport of one transfer, which takes its time when it hears that it is urgent.
  private final class Slow: Transport, Transfer {
    let base = ScriptedTransport()
    let (isTold, mayHear) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let heard = Guarded<[LoadPriority]>([])

    func serves(_ target: LoadTarget) -> Bool { true }

    func start(_ request: LoadRequest, receiver: any TransferReceiver) -> any Transfer {
      _ = base.start(request, receiver: receiver)
      return self
    }

    func resume() { base.transfers.first?.resume() }

    func cancel() { base.transfers.first?.cancel() }

    func setPriority(_ priority: LoadPriority) {
      if priority == .immediate {
        isTold.signal()
        mayHear.wait()
      }
      heard.withLock { $0.append(priority) }
    }
  }

  @Test func theNewestPriorityIsTheLastThatATransferHears() async {
    let transport = Slow()
    let world = TestWorld()
    // Its clock stands: on a busy machine the load would be given up for taking too long.
    let connector = Connector(transports: [transport], environment: world.environment)
    let load = connector.load(world.request(), parser: DataParser())
    _ = await transport.base.transfer(0)
    Thread.detachNewThread { load.setPriority(.immediate) }
    await onThread { transport.isTold.wait() }
    // Returns at once: who tells it of the one before will tell it of this one, too.
    await onThread { load.setPriority(.low) }
    transport.mayHear.signal()
    while transport.heard.withLock({ $0.count }) < 2 { await onThread { sched_yield() } }
    #expect(transport.heard.withLock { $0 } == [.immediate, .low])
    load.cancel()
  }

  @Test func equalLoadsOfManyThreadsStartOneTransfer() async {
    for _ in 0..<200 {
      let world = TestWorld()
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask { await onThread { _ = world.load() } }
        }
      }
      #expect(world.connector.activity == ConnectorActivity(transfers: 1, waiting: 0))
      world.connector.cancelAll()
    }
  }

  @Test func aHostHasOnlySoManyTransfers() async throws {
    let world = TestWorld(limits: ConnectorLimits(transfers: 5, transfersPerHost: 2))
    var loads = (0..<4).map { world.load("\($0)", host: "one.example") }
    loads += (0..<3).map { world.load("\($0)", host: "two.example") }
    #expect(world.connector.activity == ConnectorActivity(transfers: 4, waiting: 3))
    for index in 0..<4 { _ = await world.transport.transfer(index) }
    let hosts = Dictionary(grouping: world.transport.requests, by: \.target.hostKey)
    #expect(hosts.mapValues(\.count) == ["http://one.example:": 2, "http://two.example:": 2])
    for index in 0..<7 { await world.transport.transfer(index).answer("") }
    for load in loads { _ = try await load.value }
  }

  @Test func boundsMayBeRaisedMeanwhile() async throws {
    let world = TestWorld(limits: ConnectorLimits(transfers: 1))
    let loads = (0..<3).map { world.load("\($0)") }
    #expect(world.connector.activity == ConnectorActivity(transfers: 1, waiting: 2))
    world.connector.limits.transfers = 3
    #expect(world.connector.activity == ConnectorActivity(transfers: 3, waiting: 0))
    for index in 0..<3 { await world.transport.transfer(index).answer("") }
    for load in loads { _ = try await load.value }
  }

  @Test func bandwidthIsWaitedFor() async throws {
    let world = TestWorld(limits: ConnectorLimits(bytesPerSecond: 1_000))
    let load = world.load()
    let transfer = await world.transport.transfer(0)
    transfer.deliver(.head(ResponseHead(http: 200, headers: [:])))
    transfer.deliver(.chunk([UInt8](repeating: 0x61, count: 2_000)))
    await world.clock.waitForSleepers()
    transfer.deliver(.chunk([0x0A, 0x62]))
    transfer.deliver(.finished(TransferMetrics()))
    #expect(load.status.bytes == 2_000)
    world.clock.advance(by: .seconds(1))
    #expect(load.status.state == .inProgress)
    world.clock.advance(by: .seconds(1))
    #expect(try await load.value.last == "b")
  }

  @Test func whatIsHereAtOnceWaitsForBandwidthToo() async throws {
    let world = TestWorld(limits: ConnectorLimits(bytesPerSecond: 1_000))
    let load = world.load()
    let transfer = await world.transport.transfer(0)
    transfer.deliver(.head(ResponseHead(http: 200, headers: [:])))
    transfer.deliver(.chunk([UInt8](repeating: 0x61, count: 2_000)))
    transfer.deliver(.finished(TransferMetrics()))
    await world.clock.waitForSleepers()
    world.clock.advance(by: .milliseconds(1_999))
    #expect(load.status.state == .inProgress)
    world.clock.advance(by: .milliseconds(1))
    #expect(try await load.value.last?.count == 2_000)
  }

  @Test func whatWaitsForBandwidthIsLetGoOfWhenItIsCancelled() async {
    let world = TestWorld(limits: ConnectorLimits(bytesPerSecond: 1))
    let alive = Guarded(0)
    // It holds a parser itself, to begin anew with.
    var load: Load? = world.connector.load(world.request(), parser: CountedParser(alive))
    let transfer = await world.transport.transfer(0)
    transfer.deliver(.head(ResponseHead(http: 200, headers: [:])))
    transfer.deliver(.chunk([UInt8](repeating: 0x61, count: 1_000_000)))
    await world.clock.waitForSleepers()
    load?.cancel()
    load = nil
    // A thread that was about to parse may hold it for a moment longer.
    for _ in 0..<10_000 where alive.withLock({ $0 }) > 0 { await onThread { sched_yield() } }
    #expect(alive.withLock { $0 } == 0)
  }

  @Test func boundsAreAtLeastOne() {
    var limits = ConnectorLimits()
    limits.transfers = 0
    limits.transfersPerHost = -1
    limits.bytesPerSecond = 0
    #expect(limits == ConnectorLimits(transfers: 1, transfersPerHost: 1, bytesPerSecond: 1))
  }

  @Test func bytesAreSpreadOverTime() {
    var limit = BandwidthLimit(1_000)
    #expect(limit.take(50, at: .zero) == .zero)
    #expect(limit.take(950, at: .zero) == .seconds(1))
    #expect(limit.take(1_000, at: .seconds(1)) == .seconds(1))
    #expect(limit.take(1_000, at: .seconds(9)) == .seconds(1))
    var none = BandwidthLimit(nil)
    #expect(none.take(.max, at: .zero) == .zero)
  }
}
