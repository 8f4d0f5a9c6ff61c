import Dispatch
import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiLoading

/// Pausing, cancelling and bounds on the rate.
@Suite struct HTTPFlowTests {
  let transport = HTTPTransport()

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test(.needsNginx, arguments: [false, true])
  func aPauseHoldsTheServer(compressed: Bool) throws {
    let server = try NginxServer(compressed ? "gzip on; gzip_types *;" : "")
    let size = 8 << 20
    try server.put(Data(count: size), at: "zeros")
    let load = Recorder { event, _ in if case .chunk = event { .pause } else { .proceed } }
    let request = LoadRequest(try url(server.address + "/zeros"))
    let transfer = transport.start(request, receiver: load)
    var chunks = 0
    while load.wait(until: { events, _ in events.count > chunks + 1 }) {
      let count = load.eventCount
      // The thread that would deliver more has served another load meanwhile, and so has the server.
      if chunks == 0 {
        #expect(try transport.load(server.address + "/zeros", keepsChunks: false).byteCount == size)
      }
      #expect(load.eventCount == count)
      chunks += 1
      if load.isOver { break }
      transfer.resume()
    }
    #expect(load.byteCount == size)
    #expect(load.metrics != nil)
  }

  @Test func afterACancelNothingComes() throws {
    let server = try RawServer { connection in
      while !connection.request().isEmpty {
        connection.head("200 OK", "Content-Length: 300000")
        connection.send([UInt8](repeating: 65, count: 300_000))
      }
    }
    var random = SeededGenerator(seed: 5)
    for round in 0..<300 {
      let load = Recorder(keepsChunks: false)
      let transfer = transport.start(
        LoadRequest(try url(server.address + "/\(round)")), receiver: load)
      usleep(UInt32.random(in: 0..<2_000, using: &random))
      transfer.cancel()
      let state = (load.byteCount, load.eventCount)
      transfer.cancel()
      transfer.resume()
      if round % 30 == 0 { usleep(5_000) }
      #expect((load.byteCount, load.eventCount) == state)
    }
  }

  @Test func aReceiverMayCancelFromWithin() throws {
    let isKnown = DispatchSemaphore(value: 0)
    let hasGone = DispatchSemaphore(value: 0)
    let server = try RawServer { connection in
      _ = connection.request()
      isKnown.wait()
      connection.head("200 OK", "Connection: close")
      while connection.send([UInt8](repeating: 65, count: 10_000)) {}
      hasGone.signal()
    }
    let transfer = Guarded<(any Transfer)?>(nil)
    let load = Recorder { event, _ in
      if case .chunk = event { transfer.withLock { $0 }?.cancel() }
      return .proceed
    }
    let started = transport.start(LoadRequest(try url(server.address + "/")), receiver: load)
    transfer.withLock { $0 = started }
    isKnown.signal()
    hasGone.wait()
    #expect(load.eventCount == 2)
    #expect(!load.isOver)
  }

  @Test func aTransferMayOutliveItsTransport() throws {
    let mayAnswer = DispatchSemaphore(value: 0)
    let server = try RawServer { connection in
      _ = connection.request()
      mayAnswer.wait()
      connection.head("200 OK", "Content-Length: 2")
      connection.send("ok")
    }
    let request = LoadRequest(try url(server.address + "/"))
    let load = Recorder()
    weak var released: HTTPTransport?
    let transfer = {
      let transport = HTTPTransport()
      released = transport
      return transport.start(request, receiver: load)
    }()
    #expect(released == nil)
    mayAnswer.signal()
    #expect(load.metrics != nil)
    withExtendedLifetime(transfer) {}
    let unheld = Recorder()
    _ = HTTPTransport().start(request, receiver: unheld)
    mayAnswer.signal()
    #expect(unheld.metrics != nil)
  }

  @Test(.needsNginx) func theRateIsBounded() throws {
    let server = try NginxServer()
    try server.put(Data(count: 500_000), at: "zeros")
    let load = try transport.load(server.address + "/zeros") {
      $0.limits.bytesPerSecond = 400_000
    }
    #expect(load.byteCount == 500_000)
    // Not a bound on how fast this machine is, but on how fast the transfer may be: without one it takes
    // some milliseconds. A machine that is late makes up for it, so it may be less than a second.
    let metrics = try #require(load.metrics)
    #expect(metrics.total > .milliseconds(300))
  }

  @Test func theMostUrgentGoesFirst() throws {
    let paths = Guarded<[String]>([])
    let hasAsked = DispatchSemaphore(value: 0)
    let mayAnswer = DispatchSemaphore(value: 0)
    let server = try RawServer { connection in
      while true {
        let request = connection.request()
        guard !request.isEmpty else { return }
        paths.withLock { $0.append(String(request.split(separator: " ")[1])) }
        if request.hasPrefix("GET /first ") {
          hasAsked.signal()
          mayAnswer.wait()
        }
        connection.head("200 OK", "Content-Length: 2")
        connection.send("ok")
      }
    }
    let transport = HTTPTransport(HTTPOptions(connectionsPerHost: 1))
    func start(_ path: String, _ priority: LoadPriority) throws -> (Recorder, any Transfer) {
      var request = LoadRequest(try url(server.address + path))
      request.priority = priority
      let recorder = Recorder()
      return (recorder, transport.start(request, receiver: recorder))
    }
    let first = try start("/first", .normal)
    hasAsked.wait()
    let others = [
      try start("/low", .low), try start("/normal", .normal), try start("/high", .high),
      try start("/cancelled", .immediate), try start("/raised", .background),
      try start("/lowered", .immediate),
    ]
    others[3].1.cancel()
    others[4].1.setPriority(.immediate)
    others[5].1.setPriority(.background)
    mayAnswer.signal()
    #expect(first.0.metrics != nil)
    for (number, other) in others.enumerated() where number != 3 {
      #expect(other.0.metrics != nil)
    }
    #expect(
      paths.withLock { $0 } == ["/first", "/raised", "/high", "/normal", "/low", "/lowered"])
    #expect(others[3].0.eventCount == 0)
  }

  @Test(.needsNginx) func manyTransfersEndOnceEach() throws {
    let server = try NginxServer()
    try server.put(Data(count: 50_000), at: "zeros")
    let transport = HTTPTransport(HTTPOptions(connectionsPerHost: 8))
    let request = LoadRequest(try url(server.address + "/zeros"))
    let loads = (0..<400).map { _ in Recorder() }
    let transfers = loads.map { transport.start(request, receiver: $0) }
    for load in loads {
      #expect(load.metrics != nil)
      #expect(load.byteCount == 50_000)
    }
    withExtendedLifetime(transfers) {}
    let connections = Set(server.log.compactMap { $0.split(separator: " ").first })
    #expect(connections.count <= 8)
  }
}

extension Recorder {
  fileprivate var isOver: Bool {
    var isOver = false
    wait { events, _ in
      isOver = events.last?.isTerminal ?? false
      return true
    }
    return isOver
  }
}
