import Foundation
import HikidashiOutlines
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Input that comes from another program through the X server, as from a person's hands.
final class XdotoolTests: XCTestCase {
  func testAClickAndAKeyOfAnotherProgramOpenASectionAndSelectARow() throws {
    let xdotool = "/usr/bin/xdotool"
    guard FileManager.default.isExecutableFile(atPath: xdotool) else {
      if ProcessInfo.processInfo.environment["CI"] == "true" { return XCTFail("no xdotool") }
      throw XCTSkip("xdotool is not installed; make test installs it where it can")
    }
    try onLoop {
      let view = OutlineView(animals())
      let stage = try await Stage.show(view)
      view.change { $0.closeAll() }
      try await stage.settle()
      let point = try stage.screenPoint(of: try stage.find("list-item", "魚類"))
      try XdotoolTests.run(xdotool, "mousemove", "\(point.x)", "\(point.y)", "click", "1")
      try await until("the section to open") { view.outline.rowCount == 5 }
      try XdotoolTests.run(xdotool, "key", "Down")
      try await until("the row to be selected") {
        view.outline.selectedIDs.compactMap { view.outline.item(of: $0) } == ["さんま"]
      }
      try await stage.close()
    }
  }

  /// Starts the program and does not wait for it: the main loop has to serve the X server meanwhile.
  private static func run(_ program: String, _ arguments: String...) throws {
    _ = try ChildProcess(program, arguments)
  }
}
