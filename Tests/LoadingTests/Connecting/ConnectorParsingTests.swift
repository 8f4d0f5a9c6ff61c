import Glibc
import HikidashiBase
import HikidashiLoadingTesting
import Testing

@testable import HikidashiLoading

/// Parsers in the hands of a connector: stopped early, cancelled in between, bounded.
@Suite struct ConnectorParsingTests {
  @Test func whoHasEnoughEndsTheTransfer() async throws {
    let world = TestWorld()
    let load = world.connector.load(world.request(), parser: LinesParser(most: 1))
    let transfer = await world.transport.transfer(0)
    transfer.deliver(.head(ResponseHead(http: 200, headers: ["Content-Length": "1000"])))
    transfer.deliver(.chunk(Array("a\nb".utf8)))
    #expect(try await load.value == ["a"])
    while !transfer.isOver { await onThread { sched_yield() } }
    #expect(transfer.isCancelled)
  }

  @Test func aLoadIsCancelledInMidBody() async {
    let world = TestWorld()
    let load = world.load()
    let transfer = await world.transport.transfer(0)
    transfer.deliver(.head(ResponseHead(http: 200, headers: ["Content-Length": "10"])))
    transfer.deliver(.chunk(Array("a\nb".utf8)))
    for await status in load.statuses where status.bytes > 0 {
      #expect(status.fraction == 0.3)
      break
    }
    load.cancel()
    transfer.deliver(.chunk(Array("12345\n7".utf8)))
    transfer.deliver(.finished(TransferMetrics()))
    guard case .cancelled? = await load.failure else {
      Issue.record("\(load.status)")
      return
    }
    #expect(load.status.bytes == 3)
  }

  @Test func noMoreIsDecodedThanIsAllowed() async {
    let world = TestWorld { _ in TransferScript(text: "123456789", chunkSize: 3) }
    for limit in 7...9 {
      var request = world.request()
      request.limits.decoded = limit
      let load = world.connector.load(request, parser: DataParser())
      switch await load.result {
      case .success(let bytes): #expect(bytes.count == 9 && limit == 9)
      case .failure(.tooLarge(_, .decoded, limit)): #expect(limit < 9)
      case .failure(let error): Issue.record("\(limit): \(error)")
      }
    }
  }

  @Test func theTransportsBoundsReachTheLoad() async {
    let world = TestWorld { _ in TransferScript(text: "123456789", chunkSize: 3) }
    var request = world.request()
    request.limits.received = 8
    let load = world.connector.load(request, parser: DataParser())
    guard case .tooLarge(_, .announced(9), limit: 8)? = await load.failure else {
      Issue.record("\(load.status)")
      return
    }
  }

  @Test func aParsersErrorHasItsPlace() async {
    let world = TestWorld { _ in TransferScript(text: "1\n2\n[", chunkSize: 1) }
    let load = world.connector.load(world.request(), parser: JSONLinesParser(Int.self))
    guard case .parser(_, .malformed(_, line: 3, column: 2))? = await load.failure else {
      Issue.record("\(load.status)")
      return
    }
  }

  @Test func statusesGoOnlyForward() async throws {
    let world = TestWorld { _ in
      TransferScript(body: [UInt8](repeating: 0x61, count: 5_000), chunkSize: 10)
    }
    let load = world.load()
    var last = LoadStatus()
    for await status in load.statuses {
      #expect(status.bytes >= last.bytes)
      #expect((status.fraction ?? 0) >= (last.fraction ?? 0))
      last = status
    }
    #expect(last.state == .finished && last.bytes == 5_000 && last.fraction == 1)
  }

  @Test func aTaskThatIsCancelledTakesItsLoadAlong() async {
    let world = TestWorld()
    let task = Task { [connector = world.connector, request = world.request()] in
      try await connector.value(of: request, parser: DataParser())
    }
    let transfer = await world.transport.transfer(0)
    task.cancel()
    await #expect(throws: LoadError.self) { try await task.value }
    while !transfer.isOver { await onThread { sched_yield() } }
    #expect(world.connector.activity == ConnectorActivity())
  }
}
