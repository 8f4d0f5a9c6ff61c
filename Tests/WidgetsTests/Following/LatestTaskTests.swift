import Dispatch
import HikidashiWidgetTesting
import HikidashiWidgets
import Synchronization
import XCTest

/// Of what is asked for, the latest is done.
final class LatestTaskTests: XCTestCase {
  /// Work that ends when the test says so.
  @MainActor
  private final class Work {
    var begun: [String] = []
    var answers: [CheckedContinuation<String, Never>] = []
    var taken: [String] = []

    func ask(_ latest: LatestTask, _ name: String) {
      latest.run {
        self.begun.append(name)
        return await withCheckedContinuation { self.answers.append($0) }
      } then: {
        self.taken.append($0)
      }
    }
  }

  func testWorkThatWaitsIsDoneOnceForWhatWasAskedForLast() throws {
    try onLoop {
      let (latest, work) = (LatestTask(.waiting), Work())
      for name in ["f", "fo", "foo"] { work.ask(latest, name) }
      try await until("the first") { work.answers.count == 1 }
      XCTAssertEqual(work.begun, ["foo"])
      work.ask(latest, "foot")
      work.ask(latest, "foota")
      XCTAssertTrue(latest.isWaiting)
      work.answers[0].resume(returning: "of foo")
      try await until("the second") { work.answers.count == 2 }
      // A late answer does not stand beside what is asked now.
      XCTAssertEqual(work.taken, [])
      XCTAssertFalse(latest.isWaiting)
      work.answers[1].resume(returning: "of foota")
      await latest.settled()
      XCTAssertEqual(work.begun, ["foo", "foota"])
      XCTAssertEqual(work.taken, ["of foota"])
    }
  }

  func testWhatWasAskedForBeforeIsCancelled() throws {
    try onLoop {
      let latest = LatestTask()
      var taken: [String] = []
      var wasCancelled = false
      latest.run {
        while !Task.isCancelled { await Task.yield() }
        wasCancelled = true
        return "first"
      } then: {
        taken.append($0)
      }
      for _ in 0..<3 { await Task.yield() }
      latest.compute {
        "second"
      } then: {
        taken.append($0)
      }
      await latest.settled()
      try await until("the first to end") { wasCancelled }
      XCTAssertEqual(taken, ["second"])
      latest.compute {
        "third"
      } then: {
        taken.append($0)
      }
      latest.cancel()
      await latest.settled()
      XCTAssertEqual(taken, ["second"])
    }
  }

  func testWhatIsAskedForAfterAllWasCancelledIsDone() throws {
    try onLoop {
      let latest = LatestTask(.waiting)
      var taken: [String] = []
      latest.run {
        while !Task.isCancelled { await Task.yield() }
        return "first"
      } then: {
        taken.append($0)
      }
      for _ in 0..<3 { await Task.yield() }
      latest.cancel()
      latest.compute {
        Task.isCancelled ? "cancelled" : "second"
      } then: {
        taken.append($0)
      }
      await latest.settled()
      XCTAssertEqual(taken, ["second"])
    }
  }

  /// The frame that shows a key shows what was found for it.
  func testAResultThatIsThereAtOnceIsTakenBeforeTheNextFrame() throws {
    try onLoop {
      for latest in [LatestTask(), LatestTask(.waiting)] {
        var taken: [String] = []
        latest.compute(holdingFrameFor: 60_000) {
          "prompt"
        } then: {
          taken.append($0)
        }
        XCTAssertEqual(taken, ["prompt"])
        await latest.settled()
        XCTAssertEqual(taken, ["prompt"])
      }
    }
  }

  func testASlowResultHoldsNoFrame() throws {
    try onLoop {
      let latest = LatestTask()
      let end = DispatchSemaphore(value: 0)
      var taken: [String] = []
      latest.compute(holdsFrame: true) {
        Self.wait(for: end)
        return "slow"
      } then: {
        taken.append($0)
      }
      XCTAssertEqual(taken, [])
      end.signal()
      await latest.settled()
      XCTAssertEqual(taken, ["slow"])
    }
  }

  func testAFrameIsHeldForWorkThatBeganBefore() throws {
    try onLoop {
      for order in [LatestTask.Order.cancelling, .waiting] {
        let latest = LatestTask(order)
        let begun = DispatchSemaphore(value: 0)
        var taken: [String] = []
        latest.holdFrame()
        latest.compute {
          begun.signal()
          return "slow"
        } then: {
          taken.append($0)
        }
        // It does not wait for the main thread to begin.
        XCTAssertEqual(begun.wait(timeout: .now() + 60), .success)
        XCTAssertEqual(taken, [])
        latest.holdFrame(for: 60_000)
        XCTAssertEqual(taken, ["slow"])
        latest.holdFrame()
        await latest.settled()
        XCTAssertEqual(taken, ["slow"])
        latest.compute {
          "other"
        } then: {
          taken.append($0)
        }
        await latest.settled()
        latest.holdFrame(for: 60_000)
        XCTAssertEqual(taken, ["slow", "other"])
      }
    }
  }

  func testAPromptResultTakesThePlaceOfWhatWasAskedForBefore() throws {
    try onLoop {
      let (latest, work) = (LatestTask(), Work())
      work.ask(latest, "first")
      try await until("the first") { work.answers.count == 1 }
      latest.compute(holdingFrameFor: 60_000) {
        "second"
      } then: {
        work.taken.append($0)
      }
      XCTAssertEqual(work.taken, ["second"])
      work.answers[0].resume(returning: "of first")
      for _ in 0..<10 { await Task.yield() }
      XCTAssertEqual(work.taken, ["second"])
    }
  }

  /// What has begun and is forgotten before anybody waits for it ends, and nothing begins beside it.
  func testSlowWorkIsCancelledAndWaitedFor() throws {
    try onLoop {
      let latest = LatestTask(.waiting)
      let wasCancelled = Mutex(false)
      var taken: [String] = []
      latest.compute(holdsFrame: true) {
        while !Task.isCancelled { await Task.yield() }
        wasCancelled.withLock { $0 = true }
        return "slow"
      } then: {
        taken.append($0)
      }
      latest.cancel()
      latest.compute(holdingFrameFor: 60_000) {
        wasCancelled.withLock { $0 ? "after it" : "beside it" }
      } then: {
        taken.append($0)
      }
      await latest.settled()
      XCTAssertEqual(taken, ["after it"])
    }
  }

  /// What runs needs the main thread to end.
  func testNoFrameWaitsForWorkThatHasToWaitItself() throws {
    try onLoop {
      let (latest, work) = (LatestTask(.waiting), Work())
      work.ask(latest, "first")
      try await until("the first") { work.answers.count == 1 }
      latest.compute(holdingFrameFor: 60_000) {
        "second"
      } then: {
        work.taken.append($0)
      }
      XCTAssertEqual(work.taken, [])
      work.answers[0].resume(returning: "of first")
      await latest.settled()
      XCTAssertEqual(work.taken, ["second"])
    }
  }

  private static func wait(for end: DispatchSemaphore) { end.wait() }

  func testManyCallsAreOneMore() throws {
    try onLoop {
      let latest = LatestTask(.waiting)
      var count = 0
      @MainActor func ask() {
        latest.run {
          count += 1
          if count == 1 { for _ in 0..<100 { ask() } }
        }
      }
      for _ in 0..<100 { ask() }
      await latest.settled()
      XCTAssertEqual(count, 2)
      ask()
      await latest.settled()
      XCTAssertEqual(count, 3)
    }
  }

  func testItEndsWithItsOwner() throws {
    try onLoop {
      var latest: LatestTask? = LatestTask()
      weak let gone = latest
      var (wasCancelled, taken) = (false, 0)
      latest?.run {
        while !Task.isCancelled { await Task.yield() }
        wasCancelled = true
      } then: {
        taken += 1
      }
      for _ in 0..<3 { await Task.yield() }
      latest = nil
      XCTAssertNil(gone)
      try await until("the end") { wasCancelled }
      for _ in 0..<3 { await Task.yield() }
      XCTAssertEqual(taken, 0)
    }
  }
}
