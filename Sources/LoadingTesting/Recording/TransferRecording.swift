import FoundationEssentials
import HikidashiBase
public import HikidashiLoading

/// What transfers have delivered, as kept by a ``RecordingTransport``: to be saved, and played again
/// without the network.
///
/// ```swift
/// let recording = try TransferRecording(jsonBytes)
/// let transport = ScriptedTransport { request in
///   recording.script(for: request).with(.stalled(after: 100), for: request.target)
/// }
/// ```
///
/// Passwords in addresses and cookies are left out. A failure of a kind that only its own machine can
/// have, such as a certificate's, is played again as `LoadError.other` with its words.
public final class TransferRecording: Sendable {
  private let exchanges = Guarded<[RecordedExchange]>([])

  /// A recording of nothing.
  public init() {}

  /// A recording that was saved.
  ///
  /// - Throws: An error of the decoder where the bytes are no recording.
  public convenience init(_ json: [UInt8]) throws {
    self.init()
    let saved = try JSONDecoder().decode([RecordedExchange].self, from: Data(json))
    exchanges.withLock { $0 = saved }
  }

  /// The recording as JSON, one transfer after another.
  public var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(exchanges.withLock { $0 }))
    }
  }

  /// How many transfers were recorded.
  public var count: Int { exchanges.withLock { $0.count } }

  /// What the last transfer of an equal request did: method, target and range are compared. A failure
  /// where there was none.
  ///
  /// - Complexity: O(*n*) in the transfers recorded.
  public func script(for request: LoadRequest) -> TransferScript {
    let key = RecordedExchange.key(request)
    let found = exchanges.withLock { $0.last { $0.request == key } }
    let failure = LoadFailure(request.target, reason: "nothing was recorded for \(key)")
    return found?.script(request.target) ?? TransferScript(failing: .other(failure))
  }

  func add(_ exchange: RecordedExchange) { exchanges.withLock { $0.append(exchange) } }
}

/// One transfer as it is kept.
struct RecordedExchange: Codable, Sendable {
  struct Head: Codable, Sendable {
    var url: String?
    var status: Int?
    var names: [String]
    var values: [String]
    var expectedLength: Int?
    var start: Int
    var wholeLength: Int?
    var version: String?
  }

  struct Chunk: Codable, Sendable {
    /// The seconds since the event before.
    var wait: Double
    var bytes: Data
  }

  struct Ending: Codable, Sendable {
    var kind: String
    var words: String
    var count: Int?
    var expected: Int?
    /// Nil in what was recorded before there was such a thing.
    var isConfirmed: Bool?
  }

  var request: String
  var head: Head?
  /// The seconds until the head came.
  var wait = 0.0
  var chunks: [Chunk] = []
  /// Nil where the transfer was cancelled.
  var ending: Ending?

  static func key(_ request: LoadRequest) -> String {
    let range = request.range.map { " from \($0.start)" + ($0.count.map { ", \($0)" } ?? "") }
    return "\(request.method) \(request.target)\(range ?? "")"
  }

  mutating func add(_ event: TransferEvent, wait: Duration) {
    let seconds = wait / .seconds(1)
    switch event {
    case .head(let head):
      self.wait = seconds
      let fields = head.headers.filter { $0.name.lowercased() != "set-cookie" }
      self.head = Head(
        url: head.url?.absoluteString, status: head.status, names: fields.map(\.name),
        values: fields.map(\.value), expectedLength: head.expectedLength, start: head.start,
        wholeLength: head.wholeLength, version: head.version?.rawValue)
    case .chunk(let bytes): chunks.append(Chunk(wait: seconds, bytes: Data(bytes)))
    case .finished(let metrics):
      ending = Ending(
        kind: "finished", words: "", count: metrics.receivedBytes,
        isConfirmed: metrics.isEndConfirmed)
    case .failed(let error): ending = Self.ending(error)
    }
  }

  private static func ending(_ error: LoadError) -> Ending {
    var ending = Ending(kind: "other", words: error.failure.reason)
    switch error {
    case .noNetwork: ending.kind = "no network"
    case .nameNotFound(_, let host): (ending.kind, ending.words) = ("name not found", host)
    case .refused: ending.kind = "refused"
    case .reset: ending.kind = "reset"
    case .truncated(_, let got, let expected):
      (ending.kind, ending.count, ending.expected) = ("truncated", got, expected)
    default: ending.words = "\(error)"
    }
    return ending
  }

  func script(_ target: LoadTarget) -> TransferScript {
    var steps: [TransferScript.Step] = []
    if let head {
      let fields = zip(head.names, head.values).map { HeaderFields.Field($0, $1) }
      if wait > 0 { steps.append(.wait(.seconds(wait))) }
      steps.append(
        .deliver(
          .head(
            ResponseHead(
              url: head.url.flatMap { URL(string: $0) }, status: head.status,
              headers: HeaderFields(fields), expectedLength: head.expectedLength,
              start: head.start, wholeLength: head.wholeLength,
              version: head.version.flatMap { TransferVersion(rawValue: $0) }))))
    }
    for chunk in chunks {
      if chunk.wait > 0 { steps.append(.wait(.seconds(chunk.wait))) }
      steps.append(.deliver(.chunk(Array(chunk.bytes))))
    }
    if let event = end(target) { steps.append(.deliver(event)) }
    return TransferScript(steps)
  }

  private func end(_ target: LoadTarget) -> TransferEvent? {
    guard let ending else { return nil }
    let failure = LoadFailure(target, reason: ending.words)
    switch ending.kind {
    case "finished":
      return .finished(
        TransferMetrics(
          receivedBytes: ending.count ?? 0, isEndConfirmed: ending.isConfirmed ?? true))
    case "no network": return .failed(.noNetwork(failure))
    case "name not found":
      return .failed(.nameNotFound(LoadFailure(target), host: ending.words))
    case "refused": return .failed(.refused(failure))
    case "reset": return .failed(.reset(failure))
    case "truncated":
      return .failed(.truncated(failure, got: ending.count ?? 0, expected: ending.expected))
    default: return .failed(.other(failure))
    }
  }
}
