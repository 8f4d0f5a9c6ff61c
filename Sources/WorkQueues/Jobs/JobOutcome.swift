internal import Support

/// How a job ends, kept for those who wait for it now and later.
final class JobOutcome<Output: Sendable>: Sendable {
  private struct State {
    var ending: JobEnding<Output>?
    var nextWaiter = 0
    var waiters: [Int: UnsafeContinuation<Void, Never>] = [:]
  }

  private let state = Guarded(State())

  var ending: JobEnding<Output>? { state.withLock { $0.ending } }

  /// - Returns: Wakes those who waited; to be called without any lock held.
  func end(_ ending: JobEnding<Output>) -> @Sendable () -> Void {
    let waiters = state.withLock { state in
      if state.ending == nil { state.ending = ending }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    return { for waiter in waiters { waiter.resume() } }
  }

  /// Returns when it has ended or the waiting task was cancelled.
  func wait() async {
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
