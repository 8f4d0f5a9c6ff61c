/// The time of a connector, by its clock.
struct LoadTime: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let sleep: @Sendable (_ time: Duration) -> @Sendable () async -> Bool

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { time in
      // Counted from now, not from when the task comes to run.
      let deadline = clock.now.advanced(by: max(.zero, time))
      return { (try? await clock.sleep(until: deadline, tolerance: nil)) != nil }
    }
  }

  /// The time since it was made.
  var now: Duration { elapsed() }

  /// Calls `body` once after a time, on any thread, unless the task is cancelled first.
  func schedule(
    after delay: Duration, _ body: @escaping @Sendable () -> Void
  ) -> Task<Void, Never> {
    let sleep = sleep(delay)
    return Task { if await sleep(), !Task.isCancelled { body() } }
  }
}
