public import HikidashiBase

/// How a connector treats a load, whatever its request is.
public struct LoadOptions: Hashable, Sendable {
  /// How often and after which delays an attempt that failed is repeated.
  ///
  /// Only requests that may be repeated are (``LoadRequest/isRepeatable``), and only after failures
  /// that may pass (``LoadError/isTransient``). A server that wants to be left alone for longer than the
  /// longest delay ends the load.
  public var retry: Retry
  /// Whether the load waits when there is no network, instead of failing.
  public var waitsForNetwork: Bool
  /// When a response that is in the cache serves.
  public var cache: CachePolicy
  /// Whether the load may share the transfer of an equal load that is under way.
  public var isShared: Bool
  /// Whether the load fails unless its body is known to be whole. One that only the end of the
  /// connection ends (``LoadResponse/isEndConfirmed``) is ``LoadError/truncated(_:got:expected:)``
  /// then, tried again as ``retry`` has it, and finished for no parser, so that it takes the place
  /// of nothing.
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

/// How a load uses the cache; a connector without a cache treats every policy as ``none``.
public enum CachePolicy: Hashable, Sendable {
  /// The cache is neither read nor written.
  case none
  /// The server is asked whether it has changed.
  case validate
  /// A response stored or confirmed less than this ago is used; otherwise the server is asked.
  case fresh(for: Duration)
  /// A response up to this age is used at once, and refreshed in the background
  /// (``LoadResponse/refresh``); otherwise the server is asked.
  case staleWhileRevalidate(for: Duration)
}
