import Support

/// A value that changes, and those who wait for it to: everybody sees the newest, and its last once.
final class StatusBoard<Value: Sendable>: Sendable {
  struct Reading: Sendable {
    let value: Value
    let version: Int
    let isLast: Bool
  }

  private struct Waiter {
    let version: Int
    let onlyLast: Bool
    let continuation: CheckedContinuation<Reading?, Never>
  }

  private struct State {
    var reading: Reading
    var nextID = 0
    var waiters: [Int: Waiter] = [:]
    var observers: [Int: @Sendable () -> Void] = [:]
  }

  private let state: Guarded<State>

  init(_ value: Value) {
    state = Guarded(State(reading: Reading(value: value, version: 1, isLast: false)))
  }

  var reading: Reading { state.withLock { $0.reading } }

  /// Sets the value that `change` makes of the current one; false where `change` returns nil or the
  /// last value is there already.
  @discardableResult
  func update(isLast: Bool = false, _ change: (Value) -> Value?) -> Bool {
    let (woken, observers, hasChanged) = state.withLock {
      state -> ([(CheckedContinuation<Reading?, Never>, Reading)], [@Sendable () -> Void], Bool) in
      guard !state.reading.isLast, let value = change(state.reading.value) else {
        return ([], [], false)
      }
      let reading = Reading(value: value, version: state.reading.version + 1, isLast: isLast)
      state.reading = reading
      var woken: [(CheckedContinuation<Reading?, Never>, Reading)] = []
      for (id, waiter) in state.waiters where isLast || !waiter.onlyLast {
        woken.append((waiter.continuation, reading))
        state.waiters[id] = nil
      }
      let observers = Array(state.observers.values)
      if isLast { state.observers = [:] }
      return (woken, observers, true)
    }
    for (continuation, reading) in woken { continuation.resume(returning: reading) }
    for observer in observers { observer() }
    return hasChanged
  }

  /// The value once it is newer than `version`, or once it is the last; nil when the task is
  /// cancelled before.
  func next(after version: Int, onlyLast: Bool = false) async -> Reading? {
    let id = state.withLock { state -> Int in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now = state.withLock { state -> Reading?? in
          if onlyLast ? state.reading.isLast : state.reading.version > version {
            return .some(state.reading)
          }
          // The handler below has run already, and found nobody.
          if Task.isCancelled { return .some(nil) }
          state.waiters[id] = Waiter(
            version: version, onlyLast: onlyLast, continuation: continuation)
          return nil
        }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.continuation.resume(returning: nil)
    }
  }

  /// Calls `body` after every change, on the thread that makes it, until `stopObserving`.
  func observe(_ body: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.nextID += 1
      if !state.reading.isLast { state.observers[state.nextID] = body }
      return state.nextID
    }
  }

  func stopObserving(_ id: Int) {
    // Let go of outside the lock: its end may do anything.
    let observer = state.withLock { $0.observers.removeValue(forKey: id) }
    withExtendedLifetime(observer) {}
  }
}

/// The values of something that changes, newest first: who is slow misses some in between, never the
/// last.
///
/// Any number of loops may run over it, each from the value that is current when it begins.
public struct StatusSequence<Element: Sendable>: AsyncSequence, Sendable {
  typealias Reading = StatusBoard<Element>.Reading

  private let wait: @Sendable (_ version: Int) async -> Reading?

  init<Value>(_ board: StatusBoard<Value>, _ part: @escaping @Sendable (Value) -> Element) {
    wait = { version in
      await board.next(after: version).map {
        Reading(value: part($0.value), version: $0.version, isLast: $0.isLast)
      }
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(wait: wait) }

  public struct Iterator: AsyncIteratorProtocol {
    let wait: @Sendable (_ version: Int) async -> Reading?
    var version = 0
    var isOver = false

    /// The newest value as soon as there is one not seen yet; nil behind the last, or when the task
    /// is cancelled.
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
