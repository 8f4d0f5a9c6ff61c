import Hikidashi
import HikidashiWidgetTesting
import XCTest

@testable import Display

final class WindowTests: XCTestCase {
  func testItOpens() throws {
    try onLoop {
      let stage = try await Stage.show(MainWindow.make())
      let part = try await MainPage.make()
      XCTAssertNotNil(part)
      try await stage.settle()
      XCTAssertFalse(stage.dump().isEmpty)
      try await stage.close()
    }
  }
}
