import Foundation
import HikidashiBase
import HikidashiLoadingCache
import TestSupport
import Testing

@testable import HikidashiLoading

/// Every kind of fault of a real server, as an app meets it: through a connector, with a cache, into a
/// file that is there already.
@Suite struct ServerFaultTests {
  @Test(.needsNginx) func eachFaultEndsInItsErrorAndHarmsNothing() async throws {
    let server = try FaultyServer()
    for fault in ServerFault.allCases {
      let problem = try await server.check(fault)
      #expect(problem == nil)
    }
    #expect(try await server.loadWhole() == 5)
  }

  /// In a process of its own, whose peak is read.
  @Test(.needsNginx) func noFaultFillsTheMemory() async {
    await #expect(processExitsWith: .success) {
      let server = try FaultyServer()
      // libcurl, SQLite and what else is there once are no part of what a load takes.
      _ = try await server.loadWhole()
      for fault in ServerFault.allCases {
        let idle = try PeakMemory.reset()
        let problem = try await server.check(fault)
        #expect(problem == nil)
        let grown = try PeakMemory.read() - idle
        #expect(grown < 64 << 20, "\(fault) took \(grown) bytes")
      }
    }
  }

  /// nginx resets the connection of a client that does not read, which is what a parser that has
  /// enough to do for now comes to.
  @Test(.needsNginx) func aResetInMidBodyIsOne() async throws {
    let server = try NginxServer("send_timeout 200ms; reset_timedout_connection on;")
    try server.put(Data(count: 64 << 20), at: "zeros")
    let mayGoOn = Guarded(false)
    let url = try #require(URL(string: server.address + "/zeros"))
    let connector = Connector(transports: [HTTPTransport()])
    var options = LoadOptions()
    options.retry = .never
    let load = connector.load(LoadRequest(url), parser: SlowParser(mayGoOn), options: options)
    while server.log.isEmpty, !load.status.state.isTerminal {
      try await Task.sleep(for: .milliseconds(1))
    }
    mayGoOn.withLock { $0 = true }
    guard case .reset? = await load.failure else {
      Issue.record("it ended with \(load.status)")
      return
    }
    #expect(load.status.bytes < 64 << 20)
  }

  @Test func aServerThatRecoversIsAskedAgain() async throws {
    let count = Guarded(0)
    let server = try RawServer { connection in
      while !connection.request().isEmpty {
        let number = count.withLock { count in
          count += 1
          return count
        }
        switch number {
        case 1:
          connection.head("503 Busy", "Retry-After: 0", "Content-Length: 0", "Connection: close")
          return
        // Of a connection that had served before, libcurl would ask again by itself.
        case 2: return connection.reset()
        default:
          connection.head("200 OK", "Content-Length: 2")
          connection.send("ok")
        }
      }
    }
    let url = try #require(URL(string: server.address + "/"))
    var options = LoadOptions()
    options.retry.first = .milliseconds(1)
    let load = Connector(transports: [HTTPTransport()])
      .load(LoadRequest(url), parser: LinesParser(), options: options)
    #expect(try await load.value == ["ok"])
    #expect(load.status.attempt == 3)
  }

  /// A page that is cut short, one of another server, a login in its place: what is kept stays.
  @Test func whatIsKeptOutlivesWrongAnswers() async throws {
    let count = Guarded(0)
    let server = try RawServer { connection in
      _ = connection.request()
      let number = count.withLock { count in
        count += 1
        return count
      }
      switch number {
      case 1:
        connection.head("200 OK", "Content-Length: 4", "ETag: \"1\"", "Connection: close")
        connection.send("good")
      case 2:
        connection.head("200 OK", "Content-Length: 4", "Connection: close")
        connection.send("bad")
      default:
        connection.head("511 Login", "Content-Length: 5", "Connection: close")
        connection.send("login")
      }
    }
    let folder = try ScratchFolder()
    let cache = ResponseCache(folder.url.appendingPathComponent("cache.db").path)
    let connector = Connector(transports: [HTTPTransport()], cache: cache)
    let url = try #require(URL(string: server.address + "/"))
    var options = LoadOptions()
    options.retry = .never
    let loads = { connector.load(LoadRequest(url), parser: LinesParser(), options: options) }
    #expect(try await loads().value == ["good"])
    guard case .truncated(_, got: 3, expected: 4)? = await loads().failure,
      case .status(_, let problem)? = await loads().failure
    else {
      Issue.record("a wrong answer was taken")
      return
    }
    #expect(problem == StatusProblem(511, snippet: "login"))
    connector.isOffline = true
    #expect(try await loads().value == ["good"])
  }
}

/// Does not return from its first chunk until it may.
private struct SlowParser: ResponseParser {
  let mayGoOn: Guarded<Bool>

  init(_ mayGoOn: Guarded<Bool>) { self.mayGoOn = mayGoOn }

  mutating func feed(_ bytes: [UInt8]) -> ParserStep {
    while !mayGoOn.withLock({ $0 }) { usleep(1_000) }
    return .more
  }

  mutating func finish() -> Int { 0 }
}
