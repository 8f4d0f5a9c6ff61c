import Dispatch
import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiLoading

/// What is asked of a real server when: shared, bounded, the most urgent first.
@Suite struct ServerQueueTests {
  /// A server that tells what it was asked for, and answers when it may.
  private final class Desk: Sendable {
    private struct State {
      var asked: [String] = []
      var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let address: String
    private let state: Guarded<State>
    private let mayAnswer: DispatchSemaphore
    private let server: RawServer

    init() throws {
      let (state, mayAnswer) = (Guarded(State()), DispatchSemaphore(value: 0))
      (self.state, self.mayAnswer) = (state, mayAnswer)
      server = try RawServer { connection in
        while case let request = connection.request(), !request.isEmpty {
          Self.note(String(request.split(separator: " ")[1]), in: state)
          mayAnswer.wait()
          connection.head("200 OK", "Content-Length: 2")
          connection.send("ok")
        }
      }
      address = server.address
    }

    private static func note(_ path: String, in state: Guarded<State>) {
      let woken = state.withLock { state in
        state.asked.append(path)
        let count = state.asked.count
        defer { state.waiters.removeAll { $0.count <= count } }
        return state.waiters.filter { $0.count <= count }
      }
      for waiter in woken { waiter.continuation.resume() }
    }

    var asked: [String] { state.withLock { $0.asked } }

    /// Waits until it was asked for so much in all.
    func wait(for count: Int) async {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.asked.count < count { state.waiters.append((count, continuation)) }
          return state.asked.count >= count
        }
        if isThere { continuation.resume() }
      }
    }

    func answer(_ count: Int) { for _ in 0..<count { mayAnswer.signal() } }
  }

  private let desk: Desk

  init() throws { desk = try Desk() }

  private func load(
    _ path: String, by connector: Connector, _ priority: LoadPriority = .normal
  ) throws -> Load<[String]> {
    var request = LoadRequest(try #require(URL(string: desk.address + path)))
    request.priority = priority
    // The server takes its time.
    request.timeouts.idle = nil
    return connector.load(request, parser: LinesParser())
  }

  @Test func equalLoadsAskOnce() async throws {
    let connector = Connector(transports: [HTTPTransport()])
    let loads = try (0..<5).map { _ in try load("/page", by: connector) }
    await desk.wait(for: 1)
    loads[0].cancel()
    desk.answer(1)
    for load in loads.dropFirst() { #expect(try await load.value == ["ok"]) }
    #expect(desk.asked == ["/page"])
  }

  @Test func aHostIsAskedForSoManyAtOnce() async throws {
    let connector = Connector(
      transports: [HTTPTransport()], limits: ConnectorLimits(transfersPerHost: 2))
    let loads = try (0..<6).map { try load("/\($0)", by: connector) }
    for round in 0..<3 {
      await desk.wait(for: 2 * round + 2)
      #expect(desk.asked.count == 2 * round + 2)
      #expect(connector.activity.transfers == 2)
      desk.answer(2)
    }
    for load in loads { #expect(try await load.value == ["ok"]) }
  }

  @Test(.needsNginx) func manyLoadsShareTheConnectionsOfAHost() async throws {
    let server = try NginxServer()
    try server.put(Data(count: 50_000), at: "zeros")
    let connector = Connector(
      transports: [HTTPTransport()], limits: ConnectorLimits(transfersPerHost: 8))
    let loads = try (0..<400).map { number in
      let url = try #require(URL(string: server.address + "/zeros?\(number)"))
      return connector.load(LoadRequest(url), parser: DataParser())
    }
    for load in loads { #expect(try await load.value.count == 50_000) }
    let connections = Set(server.log.compactMap { $0.split(separator: " ").first })
    #expect(connections.count <= 8)
  }

  @Test func theMostUrgentIsNextAlsoWhenThatChanges() async throws {
    let connector = Connector(
      transports: [HTTPTransport()], limits: ConnectorLimits(transfers: 1))
    let first = try load("/first", by: connector)
    await desk.wait(for: 1)
    let others = [
      try load("/low", by: connector, .low), try load("/high", by: connector, .high),
      try load("/raised", by: connector, .background),
      try load("/lowered", by: connector, .immediate),
      try load("/cancelled", by: connector, .immediate),
    ]
    others[2].setPriority(.immediate)
    others[3].setPriority(.background)
    others[4].cancel()
    desk.answer(5)
    for load in [first] + others.dropLast() { #expect(try await load.value == ["ok"]) }
    #expect(
      desk.asked == ["/first", "/raised", "/high", "/low", "/lowered"])
  }

  /// Not a bound on how fast this machine is, but on how fast it may be.
  @Test(.needsNginx) func allLoadsTogetherKeepToTheBandwidth() async throws {
    let server = try NginxServer()
    try server.put(Data(count: 2_000_000), at: "zeros")
    let connector = Connector(
      transports: [HTTPTransport()], limits: ConnectorLimits(bytesPerSecond: 10_000_000))
    var request = LoadRequest(try #require(URL(string: server.address + "/zeros")))
    let start = ContinuousClock.now
    let loads = (0..<4).map { number in
      request.headers["X-Number"] = "\(number)"
      return connector.load(request, parser: DataParser())
    }
    for load in loads { #expect(try await load.value.count == 2_000_000) }
    #expect(server.log.count == 4)
    #expect(ContinuousClock.now - start > .milliseconds(500))
  }
}
