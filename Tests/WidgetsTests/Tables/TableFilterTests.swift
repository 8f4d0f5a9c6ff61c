import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Letters that are typed into a list keep the rows that have them.
final class TableFilterTests: XCTestCase {
  func testLettersKeepWhatHasThemAndEscapeBringsAllBack() throws {
    try onLoop {
      let list = TableView(["Apple", "Banana", "Cherry", "Pineapple"])
      let stage = try await Stage.show(list)
      list.focus(row: 1)
      try await stage.type("ap")
      XCTAssertEqual(stage.all("list-item").map(\.name), ["Apple", "Pineapple"])
      XCTAssertTrue(try stage.find("search-box").has("“ap”"), stage.dump())
      XCTAssertTrue(try stage.find("search-box").has("focused"))
      try await stage.type("p pi")
      XCTAssertEqual(stage.all("list-item").map(\.name), ["Pineapple"])
      XCTAssertEqual(list.count, 4)
      try await stage.press("Down")
      try await until("the row") { list.view.focusedRow == 0 }
      try await stage.press("Return")
      try await stage.press("Escape")
      await stage.nextFrame()
      XCTAssertEqual(stage.all("list-item").count, 4)
      XCTAssertEqual(stage.all("search-box").count, 0)
      // The row keeps the keyboard.
      XCTAssertEqual(list.view.focusedRow, 3)
      try await stage.close()
    }
  }

  /// Where there is nothing to filter, it is not the filter that leaves nothing.
  func testAListThatIsEmptiedUnderAFilterIsEmpty() throws {
    try onLoop {
      let list = TableView(["one", "two"]).whenEmpty("No words")
      let stage = try await Stage.show(list)
      list.filter("o")
      list.edit { $0.removeAll() }
      await stage.nextFrame()
      XCTAssertFalse(list.state.isLoaded)
      XCTAssertTrue(stage.dump().contains("No words"), stage.dump())
      list.edit { $0.append("three") }
      await stage.nextFrame()
      XCTAssertTrue(list.state.isLoaded)
      try await stage.close()
    }
  }

  func testEscapeInTheFieldEmptiesAndThenClosesIt() throws {
    try onLoop {
      let list = TableView(["one", "two"])
      let stage = try await Stage.show(list)
      list.focus(row: 0)
      try await stage.press("f", holding: .control)
      XCTAssertTrue(try stage.find("search-box").has("focused"))
      try await stage.type("TW")
      XCTAssertEqual(stage.all("list-item").map(\.name), ["two"])
      try await stage.press("Escape")
      XCTAssertEqual(stage.all("list-item").count, 2)
      try await stage.press("Escape")
      XCTAssertEqual(stage.all("search-box").count, 0)
      try await until("the keyboard in the list") { list.view.focusedRow != nil }
      try await stage.close()
    }
  }

  func testSpaceAndControlAreNoLetters() throws {
    try onLoop {
      let list = TableView(["one", "two"]).selection(.multiple)
      let stage = try await Stage.show(list)
      list.focus(row: 0)
      try await stage.press("space")
      try await stage.press("a", holding: .control)
      XCTAssertEqual(stage.all("search-box").count, 0)
      XCTAssertEqual(list.selectedIndices, [0, 1])
      try await stage.close()
    }
  }

  func testHiddenRowsStaySelectedAndNewRowsAreFiltered() throws {
    try onLoop {
      let list = TableView(["one", "two", "three"]).selection(.multiple)
      let stage = try await Stage.show(list)
      list.selectedIndices = [0]
      list.filter("Ｔ")
      XCTAssertEqual(list.selectedStrings, ["one"])
      list.merge(["one", "two", "three", "ten", "five"])
      try await stage.settle()
      XCTAssertEqual(stage.all("list-item").map(\.name), ["two", "three", "ten"])
      list.filter("q")
      await stage.nextFrame()
      XCTAssertTrue(stage.dump().contains("No row matches"), stage.dump())
      list.filter("")
      try await stage.settle()
      XCTAssertEqual(stage.all("list-item").count, 5)
      XCTAssertEqual(list.selectedIndices, [0])
      try await stage.close()
    }
  }
}
