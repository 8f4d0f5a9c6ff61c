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
