import HikidashiBase
import HikidashiWorkQueuesTesting
import TestSupport
import Testing

@testable import HikidashiWorkQueues

/// The failed jobs that a pool keeps, and what a list of its jobs is made of.
@Suite struct FailedJobsTests {
  struct Jammed: Error, CustomStringConvertible { let description = "the drawer jammed" }

  @Test func noneIsKeptUnlessAskedFor() async throws {
    let stage = TestPool(workers: 1) { (_: String) in throw Jammed() }
    try stage.pool.enqueue("a")
    await stage.drain()
    #expect(stage.pool.failedJobs.isEmpty)
    #expect(stage.pool.status.failed == 1)
    #expect(!stage.pool.forget(JobID(1)))
    #expect(try stage.pool.retry(JobID(1)) == nil)
  }

  @Test func aFailedJobIsTriedAgainWithItsOptions() async throws {
    let isBroken = Guarded(true)
    let stage = TestPool(workers: 1) { (text: String) in
      if isBroken.withLock({ $0 }) { throw Jammed() }
    }
    stage.pool.failuresKept = 5
    try stage.pool.enqueue("a") {
      $0.name = "Print"
      $0.delay = .seconds(60)
      $0.retry = Retry(attempts: 2)
    }
    await stage.drain()
    let failed = try #require(stage.pool.failedJobs.first)
    #expect(failed.input == "a" && failed.options.name == "Print")
    #expect(failed.attempts == 2 && failed.state == .ended)
    #expect(failed.problem == "the drawer jammed" && failed.worker == 0)
    #expect(failed.elapsed == .zero)
    isBroken.withLock { $0 = false }
    let again = try #require(try stage.pool.retry(failed.id))
    #expect(stage.pool.failedJobs.isEmpty)
    #expect(again.id > failed.id && again.name == "Print")
    // Not after its delay.
    await stage.step()
    #expect(await again.ending?.kind == .done)
  }

  @Test func whatIsRefusedStaysAmongTheFailed() async throws {
    let stage = TestPool(workers: 1, capacity: 1) { (text: String) in
      if text == "bad" { throw Jammed() }
    }
    stage.pool.failuresKept = 5
    try stage.pool.enqueue("bad")
    await stage.drain()
    await stage.pool.suspend()
    try stage.pool.enqueue("full")
    let id = try #require(stage.pool.failedJobs.first?.id)
    #expect(throws: JobError.full(capacity: 1)) { try stage.pool.retry(id) }
    #expect(stage.pool.failedJobs.map(\.id) == [id])
    #expect(stage.pool.forget(id))
    #expect(!stage.pool.forget(id))
    #expect(stage.pool.failedJobs.isEmpty)
  }

  @Test func theNewestAreKept() async throws {
    let stage = TestPool(workers: 1) { (_: Int) in throw Jammed() }
    stage.pool.failuresKept = 3
    for number in 0..<9 { try stage.pool.enqueue(number) }
    await stage.drain()
    #expect(stage.pool.failedJobs.map(\.id) == [7, 8, 9].map(JobID.init))
    stage.pool.failuresKept = 1
    #expect(stage.pool.failedJobs.map(\.id) == [JobID(9)])
    stage.pool.failuresKept = 0
    #expect(stage.pool.failedJobs.isEmpty)
  }

  @Test func aRunningJobTellsHowLongAndHowFar() async throws {
    let clock = ManualClock()
    let gate = BoundedQueue<Int>(capacity: 1)
    let contexts = Guarded<JobContext?>(nil)
    let pool = WorkerPool(workers: 1, clock: clock) { (_: String) in
      contexts.withLock { $0 = JobContext.current }
      _ = try await gate.take()
    }
    try pool.enqueue("long")
    try pool.enqueue("next")
    #expect(await comesTrue { contexts.withLock { $0 != nil } })
    let context = contexts.withLock { $0 }
    #expect(pool.jobs.map(\.progress) == [nil, nil])
    for (said, shown) in [(0.25, 0.25), (-1, 0), (7, 1), (.nan, 0)] {
      context?.report(said)
      #expect(pool.jobs.map(\.progress) == [shown, nil])
    }
    clock.advance(by: .seconds(3))
    #expect(pool.jobs.map(\.elapsed) == [.seconds(3), nil])
    #expect(pool.jobs.map(\.worker) == [0, nil])
    let page = pool.page(running: 9, waiting: 9, failed: 9)
    #expect(page.running.map(\.input) == ["long"] && page.waiting.map(\.input) == ["next"])
    #expect(page.failed.isEmpty && page.failedCount == 0)
    #expect(pool.page(running: 0, waiting: 0, failed: 0).running.isEmpty)
    gate.close()
    try await pool.quit(.cancel)
  }

  /// What an attempt says after the next has begun is not about that one.
  @Test func progressIsThatOfTheAttempt() async throws {
    let first = Guarded<JobContext?>(nil)
    let gate = BoundedQueue<Int>(capacity: 1)
    let pool = WorkerPool(workers: 1) { (_: Int) in
      guard let context = JobContext.current else { return }
      if context.attempt == 1 {
        first.withLock { $0 = context }
        throw Jammed()
      }
      _ = try await gate.take()
    }
    try pool.enqueue(1) { $0.retry = Retry(attempts: 2, first: .zero) }
    #expect(await comesTrue { pool.jobs.first?.attempts == 2 })
    first.withLock { $0 }?.report(0.5)
    #expect(pool.jobs.first?.progress == nil)
    #expect(pool.jobs.first?.problem == "the drawer jammed")
    gate.close()
    try await pool.quit(.cancel)
  }

  @Test func theLeastAreThoseOfASort() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<testSteps(300) {
      let size = Int.random(in: 0...60, using: &random)
      let numbers = (0..<size).map { _ in Int.random(in: 0...99, using: &random) }
      let count = Int.random(in: 0...70, using: &random)
      let wanted = Array(numbers.sorted().prefix(count))
      #expect(numbers.least(count) == wanted, "HIKIDASHI_SEED=\(seed)")
    }
    #expect([2, 1].least(.max) == [1, 2])
  }

  /// Random lives of what is kept, held against a plain array.
  @Test func whatIsKeptIsThatOfAnArray() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var jobs = FailedJobs<Int>()
    var slow: [Int] = []
    var most = 0
    for step in 0..<testSteps(3_000) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        most = Int.random(in: 0...20, using: &random)
        let gone = jobs.setMost(most)
        #expect(gone.map(\.id.number) == Array(slow.prefix(max(0, slow.count - most))))
      case 1...3:
        let number = slow.randomElement(using: &random) ?? -1
        #expect(jobs.remove(JobID(number))?.input == slow.first { $0 == number })
        slow.removeAll { $0 == number }
      default:
        _ = jobs.add(Self.status(step))
        slow.append(step)
      }
      slow = Array(slow.suffix(most))
      #expect(jobs.count == slow.count, "HIKIDASHI_SEED=\(seed), step \(step)")
      let limit = Int.random(in: 0...25, using: &random)
      let found = jobs.oldest(limit).map(\.input)
      #expect(found == Array(slow.prefix(limit)), "HIKIDASHI_SEED=\(seed), step \(step)")
    }
  }

  private static func status(_ number: Int) -> JobStatus<Int> {
    JobStatus(
      id: JobID(number), input: number, options: JobOptions(), state: .ended, attempts: 1,
      worker: 0,
      elapsed: nil, progress: nil, problem: "x")
  }
}
