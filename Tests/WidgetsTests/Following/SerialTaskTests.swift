import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import XCTest

final class SerialTaskTests: XCTestCase {
  private struct Failure: Error {}

  func testAllIsDoneInTheOrderInWhichItWasAskedFor() throws {
    try onLoop {
      let tasks = SerialTask()
      var done: [Int] = []
      for number in 0..<20 {
        tasks.run {
          // Who waits longest was asked for first.
          for _ in number..<20 { await Task.yield() }
          done.append(number)
        }
      }
      await tasks.settled()
      XCTAssertEqual(done, Array(0..<20))
    }
  }

  func testWhatFailsIsToldAndTheNextIsDone() throws {
    try onLoop {
      let tasks = SerialTask()
      var told: [String] = []
      tasks.run {
        throw Failure()
      } failed: {
        told.append("\($0)")
      }
      tasks.run { told.append("next") }
      await tasks.settled()
      XCTAssertEqual(told, ["Failure()", "next"])
    }
  }

  func testWhatWaitsIsNotBegunOnceItIsCancelled() throws {
    try onLoop {
      let tasks = SerialTask()
      var done: [String] = []
      let (gate, opener) = AsyncStream.makeStream(of: Void.self)
      tasks.run {
        done.append("begun")
        for await _ in gate {}
        done.append(Task.isCancelled ? "cancelled" : "ended")
      }
      tasks.run { done.append("waiting") }
      try await until("the first to begin") { done == ["begun"] }
      tasks.cancel()
      opener.finish()
      tasks.run { done.append("later") }
      await tasks.settled()
      XCTAssertEqual(done, ["begun", "cancelled", "later"])
    }
  }

  func testAllIsDoneWhereNobodyHoldsIt() throws {
    try onLoop {
      var done = 0
      var tasks: SerialTask? = SerialTask()
      weak let kept = tasks
      for _ in 0..<3 { tasks?.run { done += 1 } }
      tasks = nil
      try await until("all to be done") { done == 3 }
      try await until("it to go") { kept == nil }
    }
  }
}
