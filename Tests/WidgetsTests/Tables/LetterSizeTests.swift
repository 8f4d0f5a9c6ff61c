import HikidashiBase
import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class LetterSizeTests: XCTestCase {
  func testTheFirstRowStaysWhereItIsWhenLettersGrowAndShrink() throws {
    try onLoop {
      defer { TextScale.set(1) }
      var random = SeededGenerator(seed: 3)
      let view = try AnchoringTests.timeline(300, &random)
      let stage = try await Stage.show(view, width: 360, height: 500)
      view.moveByUser(2_345)
      await stage.nextFrame()
      for scale in [1.5, 0.8, 1] {
        // Part of a row, so that it still reaches as far when it is lower.
        let place = try XCTUnwrap(view.scrollPlace)
        view.scroll(to: ScrollPlace(node: place.node, offset: -4))
        try await until("the place") { view.scrollPlace?.offset == -4 }
        TextScale.set(scale)
        for _ in 0..<8 {
          view.rows.queueLayout()
          await stage.nextFrame()
        }
        XCTAssertEqual(try XCTUnwrap(view.top(of: place.node)), -4, accuracy: 1, "\(scale)")
      }
      try await stage.close()
    }
  }
}
