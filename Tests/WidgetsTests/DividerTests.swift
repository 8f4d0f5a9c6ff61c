import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class DividerTests: XCTestCase {
  /// A window that is made narrow pushes the divider; made wide again, it lets it come back.
  func testTheDividerComesBackToWhereItWasAskedFor() throws {
    try onLoop {
      let pane = SplitPane(position: 300) {
        Label("list").minimumSize(width: 100)
      } end: {
        Label("text").minimumSize(width: 200)
      }
      let stage = try await Stage.show(pane, width: 700)
      @MainActor func widen(_ width: Int32) {
        stage.window.native.map {
          gtk_window_set_default_size($0.cast(to: GtkWindow.self), width, 400)
        }
      }
      XCTAssertEqual(pane.position, 300)
      widen(360)
      try await until("the divider to be pushed") { pane.position < 200 }
      widen(450)
      try await until("the divider to come back a little") { pane.position > 220 }
      XCTAssertLessThan(pane.position, 300)
      widen(700)
      try await until("the divider to be back") { pane.position == 300 }
      // What is asked for while the window is narrow is what counts then.
      widen(360)
      try await until("the divider to be pushed") { pane.position < 200 }
      pane.position = 120
      await stage.nextFrame()
      widen(700)
      try await stage.settle()
      await stage.nextFrame()
      XCTAssertEqual(pane.position, 120)
      try await stage.close()
    }
  }
}
