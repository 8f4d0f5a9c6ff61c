import XCTest

@testable import HikidashiWidgets

final class RowPaceTests: XCTestCase {
  func testFramesThatHaveTimeGetMoreRows() {
    var pace = RowPace()
    var time = 0
    func frame(_ length: Int) -> Int {
      let count = pace.begin(at: time)
      time += length
      pace.end(at: time)
      return count
    }
    XCTAssertEqual(
      [frame(1_000), frame(1_000), frame(5_000), frame(20_000), frame(5_000)], [8, 16, 32, 32, 16])
    for _ in 0..<10 { _ = frame(50_000) }
    XCTAssertEqual(frame(50_000), 4)
    for _ in 0..<10 { _ = frame(0) }
    XCTAssertEqual(frame(0), 512)
  }

  func testAFrameWithoutRowsTellsNothing() {
    var pace = RowPace()
    pace.end(at: 90_000)
    XCTAssertEqual(pace.begin(at: 100_000), 8)
    // A second part of the same frame's rows counts from its first.
    _ = pace.begin(at: 120_000)
    pace.end(at: 121_000)
    XCTAssertEqual(pace.count, 4)
  }
}
