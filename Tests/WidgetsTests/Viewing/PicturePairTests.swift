import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class PicturePairTests: XCTestCase {
  private func picture(_ red: UInt8, width: Int, height: Int) throws -> Picture {
    let pixels = (0..<width * height).flatMap { _ in [red, 90, 40, 255] as [UInt8] }
    return try XCTUnwrap(Picture(width: width, height: height, pixels: pixels))
  }

  func testBothAreZoomedAndMovedAsOne() throws {
    let (one, other) = (
      try picture(200, width: 900, height: 900), try picture(20, width: 900, height: 900)
    )
    try onLoop {
      let pair = PicturePair()
      pair.show(one, other, descriptions: "Before", "After")
      let stage = try await Stage.show(pair, title: "Pair", width: 640, height: 400)
      pair.first.focus()
      try await stage.press("1")
      XCTAssertEqual(pair.second.zoom, .scale(1))
      try await stage.settle()
      try await stage.press("Right")
      try await stage.press("Down")
      XCTAssertNotEqual(pair.first.place, Point(0.5, 0.5))
      XCTAssertEqual(pair.first.place.x, pair.second.place.x, accuracy: 0.01)
      XCTAssertEqual(pair.first.place.y, pair.second.place.y, accuracy: 0.01)
      // The second one leads as well.
      pair.second.focus()
      let before = pair.first.place
      try await stage.press("Right")
      XCTAssertGreaterThan(pair.first.place.x, before.x)
      XCTAssertEqual(pair.first.place.x, pair.second.place.x, accuracy: 0.01)
      try await stage.press("plus", holding: .shift)
      XCTAssertEqual(pair.zoom, .scale(1.25))
      pair.place = Point(1, 1)
      pair.place = Point(.nan, 0.5)
      try await stage.press("0")
      XCTAssertEqual([pair.first.zoom, pair.second.zoom], [.fit, .fit])
      XCTAssertEqual(
        stage.dump(),
        """
        window “Pair”
          label “Pair”
          button “Minimize”
          button “Maximize”
          button “Close”
          img “Before”
          img “After” focused
        """)
      try await stage.close()
    }
  }
}
