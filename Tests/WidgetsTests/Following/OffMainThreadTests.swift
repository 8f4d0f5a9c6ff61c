import Dispatch
import Foundation
import Glibc
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

  func testItGivesWayToTheMainThread() throws {
    try onLoop {
      let ours = Self.niceness
      let others = await offMainThread { Self.niceness }
      XCTAssertGreaterThan(others, ours)
      let later = await offMainThread {
        await Task.yield()
        return Self.niceness
      }
      XCTAssertGreaterThan(later, ours)
    }
  }

  /// Of the thread that asks.
  private static var niceness: Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
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

  /// However much of what can wait there is, and however long it takes.
  func testWhatCanWaitKeepsNobodyWaiting() throws {
    try onLoop {
      let end = DispatchSemaphore(value: 0)
      let slow = (0..<64).map { _ in
        Task { await offMainThread(priority: .background) { Self.wait(for: end) } }
      }
      await offMainThread(priority: .high) {}
      for _ in slow { end.signal() }
      for task in slow { await task.value }
    }
  }

  private static func wait(for end: DispatchSemaphore) { end.wait() }

  func testAllThatIsAskedForIsDone() throws {
    try onLoop {
      let tasks = (0..<2_000).map { number in
        Task {
          await offMainThread(priority: number.isMultiple(of: 2) ? .utility : .high) {
            await Task.yield()
            return number
          }
        }
      }
      var sum = 0
      for task in tasks { sum += await task.value }
      XCTAssertEqual(sum, 2_000 * 1_999 / 2)
    }
  }
}
