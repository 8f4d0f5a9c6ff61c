import HikidashiWorkQueues
import TestSupport
import Testing

/// Pools and jobs that are followed by `Observation`.
@Suite @MainActor struct TrackedPoolTests {
  @Test func jobsAndStatesAreFollowed() async throws {
    let pool = WorkerPool(workers: 2, isStarted: false) { (number: Int) in 2 * number }
    let state = TrackedReading { pool.status.state }
    let done = TrackedReading { pool.status.done }
    let job = try await pool.submit(21)
    let jobState = TrackedReading { job.state }
    pool.start()
    await state.wait { $0 == .running }
    await done.wait { $0 == 1 }
    await jobState.wait { $0 == .ended }
    await pool.suspend()
    await state.wait { $0 == .suspended }
    try await pool.quit(.drain)
    await state.wait { $0 == .ended }
    #expect(done.values.last == 1)
  }

  @Test func aDurablePoolIsFollowed() async throws {
    let store = MemoryJobStore()
    let pool = DurablePool(store: store, workers: 1) { _ in }
    let done = TrackedReading { pool.status.done }
    _ = try store.add([DurableRequest(text: "one"), DurableRequest(text: "two")])
    await done.wait { $0 == 2 }
    try await pool.quit()
  }
}
