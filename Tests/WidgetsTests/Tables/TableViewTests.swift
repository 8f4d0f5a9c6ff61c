import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// A list from an array of texts, and what can be changed of it one thing at a time.
final class TableViewTests: XCTestCase {
  private static let words = ["acb", "def", "ghi"]

  func testOneLineIsACompleteList() throws {
    try onLoop {
      let list = TableView(Self.words)
      let stage = try await Stage.show(list.accessibleLabel("Words"))
      XCTAssertEqual(
        shown(list),
        """
        list “Words”
          list-item “acb” level 1, focused
          list-item “def” level 1
          list-item “ghi” level 1
        """)
      try await stage.click("list-item", "def")
      XCTAssertEqual(list.selectedStrings, ["def"])
      XCTAssertEqual(list.selectedIndices, [1])
      XCTAssertEqual(list.count, 3)
      XCTAssertEqual(list.strings, Self.words)
      XCTAssertNotNil(list.native)
      try await stage.close()
    }
  }

  func testSelectionStyles() throws {
    try onLoop {
      for (style, expected): (SelectionStyle, [String]) in [
        (.none, []), (.single, ["ghi"]), (.multiple, ["acb", "ghi"]), (.toggle, ["ghi"]),
      ] {
        let list = TableView(Self.words).selection(style)
        let stage = try await Stage.show(list)
        try await stage.click("list-item", "acb")
        if style == .toggle { try await stage.click("list-item", "acb") }
        try await stage.click("list-item", "ghi", holding: style == .multiple ? .control : [])
        XCTAssertEqual(list.selectedStrings, expected, "\(style)")
        try await stage.close()
      }
    }
  }

  func testHooksRunAfterTheBuiltInBehaviourAndNilTurnsThemOff() throws {
    try onLoop {
      let list = TableView(Self.words)
      var heard: [String] = []
      list.onSelect = { heard.append("on \($0.text) \(list.selectedStrings)") }
      list.onDeselect = { heard.append("off \($0.text) \(list.selectedStrings)") }
      list.onActivate = { heard.append("go \($0.index) \($0.item)") }
      let stage = try await Stage.show(list)
      try await stage.click("list-item", "acb")
      try await stage.press("Down")
      try await stage.press("Return")
      XCTAssertEqual(
        heard,
        ["on acb [\"acb\"]", "off acb [\"def\"]", "on def [\"def\"]", "go 1 def"])
      list.onSelect = nil
      list.onDeselect = nil
      list.onActivate = nil
      try await stage.press("Down")
      try await stage.press("Return")
      XCTAssertEqual(heard.count, 4)
      XCTAssertEqual(list.selectedStrings, ["ghi"])
      // What the program does is not told.
      list.onSelect = { heard.append("on \($0.text)") }
      list.selectedIndices = [0, 99]
      XCTAssertEqual(list.selectedStrings, ["acb"])
      XCTAssertEqual(heard.count, 4)
      try await stage.close()
    }
  }

  func testEveryKey() throws {
    try onLoop {
      let list = TableView((0..<100).map { "row \($0)" }).selection(.multiple)
      let stage = try await Stage.show(list, width: 300, height: 400)
      list.focus(row: 0)
      @MainActor func check(
        _ key: String, holding keys: Modifiers = [], _ selected: [Int], at row: Int
      ) async throws {
        try await stage.press(key, holding: keys)
        try await until("\(key) to go to \(row)") { list.view.focusedRow == row }
        XCTAssertEqual(list.selectedIndices, selected, key)
      }
      try await check("Down", [1], at: 1)
      try await check("Down", holding: .shift, [1, 2], at: 2)
      try await check("Down", holding: .control, [1, 2], at: 3)
      try await check("space", [1, 2, 3], at: 3)
      try await check("Up", [2], at: 2)
      try await check("End", [99], at: 99)
      try await check("Home", [0], at: 0)
      try await check("a", holding: .control, Array(0..<100), at: 0)
      try await stage.press("Page_Down")
      try await until("a page down") { (list.view.focusedRow ?? 0) > 3 }
      XCTAssertEqual(list.selectedIndices, [list.view.focusedRow])
      try await stage.press("Page_Up")
      try await until("a page up") { list.view.focusedRow == 0 }
      // Left and Right mean nothing in a list, and go nowhere.
      try await check("Right", [0], at: 0)
      try await check("Left", [0], at: 0)
      try await stage.close()
    }
  }

  func testTheSpaceBarAndEnterInEachStyle() throws {
    try onLoop {
      for (style, afterSpace, afterDown): (SelectionStyle, [Int], [Int]) in [
        (.none, [], []), (.single, [1], [2]), (.multiple, [1], [2]), (.toggle, [1], [1]),
      ] {
        let list = TableView(Self.words).selection(style).checkmarks()
        var activated: [Int] = []
        list.onActivate = { activated.append($0.index) }
        let stage = try await Stage.show(list)
        list.focus(row: 1)
        try await stage.press("space")
        XCTAssertEqual(list.selectedIndices, afterSpace, "\(style)")
        try await stage.press("Down")
        try await until("the next row") { list.view.focusedRow == 2 }
        XCTAssertEqual(list.selectedIndices, afterDown, "\(style)")
        try await stage.press("Return")
        try await stage.press("KP_Enter")
        XCTAssertEqual(activated, [2, 2], "\(style)")
        try await stage.press("space")
        XCTAssertEqual(list.selectedIndices.contains(2), style == .toggle, "\(style)")
        try await stage.close()
      }
    }
  }

  func testTabLeavesTheList() throws {
    try onLoop {
      let list = TableView((0..<50).map(String.init))
      let stage = try await Stage.show(
        Stack(.vertical) {
          Button("Before") {}
          list
          Button("After") {}
        })
      list.focus(row: 3)
      try await stage.press("Tab")
      XCTAssertTrue(try stage.find("button", "After").has("focused"))
      list.focus(row: 3)
      try await stage.press("Tab", holding: .shift)
      XCTAssertTrue(try stage.find("button", "Before").has("focused"))
      try await stage.close()
    }
  }

  func testCopying() throws {
    try onLoop {
      let list = TableView(Self.words).selection(.multiple)
      let stage = try await Stage.show(list)
      list.focus(row: 1)
      try await stage.press("c", holding: .control)
      var copied = await Clipboard.text()
      XCTAssertEqual(copied, "def")
      try await stage.press("a", holding: .control)
      try await stage.press("c", holding: .control)
      copied = await Clipboard.text()
      XCTAssertEqual(copied, "acb\ndef\nghi")
      try await stage.close()
    }
  }

  func testDuplicateTextsAreRowsOfTheirOwn() throws {
    try onLoop {
      let list = TableView(["same", "same", "same"]).selection(.toggle)
      let stage = try await Stage.show(list)
      try await stage.click(stage.all("list-item")[1])
      XCTAssertEqual(list.selectedIndices, [1])
      list.merge(["same", "same", "same", "same", "new"])
      XCTAssertEqual(list.count, 5)
      XCTAssertEqual(list.selectedIndices, [1])
      try await stage.settle()
      let selected = stage.all("list-item").map { $0.has("selected") }
      XCTAssertEqual(selected, [false, true, false, false, false])
      list.merge(["newest", "same", "same", "same", "same", "new"])
      XCTAssertEqual(list.selectedIndices, [2])
      try await stage.close()
    }
  }

  func testUpdateClearsAndMergeKeeps() throws {
    try onLoop {
      let list = TableView(Self.words).selection(.toggle).checkmarks()
      let stage = try await Stage.show(list)
      list.selectedIndices = [0, 2]
      list.merge(["ghi", "xyz", "acb"])
      XCTAssertEqual(list.selectedStrings, ["ghi", "acb"])
      try await stage.settle()
      XCTAssertEqual(stage.all("list-item").map(\.name), ["ghi", "xyz", "acb"])
      list.update(["ghi", "xyz", "acb"])
      XCTAssertEqual(list.selectedStrings, [])
      try await stage.settle()
      XCTAssertEqual(stage.all("list-item").filter { $0.has("selected") }.count, 0)
      try await stage.close()
    }
  }

  func testThingsAreKnownByTheirID() throws {
    try onLoop {
      struct Person: Identifiable {
        var id: Int
        var name: String
      }
      let list = TableView([Person(id: 1, name: "Ada"), Person(id: 2, name: "Bob")]) { $0.name }
      let stage = try await Stage.show(list)
      try await stage.click("list-item", "Bob")
      list.merge([Person(id: 2, name: "Robert"), Person(id: 3, name: "Cy")])
      XCTAssertEqual(list.selectedItems.map(\.name), ["Robert"])
      try await stage.settle()
      XCTAssertTrue(try stage.find("list-item", "Robert").has("selected"))
      try await stage.close()
    }
  }

  func testAThousandEditsInAFrameAreOneChangeOfTheList() throws {
    try onLoop {
      let list = TableView((0..<50).map(String.init))
      let stage = try await Stage.show(list)
      try await until("the list to settle") { !list.isSettling }
      var changes = 0
      let connection = connect(
        UnsafeMutableRawPointer(list.view.rows.model.native), "items-changed"
      ) { _ in
        changes += 1
        return false
      }
      for number in 0..<1_000 { list.edit { $0.insert("new \(number)", at: number % 50) } }
      XCTAssertEqual(changes, 0)
      XCTAssertEqual(list.count, 1_050)
      await stage.nextFrame()
      await stage.nextFrame()
      XCTAssertEqual(changes, 1)
      XCTAssertEqual(list.view.rows.model.count, 1_050)
      connection.disconnect()
      try await stage.close()
    }
  }

  /// Before it stands in a window, and behind another page.
  func testAThousandEditsOfAListThatIsNotSeenAreOneChange() throws {
    try onLoop {
      let list = TableView(["first"])
      var changes = 0
      let connection = connect(
        UnsafeMutableRawPointer(list.view.rows.model.native), "items-changed"
      ) { _ in
        changes += 1
        return false
      }
      for number in 0..<1_000 { list.edit { $0.append("new \(number)") } }
      XCTAssertEqual(changes, 0)
      let pages = Pages(["list": list, "elsewhere": StatusPage("Elsewhere")])
      let stage = try await Stage.show(pages)
      // Being shown is another, and then come those out of view that have widgets, at least four in a frame.
      try await until("all rows") { list.view.rows.isAllAnnounced }
      XCTAssertEqual(list.view.rows.model.count, 1_001)
      XCTAssertLessThanOrEqual(changes, 100)
      pages.shown = "elsewhere"
      try await until("the other page") {
        list.native.map { gtk_widget_get_mapped($0) == 0 } ?? false
      }
      changes = 0
      for number in 0..<1_000 { list.edit { $0.append("more \(number)") } }
      XCTAssertEqual(changes, 0)
      XCTAssertEqual(list.count, 2_001)
      try await until("the list to be told") { changes == 1 }
      list.edit { $0.append("last") }
      pages.shown = "list"
      try await until("all rows") { list.view.rows.model.count == 2_002 }
      connection.disconnect()
      try await stage.close()
    }
  }
}
