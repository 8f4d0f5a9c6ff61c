package import Dispatch

/// Does something a while after the last of several calls.
package final class Debounce: Sendable {
  private let delay: Duration
  private let queue: DispatchQueue
  private let calls = Guarded(0)

  package init(_ delay: Duration, on queue: DispatchQueue) {
    self.delay = delay
    self.queue = queue
  }

  /// Calls `body` on the queue after the delay, unless this is called again before, or released.
  package func schedule(_ body: @escaping @Sendable () -> Void) {
    let call = calls.withLock { calls in
      calls += 1
      return calls
    }
    queue.asyncAfter(deadline: .now() + .nanoseconds(delay.nanoseconds)) { [weak self] in
      guard let self, calls.withLock({ $0 }) == call else { return }
      body()
    }
  }
}
