import HikidashiPresentation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// A window that goes while a list or a menu is open in it takes the keyboard from nobody.
final class ClosingTests: XCTestCase {
  func testTheKeyboardOutlivesAWindowWithAnOpenList() throws {
    try onLoop {
      let other = try await Stage.show(
        Stack {
          Button("_One") {}
          Button("_Two") {}
        })
      let ways: [(name: String, close: @MainActor (Window) -> Void)] = [
        ("destroyed", { $0.destroy() }), ("closed", { $0.close() }),
      ]
      for (name, close) in ways {
        let size = DropDown("Size", ["Small", "Large"], value: "Small")
        let stage = try await Stage.show(size)
        size.focus()
        try await stage.press("space")
        XCTAssertEqual(stage.all("list-item").count, 2)
        close(stage.window)
        try await until("the window to go") { stage.window.native == nil }
        try await other.settle()
        let before = try other.find("button", "One").has("focused")
        try await other.press("Tab")
        XCTAssertNotEqual(try other.find("button", "One").has("focused"), before, name)
      }
      try await other.close()
    }
  }

  func testTheKeyboardOutlivesADialogThatIsTakenAwayWithAnOpenCalendar() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(DateChooser("Due on"))
      let dialog = try await theater.stage.dialog()
      try await dialog.press("Tab")
      try await dialog.press("space")
      try await until("the calendar") { !dialog.all("button", "Next Month").isEmpty }
      item.cancel()
      _ = await item.ending
      try await theater.stage.settle()
      try await theater.stage.type("carp")
      XCTAssertEqual(theater.field.text, "carp")
      try await theater.close()
    }
  }
}
