/// The next moment at which a state machine has something to do, and the task that sleeps until then.
///
/// It lies in the state that a lock guards. Tasks are cancelled without the lock, as the clock's
/// handlers may be another's code that comes back.
package struct Alarm: Sendable {
  private var time: Duration?
  package private(set) var task: Task<Void, Never>?

  package init() {}

  /// Sleeps until `next`, and not at all where that is nil.
  ///
  /// - Returns: The sleep before, to be cancelled without the lock.
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

  /// It rang for `time`: the same time can be set again.
  package mutating func hasRung(at time: Duration) {
    if self.time == time { (self.time, task) = (nil, nil) }
  }
}
