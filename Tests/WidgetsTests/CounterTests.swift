import Hikidashi
import HikidashiWidgetTesting
import XCTest

final class CounterTests: XCTestCase {
  func testAPressCounts() throws {
    try onLoop {
      let count = Label("0")
      let stage = try await Stage.show(
        Stack {
          count
          Button("Count") { count.text = "1" }
        })
      try await stage.click("button", "Count")
      XCTAssertNoThrow(try stage.find("label", "1"))
      try await stage.close()
    }
  }
}
