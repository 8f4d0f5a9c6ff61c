/// A value that is set once and that any number of tasks can wait for, before and after it is set.
package final class Ending<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var nextWaiter = 0
    var waiters: [Int: UnsafeContinuation<Value?, Never>] = [:]
    var observers: [@Sendable (Value) -> Void] = []
  }

  private let state = Guarded(State())

  package init() {}

  /// The value; nil until it is set.
  package var value: Value? { state.withLock { $0.value } }

  /// Sets the value, unless it is set already.
  ///
  /// - Returns: A closure that wakes the waiters; call it without any lock held.
  package func end(_ value: Value) -> @Sendable () -> Void {
    let (waiters, observers, value) = state.withLock { state in
      let first = state.value ?? value
      state.value = first
      defer { (state.waiters, state.observers) = ([:], []) }
      return (Array(state.waiters.values), state.observers, first)
    }
    return {
      for waiter in waiters { waiter.resume(returning: value) }
      for observer in observers { observer(value) }
    }
  }

  /// Calls `body` with the value: by whoever wakes the waiters, or at once if it is set already.
  package func observe(_ body: @escaping @Sendable (Value) -> Void) {
    let value = state.withLock { state in
      if state.value == nil { state.observers.append(body) }
      return state.value
    }
    if let value { body(value) }
  }

  /// Waits until the value is set, and returns it.
  ///
  /// - Parameter onCancel: Called when the waiting task is cancelled. Nil ends the wait.
  /// - Returns: Nil only where the task was cancelled and `onCancel` is nil.
  @discardableResult
  package func wait(onCancel: (@Sendable () -> Void)? = nil) async -> Value? {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isOver = state.withLock { state in
          if state.value != nil || (onCancel == nil && Task.isCancelled) { return true }
          state.waiters[number] = continuation
          return false
        }
        if isOver { continuation.resume(returning: value) }
      }
    } onCancel: {
      if let onCancel { return onCancel() }
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: nil)
    }
  }
}
