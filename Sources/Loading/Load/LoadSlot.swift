import Support

/// Holds the latest of loads of which only that counts, as behind a search field.
///
/// ```swift
/// let slot = LoadSlot<[String]>()
/// let load = slot.replace(with: connector.load(request, parser: LinesParser()))
/// ```
public final class LoadSlot<Output: Sendable>: Sendable {
  private let load = Guarded<Load<Output>?>(nil)

  public init() {}

  /// The latest load; nil before the first and after ``cancel()``.
  public var current: Load<Output>? { load.withLock { $0 } }

  /// Puts a load in the place of the one before, which is cancelled: when this has returned, that one
  /// never finishes.
  @discardableResult
  public func replace(with next: Load<Output>) -> Load<Output> {
    let previous = load.withLock { load in
      defer { load = next }
      return load
    }
    if previous !== next { previous?.cancel() }
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
