import Foundation
import HikidashiLoading
import HikidashiLoadingCache
import TestSupport

/// What a server does wrong.
enum ServerFault: String, CaseIterable, Sendable {
  case delay, noAnswer, truncated, brokenChunks, stalled, tooShort, slowDrip
  case broken, overloaded, tooManyRequests, redirectLoop, hugeFile, lengthLie, bomb, endless
}

/// A real nginx, with a server behind it that sends what no nginx would; the files that are loaded
/// into, which were there before; and a cache.
final class FaultyServer {
  let connector: Connector
  let address: String
  private let folder: ScratchFolder
  private let nginx: NginxServer
  private let behind: RawServer

  init() throws {
    let folder = try ScratchFolder()
    let behind = try RawServer { connection in Self.misbehave(connection) }
    nginx = try NginxServer(
      """
      location /behind/ {
        proxy_pass http://127.0.0.1:\(behind.port);
        proxy_http_version 1.1;
        proxy_buffering off;
      }
      location = /noAnswer { return 444; }
      location = /slowDrip { limit_rate 1000; }
      location = /broken { return 500 "sorry"; }
      location = /overloaded { return 503; }
      location = /tooManyRequests { add_header Retry-After 7 always; return 429 "slow down"; }
      location = /redirectLoop { return 302 /ring; }
      location = /ring { return 302 /redirectLoop; }
      location = /bomb { add_header Content-Encoding gzip; }
      """)
    try nginx.put(Data(count: 1 << 20), at: "slowDrip")
    try nginx.put(Data("whole".utf8), at: "whole")
    let make = try Run(
      "/bin/sh",
      ["-c", "head -c 268435456 /dev/zero | gzip -1 > bomb; truncate -s 10G hugeFile"],
      in: nginx.content)
    guard make.wait() == 0 else { throw POSIXError(.EIO) }
    (self.folder, self.behind, address) = (folder, behind, nginx.address)
    connector = Connector(
      transports: [HTTPTransport()],
      cache: ResponseCache(folder.url.appendingPathComponent("cache.db").path))
  }

  /// Ends as its request's path says.
  private static func misbehave(_ connection: RawConnection) {
    let path = connection.request().split(separator: " ").dropFirst().first ?? ""
    switch path.split(separator: "/").last.flatMap({ ServerFault(rawValue: String($0)) }) {
    case .delay: connection.waitForClose()
    case .truncated:
      connection.head("200 OK", "Content-Length: 1000")
      connection.send("short")
    case .brokenChunks:
      connection.head("200 OK", "Transfer-Encoding: chunked")
      connection.send("5\r\nshort\r\n")
    case .stalled:
      connection.head("200 OK", "Content-Length: 1000")
      connection.send("short")
      connection.waitForClose()
    case .tooShort:
      connection.head("200 OK", "Content-Length: 3")
      connection.send("short")
    case .lengthLie:
      connection.head("200 OK", "Content-Length: 10000000000")
      connection.send("x")
    case .endless:
      connection.head("200 OK", "Connection: close")
      while connection.send([UInt8](repeating: 65, count: 100_000)) {}
    default: connection.head("404 Not Found", "Content-Length: 0")
    }
  }

  private func path(of fault: ServerFault) -> String {
    switch fault {
    case .delay, .truncated, .brokenChunks, .stalled, .tooShort, .lengthLie, .endless:
      "/behind/\(fault)"
    default: "/\(fault)"
    }
  }

  /// A load into a file that is there already.
  private func request(_ path: String, _ fault: ServerFault?) throws -> LoadRequest {
    guard let url = URL(string: address + path) else { throw URLError(.badURL) }
    var request = LoadRequest(url)
    request.timeouts.idle = .seconds(60)
    switch fault {
    case .delay, .stalled: request.timeouts.idle = .milliseconds(300)
    case .slowDrip: request.timeouts.total = .milliseconds(500)
    case .lengthLie: request.limits = LoadLimits(received: .max, decoded: .max)
    case .bomb: request.limits.decoded = 100 << 20
    case .endless: request.limits.received = 100 << 20
    default: break
    }
    return request
  }

  /// Loads without a fault.
  func loadWhole() async throws -> Int {
    let parser = FileParser(to: folder.url.appendingPathComponent("whole").path)
    return try await connector.load(try request("/whole", nil), parser: parser).value.byteCount
  }

  /// Loads with a fault; what is not as it should be, or nil.
  func check(_ fault: ServerFault) async throws -> String? {
    try folder.write("old", to: "\(fault)")
    let parser = FileParser(to: folder.url.appendingPathComponent("\(fault)").path)
    var options = LoadOptions()
    options.retry = .never
    let load = connector.load(try request(path(of: fault), fault), parser: parser, options: options)
    do throws(LoadError) {
      let loaded = try await load.value
      // That there was more cannot be seen: the length of a body is what its head says.
      guard fault == .tooShort, loaded.byteCount == 3 else { return "\(fault) brought \(loaded)" }
      return folder.read("\(fault)") == "sho" ? nil : "\(fault) wrote something else"
    } catch {
      guard isExpected(error, of: fault) else { return "\(fault) ended with \(error)" }
    }
    return folder.read("\(fault)") == "old" ? nil : "\(fault) has harmed the file"
  }

  private func isExpected(_ error: LoadError, of fault: ServerFault) -> Bool {
    switch (fault, error) {
    case (.delay, .timedOut(_, .idle, after: .milliseconds(300))),
      (.stalled, .timedOut(_, .idle, after: .milliseconds(300))),
      (.slowDrip, .timedOut(_, .total, after: .milliseconds(500))),
      (.noAnswer, .reset), (.redirectLoop, .redirectLoop),
      (.truncated, .truncated(_, got: 5, expected: 1_000)),
      (.brokenChunks, .truncated(_, got: 5, expected: nil)),
      (.lengthLie, .truncated(_, got: 1, expected: 10_000_000_000)),
      (.hugeFile, .tooLarge(_, .announced(10_737_418_240), limit: 1 << 28)),
      (.bomb, .tooLarge(_, .decoded, limit: 104_857_600)),
      (.endless, .tooLarge(_, .received, limit: 104_857_600)):
      true
    case (.broken, .status(_, let problem)): problem == StatusProblem(500, snippet: "sorry")
    case (.overloaded, .status(_, let problem)): problem.status == 503
    case (.tooManyRequests, .status(_, let problem)):
      problem == StatusProblem(429, retryAfter: .seconds(7), snippet: "slow down")
    default: false
    }
  }
}
