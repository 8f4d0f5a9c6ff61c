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

  /// Fetches every document through the transport, so many at a time.
  private func fetch(_ connections: Int) throws {
    let bytes = try SyncFeeder(addresses).fetch(atOnce: connections)
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

/// Keeps so many transfers under way until every address was fetched.
private final class SyncFeeder: Sendable {
  private struct State {
    var next = 0
    var ended = 0
    var bytes = 0
    var error: LoadError?
    var transfers: [any Transfer] = []
  }

  private let addresses: [URL]
  private let transport = HTTPTransport()
  private let state = Guarded(State())
  private let isDone = DispatchSemaphore(value: 0)

  init(_ addresses: [URL]) { self.addresses = addresses }

  func fetch(atOnce count: Int) throws -> Int {
    for _ in 0..<count { startNext() }
    isDone.wait()
    let (error, bytes) = state.withLock { ($0.error, $0.bytes) }
    if let error { throw error }
    return bytes
  }

  private func startNext() {
    let place = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    guard place < addresses.count else { return }
    let transfer = transport.start(LoadRequest(addresses[place]), receiver: SyncReceiver(self))
    state.withLock { $0.transfers.append(transfer) }
  }

  fileprivate func end(bytes: Int, _ error: LoadError?) {
    let isLast = state.withLock { state in
      state.ended += 1
      state.bytes += bytes
      state.error = state.error ?? error
      return state.ended == addresses.count
    }
    if isLast { isDone.signal() } else { startNext() }
  }
}

// @unchecked: a transfer delivers one event at a time.
private final class SyncReceiver: TransferReceiver, @unchecked Sendable {
  private let feeder: SyncFeeder
  private var bytes = 0

  init(_ feeder: SyncFeeder) { self.feeder = feeder }

  func receive(_ event: TransferEvent) -> TransferFlow {
    switch event {
    case .head: break
    case .chunk(let chunk): bytes += chunk.count
    case .finished: feeder.end(bytes: bytes, nil)
    case .failed(let error): feeder.end(bytes: bytes, error)
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
