import HikidashiBase
import Testing

@Suite struct ManualClockTests {
  @Test func sleepersWakeWhenTheirTimeComes() async throws {
    let clock = ManualClock()
    let early = Task { try await clock.sleep(for: .seconds(1)) }
    let late = Task { try await clock.sleep(for: .seconds(3)) }
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(2))
    try await early.value
    // The later one still sleeps, alone.
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    try await late.value
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func aSleepThatBeginsTooLateReturnsAtOnce() async throws {
    let clock = ManualClock()
    let until = clock.now.advanced(by: .seconds(1))
    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(-5))
    try await clock.sleep(until: until, tolerance: nil)
    #expect(clock.now == until)
  }

  @Test(arguments: [false, true]) func cancellationWakesWithAnError(_ isAsleep: Bool) async {
    let clock = ManualClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    if isAsleep { await clock.waitForSleepers() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
