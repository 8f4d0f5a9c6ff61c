import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiLoading

/// What others send never fills the memory: each case has a process of its own, whose peak is read.
@Suite struct HTTPMemoryTests {
  @Test(.needsNginx) func aBombIsDefused() async {
    await #expect(processExitsWith: .success) {
      let bomb = try Bomb()
      let transport = HTTPTransport()
      // libcurl and what else is there once are no part of what a body takes.
      _ = try transport.load(bomb.server.address + "/small")
      let idle = try PeakMemory.reset()
      let load = try transport.load(bomb.server.address + "/bomb", keepsChunks: false) {
        $0.limits.decoded = 200 << 20
      }
      let target = try #require(load.failure()).failure.target
      #expect(load.failure() == .tooLarge(LoadFailure(target), .decoded, limit: 200 << 20))
      #expect(try PeakMemory.read() - idle < 64 << 20)
    }
  }

  @Test(.needsNginx) func aBombForOneWhoWaitsIsHeld() async {
    await #expect(processExitsWith: .success) {
      let bomb = try Bomb()
      let transport = HTTPTransport()
      _ = try transport.load(bomb.server.address + "/small")
      let idle = try PeakMemory.reset()
      let load = Recorder(keepsChunks: false) { event, _ in
        if case .chunk = event { .pause } else { .proceed }
      }
      let url = try #require(URL(string: bomb.server.address + "/bomb"))
      let transfer = transport.start(LoadRequest(url), receiver: load)
      var count = 0
      while count < 60 << 20, load.wait(until: { $1 > count || $0.last?.isTerminal == true }) {
        guard load.byteCount > count else { break }
        count = load.byteCount
        transfer.resume()
      }
      transfer.cancel()
      #expect(count >= 60 << 20)
      #expect(try PeakMemory.read() - idle < 64 << 20)
    }
  }

  /// However much may come of a few bytes, one who waits is sent no more than a chunk of it.
  @Test(arguments: [Compression.gzip, .br, .zstd])
  func whatGrowsWithoutBoundsIsHeldForOneWhoWaits(compression: Compression) async {
    await #expect(processExitsWith: .success) { [compression] in
      let bytes = try compression.encode([UInt8](repeating: 0, count: 256 << 20))
      let server = try RawServer { connection in
        while !connection.request().isEmpty {
          connection.head(
            "200 OK", "Content-Encoding: \(compression.coding)", "Content-Length: \(bytes.count)")
          connection.send(bytes)
        }
      }
      let transport = HTTPTransport()
      _ = try transport.load(server.address + "/") { $0.limits.decoded = 1 << 20 }
      let idle = try PeakMemory.reset()
      let load = Recorder(keepsChunks: false) { event, _ in
        if case .chunk = event { .pause } else { .proceed }
      }
      var request = LoadRequest(try #require(URL(string: server.address + "/")))
      request.limits.decoded = 40 << 20
      let transfer = transport.start(request, receiver: load)
      var count = 0
      while load.wait(until: { $1 > count || $0.last?.isTerminal == true }), load.byteCount > count
      {
        #expect(load.byteCount - count <= 2 * CurlTransfer.chunkSize)
        count = load.byteCount
        transfer.resume()
      }
      #expect(count == 40 << 20)
      #expect(
        load.failure() == .tooLarge(LoadFailure(request.target), .decoded, limit: 40 << 20))
      // Window and buffers of the decoders, the bytes off the wire, a chunk.
      let grown = try PeakMemory.read() - idle
      #expect(grown < 32 << 20, "it took \(grown) bytes")
    }
  }

  @Test func aLieAboutTheLengthReservesNothing() async {
    await #expect(processExitsWith: .success) {
      let server = try RawServer { connection in
        _ = connection.request()
        connection.head("200 OK", "Content-Length: 10000000000")
        connection.send("x")
      }
      let transport = HTTPTransport()
      _ = try transport.load(server.address + "/")
      let idle = try PeakMemory.reset()
      let load = try transport.load(server.address + "/") {
        $0.limits = LoadLimits(received: .max, decoded: .max)
      }
      guard case .truncated(_, got: 1, expected: 10_000_000_000)? = load.failure() else {
        Issue.record("it ended with \(String(describing: load.failure()))")
        return
      }
      #expect(try PeakMemory.read() - idle < 64 << 20)
    }
  }
}

/// A server of a body of 256 MB that is 256 kB on its way.
struct Bomb {
  let server: NginxServer

  init() throws {
    server = try NginxServer(
      "location /bomb { add_header Content-Encoding gzip; } location /small { return 200 ok; }")
    let run = try Run(
      "/bin/sh", ["-c", "head -c 268435456 /dev/zero | gzip -1 > bomb"], in: server.content)
    guard run.wait() == 0 else { throw POSIXError(.EIO) }
  }
}
