public import HikidashiBase

/// How a connector treats a load, whatever its request is.
public struct LoadOptions: Hashable, Sendable {
  /// How often and after which delays an attempt that failed is repeated.
  ///
  /// Only requests that may be repeated are (``LoadRequest/isRepeatable``), and only after failures
  /// that may pass (``LoadError/isTransient``). A server that wants to be left alone for longer than the
  /// longest delay ends the load.
  public var retry: Retry
  /// Whether it waits where there is no network, in place of failing.
  public var waitsForNetwork: Bool
  public var cache: CachePolicy
  /// Whether it may share the transfer of an equal load that is under way.
  public var isShared: Bool
  /// Whether nothing but a body that is known to be whole is a success. One that only the end of the
  /// connection ends (``LoadResponse/isEndConfirmed``) is ``LoadError/truncated(_:got:expected:)`` then,
  /// tried again as ``retry`` has it, and finished for no parser, so that it takes the place of nothing.
  public var needsConfirmedEnd: Bool

  /// Options of one load.
  ///
  /// - Parameters:
  ///   - retry: When it is tried again. Without it there are the attempts and waits of `Retry.init`: four,
  ///     the second half a second after the first.
  ///   - waitsForNetwork: Whether it waits where there is no network, in place of failing.
  ///   - cache: When what is in the cache serves.
  ///   - isShared: Whether it may share the transfer of an equal load that is under way.
  ///   - needsConfirmedEnd: Whether only a body that is known to be whole is a success.
  public init(
    retry: Retry = Retry(), waitsForNetwork: Bool = false,
    cache: CachePolicy = .validate, isShared: Bool = true, needsConfirmedEnd: Bool = false
  ) {
    self.retry = retry
    self.waitsForNetwork = waitsForNetwork
    self.cache = cache
    self.isShared = isShared
    self.needsConfirmedEnd = needsConfirmedEnd
  }
}

/// When what is in the cache serves; a connector without a cache knows only ``none``.
public enum CachePolicy: Hashable, Sendable {
  /// Neither read nor written.
  case none
  /// The server is asked whether it has changed.
  case validate
  /// It serves when it was stored or confirmed less than this ago; otherwise the server is asked.
  case fresh(for: Duration)
  /// Up to this age it serves at once, and is refreshed behind
  /// (``LoadResponse/refresh``); otherwise the server is asked.
  case staleWhileRevalidate(for: Duration)
}

/// How much a connector does at once.
public struct ConnectorLimits: Hashable, Sendable {
  /// The transfers at once, whatever the host.
  public var transfers: Int { didSet { transfers = max(1, transfers) } }
  /// The transfers at once from one scheme, host and port.
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
