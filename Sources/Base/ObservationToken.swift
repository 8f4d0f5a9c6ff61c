/// An observation that is under way. It ends when ``cancel()`` is called or the token is released:
/// keep it for as long as you want to be told.
///
/// ```swift
/// let token = records.onChange { change in print(change.kind) }
/// token.cancel()
/// ```
public final class ObservationToken: Sendable {
  private let stop: Guarded<(@Sendable () -> Void)?>

  /// Makes the token of an observation of one's own, as a store of jobs hands it out.
  ///
  /// - Parameter stop: Ends the observation. It is called once, and may run within the release of
  ///   anything that holds the token.
  public init(_ stop: @escaping @Sendable () -> Void) { self.stop = Guarded(stop) }

  deinit { cancel() }

  /// Ends the observation and releases its callback; a second call does nothing.
  ///
  /// A call that another thread is in the middle of comes to its end.
  public func cancel() {
    let stop = stop.withLock { stop in
      defer { stop = nil }
      return stop
    }
    stop?()
  }
}
