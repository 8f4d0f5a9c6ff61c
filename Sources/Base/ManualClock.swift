/// A clock for tests whose time only moves when ``advance(by:)`` is called.
///
/// A sleep whose deadline has passed already returns at once, so a test need not know whether the
/// code under test has begun to sleep.
///
/// ```swift
/// let clock = ManualClock()
/// let alarm = Task { try await clock.sleep(for: .seconds(60)) }
/// clock.advance(by: .seconds(60))
/// try await alarm.value
/// ```
public final class ManualClock: Clock {
  /// A time of this clock, counted from when it was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Duration.zero
    var nextSleep = 0
    var sleeps: [Int: (until: Duration, wake: CheckedContinuation<Bool, Never>)] = [:]
    var crowds: [(size: Int, gathered: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Guarded(State())

  /// A clock that stands at zero.
  public init() {}

  /// The time that the clock has been advanced to.
  public var now: Instant { Instant(offset: state.withLock { $0.now }) }

  /// The smallest step of the clock: one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Advances the time and wakes the sleeps that are due, the earliest first.
  ///
  /// - Parameter duration: Zero or more; less counts as zero.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now += max(.zero, duration)
      let due = state.sleeps.filter { $0.value.until <= state.now }
      for number in due.keys { state.sleeps[number] = nil }
      return due.sorted { ($0.value.until, $0.key) < ($1.value.until, $1.key) }.map(\.value.wake)
    }
    for wake in due { wake.resume(returning: true) }
  }

  /// Sleeps until the clock has been advanced to `deadline` or beyond.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.nextSleep += 1
      return state.nextSleep
    }
    let isDue = await withTaskCancellationHandler {
      await withCheckedContinuation { begin($0, number, deadline.offset) }
    } onCancel: {
      let sleep = state.withLock { $0.sleeps.removeValue(forKey: number) }
      sleep?.wake.resume(returning: false)
    }
    guard isDue else { throw CancellationError() }
  }

  /// How many tasks sleep on this clock now.
  package var sleeperCount: Int { state.withLock { $0.sleeps.count } }

  /// Waits until at least `count` tasks sleep on this clock at the same time.
  public func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleeps.count >= count { return true }
        state.crowds.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func begin(_ wake: CheckedContinuation<Bool, Never>, _ number: Int, _ until: Duration) {
    enum Start {
      case awake(isDue: Bool)
      case asleep([CheckedContinuation<Void, Never>])
    }
    let start = state.withLock { state -> Start in
      if state.now >= until { return .awake(isDue: true) }
      // Checked with the lock held: a later cancellation finds the sleep and ends it.
      if Task.isCancelled { return .awake(isDue: false) }
      state.sleeps[number] = (until, wake)
      let count = state.sleeps.count
      let gathered = state.crowds.filter { $0.size <= count }.map(\.gathered)
      state.crowds.removeAll { $0.size <= count }
      return .asleep(gathered)
    }
    switch start {
    case .awake(let isDue): wake.resume(returning: isDue)
    case .asleep(let gathered): for crowd in gathered { crowd.resume() }
    }
  }
}
