import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class NavigationTests: XCTestCase {
  @MainActor private static func resize(_ stage: Stage, to width: Int32) {
    stage.window.native.map { gtk_window_set_default_size($0.cast(to: GtkWindow.self), width, 300) }
  }

  func testAPageComesOverAnotherAndGoes() throws {
    try onLoop {
      let first = Button("First") {}
      let second = Button("Second") {}
      let stack = NavigationStack("One", first)
      var heard: [Int] = []
      stack.onChange = { heard.append($0) }
      let back = stack.makeBackButton()
      let stage = try await Stage.show(
        Stack {
          back
          stack
        })
      XCTAssertTrue(first.focus())
      XCTAssertFalse(back.isVisible)
      stack.push("Two", second)
      try await stage.settle()
      XCTAssertEqual(stack.title, "Two")
      try await until("the button") { back.isVisible }
      try await until("the page") { !stage.dump().contains("First") }
      XCTAssertTrue(try stage.find("button", "Second").states.contains("focused"))
      try await stage.press("Left", holding: .alt)
      try await until("the page before") { stack.count == 1 }
      try await until("the page is gone") { second.isFree }
      XCTAssertTrue(try stage.find("button", "First").states.contains("focused"))
      XCTAssertEqual(heard, [2, 1])
      // The same page again.
      stack.push("Two", second)
      try await stage.settle()
      try await stage.click("button", "Back")
      try await until("the page before") { stack.count == 1 }
      stack.pop()
      XCTAssertEqual(stack.title, "One")
      try await stage.close()
    }
  }

  func testManyPagesGoAtOnce() throws {
    try onLoop {
      let stack = NavigationStack("0", Label("page 0"))
      let stage = try await Stage.show(stack)
      for number in 1...20 { stack.push("\(number)", Label("page \(number)")) }
      try await stage.settle()
      XCTAssertEqual(stack.count, 21)
      stack.pop(to: 1)
      try await until("the lowest page") { stage.dump().contains("page 0") }
      XCTAssertEqual(stack.count, 1)
      try await stage.close()
    }
  }

  func testASplitIsOnePageWhereThereIsNoRoom() throws {
    try onLoop {
      let split = NavigationSplit(width: 200) {
        Button("List") {}
      } detail: {
        Button("Detail") {}.minimumSize(width: 200)
      }
      let back = split.makeBackButton()
      let stage = try await Stage.show(
        Stack {
          back
          split
        }, width: 700, height: 300)
      XCTAssertFalse(split.isFolded)
      XCTAssertFalse(back.isVisible)
      Self.resize(stage, to: 320)
      try await until("it folds") { split.isFolded }
      split.showDetail()
      try await until("the detail") { split.isDetailAlone && back.isVisible }
      try await stage.click("button", "Back")
      try await until("the list") { !split.isDetailAlone }
      split.showDetail()
      Self.resize(stage, to: 700)
      try await until("there is room") { !split.isFolded }
      try await until("the button goes") { !back.isVisible }
      try await stage.close()
    }
  }

  func testAPaneIsShownAndHidden() throws {
    try onLoop {
      let pane = SidePane(width: 200, isShown: false) {
        Button("Contents") {}
      } over: {
        Label("Text").minimumSize(width: 240)
      }
      let button = pane.makeButton("Show it")
      let stage = try await Stage.show(
        Stack {
          button
          pane
        }, width: 360, height: 300)
      XCTAssertTrue(pane.isFolded)
      try await stage.click("button", "Show it")
      XCTAssertTrue(pane.isShown)
      try await until("it lies over the text") { stage.dump().contains("Contents") }
      try await stage.press("Escape")
      try await until("it is hidden") { !pane.isShown }
      try await stage.close()
    }
  }

  /// What gives way to a narrow window comes back with it, as wide as it was; what a person has hidden does not.
  func testAPaneIsAsItWasWhenThereIsRoomAgain() throws {
    try onLoop {
      let side = Button("Contents") {}
      let pane = SidePane(width: 200) {
        side
      } over: {
        Label("Text").minimumSize(width: 240)
      }
      let stage = try await Stage.show(pane, width: 700, height: 300)
      @MainActor func width() -> Int32 { side.native.map { gtk_widget_get_width($0) } ?? 0 }
      let wide = width()
      XCTAssertGreaterThanOrEqual(wide, 150)
      Self.resize(stage, to: 360)
      try await until("it gives way") { pane.isFolded && !pane.isShown }
      Self.resize(stage, to: 700)
      try await until("it is back") { pane.isShown && !pane.isFolded }
      try await stage.settle()
      XCTAssertEqual(width(), wide)
      pane.isShown = false
      Self.resize(stage, to: 360)
      try await until("it gives way again") { pane.isFolded }
      Self.resize(stage, to: 700)
      try await until("there is room") { !pane.isFolded }
      try await stage.settle()
      XCTAssertFalse(pane.isShown)
      // One that was opened meanwhile stays.
      Self.resize(stage, to: 360)
      try await until("it gives way once more") { pane.isFolded }
      pane.isShown = true
      Self.resize(stage, to: 700)
      try await until("there is room once more") { !pane.isFolded }
      try await stage.settle()
      XCTAssertTrue(pane.isShown)
      try await stage.close()
    }
  }

  func testTheListOfASplitIsAsWideAsBefore() throws {
    try onLoop {
      let list = Button("List") {}
      let split = NavigationSplit(width: 200) {
        list
      } detail: {
        Button("Detail") {}.minimumSize(width: 200)
      }
      let stage = try await Stage.show(split, width: 700, height: 300)
      @MainActor func width() -> Int32 { list.native.map { gtk_widget_get_width($0) } ?? 0 }
      let wide = width()
      Self.resize(stage, to: 320)
      try await until("it folds") { split.isFolded }
      Self.resize(stage, to: 700)
      try await until("there is room") { !split.isFolded && width() == wide }
      try await stage.close()
    }
  }
}
