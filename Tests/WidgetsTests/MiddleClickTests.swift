import HikidashiOutlines
import HikidashiWidgetTesting
import HikidashiWidgets
import XCTest

/// What is asked for in a window of its own: by the middle button, and by Ctrl.
final class MiddleClickTests: XCTestCase {
  func testTheMiddleButtonTellsTheRowAndSelectsNothing() throws {
    try onLoop {
      let view = OutlineView(
        Outline {
          Section("Fish", open: true) {
            "Tuna"
            "Cod"
          }
        })
      var told: [String] = []
      var selected = 0
      view.onMiddleClick = { told.append($0.item) }
      view.onSelect = { _ in selected += 1 }
      let stage = try await Stage.show(view)
      try await stage.click("list-item", "Cod", button: 2)
      try await until("the row") { told == ["Cod"] }
      try await stage.click("list-item", "Fish", button: 2)
      try await stage.settle()
      XCTAssertEqual(told, ["Cod"])
      XCTAssertEqual(selected, 0)
      XCTAssertEqual(view.outline.rowCount, 3)
      try await stage.close()
    }
  }

  func testALinkIsWantedElsewhereByTheMiddleButtonAndByCtrl() throws {
    try onLoop {
      var (here, elsewhere): ([String], [String]) = ([], [])
      let reader = TextReader { here.append($0) }
      reader.show("See this.", spans: [StyledRange(0..<9, .link("a"))])
      let stage = try await Stage.show(reader)
      let text = try stage.find("text-box", "Document")
      try await stage.click(text, at: (40, 26), holding: .control)
      try await until("the link") { here == ["a"] }
      reader.onLinkElsewhere = { elsewhere.append($0) }
      // Not where it was clicked before: two clicks select a word.
      try await stage.click(text, at: (60, 26), holding: .control)
      try await until("by Ctrl") { elsewhere == ["a"] }
      try await stage.click(text, at: (40, 26), button: 2)
      try await until("by the middle button") { elsewhere == ["a", "a"] }
      reader.focus()
      try await stage.press("Return", holding: .control)
      try await until("by a key") { elsewhere.count == 3 }
      try await stage.press("Return")
      try await until("here") { here == ["a", "a"] }
      try await stage.close()
    }
  }

  func testPagesAreAdded() throws {
    try onLoop {
      let pages = Pages(["one": Label("One")])
      pages.add("two", Label("Two"))
      pages.add("one", Label("Another"))
      let stage = try await Stage.show(pages)
      XCTAssertEqual(pages.shown, "one")
      pages.shown = "two"
      try await stage.settle()
      XCTAssertFalse(stage.all("label", "Two").isEmpty)
      XCTAssertFalse(stage.dump().contains("Another"))
      try await stage.close()
    }
  }
}
