/// A type-erased clock that counts time from the moment it was made.
package struct ElapsedClock: Sendable {
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

  private static func make<Source: Clock<Duration>>(_ clock: Source) -> ElapsedClock {
    let start = clock.now
    return ElapsedClock(
      now: { start.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
  }

  /// Calls `body` once after a time, on any thread, unless the task is cancelled first.
  package func schedule(
    after delay: Duration, _ body: @escaping @Sendable () -> Void
  ) -> Task<Void, Never> {
    // Counted from now, not from when the task comes to run.
    let deadline = now().later(by: delay)
    return Task { [sleep] in
      if (try? await sleep(deadline)) != nil, !Task.isCancelled { body() }
    }
  }
}
