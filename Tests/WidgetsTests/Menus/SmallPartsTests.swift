import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class SmallPartsTests: XCTestCase {
  func testAToolbarIsWalkedByArrowsAndSaysWhatItIs() throws {
    try onLoop {
      var pressed: [String] = []
      let badge = Badge(3, label: "3 new")
      let stage = try await Stage.show(
        Toolbar("Editing") {
          Button(icon: "edit-undo-symbolic", label: "Undo") { pressed.append("undo") }
          Separator()
          Button(icon: "edit-redo-symbolic", label: "Redo") { pressed.append("redo") }
          Spacer()
          badge
          Spinner("Working")
        }, title: "Toolbar")
      XCTAssertEqual(
        stage.dump(),
        """
        window “Toolbar”
          label “Toolbar”
          button “Minimize”
          button “Maximize”
          button “Close”
          toolbar “Editing”
            button “Undo” focused
            button “Redo”
            label “3 new”
            progress-bar “Working”
        """)
      try await stage.press("Right")
      try await stage.press("space")
      try await stage.press("Left")
      try await stage.press("space")
      XCTAssertEqual(pressed, ["redo", "undo"])
      badge.show(0)
      XCTAssertFalse(badge.isVisible)
      badge.show(1_000)
      XCTAssertEqual(badge.text, "999+")
      badge.style = .error
      try await stage.close()
    }
  }
}
