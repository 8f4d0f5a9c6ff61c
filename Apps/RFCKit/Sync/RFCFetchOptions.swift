public import HikidashiLoading

/// How files are fetched.
public struct RFCFetchOptions: Sendable {
  /// How long is waited for a file. Without a least rate, a mirror that sends a byte now and then would
  /// hold a download for ever.
  public var timeouts: LoadTimeouts
  /// How often and when a download that failed is tried again.
  public var retry: Retry
  /// Whether a document that is here is replaced by its own beginning, or by less than nine tenths of
  /// it, which is refused otherwise, as a download that was cut is like that.
  public var replaces: Bool
  /// Whether every file that is here is read, to find what was damaged; otherwise those whose size or
  /// time has changed are.
  public var verifies: Bool

  public init(
    timeouts: LoadTimeouts = LoadTimeouts(leastRate: LeastRate(100, over: .seconds(30))),
    retry: Retry = Retry(), replaces: Bool = false, verifies: Bool = false
  ) {
    self.timeouts = timeouts
    self.retry = retry
    self.replaces = replaces
    self.verifies = verifies
  }
}
