import HikidashiBase
import HikidashiPresentation
import HikidashiPresentationTesting
import HikidashiWorkQueues
import HikidashiWorkQueuesTesting
import TestSupport
import Testing

@Suite struct PoolTests {
  struct Broken: Error, CustomStringConvertible {
    let description = "it broke"
  }

  @Test func jobsAreDoneAndBringWhatTheyBring() async throws {
    let pool = WorkerPool(workers: 4) { (number: Int) in number * 2 }
    var jobs: [Job<Int>] = []
    for number in 1...100 { jobs.append(try await pool.submit(number)) }
    var sum = 0
    for await (_, ending) in jobs.results(.asTheyCome) { sum += try ending.get() }
    #expect(sum == 10_100)
    var numbers: [Int] = []
    for await (_, ending) in jobs.results() { numbers.append(try ending.get()) }
    #expect(numbers == (1...100).map { $0 * 2 })
    await pool.waitUntilIdle()
    #expect(pool.status.done == 100)
    try await pool.quit(.drain)
    #expect(pool.status.state == .ended)
  }

  @Test func threadsDoWhatBlocks() async throws {
    let seen = Guarded<Set<Int>>([])
    let pool = WorkerPool(threads: 3) { (number: Int) throws -> Int in
      let worker = try #require(JobContext.current).worker
      seen.withLock { _ = $0.insert(worker) }
      return number + 1
    }
    var jobs: [Job<Int>] = []
    for number in 0..<50 { jobs.append(try await pool.submit(number)) }
    for (number, job) in jobs.enumerated() { #expect(try await job.value == number + 1) }
    #expect(seen.withLock { $0.isSubset(of: [0, 1, 2]) })
    try await pool.quit(.drain)
  }

  @Test func aHandlerThatThrowsFailsItsJobAlone() async throws {
    let stage = TestPool(workers: 2) { (number: Int) in
      if number == 1 { throw Broken() }
      return number
    }
    let broken = try stage.pool.enqueue(1) { $0.name = "one" }
    let whole = try stage.pool.enqueue(2)
    await stage.drain()
    await #expect(throws: Broken.self) { try await broken.value }
    #expect(try await whole.value == 2)
    #expect(stage.log == ["“pool”, worker 0: job 1 “one” failed: it broke"])
    #expect(stage.pool.status.failed == 1)
  }

  /// Of a lane one at a time and in order, also where one is tried again; others run beside.
  @Test func aLaneIsDoneInItsOrder() async throws {
    let stage = TestPool(workers: 3, seed: testSeed()) { (name: String) in
      if name == "a1", JobContext.current?.attempt == 1 { throw Broken() }
    }
    for name in ["a1", "a2", "b1", "a3", "b2", "c"] {
      try stage.pool.enqueue(name) {
        $0.lane = name == "c" ? nil : String(name.prefix(1))
        $0.priority = name == "a3" ? 9 : 0
        $0.retry = Retry(attempts: 2)
      }
    }
    #expect(stage.pool.status.running == 3, "a1, b1 and c")
    #expect(stage.waiting == ["a2", "a3", "b2"])
    try stage.pool.cancel(#require(stage.pool.jobs.first { $0.input == "a2" }).id)
    await stage.drain()
    #expect(stage.begun.filter { $0.hasPrefix("a") } == ["a1", "a1", "a3"])
    #expect(stage.begun.filter { $0.hasPrefix("b") } == ["b1", "b2"])
    #expect(stage.pool.status.done == 5)
  }

  @Test func whatFailsIsTriedAgainLater() async throws {
    let attempts = Guarded(0)
    let stage = TestPool(workers: 1) { (_: Int) -> Int in
      try attempts.withLock { attempts in
        attempts += 1
        if attempts < 3 { throw Broken() }
        return attempts
      }
    }
    let job = try stage.pool.enqueue(0) {
      $0.retry = Retry(attempts: 3, first: .seconds(10), jitter: 0)
    }
    await stage.step()
    #expect(await !stage.step())
    stage.advance(by: .seconds(9))
    #expect(await !stage.step())
    stage.advance(by: .seconds(1))
    #expect(await stage.step())
    await stage.drain()
    #expect(stage.clock.now.offset == .seconds(30))
    #expect(try await job.value == 3)
  }

  /// What failed together does not come back together.
  @Test func chanceSpreadsTheAttempts() async throws {
    let stage = TestPool(workers: 20, seed: testSeed()) { (_: Int) in throw Broken() }
    let events = stage.pool.events
    for number in 0..<20 {
      try stage.pool.enqueue(number) { $0.retry = Retry(attempts: 2, first: .seconds(10)) }
    }
    await stage.drain()
    try await stage.pool.quit(.drain)
    var delays: Set<Duration> = []
    for await event in events {
      if case .retries(let delay, _) = event.kind { delays.insert(delay) }
    }
    #expect(delays.count > 15)
    #expect(delays.allSatisfy { $0 >= .seconds(5) && $0 <= .seconds(10) })
  }

  @Test func delayPriorityAndDeadlineAreKept() async throws {
    let stage = TestPool(workers: 1, isStarted: false) { (name: String) in name }
    try stage.pool.enqueue("late") { $0.delay = .seconds(5) }
    try stage.pool.enqueue("low")
    try stage.pool.enqueue("high") { $0.priority = 1 }
    let dead = try stage.pool.enqueue("dead") {
      $0.delay = .seconds(9)
      $0.deadline = .seconds(8)
    }
    #expect(stage.waiting == ["late", "low", "high", "dead"])
    stage.pool.start()
    await stage.drain()
    #expect(stage.begun == ["high", "low", "late"])
    await #expect(throws: JobError.expired) { try await dead.value }
  }

  @Test func aKeyIsOneJob() async throws {
    let stage = TestPool(workers: 1) { (number: Int) in number }
    let change = { @Sendable (options: inout JobOptions) in
      options.key = "k"
      options.duplicates = .joined
    }
    let first = try stage.pool.enqueue(1, change)
    let second = try stage.pool.enqueue(2, change)
    #expect(first.id == second.id)
    #expect(throws: JobError.duplicate(key: "k")) { try stage.pool.enqueue(3) { $0.key = "k" } }
    await stage.drain()
    #expect(try await second.value == 1)
    #expect(try stage.pool.enqueue(4, change).id != first.id)
  }

  @Test func whatWasCancelledNeverSucceeds() async throws {
    let gate = BoundedQueue<Int>(capacity: 1)
    let pool = WorkerPool(workers: 1) { (number: Int) in
      // Not minding that it is cancelled, it returns as if nothing had been.
      _ = try? await Task { try await gate.take() }.value
      return number
    }
    let running = try await pool.submit(1)
    let queued = try await pool.submit(2)
    #expect(await comesTrue { running.state == .running })
    queued.cancel()
    await #expect(throws: JobError.cancelled) { try await queued.value }
    running.cancel()
    #expect(running.state == .running)
    try await gate.put(0)
    await #expect(throws: JobError.cancelled) { try await running.value }
    #expect(pool.status.cancelled == 2)
  }

  @Test func aFullPoolHasProducersWait() async throws {
    let gate = BoundedQueue<Int>(capacity: 9)
    let pool = WorkerPool(workers: 1, capacity: 1) { (_: Int) in _ = try await gate.take() }
    try await pool.submit(1)
    try await pool.submit(2)
    #expect(throws: JobError.full(capacity: 1)) { try pool.enqueue(3) }
    async let third = pool.submit(3)
    #expect(await comesTrue { pool.status.blockedProducers == 1 })
    let cancelled = Task { try await pool.submit(4) }
    #expect(await comesTrue { pool.status.blockedProducers == 2 })
    cancelled.cancel()
    await #expect(throws: JobError.cancelled) { try await cancelled.value }
    try await gate.put(0)
    let job = try await third
    try await gate.put(contentsOf: [0, 0])
    try await job.value
    try await pool.quit(.cancel)
    #expect(throws: JobError.quit(pool: "pool")) { try pool.enqueue(6) }
  }

  @Test func aJobAndAViewWaitForEachOther() async throws {
    struct Note: Presentable {
      typealias Answer = Bool
      let name: String
    }
    let presenter = TestPresenter()
    let queue = PresentationQueue(presenter: presenter, clock: ManualClock())
    let isOnline = Condition(false)
    let pool = WorkerPool(workers: 1) { (name: String) in name }
    let agreed = try queue.enqueue(Note(name: "Fetch?"))
    let fetch = try await pool.submit("fetch", after: [agreed], when: [isOnline])
    let told = try queue.enqueue(Note(name: "Fetched"), after: [fetch])
    await presenter.wait { $0.shown == ["Fetch?"] }
    #expect(fetch.state == .waiting)
    await presenter.answer("Fetch?", with: true)
    _ = try await agreed.answer
    #expect(fetch.state == .waiting)
    isOnline.isMet = true
    #expect(try await fetch.value == "fetch")
    await presenter.wait { $0.shown == ["Fetched"] }
    await presenter.close("Fetched")
    await told.ended()
  }

  @Test func aJobWaitsForJobs() async throws {
    let stage = TestPool(workers: 3, seed: testSeed()) { (name: String) in name }
    let first = try stage.pool.enqueue("a")
    let second = try stage.pool.enqueue("b", after: [first])
    let third = try stage.pool.enqueue("c", after: [first, second])
    first.cancel()
    #expect(third.state == .waiting)
    await stage.drain()
    #expect(stage.begun.filter { $0 != "a" } == ["b", "c"])
  }

  @Test func eventsAndStatusesFollowTheJobs() async throws {
    let stage = TestPool(workers: 1) { (_: Int) in throw Broken() }
    let events = stage.pool.events
    let statuses = stage.pool.statuses
    try stage.pool.enqueue(1) {
      $0.retry = Retry(attempts: 2, first: .seconds(1), jitter: 0)
    }
    await stage.drain()
    try await stage.pool.quit(.drain)
    var kinds: [JobEvent.Kind] = []
    for await event in events { kinds.append(event.kind) }
    #expect(
      kinds == [
        .queued, .began(worker: 0, attempt: 1), .retries(after: .seconds(1), problem: "it broke"),
        .began(worker: 0, attempt: 2), .ended(.failed, problem: "it broke"),
      ])
    var last: PoolStatus?
    for await status in statuses { last = status }
    #expect(last?.fraction == 1)
    #expect(last?.state == .ended)
    for await _ in stage.pool.events { Issue.record("an ended pool has no events") }
  }

  @Test func theSameSeedGoesTheSameWay() async throws {
    func order(_ seed: UInt64) async throws -> [Int] {
      let stage = TestPool(workers: 4, seed: seed) { (number: Int) in number }
      for number in 0..<20 { try stage.pool.enqueue(number) }
      await stage.drain()
      return stage.begun
    }
    let seed = testSeed()
    #expect(try await order(seed) == order(seed))
  }
}
