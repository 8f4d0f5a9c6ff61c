import Foundation
import Glibc
import HikidashiBase
import HikidashiWorkQueues
import TestSupport
import Testing

@Suite struct DurablePoolTests {
  struct Broken: Error, CustomStringConvertible {
    let description = "it broke"
  }

  @Test(arguments: [false, true]) func jobsOfAStoreAreDone(_ isFile: Bool) async throws {
    let folder = try ScratchFolder()
    let store: any JobStore =
      isFile ? try SQLiteJobStore(folder.url.path + "/jobs.db") : MemoryJobStore()
    let seen = Guarded<[String: Int]>([:])
    let pool = DurablePool(store: store, workers: 3) { job in
      seen.withLock { $0[job.text, default: 0] += 1 }
      if job.text == "bad" || (job.text == "5" && job.attempt == 1) { throw Broken() }
    }
    var bad = DurableRequest(text: "bad")
    bad.retry = Retry(attempts: 2, first: .milliseconds(1))
    var requests = (0..<50).map { DurableRequest(text: "\($0)") }
    for place in requests.indices { requests[place].retry.first = .milliseconds(1) }
    _ = try store.add(requests + [bad])
    #expect(await comesTrue { (try? store.counts()) == [.done: 50, .dead: 1] })
    #expect(seen.withLock { $0["bad"] } == 2)
    #expect(seen.withLock { $0["5"] } == 2)
    #expect(seen.withLock { $0.count } == 51)
    try await pool.quit()
    let dead = try store.statuses(.dead, from: nil, limit: 1)
    #expect(dead.first?.history.map(\.problem) == ["it broke", "it broke"])
  }

  @Test func twoPoolsShareAFile() async throws {
    let folder = try ScratchFolder()
    let path = folder.url.path + "/jobs.db"
    let done = Guarded<[String]>([])
    let pools = try (0..<2).map { _ in
      DurablePool(store: try SQLiteJobStore(path), workers: 2) { job in
        done.withLock { $0.append(job.text) }
      }
    }
    let store = try SQLiteJobStore(path)
    for number in 0..<20 { _ = try store.add([DurableRequest(text: "\(number)")]) }
    #expect(await comesTrue { (try? store.counts()) == [.done: 20] })
    #expect(done.withLock { Set($0).count } == 20)
    for pool in pools { try await pool.quit() }
  }

  @Test func suspendedItTakesNothing() async throws {
    let store = MemoryJobStore()
    let pool = DurablePool(store: store, workers: 2) { _ in }
    await pool.suspend()
    _ = try store.add([DurableRequest(text: "1")])
    #expect(pool.status.state == .suspended)
    #expect(try store.counts() == [.waiting: 1])
    pool.resume()
    #expect(await comesTrue { (try? store.counts()) == [.done: 1] })
    try await pool.quit()
  }

  @Test func moreWorkersTakeMoreAtOnce() async throws {
    let store = MemoryJobStore()
    let pool = DurablePool(store: store, workers: 1) { _ in
      try await Task.sleep(for: .seconds(900))
    }
    _ = try store.add((0..<5).map { DurableRequest(text: "\($0)") })
    #expect(await comesTrue { pool.status.running == 1 })
    pool.resize(workers: 4)
    #expect(await comesTrue { pool.status.running == 4 })
    #expect(try store.counts() == [.waiting: 1, .taken: 4])
    try await pool.quit(.cancel)
  }

  @Test func whatIsCancelledIsGivenBack() async throws {
    let store = MemoryJobStore()
    let pool = DurablePool(store: store, workers: 1) { _ in
      try await Task.sleep(for: .seconds(900))
    }
    _ = try store.add([DurableRequest(text: "1")])
    #expect(await comesTrue { pool.status.running == 1 })
    try await pool.quit(.cancel)
    #expect(try store.counts() == [.waiting: 1])
    #expect(try store.statuses(nil, from: nil, limit: 1).first?.attempts == 0)
  }

  /// The heart beats: what was taken back in the store is told to stop where it runs.
  @Test func whoRunsHearsOfWhatTheStoreKnows() async throws {
    let store = MemoryJobStore()
    let pool = DurablePool(store: store, workers: 1, lease: .milliseconds(150)) { _ in
      try await Task.sleep(for: .seconds(900))
    }
    let ids = try store.add([DurableRequest(text: "long")])
    #expect(await comesTrue { pool.status.running == 1 })
    #expect(try store.cancel(#require(ids.first)))
    #expect(await comesTrue { pool.status.running == 0 })
    #expect(try store.counts() == [.cancelled: 1])
    try await pool.quit()
  }

  /// Without waiting for a heartbeat, which is minutes away.
  @Test func aPoolThatCancelsTellsItsJobAtOnce() async throws {
    let pool = DurablePool(store: MemoryJobStore(), workers: 1, lease: .seconds(3_000)) { _ in
      JobContext.current?.report(0.25)
      try await Task.sleep(for: .seconds(900))
    }
    let ids = try pool.store.add([DurableRequest(text: "long")])
    let id = try #require(ids.first)
    #expect(await comesTrue { pool.progress == [id: 0.25] })
    #expect(try pool.cancel(id))
    #expect(await comesTrue { pool.status.running == 0 })
    #expect(try !pool.cancel(id))
    #expect(try pool.store.counts() == [.cancelled: 1])
    try await pool.quit()
  }

  /// Two processes do jobs, and one after the other is killed: every job is done, and recorded once.
  @Test func jobsOutliveTheirWorkers() async throws {
    let seed = testSeed()
    print("jobsOutliveTheirWorkers: HIKIDASHI_SEED=\(seed)")
    let flaw = try await onThread { Result { try Self.killWorkers(seed) } }.get()
    #expect(flaw == nil, "HIKIDASHI_SEED=\(seed)")
  }

  private static func killWorkers(_ seed: UInt64) throws -> String? {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let (path, log) = (folder.url.path + "/jobs.db", folder.url.path + "/log")
    let store = try SQLiteJobStore(path)
    let count = min(100_000, testSteps(300))
    var requests = (0..<count).map { DurableRequest(text: "\($0)") }
    // A worker that is killed often would make poison of what it had.
    for place in requests.indices { requests[place].retry.attempts = 1_000 }
    _ = try store.add(requests)
    var workers = try (0..<2).map { _ in try Run(workerPath, [path, log]) }
    let end = ContinuousClock.now + .seconds(500)
    var kills = 0
    while try store.counts() != [.done: count] {
      if ContinuousClock.now > end { return "after 500 s: \(try store.counts())" }
      // About every second of a long run, and a few times in a short one.
      let pause: ClosedRange<UInt32> = count > 10_000 ? 500_000...1_500_000 : 20_000...200_000
      usleep(.random(in: pause, using: &random))
      let victim = Int.random(in: 0..<2, using: &random)
      workers[victim].send(SIGKILL)
      _ = workers[victim].wait()
      workers[victim] = try Run(workerPath, [path, log])
      kills += 1
    }
    for worker in workers { _ = worker.wait() }
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    print("\(count) jobs, \(lines.count) times done, \(kills) workers killed")
    let done = Set(lines.compactMap { Int($0) })
    return done == Set(0..<count) ? nil : "\(count - done.count) were recorded and not done"
  }

  /// With nothing to do no thread of a process of pools wakes; what another process adds wakes it.
  @Test func anIdlePoolSleeps() async throws {
    let flaw = try await onThread { Result { try Self.watchIdle() } }.get()
    #expect(flaw == nil)
  }

  private static func watchIdle() throws -> String? {
    let folder = try ScratchFolder()
    let (path, log) = (folder.url.path + "/jobs.db", folder.url.path + "/log")
    let store = try SQLiteJobStore(path)
    let worker = try Run(workerPath, [path, log, "idle"])
    defer { worker.send(SIGKILL) }
    let end = ContinuousClock.now + .seconds(300)
    for round in 1...2 {
      _ = try store.add([DurableRequest(text: "\(round)")])
      while try store.counts() != [.done: round] {
        if ContinuousClock.now > end { return "job \(round): \(try store.counts())" }
        usleep(10_000)
      }
      // For some seconds it looks whether more was written.
      while true {
        let (start, before) = (ContinuousClock.now, wakes(of: worker.identifier))
        usleep(4_000_000)
        let seconds = start.duration(to: .now) / .seconds(1)
        let awake = wakes(of: worker.identifier).filter { before[$0.key] != $0.value }
        // Dispatch itself counts the threads of every program that has any, once a second.
        let most = awake.first.map { $0.value - before[$0.key, default: 0] } ?? 0
        if !before.isEmpty, awake.count <= 1, Double(most) <= seconds + 2 { break }
        if ContinuousClock.now > end { return "from \(before) to \(awake) in \(seconds) s" }
      }
    }
    return nil
  }

  /// How often each thread of a process has gone to sleep.
  private static func wakes(of process: Int32) -> [String: Int] {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.reduce(into: [:]) { counts, thread in
      let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      counts[thread] = line?.split(separator: "\t").last.flatMap { Int($0) }
    }
  }

  /// The worker stands beside the tests.
  private static var workerPath: String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("JobWorker").path
  }
}
