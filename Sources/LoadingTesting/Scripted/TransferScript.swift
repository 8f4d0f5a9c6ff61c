public import HikidashiLoading

/// What a transfer of a ``ScriptedTransport`` does, step by step, as a value.
///
/// ```swift
/// let page = TransferScript(text: "one\ntwo\n", chunkSize: 3)
/// let slow = page.with(.delay(.seconds(2)), for: target)
/// ```
///
/// A script that ends without a terminal event stalls: nothing comes until the test delivers it, the
/// request's time is over, or somebody cancels.
public struct TransferScript: Sendable, Equatable {
  /// One thing that a transfer does.
  public enum Step: Sendable, Equatable {
    case deliver(TransferEvent)
    /// Nothing for a time, as the transport's clock has it.
    case wait(Duration)
  }

  public var steps: [Step]

  /// A script of these steps; without any it stalls from the start.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// An answer of HTTP that comes at once.
  ///
  /// - Parameters:
  ///   - status: The status of HTTP.
  ///   - headers: The fields; `Content-Length` is added where it is not among them.
  ///   - body: The bytes of the body.
  ///   - chunkSize: How many bytes come at a time; at least 1.
  public init(
    status: Int = 200, headers: HeaderFields = HeaderFields(), body: [UInt8] = [],
    chunkSize: Int = 1 << 14
  ) {
    var headers = headers
    if headers["Content-Length"] == nil { headers["Content-Length"] = "\(body.count)" }
    steps = [.deliver(.head(ResponseHead(http: status, headers: headers)))]
    steps += Self.chunks(body, size: chunkSize)
    steps.append(.deliver(.finished(TransferMetrics(receivedBytes: body.count))))
  }

  /// An answer of HTTP with a text in UTF-8 that comes at once.
  public init(
    status: Int = 200, headers: HeaderFields = HeaderFields(), text: String,
    chunkSize: Int = 1 << 14
  ) {
    self.init(status: status, headers: headers, body: Array(text.utf8), chunkSize: chunkSize)
  }

  /// A transfer that fails before its head.
  public init(failing error: LoadError) { steps = [.deliver(.failed(error))] }

  /// All bytes of the body.
  public var body: [UInt8] {
    steps.flatMap { step -> [UInt8] in
      if case .deliver(.chunk(let bytes)) = step { bytes } else { [] }
    }
  }

  static func chunks(_ bytes: [UInt8], size: Int) -> [Step] {
    let size = max(1, size)
    return stride(from: 0, to: bytes.count, by: size).map {
      .deliver(.chunk(Array(bytes[$0..<min($0 + size, bytes.count)])))
    }
  }
}
