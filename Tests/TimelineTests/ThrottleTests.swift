import HikidashiWidgetTesting
import XCTest

@testable import Timeline

/// What many changes ask for is done once.
final class ThrottleTests: XCTestCase {
  func testWhatIsAskedForMeanwhileIsDoneOnceMore() throws {
    try onLoop {
      var count = 0
      var throttle: Throttle?
      throttle = Throttle {
        count += 1
        if count == 1 { for _ in 0..<100 { throttle?() } }
      }
      for _ in 0..<100 { throttle?() }
      try await until("all to be done") { throttle?.isResting ?? true }
      XCTAssertEqual(count, 2)
      throttle?()
      try await until("the third") { throttle?.isResting ?? true }
      XCTAssertEqual(count, 3)
      throttle = nil
    }
  }
}
