/// The result of a load, with the response's head and where it came from.
public struct LoadResponse<Output: Sendable>: Sendable {
  /// Where the body came from.
  public enum Source: Hashable, Sendable {
    /// The transport.
    case transport
    /// The cache, after the server said that nothing has changed.
    case validatedCache
    /// The cache, without asking the server; `age` is the time since it was last confirmed.
    case cache(age: Duration)
  }

  /// What the parser made of the body.
  public var output: Output
  /// The status, header fields and lengths of the response.
  public var head: ResponseHead
  /// Where the body came from: the transport or the cache.
  public var source: Source
  /// Whether the body is the one that was in the cache before: the server said so, or ETag or
  /// content is equal. False where there was none.
  public var isUnchanged: Bool
  /// Whether the body is known to be whole. False where nothing but the end of the connection ended
  /// it (HTTP/1 without a length and without chunks, a socket, a device), so that it may be the
  /// beginning of another, and where the parser had enough before the end. Such a body is not kept
  /// in the cache.
  public var isEndConfirmed: Bool
  /// The times and bytes of the transfer; nil when there was none.
  public var metrics: TransferMetrics?
  /// The load that refreshes a cached result in the background; nil when there is none.
  public var refresh: Load<Output>?

  init(
    _ output: Output, head: ResponseHead, source: Source, isUnchanged: Bool,
    isEndConfirmed: Bool = true, metrics: TransferMetrics? = nil, refresh: Load<Output>? = nil
  ) {
    self.output = output
    self.head = head
    self.source = source
    self.isUnchanged = isUnchanged
    self.isEndConfirmed = isEndConfirmed
    self.metrics = metrics
    self.refresh = refresh
  }
}
