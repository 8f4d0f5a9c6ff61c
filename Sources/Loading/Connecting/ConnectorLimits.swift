/// The limits on what a connector does at once.
public struct ConnectorLimits: Hashable, Sendable {
  /// The most transfers at once, to all hosts together.
  public var transfers: Int { didSet { transfers = max(1, transfers) } }
  /// The most transfers at once from one scheme, host and port, over connections of their own or, with
  /// HTTP/2, one.
  public var transfersPerHost: Int { didSet { transfersPerHost = max(1, transfersPerHost) } }
  /// The bytes a second that all parsers together are fed; nil for all there are.
  public var bytesPerSecond: Int? {
    didSet { bytesPerSecond = bytesPerSecond.map { max(1, $0) } }
  }

  /// Limits, each of them at least 1.
  public init(transfers: Int = 32, transfersPerHost: Int = 6, bytesPerSecond: Int? = nil) {
    self.transfers = max(1, transfers)
    self.transfersPerHost = max(1, transfersPerHost)
    self.bytesPerSecond = bytesPerSecond.map { max(1, $0) }
  }
}
