import Observation

/// Reads something again whenever `Observation` says that it has changed, as a part of a window does.
@MainActor public final class TrackedReading<Value> {
  /// What was read, first to last.
  public private(set) var values: [Value] = []
  private let read: @MainActor () -> Value

  public init(_ read: @escaping @MainActor () -> Value) {
    self.read = read
    track()
  }

  private func track() {
    let value = withObservationTracking(read) { [weak self] in
      Task { @MainActor in self?.track() }
    }
    values.append(value)
  }

  /// Returns once the newest value is so.
  public func wait(until holds: (Value) -> Bool) async {
    while let value = values.last, !holds(value) { await Task.yield() }
  }
}
