import Foundation
import HikidashiBase
import HikidashiLoading

/// Many documents from one server, as a mirror is brought up to date.
let syncGroup = Group(
  name: "sync",
  summary: "fetching 5,000 documents of 50 kB from nginx on loopback, beside curl --parallel"
) { report in
  guard SyncServer.program != nil else {
    report.leaveOut("nginx")
    return
  }
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  let server = try SyncServer(in: folder.url)
  defer { server.stop() }
  let run = try SyncRun(folder: folder.url, server: server)
  for connections in [1, 8, 32] { try run.measure(connections, &report) }
  try MirrorRun(folder: folder.url, server: server).measure(&report)
}

/// The transport alone, which throws away what comes.
private struct SyncRun {
  let folder: URL
  let addresses: [URL]

  private static let count = 5_000
  private static let size = 50_000

  init(folder: URL, server: SyncServer) throws {
    self.folder = folder
    let document = Data((0..<Self.size).map { UInt8(0x20 + $0 % 90) })
    addresses = try (0..<Self.count).map { number in
      try document.write(to: server.content.appendingPathComponent("rfc\(number).txt"))
      return try SyncFailure.unwrap(URL(string: "\(server.address)/rfc\(number).txt"))
    }
    let list = addresses.map { "url = \"\($0.absoluteString)\"\noutput = \"/dev/null\"\n" }
    try Data(list.joined().utf8).write(to: folder.appendingPathComponent("list"))
  }

  func measure(_ connections: Int, _ report: inout Report) throws {
    if !Curl.isThere { report.leaveOut("curl") }
    try report.addPair(
      "fetch \(Self.count) documents of 50 kB over \(connections) connections",
      ours: { try fetch(connections) },
      curl: { try Curl.fetch(folder.appendingPathComponent("list"), connections) })
  }

  /// Fetches every document through the transport, all of them started at once.
  private func fetch(_ connections: Int) throws {
    let transport = HTTPTransport(HTTPOptions(connectionsPerHost: connections))
    let tally = SyncTally(count: addresses.count)
    let transfers = addresses.map {
      transport.start(LoadRequest($0), receiver: SyncReceiver(tally))
    }
    let bytes = try tally.wait()
    withExtendedLifetime(transfers) {}
    guard bytes == Self.count * Self.size else { throw SyncFailure.bytes(bytes) }
  }
}

/// The program that everybody knows.
enum Curl {
  private static let program = "/usr/bin/curl"

  static var isThere: Bool { access(program, X_OK) == 0 }

  /// Fetches what a list says, in curl's own form of it; what it names relatively goes into `folder`.
  static func fetch(_ list: URL, _ connections: Int, into folder: URL? = nil) throws {
    try run(
      URL(fileURLWithPath: program),
      [
        "--disable", "--silent", "--parallel", "--parallel-max", "\(connections)", "--config",
        list.path,
      ], in: folder)
  }

  static func run(_ program: URL, _ arguments: [String], in folder: URL? = nil) throws {
    let process = Process()
    process.currentDirectoryURL = folder
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw SyncFailure.program(program.lastPathComponent, process.terminationStatus)
    }
  }
}

extension Report {
  /// Measures both sides in turn, so that what else the machine does meets both.
  mutating func addPair(
    _ name: String, ours: () throws -> Void, curl: () throws -> Void
  ) throws {
    let times = try alternate(
      runs: 5, { try time(ours) }, { try Curl.isThere ? time(curl) : 0 })
    let peers = Curl.isThere ? [(name: "curl --parallel", value: times.second.median)] : []
    add(
      Row(
        group: "sync", name: name, value: times.first.median, unit: "ms",
        spread: times.first.spread,
        peers: peers))
  }

  private func time(_ body: () throws -> Void) rethrows -> Double {
    let (seconds, attoseconds) = try ContinuousClock().measure(body).components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }
}

/// Counts the bytes of all transfers and waits for their ends.
private final class SyncTally: Sendable {
  private let state: Guarded<(left: Int, bytes: Int, error: LoadError?)>
  private let isDone = DispatchSemaphore(value: 0)

  init(count: Int) { state = Guarded((count, 0, nil)) }

  func end(bytes: Int, _ error: LoadError?) {
    let isLast = state.withLock {
      $0.left -= 1
      $0.bytes += bytes
      $0.error = $0.error ?? error
      return $0.left == 0
    }
    if isLast { isDone.signal() }
  }

  func wait() throws -> Int {
    isDone.wait()
    let (error, bytes) = state.withLock { ($0.error, $0.bytes) }
    if let error { throw error }
    return bytes
  }
}

// @unchecked: a transfer delivers one event at a time.
private final class SyncReceiver: TransferReceiver, @unchecked Sendable {
  private let tally: SyncTally
  private var bytes = 0

  init(_ tally: SyncTally) { self.tally = tally }

  func receive(_ event: TransferEvent) -> TransferFlow {
    switch event {
    case .head: break
    case .chunk(let chunk): bytes += chunk.count
    case .finished: tally.end(bytes: bytes, nil)
    case .failed(let error): tally.end(bytes: bytes, error)
    }
    return .proceed
  }
}

enum SyncFailure: Error {
  case address
  case bytes(Int)
  case program(String, Int32)

  static func unwrap(_ url: URL?) throws -> URL {
    guard let url else { throw address }
    return url
  }
}
