import Foundation
import HikidashiBase
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
    let all = book.statuses(nil, from: nil, limit: .max)
    let any = all.randomElement(using: &random)
    let lease = any.map { JobLease(id: $0.id, attempt: max(1, $0.attempts)) }
    switch Int.random(in: 0...10, using: &random) {
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
        if try store.cancel(any.id) != book.cancel(any.id) { return "cancelled otherwise" }
      } else if try store.retry(any.id) != book.retry(any.id, at: now) {
        return "tried again otherwise"
      }
    }
    let found = try store.statuses(nil, from: nil, limit: 1_000)
    let wanted = book.statuses(nil, from: nil, limit: 1_000)
    return found == wanted ? nil : "holds \(found) and not \(wanted)"
  }
}
