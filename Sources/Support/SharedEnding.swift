/// An ending that comes once, kept for those who wait for it now and later.
package final class SharedEnding<Ending: Sendable>: Sendable {
  private struct State {
    var ending: Ending?
    var nextWaiter = 0
    var waiters: [Int: UnsafeContinuation<Void, Never>] = [:]
  }

  private let state = Guarded(State())

  package init() {}

  /// Nil until it has come.
  package var ending: Ending? { state.withLock { $0.ending } }

  /// Sets it, where it has not come before.
  ///
  /// - Returns: Wakes those who waited; to be called without any lock held.
  package func end(_ ending: Ending) -> @Sendable () -> Void {
    let waiters = state.withLock { state in
      if state.ending == nil { state.ending = ending }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    return { for waiter in waiters { waiter.resume() } }
  }

  /// Returns when it has come or the waiting task was cancelled.
  package func wait() async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isOver = state.withLock { state in
          if state.ending != nil || Task.isCancelled { return true }
          state.waiters[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}
