import Support

/// A callback on the main actor, until it is cancelled or the last value was delivered.
///
/// It goes on when this value is dropped.
public final class LoadObservation: Sendable {
  private struct State {
    var isPending = false
    var isOver = false
    var stop: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())

  init() {}

  /// Calls `body` on the main actor with the newest value of `board`, now and after every change.
  func start<Value>(
    _ board: StatusBoard<Value>, onlyLast: Bool,
    _ body: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    let signal: @Sendable () -> Void = { [weak board] in
      guard let board, !onlyLast || board.reading.isLast else { return }
      self.signal(board, body)
    }
    let id = board.observe(signal)
    let isOver = state.withLock { state in
      state.stop = { [weak board] in board?.stopObserving(id) }
      return state.isOver
    }
    if isOver { board.stopObserving(id) }
    signal()
  }

  private func signal<Value>(
    _ board: StatusBoard<Value>, _ body: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    let isFirst = state.withLock { state in
      guard !state.isPending, !state.isOver else { return false }
      state.isPending = true
      return true
    }
    guard isFirst else { return }
    Task { @MainActor in
      let reading = self.state.withLock { state -> StatusBoard<Value>.Reading? in
        state.isPending = false
        if state.isOver { return nil }
        let reading = board.reading
        state.isOver = reading.isLast
        return reading
      }
      if let reading { body(reading.value) }
    }
  }

  /// Ends the callbacks; when this has returned on the main actor, none follows.
  public func cancel() {
    let stop = state.withLock { state -> (@Sendable () -> Void)? in
      state.isOver = true
      defer { state.stop = nil }
      return state.stop
    }
    stop?()
  }
}
