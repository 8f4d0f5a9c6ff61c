import HikidashiBase
import HikidashiWorkQueues
import Testing

/// What becomes of leases that are taken back, given back, or come to their end.
@Suite struct DurableLeaseTests {
  /// A job that ends when the gate is closed, or when it is told to stop.
  private static func pass(_ gate: BoundedQueue<Int>) async throws { _ = try await gate.take() }

  @Test func aWorkerWhoseJobIsTakenBackTakesTheNext() async throws {
    let store = MemoryJobStore()
    let gate = BoundedQueue<Int>(capacity: 1)
    let pool = DurablePool(store: store, workers: 1, lease: .milliseconds(150)) { job in
      if job.text == "long" { try await Self.pass(gate) }
    }
    let ids = try store.add([DurableRequest(text: "long"), DurableRequest(text: "next")])
    #expect(await comesTrue { pool.status.running == 1 })
    #expect(try store.cancel(#require(ids.first)))
    #expect(await comesTrue { (try? store.counts()) == [.cancelled: 1, .done: 1] })
    try await pool.quit()
  }

  /// After a standstill of machine or process what runs is not given up for lost by its own worker.
  @Test func whatRunsIsProlongedBeforeLeasesAreGivenUp() async throws {
    let clock = ManualClock()
    let store = MemoryJobStore(clock: clock)
    let gates = ["long": BoundedQueue<Int>(capacity: 1), "short": BoundedQueue<Int>(capacity: 1)]
    let pool = DurablePool(store, 2, nil, .seconds(600), clock) { job in
      if let gate = gates[job.text] { _ = await Task { try? await gate.take() }.value }
    }
    _ = try store.add([DurableRequest(text: "long"), DurableRequest(text: "short")])
    #expect(await comesTrue { pool.status.running == 2 })
    clock.advance(by: .seconds(700))
    gates["short"]?.close()
    #expect(await comesTrue { (try? store.counts()) == [.done: 1, .taken: 1] })
    let long = try #require(try store.statuses(.taken, from: nil, limit: 1).first)
    #expect(long.attempts == 1 && long.history.isEmpty)
    gates["long"]?.close()
    #expect(await comesTrue { (try? store.counts()) == [.done: 2] })
    try await pool.quit()
  }

  /// A store that nobody can reach for as long as a lease lasts may have given the job to another.
  @Test func whatCannotBeProlongedIsToldToStop() async throws {
    let clock = ManualClock()
    let store = LostStore(MemoryJobStore(clock: clock))
    let silence: @Sendable (String) -> Void = { _ in }
    let gate = BoundedQueue<Int>(capacity: 1)
    let pool = DurablePool(store, 2, nil, .seconds(600), clock, log: silence) { job in
      if job.text == "long" { return try await Task.sleep(for: .seconds(900)) }
      _ = await Task { try? await gate.take() }.value
    }
    _ = try store.add([DurableRequest(text: "long"), DurableRequest(text: "short")])
    #expect(await comesTrue { pool.status.running == 2 })
    store.isLost = true
    clock.advance(by: .seconds(700))
    try await gate.put(1)
    #expect(await comesTrue { pool.status.running == 0 })
    store.isLost = false
    #expect(await comesTrue { pool.status.running == 1 })
    try await pool.quit(.cancel)
  }

  @Test func whatIsLeftAtTheDeadlineIsGivenBack() async throws {
    let store = MemoryJobStore()
    let gate = BoundedQueue<Int>(capacity: 1)
    let pool = DurablePool(store: store, workers: 1) { _ in
      _ = await Task { try? await gate.take() }.value
    }
    _ = try store.add([DurableRequest(text: "deaf")])
    #expect(await comesTrue { pool.status.running == 1 })
    await #expect(throws: JobError.notDoneInTime(left: 1)) {
      try await pool.quit(deadline: .milliseconds(1))
    }
    #expect(try store.counts() == [.waiting: 1])
    let status = try #require(try store.statuses(nil, from: nil, limit: 1).first)
    #expect(status.attempts == 0 && status.history.isEmpty)
    gate.close()
    try await pool.quit()
  }

  @Test func aSecondQuitReturnsToo() async throws {
    let pool = DurablePool(store: MemoryJobStore(), workers: 1) { _ in }
    try await pool.quit()
    try await pool.quit(.cancel)
    async let one: Void = pool.quit()
    async let other: Void = pool.quit()
    _ = try await (one, other)
  }

  /// It is not waited for by itself, and what it did is recorded all the same.
  @Test(arguments: QuitMode.allCases) func aJobMayQuitItsPool(_ mode: QuitMode) async throws {
    let store = MemoryJobStore()
    let pools = Guarded<DurablePool?>(nil)
    let pool = DurablePool(store: store, workers: 1) { job in
      _ = await comesTrue { pools.withLock { $0 != nil } }
      try await pools.withLock { $0 }?.quit(mode)
    }
    pools.withLock { $0 = pool }
    _ = try store.add([DurableRequest(text: "last")])
    let wanted: [DurableJobState: Int] = mode == .cancel ? [.waiting: 1] : [.done: 1]
    #expect(await comesTrue { pool.status.state == .ended && (try? store.counts()) == wanted })
    pools.withLock { $0 = nil }
  }

  /// What runs when a pool is let go of is recorded.
  @Test func aPoolThatIsLetGoOfRecordsWhatRuns() async throws {
    let store = MemoryJobStore()
    let gate = BoundedQueue<Int>(capacity: 1)
    let begun = Guarded(0)
    var pool: DurablePool? = DurablePool(store: store, workers: 1) { _ in
      begun.withLock { $0 += 1 }
      _ = try await gate.take()
    }
    _ = try store.add([DurableRequest(text: "1"), DurableRequest(text: "2")])
    #expect(await comesTrue { begun.withLock { $0 } == 1 })
    #expect(pool?.status.running == 1)
    pool = nil
    gate.close()
    #expect(await comesTrue { (try? store.counts()) == [.done: 1, .waiting: 1] })
  }
}

/// A store that can be made to fail.
private final class LostStore: JobStore {
  private let base: MemoryJobStore
  private let lost = Guarded(false)

  init(_ base: MemoryJobStore) { self.base = base }

  var isLost: Bool {
    get { lost.withLock { $0 } }
    set { lost.withLock { $0 = newValue } }
  }

  private func check() throws(JobStoreError) {
    if isLost { throw .unavailable(place: "a test", problem: "it is not there") }
  }

  func add(_ requests: [DurableRequest]) throws(JobStoreError) -> [DurableJobID] {
    try check()
    return try base.add(requests)
  }

  func exchange(
    _ reports: [JobReport], take most: Int, as worker: String, lease: Duration
  ) throws(JobStoreError) -> TakenJobs {
    try check()
    return try base.exchange(reports, take: most, as: worker, lease: lease)
  }

  func extend(
    _ leases: [JobLease], of worker: String, by lease: Duration
  ) throws(JobStoreError) -> [JobLease] {
    try check()
    return try base.extend(leases, of: worker, by: lease)
  }

  func statuses(
    _ state: DurableJobState?, from first: DurableJobID?, limit: Int
  ) throws(JobStoreError) -> [DurableJobStatus] {
    try base.statuses(state, from: first, limit: limit)
  }

  func counts() throws(JobStoreError) -> [DurableJobState: Int] { try base.counts() }

  func retry(_ id: DurableJobID) throws(JobStoreError) -> Bool { try base.retry(id) }

  func retryAll(_ state: DurableJobState) throws(JobStoreError) -> Int { try base.retryAll(state) }

  func cancel(_ id: DurableJobID) throws(JobStoreError) -> Bool { try base.cancel(id) }

  func forget(_ id: DurableJobID) throws(JobStoreError) -> Bool { try base.forget(id) }

  func forgetAll(_ state: DurableJobState) throws(JobStoreError) -> Int {
    try base.forgetAll(state)
  }

  func clear() throws(JobStoreError) -> Bool { try base.clear() }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken {
    base.watch(onChange)
  }

  func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken {
    base.watchChanges(onChange)
  }
}
