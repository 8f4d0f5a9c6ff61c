/// What a load has brought, and how.
public struct LoadResponse<Output: Sendable>: Sendable {
  /// Where the body came from.
  public enum Source: Hashable, Sendable {
    /// The transport.
    case transport
    /// The cache, after the server said that nothing has changed.
    case validatedCache
    /// The cache, without asking, stored so long ago.
    case cache(age: Duration)
  }

  public var output: Output
  public var head: ResponseHead
  public var source: Source
  /// Whether the body is the one that was in the cache before: the server said so, or ETag or
  /// content is equal. False where there was none.
  public var isUnchanged: Bool
  /// What the transfer has taken; nil where there was none.
  public var metrics: TransferMetrics?
  /// The load that brings the newest behind a result from the cache; nil where there is none.
  public var refresh: Load<Output>?

  init(
    _ output: Output, head: ResponseHead, source: Source, isUnchanged: Bool,
    metrics: TransferMetrics? = nil, refresh: Load<Output>? = nil
  ) {
    self.output = output
    self.head = head
    self.source = source
    self.isUnchanged = isUnchanged
    self.metrics = metrics
    self.refresh = refresh
  }
}
