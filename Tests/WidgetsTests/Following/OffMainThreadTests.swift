import Foundation
import HikidashiWidgetTesting
import HikidashiWidgets
import XCTest

/// Work beside the frames.
final class OffMainThreadTests: XCTestCase {
  private struct Refusal: Error, Equatable { var reason: String }

  func testItsResultAndItsErrorComeBack() throws {
    try onLoop {
      XCTAssertTrue(Thread.isMainThread)
      let isMain = await offMainThread { Thread.isMainThread }
      XCTAssertFalse(isMain)
      do throws(Refusal) {
        try await offMainThread { () throws(Refusal) in throw Refusal(reason: "full") }
        XCTFail("nothing was thrown")
      } catch {
        XCTAssertEqual(error.reason, "full")
      }
    }
  }

  func testItIsCancelledWithTheTaskThatWaitsForIt() throws {
    try onLoop {
      let task = Task {
        await offMainThread {
          while !Task.isCancelled { await Task.yield() }
          return "cancelled"
        }
      }
      task.cancel()
      let outcome = await task.value
      XCTAssertEqual(outcome, "cancelled")
    }
  }
}
