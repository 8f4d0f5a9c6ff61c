import HikidashiBase

/// Holds the latest load and cancels the one before, as a search field needs.
///
/// ```swift
/// let slot = LoadSlot<[String]>()
/// slot.load(connector.load(request, parser: LinesParser())) { result in
///   label.text = (try? result.get().output.first) ?? "Nothing came"
/// }
/// ```
public final class LoadSlot<Output: Sendable>: Sendable {
  private let load = Guarded<Load<Output>?>(nil)
  private let observations = Guarded<[ObservationToken]>([])

  /// A slot without a load.
  public init() {}

  /// The latest load; nil before the first and after ``cancel()``.
  public var current: Load<Output>? { load.withLock { $0 } }

  /// Replaces and cancels the load before; after this call returns, that load never finishes.
  @discardableResult
  public func replace(with next: Load<Output>) -> Load<Output> {
    let previous = load.withLock { load in
      defer { load = next }
      return load
    }
    if previous !== next { previous?.cancel() }
    return next
  }

  /// Replaces the load before, as ``replace(with:)`` does, and reports on the new one on the main
  /// actor while it is the latest. Replaced loads report nothing more.
  ///
  /// - Parameters:
  ///   - next: The load that counts from now on.
  ///   - onStatus: Called with the newest status, now, after changes, and with the last.
  ///   - onEnd: Called once, with the end, a cancellation included.
  @MainActor @discardableResult
  public func load(
    _ next: Load<Output>, onStatus: (@MainActor @Sendable (LoadStatus) -> Void)? = nil,
    onEnd: @escaping @MainActor @Sendable (Result<LoadResponse<Output>, LoadError>) -> Void
  ) -> Load<Output> {
    replace(with: next)
    var kept: [ObservationToken] = []
    if let onStatus {
      kept.append(next.onStatus { if self.current === next { onStatus($0) } })
    }
    kept.append(next.onEnd { if self.current === next { onEnd($0) } })
    // What was kept before is released without the lock.
    observations.withLock { swap(&$0, &kept) }
    return next
  }

  /// Cancels the latest load and leaves the slot empty.
  public func cancel() {
    let previous = load.withLock { load in
      defer { load = nil }
      return load
    }
    previous?.cancel()
  }
}
