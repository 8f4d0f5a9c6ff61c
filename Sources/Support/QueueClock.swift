/// A clock whose times are counted from when it was taken, whatever its own are.
package struct QueueClock: Sendable {
  package let now: @Sendable () -> Duration
  package let sleep: @Sendable (Duration) async throws -> Void

  package init(_ clock: any Clock<Duration>) { self = Self.make(clock) }

  private init(
    now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  private static func make<Source: Clock<Duration>>(_ clock: Source) -> QueueClock {
    let start = clock.now
    return QueueClock(
      now: { start.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
  }
}
