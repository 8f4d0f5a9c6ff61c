import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiOutlines
import HikidashiWidgetTesting
import HikidashiWorkQueues
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// The list of what waits, runs and has failed, used with pointer and keyboard.
final class JobsViewTests: XCTestCase {
  private struct Jammed: Error, CustomStringConvertible {
    let description = "the drawer jammed\nand its handle came off"
  }

  @MainActor
  private static func rows(_ stage: Stage) -> [String] { stage.all("list-item").map(\.name) }

  private static func failing(_ text: String) -> DurableRequest {
    var request = DurableRequest(text: text)
    request.retry.attempts = 1
    return request
  }

  func testAFailedJobIsTriedAgainByItsKey() throws {
    let scratch = try ScratchFolder()
    try onLoop {
      let store = try SQLiteJobStore(scratch.url.path + "/jobs.db")
      let isBroken = Guarded(true)
      let pool = DurablePool(store: store, workers: 1, worker: "press", log: { _ in }) { _ in
        if isBroken.withLock({ $0 }) { throw Jammed() }
      }
      let view = JobsView(pool)
      let stage = try await Stage.show(view)
      try await until("the word for none") { shown(view).contains("No jobs") }
      _ = try store.add([Self.failing("Print\nall pages")])
      try await until("the failure") {
        Self.rows(stage) == ["Failed: 1", "Print, the drawer jammed"]
      }
      // The whole of it is there, too.
      view.list.focus(row: 1)
      try await stage.press("Return")
      let alert = try await stage.dialog("Print")
      try await alert.click("button", "Details")
      XCTAssertTrue(alert.dump().contains("Attempt 1, press: the drawer jammed"), alert.dump())
      XCTAssertTrue(alert.dump().contains("and its handle came off"), alert.dump())
      try await alert.press("Escape")
      try await until("the alert to go") { Window.all.count == 1 }
      try await stage.settle()
      isBroken.withLock { $0 = false }
      view.list.focus(row: 1)
      try await stage.press("r", holding: .control)
      try await until("the job to be done") {
        shown(view).contains("0 running, 0 waiting, 0 failed, 1 done")
      }
      XCTAssertEqual(try store.counts(), [.done: 1])
      try await until("the word for none") { shown(view).contains("No jobs") }
      try await pool.quit()
      try await stage.close()
    }
  }

  func testJobsAreCancelledByKeyAndByButton() throws {
    let scratch = try ScratchFolder()
    try onLoop {
      let store = try SQLiteJobStore(scratch.url.path + "/jobs.db")
      // Its heartbeat, after which it would see the cancellation by itself, is far away.
      let pool = DurablePool(store: store, workers: 1, worker: "press", lease: .seconds(3_000)) {
        _ in
        try await Task.sleep(for: .seconds(900))
      }
      _ = try store.add([DurableRequest(text: "Long")])
      let view = JobsView(pool)
      let stage = try await Stage.show(view)
      try await until("the job to run") { Self.rows(stage).first == "Running: 1" }
      _ = try store.add([DurableRequest(text: "Next")])
      try await until("the other to wait") {
        Self.rows(stage).suffix(2) == ["Waiting: 1", "Next"]
      }
      XCTAssertTrue(Self.rows(stage)[1].hasPrefix("Long, press"), "\(Self.rows(stage))")
      view.list.focus(row: 3)
      try await stage.press("Delete")
      try await until("it to go") { Self.rows(stage).count == 2 }
      try await stage.settle()
      try await stage.click("button", "Cancel the Job")
      try await until("the running one to go") {
        shown(view).contains("0 running, 0 waiting, 0 failed, 0 done, 2 cancelled")
      }
      try await until("the job to stop") { pool.status.running == 0 }
      XCTAssertEqual(try store.counts(), [.cancelled: 2])
      try await pool.quit()
      try await stage.close()
    }
  }

  /// The keyboard stays where the next one is, so that one after the other can be dealt with.
  func testFailedJobsAreForgottenOneByOneAndTogether() throws {
    try onLoop {
      let store = MemoryJobStore()
      _ = try store.add((1...5).map { Self.failing("Job \($0)") })
      let jobs = try store.exchange([], take: 9, as: "a", lease: .seconds(600)).jobs
      _ = try store.exchange(
        jobs.map { JobReport($0.lease, .failed("no")) }, take: 0, as: "a", lease: .zero)
      let view = JobsView(store)
      let stage = try await Stage.show(view)
      try await until("the failures") { Self.rows(stage).count == 6 }
      view.list.focus(row: 2)
      for left in [4, 3] {
        try await stage.press("Delete")
        try await until("one to be forgotten") { (try? store.counts()) == [.dead: left] }
        try await until("its row to go") { Self.rows(stage).count == left + 1 }
        try await stage.settle()
      }
      XCTAssertEqual(
        Self.rows(stage), ["Failed: 3", "Job 1, no", "Job 4, no", "Job 5, no"])
      view.list.focus(row: 0)
      try await stage.press("Delete")
      let question = try await stage.dialog("Forget 3 failed jobs?")
      try await question.press("Escape")
      try await until("the question to go") { Window.all.count == 1 }
      XCTAssertEqual(try store.counts(), [.dead: 3])
      try await stage.settle()
      view.list.focus(row: 0)
      try await stage.press("Delete")
      try await stage.dialog("Forget 3 failed jobs?").click("button", "Forget")
      try await until("all to be forgotten") { (try? store.counts()) == [:] }
      try await until("the word for none") { shown(view).contains("No jobs") }
      try await stage.close()
    }
  }

  func testAllFailedJobsAreTriedAgainAtTheirHeading() throws {
    try onLoop {
      let store = MemoryJobStore()
      _ = try store.add((1...3).map { Self.failing("Job \($0)") })
      let jobs = try store.exchange([], take: 9, as: "a", lease: .seconds(600)).jobs
      _ = try store.exchange(
        jobs.map { JobReport($0.lease, .failed("no")) }, take: 0, as: "a", lease: .zero)
      let view = JobsView(store) { job in "“\(job.text)”" }
      let stage = try await Stage.show(view)
      try await until("the failures") { Self.rows(stage).first == "Failed: 3" }
      try await stage.click("button", "Try All Again")
      try await until("all to wait") {
        Self.rows(stage) == ["Waiting: 3"] + (1...3).map { "“Job \($0)”, no" }
      }
      XCTAssertEqual(try store.counts(), [.waiting: 3])
      try await stage.close()
    }
  }

  func testAPoolShowsHowFarItsJobsAreAndIsSuspended() throws {
    try onLoop {
      let gate = BoundedQueue<Int>(capacity: 1)
      let isBroken = Guarded(true)
      let pool = WorkerPool(workers: 1, log: { _ in }) { (name: String) in
        if name == "Bad", isBroken.withLock({ $0 }) { throw Jammed() }
        JobContext.current?.report(0.4)
        _ = try await gate.take()
      }
      let view = JobsView(pool)
      let stage = try await Stage.show(view)
      try pool.enqueue("Bad")
      try pool.enqueue("Long")
      try pool.enqueue("Next")
      try await until("the rows") {
        Self.rows(stage).map { $0.prefix { $0 != "," } } == [
          "Running: 1", "Long", "Waiting: 1", "Next", "Failed: 1", "Bad",
        ]
      }
      try await until("the progress") { !stage.all("progress-bar", "Progress").isEmpty }
      try await stage.click("button", "Suspend")
      try await until("the pool to be suspended") { pool.status.state == .suspending }
      try await until("the word for it") { shown(view).contains("Suspended: 1 running") }
      isBroken.withLock { $0 = false }
      try await stage.settle()
      try await stage.click("button", "Try Again")
      try await until("it to wait") { Self.rows(stage).suffix(3) == ["Waiting: 2", "Next", "Bad"] }
      gate.close()
      try await stage.click("button", "Resume")
      try await until("all to be done") { pool.status.done == 3 }
      try await until("the word for none") { shown(view).contains("No jobs") }
      XCTAssertTrue(shown(view).contains("0 running, 0 waiting, 0 failed, 3 done"), shown(view))
      try await stage.close()
    }
  }

  func testOfManyTheFirstAreShownAndMoreWhenAskedFor() throws {
    try onLoop {
      let store = MemoryJobStore()
      _ = try store.add((1...5_000).map { DurableRequest(text: "Job \($0)") })
      let view = JobsView(store)
      let stage = try await Stage.show(view)
      try await until("the first") { view.list.outline.rowCount == 202 }
      XCTAssertEqual(view.list.outline.item(atRow: 200).title, "Job 200")
      view.list.focus(row: 201)
      try await until("the keyboard") { view.list.focusedRow == 201 }
      try await stage.settle()
      try await stage.press("Return")
      try await until("more") { view.list.outline.rowCount == 402 }
      XCTAssertEqual(view.list.outline.item(atRow: 400).title, "Job 400")
      try await stage.close()
    }
  }

  func testAStoreThatCannotBeReadSaysWhy() throws {
    try onLoop {
      let store = LockedStore()
      _ = try store.base.add([DurableRequest(text: "Print")])
      store.isLocked = true
      let view = JobsView(store)
      let stage = try await Stage.show(view)
      try await until("the reason") { shown(view).contains("the cellar is locked") }
      try await stage.settle()
      let before = store.readings
      try await stage.click("button", "Try Again")
      try await until("another attempt") { store.readings > before }
      store.isLocked = false
      try await until("the jobs") { Self.rows(stage) == ["Waiting: 1", "Print"] }
      // What was read stays, below the reason.
      store.isLocked = true
      _ = try store.base.add([DurableRequest(text: "Bind")])
      try await until("the reason") { shown(view).contains("the cellar is locked") }
      XCTAssertEqual(Self.rows(stage), ["Waiting: 1", "Print"])
      store.isLocked = false
      // It tries again by itself.
      try await until("the jobs") { Self.rows(stage) == ["Waiting: 2", "Print", "Bind"] }
      XCTAssertFalse(shown(view).contains("the cellar is locked"))
      try await stage.close()
    }
  }

  /// Rows move while a button is held down: it must not cancel the job that has come below it.
  func testAPressGoesToTheJobOnWhichItBegan() throws {
    try onLoop {
      func row(_ number: Int) -> JobRow {
        .job(JobEntry(number: number, title: "Job \(number)", attempts: 0), .waiting)
      }
      var cancelled: [JobRow] = []
      let cell = JobCell(press: { cancelled.append($1) }, showMore: { _ in })
      cell.show(row(1))
      let stage = try await Stage.show(cell)
      let button = try stage.find("button", "Cancel the Job").native
      gtk_widget_set_state_flags(button, GTK_STATE_FLAG_ACTIVE, 0)
      cell.show(row(2))
      gtk_widget_unset_state_flags(button, GTK_STATE_FLAG_ACTIVE)
      try await stage.click("button", "Cancel the Job")
      XCTAssertEqual(cancelled, [])
      try await stage.click("button", "Cancel the Job")
      XCTAssertEqual(cancelled, [row(2)])
      try await stage.close()
    }
  }

  /// Nobody reads for a part that is not seen, and it goes with its window.
  func testWhatIsNotSeenIsNotRead() throws {
    try onLoop {
      let store = LockedStore()
      weak var gone: JobsView?
      do {
        let view = JobsView(store)
        gone = view
        XCTAssertEqual(store.readings, 0)
        let stage = try await Stage.show(view)
        try await until("the first reading") { store.readings > 0 }
        try await stage.close()
      }
      try await until("the part to go") { gone == nil }
      XCTAssertEqual(store.watchers, 0)
    }
  }
}

/// A store in memory that can be made to fail, and counts who reads it.
private final class LockedStore: JobStore {
  let base = MemoryJobStore()
  private let state = Guarded((isLocked: false, readings: 0, watchers: 0))

  var isLocked: Bool {
    get { state.withLock { $0.isLocked } }
    set { state.withLock { $0.isLocked = newValue } }
  }

  var readings: Int { state.withLock { $0.readings } }
  var watchers: Int { state.withLock { $0.watchers } }

  private func check() throws(JobStoreError) {
    if isLocked { throw .unavailable(place: "a test", problem: "the cellar is locked") }
  }

  func add(_ requests: [DurableRequest]) throws(JobStoreError) -> [DurableJobID] {
    try base.add(requests)
  }

  func exchange(
    _ reports: [JobReport], take most: Int, as worker: String, lease: Duration
  ) throws(JobStoreError) -> TakenJobs {
    try base.exchange(reports, take: most, as: worker, lease: lease)
  }

  func extend(
    _ leases: [JobLease], of worker: String, by lease: Duration
  ) throws(JobStoreError) -> [JobLease] {
    try base.extend(leases, of: worker, by: lease)
  }

  func statuses(
    _ state: DurableJobState?, from first: DurableJobID?, limit: Int
  ) throws(JobStoreError) -> [DurableJobStatus] {
    try check()
    return try base.statuses(state, from: first, limit: limit)
  }

  func counts() throws(JobStoreError) -> [DurableJobState: Int] {
    state.withLock { $0.readings += 1 }
    try check()
    return try base.counts()
  }

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
    state.withLock { $0.watchers += 1 }
    let watch = base.watchChanges(onChange)
    return ObservationToken { [state] in
      watch.cancel()
      state.withLock { $0.watchers -= 1 }
    }
  }
}
