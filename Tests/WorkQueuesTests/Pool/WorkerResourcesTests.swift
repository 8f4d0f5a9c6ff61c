import HikidashiBase
import Testing

@testable import HikidashiWorkQueues

/// What each worker has for as long as the pool works.
@Suite struct WorkerResourcesTests {
  private struct Failure: Error {}

  /// Counts what is made, used by two at once, and ended.
  private final class Shelf: Sendable {
    struct Counts: Equatable {
      var made = 0
      var ended: [Int] = []
      var inUse: Set<Int> = []
      var shared = 0
    }

    private let counts = Guarded(Counts())
    var now: Counts { counts.withLock { $0 } }

    func make() -> Int {
      counts.withLock { counts in
        counts.made += 1
        return counts.made
      }
    }

    func end(_ number: Int) { counts.withLock { $0.ended.append(number) } }

    func begin(_ number: Int) {
      counts.withLock { if !$0.inUse.insert(number).inserted { $0.shared += 1 } }
    }

    func leave(_ number: Int) { counts.withLock { _ = $0.inUse.remove(number) } }
  }

  private func pool(_ shelf: Shelf, asThreads: Bool) -> WorkerPool<Int, Int> {
    let body: @Sendable (Int, Int) throws -> Int = { resource, input in
      shelf.begin(resource)
      defer { shelf.leave(resource) }
      if input % 5 == 0 { throw Failure() }
      return resource
    }
    return asThreads
      ? WorkerPool(
        threads: 3, log: { _ in }, setUp: { shelf.make() }, tearDown: { shelf.end($0) },
        handler: body)
      : WorkerPool(
        workers: 3, log: { _ in }, setUp: { shelf.make() },
        tearDown: { number in
          await Task.yield()
          shelf.end(number)
        },
        handler: { resource, input in
          await Task.yield()
          return try body(resource, input)
        })
  }

  @Test(arguments: [false, true])
  func eachIsMadeOnceAndEndedOnceByTheTimeThePoolHasQuit(asThreads: Bool) async throws {
    let shelf = Shelf()
    let pool = pool(shelf, asThreads: asThreads)
    for number in 1...200 { try await pool.submit(number) }
    try await pool.quit(.drain)
    let counts = shelf.now
    #expect((1...3).contains(counts.made))
    #expect(counts.ended.sorted() == Array(1...counts.made))
    #expect(counts.shared == 0)
  }

  @Test func aPoolThatIsReleasedEndsThem() async throws {
    let shelf = Shelf()
    do {
      let pool = pool(shelf, asThreads: false)
      _ = try await pool.submit(1).value
    }
    #expect(await comesTrue { shelf.now.ended == [1] })
  }

  @Test func aPoolThatHasDoneNothingMakesNothing() async throws {
    let shelf = Shelf()
    try await pool(shelf, asThreads: true).quit(.cancel)
    #expect(shelf.now == Shelf.Counts())
  }

  @Test func whatCannotBeMadeFailsItsJobAlone() async throws {
    let shelf = Shelf()
    let pool = WorkerPool<Int, Int>(
      workers: 1, log: { _ in },
      setUp: {
        let number = shelf.make()
        if number == 1 { throw Failure() }
        return number
      }, tearDown: { shelf.end($0) }, handler: { resource, input in resource * 100 + input })
    let first = try await pool.submit(1)
    let second = try await pool.submit(2)
    await #expect(throws: (any Error).self) { try await first.value }
    #expect(try await second.value == 202)
    try await pool.quit(.drain)
    #expect(shelf.now.ended == [2])
  }

  /// A job that asks its pool to quit stands aside, and is not waited for.
  @Test func aJobMayEndItsOwnPool() async throws {
    let shelf = Shelf()
    let pools = Guarded<WorkerPool<Int, Int>?>(nil)
    let pool = WorkerPool<Int, Int>(
      workers: 2, log: { _ in }, setUp: { shelf.make() }, tearDown: { shelf.end($0) },
      handler: { resource, _ in
        try await pools.withLock { $0 }?.quit(.drain)
        return resource
      })
    pools.withLock { $0 = pool }
    let job = try await pool.submit(1)
    #expect(try await job.value == 1)
    #expect(await comesTrue { shelf.now.ended == [1] })
    pools.withLock { $0 = nil }
  }

  @Test func aDeadlineEndsTheWaitForWhatHangs() async throws {
    let open = Ending<Void>()
    let pool = WorkerPool<Int, Int>(
      workers: 1, log: { _ in }, setUp: { 1 }, tearDown: { _ in await open.wait() },
      handler: { resource, _ in resource })
    _ = try await pool.submit(1).value
    try await pool.quit(.drain, deadline: .milliseconds(20))
    open.end(())()
  }
}
