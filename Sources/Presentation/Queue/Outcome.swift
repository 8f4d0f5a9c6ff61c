import Support

/// How an item ends, kept for those who wait for it now and later.
final class Outcome<Answer: Sendable>: Sendable {
  private struct State {
    var answer: Answer?
    var ending: PresentationEnding<Answer>?
    /// Requests that were taken back while the item went on for others.
    var left: Set<Int> = []
    var nextWaiter = 0
    var waiters: [Int: (claim: Int?, continuation: CheckedContinuation<Void, Never>)] = [:]
  }

  private let state = Guarded(State())

  func accept(_ answer: Answer) { state.withLock { $0.answer = answer } }

  /// - Returns: Wakes those who waited; to be called without any lock held.
  func end(_ reason: PresentationReason) -> @Sendable () -> Void {
    let waiters = state.withLock { state in
      if reason == .answered, let answer = state.answer {
        state.ending = .answered(answer)
      } else {
        state.ending = .unanswered(reason)
      }
      defer { state.waiters = [:] }
      return state.waiters.values.map(\.continuation)
    }
    return { for waiter in waiters { waiter.resume() } }
  }

  /// - Returns: Wakes those who waited for this request; to be called without any lock held.
  func leave(_ claim: Int) -> @Sendable () -> Void {
    let waiters = state.withLock { state in
      state.left.insert(claim)
      let mine = state.waiters.filter { $0.value.claim == claim }
      for number in mine.keys { state.waiters[number] = nil }
      return mine.values.map(\.continuation)
    }
    return { for waiter in waiters { waiter.resume() } }
  }

  /// How the request has ended, if it has.
  func ending(of claim: Int?) -> PresentationEnding<Answer>? {
    state.withLock { state in
      if let claim, state.left.contains(claim) { return .unanswered(.cancelled) }
      return state.ending
    }
  }

  /// Returns when the item has ended, the request was taken back, or (for a nil `claim`, which is no
  /// request and takes nothing back) the task was cancelled.
  func wait(for claim: Int?, onCancel: @Sendable () -> Void = {}) async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.ending != nil { return true }
          if let claim, state.left.contains(claim) { return true }
          if claim == nil, Task.isCancelled { return true }
          state.waiters[number] = (claim, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      if claim == nil {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
        waiter?.continuation.resume()
      }
      onCancel()
    }
  }
}
