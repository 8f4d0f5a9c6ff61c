import Foundation
import HikidashiBase
import HikidashiStorage
import HikidashiWorkQueuesTesting
import TestSupport
import Testing

@testable import HikidashiWorkQueues

@Suite struct JobStoreTests {
  @Test func memoryKeepsItsPromises() throws {
    let flaws = try JobStoreKit.flaws(of: MemoryJobStore())
    #expect(flaws == [])
  }

  @Test func sqliteKeepsItsPromises() throws {
    let folder = try ScratchFolder()
    let store = try SQLiteJobStore(folder.url.path + "/jobs.db")
    let flaws = try JobStoreKit.flaws(of: store)
    #expect(flaws == [])
    // And so it is after it was opened again.
    let again = try SQLiteJobStore(folder.url.path + "/jobs.db")
    #expect(try again.counts() == store.counts())
  }

  /// A file as the first version made it, with a job that waits, one that is taken and one that is dead.
  @Test func aFileOfTheFirstVersionIsTakenOver() throws {
    let folder = try ScratchFolder()
    let path = folder.url.path + "/jobs.db"
    let options = SQLiteOptions(applicationID: 0x484B_6A62, version: 1)
    let old = try SQLiteConnection(path, options) { session, _ throws(SQLiteError) in
      try session.execute(JobSQL.schema)
    }
    try old.write { session throws(SQLiteError) in
      try session.execute(
        """
        INSERT INTO job (payload, key, priority, state, due, attempts, most, first, factor, longest,
          worker)
        VALUES ('waits', 'k', 0, 0, 0, 0, 2, 0, 1, 0, NULL), ('taken', NULL, 0, 1, 0, 1, 2, 0, 1, 0, 'a'),
          ('dead', NULL, 0, 3, 0, 2, 2, 0, 1, 0, 'a');
        INSERT INTO job_failure VALUES (3, 1, 'a', 'one'), (3, 2, 'a', 'two');
        """)
    }
    let store = try SQLiteJobStore(path)
    let found = try store.statuses(nil, from: nil, limit: 9)
    #expect(found.map(\.text) == ["waits", "taken", "dead"])
    #expect(found.map(\.elapsed) == [nil, nil, nil])
    #expect(found.last?.history.map(\.problem) == ["one", "two"])
    #expect(try store.counts() == [.waiting: 1, .taken: 1, .dead: 1])
    // The lease of the one that was taken is over.
    let jobs = try store.exchange([], take: 9, as: "b", lease: .seconds(60)).jobs
    #expect(jobs.map(\.text) == ["waits", "taken"])
    let taken = try store.statuses(.taken, from: nil, limit: 9)
    #expect(taken.allSatisfy { $0.elapsed.map { $0 < .seconds(60) } ?? false })
    #expect(try store.forgetAll(.dead) == 1)
    #expect(try SQLiteJobStore(path).statuses(nil, from: nil, limit: 9).map(\.text).count == 2)
  }

  @Test func whatIsNoFileOfJobsIsRefused() throws {
    let folder = try ScratchFolder()
    #expect(throws: JobStoreError.self) { try SQLiteJobStore("/proc/nothing/jobs.db") }
    #expect(throws: JobStoreError.self) { try SQLiteJobStore(folder.url.path) }
  }

  @Test func errorsSayWhere() {
    let error = JobStoreError.failed(place: "x.db", problem: "it is damaged")
    #expect(error.description == "jobs in x.db cannot be reached: it is damaged")
  }

  /// Random lives of a file, held against the same in memory.
  @Test func everyLifeOfAFileGoesAsInMemory() throws {
    let seed = testSeed()
    for number in 0..<UInt64(min(500, testSteps(2_000) / 200 + 1)) {
      var random = SeededGenerator(seed: seed &+ number)
      let folder = try ScratchFolder()
      let time = Guarded(1_000)
      let store = try SQLiteJobStore(folder.url.path + "/jobs.db") { time.withLock { $0 } }
      var book = JobBook()
      for _ in 0..<80 {
        if Int.random(in: 0..<4, using: &random) == 0 {
          let more = Int.random(in: 0...1_500, using: &random)
          time.withLock { $0 += more }
        }
        let now = Duration.milliseconds(time.withLock { $0 })
        let flaw = try step(store, &book, now, &random)
        guard flaw == nil else {
          Issue.record("HIKIDASHI_SEED=\(seed &+ number) HIKIDASHI_STEPS=1: \(flaw ?? "")")
          return
        }
      }
    }
  }

  private func step(
    _ store: SQLiteJobStore, _ book: inout JobBook, _ now: Duration,
    _ random: inout SeededGenerator
  ) throws -> String? {
    let worker = Bool.random(using: &random) ? "a" : "b"
    let all = book.statuses(nil, from: nil, limit: .max, at: now)
    let any = all.randomElement(using: &random)
    let lease = any.map { JobLease(id: $0.id, attempt: max(1, $0.attempts)) }
    let states = DurableJobState.allCases
    let state = states[Int.random(in: 0..<states.count, using: &random)]
    switch Int.random(in: 0...13, using: &random) {
    case 11:
      guard let any else { return nil }
      if try store.forget(any.id) != book.forget(any.id) { return "forgot otherwise" }
    case 12:
      // Seldom, or there would be nothing else.
      guard Int.random(in: 0..<4, using: &random) == 0 else { return nil }
      if try store.forgetAll(state) != book.forgetAll(state) { return "forgot other \(state)" }
    case 13:
      if try store.retryAll(state) != book.retryAll(state, at: now) {
        return "tried other \(state)"
      }
    case 10:
      if try store.clear() != book.clear() { return "cleared otherwise" }
    case ..<3:
      var request = DurableRequest(text: "\(all.count)")
      request.key = Int.random(in: 0..<4, using: &random) == 0 ? "k\(all.count / 9)" : nil
      request.priority = Int.random(in: 0...2, using: &random)
      request.delay = .milliseconds(Int.random(in: 0...1, using: &random) * 700)
      request.retry = Retry(attempts: Int.random(in: 1...3, using: &random))
      let (found, wanted) = (try store.add([request]), book.add([request], at: now))
      return found == wanted ? nil : "added as \(found) and not \(wanted)"
    case ..<8:
      var reports: [JobReport] = []
      if let lease {
        let outcomes: [JobReport.Outcome] = [.done, .failed("x"), .released]
        reports = [JobReport(lease, outcomes[Int.random(in: 0..<3, using: &random)])]
      }
      let most = Int.random(in: 0...3, using: &random)
      let found = try store.exchange(reports, take: most, as: worker, lease: .seconds(1))
      let wanted = book.exchange(reports, take: most, as: worker, lease: .seconds(1), at: now)
      if found.jobs != wanted.jobs { return "took \(found.jobs) and not \(wanted.jobs)" }
    case 8:
      guard let lease else { return nil }
      let found = try store.extend([lease], of: worker, by: .seconds(2))
      let wanted = book.extend([lease], of: worker, by: .seconds(2), at: now)
      if found != wanted { return "void are \(found) and not \(wanted)" }
    default:
      guard let any else { return nil }
      if Bool.random(using: &random) {
        if try store.cancel(any.id) != book.cancel(any.id, at: now) {
          return "cancelled otherwise"
        }
      } else if try store.retry(any.id) != book.retry(any.id, at: now) {
        return "tried again otherwise"
      }
    }
    if try store.counts() != book.counts { return "counts \(try store.counts())" }
    for state in [nil, state] {
      let first = Bool.random(using: &random) ? any?.id : nil
      let limit = Int.random(in: 0...9, using: &random) * 50
      let found = try store.statuses(state, from: first, limit: limit)
      let wanted = book.statuses(state, from: first, limit: limit, at: now)
      if found != wanted { return "holds \(found) and not \(wanted)" }
    }
    let found = try store.statuses(nil, from: nil, limit: 1_000)
    let wanted = book.statuses(nil, from: nil, limit: 1_000, at: now)
    return found == wanted ? nil : "holds \(found) and not \(wanted)"
  }
}
