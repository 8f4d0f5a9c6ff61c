/// A timer for the next moment at which a state machine has something to do.
///
/// It is stored in the state that a lock guards. The sleeping task is cancelled after the lock is
/// released, because a clock's cancellation handler may call back.
package struct Alarm: Sendable {
  private var time: Duration?
  package private(set) var task: Task<Void, Never>?

  package init() {}

  /// Schedules the alarm for `next`; nil schedules none.
  ///
  /// - Returns: The previous sleep, to be cancelled after the lock is released.
  package mutating func set(
    _ next: Duration?, _ clock: ElapsedClock, _ ring: @escaping @Sendable (Duration) -> Void
  ) -> Task<Void, Never>? {
    guard next != time else { return nil }
    let old = task
    time = next
    task = next.map { next in
      let sleep = clock.sleep
      return Task {
        do { try await sleep(next) } catch { return }
        ring(next)
      }
    }
    return old
  }

  /// Notes that the alarm for `time` has rung, so that the same time can be set again.
  package mutating func hasRung(at time: Duration) {
    if self.time == time { (self.time, task) = (nil, nil) }
  }
}
