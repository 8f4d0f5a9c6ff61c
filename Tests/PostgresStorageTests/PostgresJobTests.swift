import Foundation
import Glibc
import HikidashiBase
import HikidashiPostgresStorage
import HikidashiWorkQueues
import HikidashiWorkQueuesTesting
import TestSupport
import Testing

@Suite struct PostgresJobTests {
  @Test(.needsPostgres) func aDatabaseKeepsItsPromises() throws {
    let server = try PostgresServer.shared.get()
    let url = server.url(try server.makeDatabase())
    let flaws = try JobStoreKit.flaws(of: PostgresJobStore(url))
    #expect(flaws == [])
  }

  /// Tables as older versions made them are taken over, with what is in them.
  @Test(.needsPostgres) func olderTablesAreTakenOver() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let url = server.url(database)
    let first = try PostgresJobStore(url)
    let ids = try first.add([DurableRequest(text: "kept")])
    let connection = try server.connection(database)
    for column in ["began", "stopped"] {
      _ = try connection.run(
        PostgresStatement("ALTER TABLE hikidashi_jobs DROP COLUMN \(column)", isKept: false))
    }
    let store = try PostgresJobStore(url)
    #expect(try store.statuses(nil, from: nil, limit: 9).map(\.id) == ids)
    let jobs = try store.exchange([], take: 1, as: "a", lease: .seconds(600)).jobs
    #expect(jobs.map(\.text) == ["kept"])
    #expect(try store.statuses(.taken, from: nil, limit: 9).first?.elapsed != nil)
  }

  @Test func whatCannotBeReachedIsSaid() {
    #expect(throws: JobStoreError.self) { try PostgresJobStore("no database") }
  }

  /// The other's job is not there yet when this one's is refused for its sake.
  @Test(.needsPostgres) func whatAnotherIsAddingIsOneJob() async throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let store = try PostgresJobStore(server.url(database))
    var request = DurableRequest(text: "mine")
    request.key = "k"
    let id = try await onThread { [request] in
      let other = try server.connection(database)
      _ = try other.run(PostgresStatement("BEGIN", isKept: false))
      let added = try other.run(
        PostgresStatement(
          """
          INSERT INTO hikidashi_jobs (payload, key, origin, priority, due, most, first, factor,
            longest) VALUES ('', 'k', gen_random_uuid(), 0, 0, 1, 0, 1, 0) RETURNING id
          """))
      let mine = Guarded<Result<[DurableJobID], any Error>?>(nil)
      Thread {
        let result = Result { try store.add([request]) }
        mine.withLock { $0 = result }
      }.start()
      let watcher = try server.connection(database)
      let waiting = PostgresStatement(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
          + "AND wait_event_type = 'Lock'")
      while try watcher.run(waiting).int(0, 0) == 0, mine.withLock({ $0 == nil }) { usleep(1_000) }
      _ = try other.run(PostgresStatement("COMMIT", isKept: false))
      while mine.withLock({ $0 == nil }) { usleep(1_000) }
      #expect(try mine.withLock { $0 }?.get() == [DurableJobID(added.int(0, 0))])
      return added.int(0, 0)
    }
    #expect(id > 0)
  }

  /// Idle workers are told: between two jobs nothing is asked of the server.
  @Test(.needsPostgres) func idleWorkersAreTold() async throws {
    let server = try PostgresServer.shared.get()
    let url = server.url(try server.makeDatabase())
    let pool = DurablePool(store: try PostgresJobStore(url), workers: 2) { _ in }
    try await onThread {
      let store = try PostgresJobStore(url)
      for round in 1...3 {
        _ = try store.add([DurableRequest(text: "\(round)")])
        let end = ContinuousClock.now + .seconds(300)
        while try store.counts() != [.done: round], .now < end { usleep(1_000) }
        #expect(try store.counts() == [.done: round])
      }
    }
    try await pool.quit()
  }

  /// Runs what waits for the server on a thread of its own, so that it takes none of the tasks'.
  private func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: Result(catching: body)) }.start()
    }.get()
  }

  /// Four processes do jobs, and one after the other is killed: every job is done, recorded once.
  @Test(.needsPostgres) func jobsOutliveTheirWorkers() async throws {
    let seed = testSeed()
    print("jobsOutliveTheirWorkers: HIKIDASHI_SEED=\(seed)")
    let flaw = try await onThread { try Self.killWorkers(seed) }
    #expect(flaw == nil, "HIKIDASHI_SEED=\(seed)")
  }

  private static func killWorkers(_ seed: UInt64) throws -> String? {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let log = folder.url.path + "/log"
    let server = try PostgresServer.shared.get()
    let url = server.url(try server.makeDatabase())
    let store = try PostgresJobStore(url)
    let count = min(100_000, testSteps(5) * 100)
    var requests = (0..<count).map { DurableRequest(text: "\($0)") }
    // A worker that is killed often would make poison of what it had.
    for place in requests.indices { requests[place].retry.attempts = 1_000 }
    _ = try store.add(requests)
    var workers = try (0..<4).map { _ in try Run(workerPath, [url, log]) }
    let end = ContinuousClock.now + .seconds(500)
    var kills = 0
    while try store.counts() != [.done: count] {
      if ContinuousClock.now > end { return "after 500 s: \(try store.counts())" }
      // About every second of a long run, and a few times in a short one.
      let pause: ClosedRange<UInt32> = count > 10_000 ? 500_000...1_500_000 : 50_000...400_000
      usleep(.random(in: pause, using: &random))
      let victim = Int.random(in: 0..<4, using: &random)
      workers[victim].send(SIGKILL)
      _ = workers[victim].wait()
      workers[victim] = try Run(workerPath, [url, log])
      kills += 1
    }
    for worker in workers { _ = worker.wait() }
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    print("\(count) jobs, \(lines.count) times done, \(kills) workers killed")
    let done = Set(lines.compactMap { Int($0) })
    return done == Set(0..<count) ? nil : "\(count - done.count) were recorded and not done"
  }

  /// The worker stands beside the tests.
  private static var workerPath: String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("JobWorker").path
  }
}
