import CHikidashiGTK
import HikidashiStorage
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class DividerTests: XCTestCase {
  func testAPaneWithoutAPositionIsDividedEvenly() throws {
    try onLoop {
      let store = StateStore(in: MemoryStorage())
      let pane = SplitPane {
        Label("one")
      } end: {
        Label("other")
      }.keeping("two", in: store)
      pane.isEndShown = false
      let stage = try await Stage.show(pane, width: 700)
      @MainActor func widen(_ width: Int32) {
        stage.window.native.map {
          gtk_window_set_default_size($0.cast(to: GtkWindow.self), width, 400)
        }
      }
      @MainActor func width() -> Int { pane.native.map { Int(gtk_widget_get_width($0)) } ?? 0 }
      XCTAssertTrue(stage.all("label", "other").isEmpty, stage.dump())
      pane.isEndShown = true
      try await until("the middle") { pane.position == width() / 2 }
      XCTAssertFalse(stage.all("label", "other").isEmpty)
      // Who moves the divider has moved it for every width.
      pane.position = width() / 4
      for size: Int32 in [1_000, 500] {
        let before = width()
        widen(size)
        try await until("the width") { width() != before }
        try await until("a quarter") { abs(pane.position - width() / 4) <= 1 }
      }
      // Also while the end was away, and at the next start.
      pane.isEndShown = false
      widen(900)
      try await stage.settle()
      pane.isEndShown = true
      try await until("a quarter") { abs(pane.position - width() / 4) <= 1 }
      try await stage.close()
      let next = SplitPane {
        Label("one")
      } end: {
        Label("other")
      }.keeping("two", in: store)
      let last = try await Stage.show(next, width: 640)
      try await until("a quarter") {
        next.native.map { abs(next.position - Int(gtk_widget_get_width($0)) / 4) <= 1 } ?? false
      }
      try await last.close()
    }
  }

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
