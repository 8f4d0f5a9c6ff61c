/// Holds the newest value of something that changes, until its last.
///
/// Every observer sees the newest value, and the last one exactly once. A slow one may miss values in
/// between. Nobody is called or resumed with a lock held.
package final class Broadcast<Value: Sendable>: Sendable {
  package struct Reading: Sendable {
    package let value: Value
    package let version: Int
    package let isLast: Bool
  }

  private struct Waiter {
    let onlyLast: Bool
    let continuation: CheckedContinuation<Reading?, Never>
  }

  private struct State {
    var reading: Reading
    var nextID = 0
    var waiters: [Int: Waiter] = [:]
    var observers: [Int: @Sendable () -> Void] = [:]
    /// Created when the value is first read by a reader that may track it.
    var observed: ObservedState?
  }

  private let state: Guarded<State>

  package init(_ value: Value) {
    state = Guarded(State(reading: Reading(value: value, version: 1, isLast: false)))
  }

  package var reading: Reading { state.withLock { $0.reading } }
  package var value: Value { reading.value }

  /// The newest value, for a reader that may track it with `Observation`.
  package var observedValue: Value {
    let observed = state.withLock { state in
      let observed = state.observed ?? ObservedState()
      state.observed = observed
      return observed
    }
    observed.willRead()
    return value
  }

  /// Sets the value that `change` makes of the current one; false where `change` returns nil or the
  /// last value is there already.
  @discardableResult
  package func update(isLast: Bool = false, _ change: (Value) -> Value?) -> Bool {
    let (waiters, observers, observed, reading) = state.withLock {
      state -> ([Waiter], [@Sendable () -> Void], ObservedState?, Reading?) in
      guard !state.reading.isLast, let value = change(state.reading.value) else {
        return ([], [], nil, nil)
      }
      state.reading = Reading(value: value, version: state.reading.version + 1, isLast: isLast)
      let woken = state.waiters.filter { isLast || !$0.value.onlyLast }
      for id in woken.keys { state.waiters[id] = nil }
      let observers = Array(state.observers.values)
      if isLast { state.observers = [:] }
      return (Array(woken.values), observers, state.observed, state.reading)
    }
    for waiter in waiters { waiter.continuation.resume(returning: reading) }
    for observer in observers { observer() }
    observed?.didChange()
    return reading != nil
  }

  /// The value once it is newer than `version`, or once it is the last; nil when the task is
  /// cancelled before.
  package func next(after version: Int, onlyLast: Bool = false) async -> Reading? {
    let id = newID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now = state.withLock { state -> Reading?? in
          if onlyLast ? state.reading.isLast : state.reading.version > version {
            return .some(state.reading)
          }
          // The handler below has run already, and found nobody.
          if Task.isCancelled { return .some(nil) }
          state.waiters[id] = Waiter(onlyLast: onlyLast, continuation: continuation)
          return nil
        }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.continuation.resume(returning: nil)
    }
  }

  /// Calls `body` after every change, on the thread that makes it.
  ///
  /// It must read the value anew: two changes that follow closely may be told in either order.
  package func observe(_ body: @escaping @Sendable () -> Void) -> ObservationToken {
    let id = newID()
    state.withLock { if !$0.reading.isLast { $0.observers[id] = body } }
    return ObservationToken { [weak self] in
      // Released outside the lock: its end may do anything.
      let observer = self?.state.withLock { $0.observers.removeValue(forKey: id) }
      withExtendedLifetime(observer) {}
    }
  }

  /// Calls `body` on the main actor with the newest value: now, after changes, and with the last.
  ///
  /// When the token was cancelled on the main actor, no call follows.
  ///
  /// - Parameter onlyLast: Whether it is called with the last value alone.
  package func observeOnMain(
    onlyLast: Bool = false, _ body: @escaping @MainActor @Sendable (Value) -> Void
  ) -> ObservationToken {
    let call = Guarded((isPending: false, isOver: false, version: 0))
    let tell: @Sendable () -> Void = { [weak self] in
      guard let self, !onlyLast || reading.isLast else { return }
      let isFirst = call.withLock { call in
        guard !call.isPending, !call.isOver else { return false }
        call.isPending = true
        return true
      }
      guard isFirst else { return }
      Task { @MainActor in
        let reading = call.withLock { call -> Reading? in
          call.isPending = false
          let reading = self.reading
          // A call that was due already may have brought the value of the change that asks for this one.
          if call.isOver || reading.version == call.version { return nil }
          (call.isOver, call.version) = (reading.isLast, reading.version)
          return reading
        }
        if let reading { body(reading.value) }
      }
    }
    let token = observe(tell)
    tell()
    return ObservationToken {
      call.withLock { $0.isOver = true }
      token.cancel()
    }
  }

  private func newID() -> Int {
    state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
  }
}

/// An asynchronous sequence of the newest values of something that changes. A slow reader misses
/// some values in between, but always receives the last one.
///
/// Any number of loops may iterate over it. Each starts with the value that is current at that
/// time.
public struct NewestValues<Element: Sendable>: AsyncSequence, Sendable {
  typealias Reading = Broadcast<Element>.Reading

  private let wait: @Sendable (_ version: Int) async -> Reading?

  package init<Value>(
    _ broadcast: Broadcast<Value>, _ part: @escaping @Sendable (Value) -> Element
  ) {
    wait = { version in
      await broadcast.next(after: version).map {
        Reading(value: part($0.value), version: $0.version, isLast: $0.isLast)
      }
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(wait: wait) }

  /// Iterates over the newest values, from the one that is current at the first call.
  public struct Iterator: AsyncIteratorProtocol {
    let wait: @Sendable (_ version: Int) async -> Reading?
    var version = 0
    var isOver = false

    /// Returns the newest value as soon as there is one not seen yet; nil after the last one, or
    /// when the task is cancelled.
    public mutating func next() async -> Element? {
      guard !isOver, let reading = await wait(version) else {
        isOver = true
        return nil
      }
      version = reading.version
      isOver = reading.isLast
      return reading.value
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await next()
    }
  }
}
