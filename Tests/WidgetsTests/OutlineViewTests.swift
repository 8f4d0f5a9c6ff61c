import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

@MainActor
func animals() -> Outline<String> {
  Outline {
    Section("ほ乳類", open: true) {
      "犬"
      "ネコ"
      "ジャンクロードバンダム"
    }
    Section("魚類", open: true) {
      "さんま"
      "マグロ"
      "白星姫"
    }
  }
}

extension Stage {
  /// The rows of the first list, a line each.
  func rows() throws -> String {
    try find("list").dump().split(separator: "\n").dropFirst()
      .map { $0.drop { $0 == " " }.dropFirst("list-item ".count) }.joined(separator: "\n")
  }
}

final class OutlineViewTests: XCTestCase {
  func testAScreenReaderMeetsLevelsAndStates() throws {
    try onLoop {
      let view = OutlineView(animals(), header: "動物").selection(.toggle).style(.slate)
      let stage = try await Stage.show(view, title: "動物", width: 320, height: 520)
      XCTAssertEqual(try stage.find("list", "動物").role, "list")
      XCTAssertEqual(
        try stage.rows(),
        """
        “ほ乳類” level 1, expanded, focused
        “犬” level 2
        “ネコ” level 2
        “ジャンクロードバンダム” level 2
        “魚類” level 1, expanded
        “さんま” level 2
        “マグロ” level 2
        “白星姫” level 2
        """)
      try await stage.close()
    }
  }

  func testAClickOnASectionClosesAndOpensIt() throws {
    try onLoop {
      let view = OutlineView(animals())
      let stage = try await Stage.show(view)
      try await stage.click("list-item", "ほ乳類")
      XCTAssertTrue(
        try stage.rows().hasPrefix(
          """
          “ほ乳類” level 1, collapsed, focused
          “魚類” level 1, expanded
          “さんま” level 2
          """))
      try await stage.click("list-item", "ほ乳類")
      XCTAssertEqual(view.outline.rowCount, 8)
      XCTAssertTrue(try stage.find("list-item", "ほ乳類").has("expanded"))
      try await stage.close()
    }
  }

  func testAClickSwitchesARowOnAndOff() throws {
    try onLoop {
      let view = OutlineView(animals()).selection(.toggle)
      let stage = try await Stage.show(view)
      try await stage.click("list-item", "犬")
      try await stage.click("list-item", "マグロ")
      XCTAssertEqual(view.selectedItems, ["犬", "マグロ"])
      XCTAssertTrue(try stage.find("list-item", "犬").has("selected"))
      try await stage.click("list-item", "犬")
      XCTAssertEqual(view.selectedItems, ["マグロ"])
      try await stage.press("Down")
      try await stage.press("space")
      XCTAssertEqual(view.selectedItems, ["ネコ", "マグロ"])
      try await stage.close()
    }
  }

  func testControlAndShiftSelectAsOnADesktop() throws {
    try onLoop {
      let view = OutlineView(animals()).selection(.multiple)
      let stage = try await Stage.show(view)
      try await stage.click("list-item", "犬")
      try await stage.click("list-item", "さんま", holding: .control)
      XCTAssertEqual(view.selectedItems, ["犬", "さんま"])
      try await stage.click("list-item", "白星姫", holding: .shift)
      XCTAssertEqual(view.selectedItems, ["さんま", "マグロ", "白星姫"])
      try await stage.click("list-item", "ネコ")
      XCTAssertEqual(view.selectedItems, ["ネコ"])
      try await stage.press("a", holding: .control)
      XCTAssertEqual(view.outline.selectedCount, 6)
      try await stage.close()
    }
  }

  func testKeysMoveOpenAndSelect() throws {
    try onLoop {
      let view = OutlineView(animals()).selection(.multiple)
      let stage = try await Stage.show(view)
      view.focus(row: 0)
      try await stage.press("Down")
      XCTAssertEqual(view.selectedItems, ["犬"])
      try await stage.press("Down", holding: .shift)
      XCTAssertEqual(view.selectedItems, ["犬", "ネコ"])
      try await stage.press("Left")
      XCTAssertEqual(view.focusedRow, 0)
      try await stage.press("Left")
      XCTAssertFalse(view.outline.row(at: 0).isOpen)
      try await stage.press("Right")
      XCTAssertTrue(view.outline.row(at: 0).isOpen)
      try await stage.press("Right")
      XCTAssertEqual(view.focusedRow, 1)
      try await stage.press("End")
      XCTAssertEqual(view.focusedRow, 7)
      try await stage.press("Home")
      XCTAssertEqual(view.focusedRow, 0)
      try await stage.press("Return")
      XCTAssertEqual(view.outline.rowCount, 5)
      try await stage.press("Page_Down")
      XCTAssertEqual(view.focusedRow, 4)
      try await stage.close()
    }
  }

  func testTypingJumpsToTheRowThatBeginsWithIt() throws {
    try onLoop {
      let outline = Outline {
        Section("Fruit", open: true) {
          "Apple"
          "Apricot"
          "Banana"
          "Quince"
        }
      }
      let view = OutlineView(outline)
      let stage = try await Stage.show(view)
      view.focus(row: 0)
      try await stage.type("q")
      XCTAssertEqual(view.focusedRow, 4)
      view.jumpsToLetters = true
      try await stage.type("ap")
      XCTAssertEqual(view.focusedRow, 1)
      try await stage.type("r")
      XCTAssertEqual(view.focusedRow, 2)
      try await stage.close()
    }
  }

  func testHooksMayRefuseAndHearOfWhatWasDone() throws {
    try onLoop {
      let view = OutlineView(animals()).selection(.toggle)
      var heard: [String] = []
      view.hooks.willClose = { $0.item != "魚類" }
      view.onClose = { heard.append("closed \($0.item)") }
      view.onOpen = { heard.append("opened \($0.item)") }
      view.hooks.willSelect = { $0.item != "ネコ" }
      view.onSelect = { heard.append("on \($0.item)") }
      view.onDeselect = { heard.append("off \($0.item)") }
      let stage = try await Stage.show(view)
      try await stage.click("list-item", "ネコ")
      try await stage.click("list-item", "犬")
      try await stage.click("list-item", "犬")
      try await stage.click("list-item", "魚類")
      try await stage.click("list-item", "ほ乳類")
      try await stage.click("list-item", "ほ乳類")
      XCTAssertEqual(heard, ["on 犬", "off 犬", "closed ほ乳類", "opened ほ乳類"])
      XCTAssertEqual(view.outline.selectedCount, 0)
      view.hooks.willClose = nil
      try await stage.click("list-item", "魚類")
      XCTAssertEqual(heard.last, "closed 魚類")
      try await stage.close()
    }
  }

  func testAnEmptyOutlineShowsThePlaceholder() throws {
    try onLoop {
      let view = OutlineView(Outline<String>())
      let stage = try await Stage.show(view)
      XCTAssertNoThrow(try stage.find("label", "Nothing here"))
      view.change { try? $0.update([Node("first")]) }
      try await stage.settle()
      XCTAssertNoThrow(try stage.find("list-item", "first"))
      try await stage.close()
    }
  }

  func testCellsAreSetUpBoundUnboundAndTornDown() throws {
    try onLoop {
      var setups = 0
      var bound = 0
      var teardowns = 0
      let cells = Cells<String> { () -> Label in
        setups += 1
        return Label()
      } bind: { label, row in
        bound += 1
        label.text = row.item
      } unbind: { _ in
        bound -= 1
      } teardown: { _ in
        teardowns += 1
      }
      let view = OutlineView(animals(), text: { $0 }, cells: cells)
      let stage = try await Stage.show(view)
      XCTAssertEqual(bound, 8)
      XCTAssertGreaterThanOrEqual(setups, 8)
      try await stage.close()
      XCTAssertEqual(bound, 0)
      XCTAssertEqual(teardowns, setups)
    }
  }

  func testAMillionRowsOpenAndCloseInAFrame() throws {
    try onLoop {
      let rows = (0..<1_000_000).map { Node(0, id: NodeID(rawValue: UInt64($0) + 10)) }
      let outline = try Outline([Section(1, id: 1) { rows }.node])
      let view = OutlineView(outline, text: { String($0) })
      let stage = try await Stage.show(view)
      view.change { $0.open(1) }
      await stage.nextFrame()
      XCTAssertEqual(view.outline.rowCount, 1_000_001)
      XCTAssertLessThan(view.shownRowCount, 400)
      view.scroll(to: 900_000)
      try await until("a row far down") { view.rows.cell(at: 900_000) != nil }
      view.change { $0.close(1) }
      await stage.nextFrame()
      XCTAssertEqual(view.shownRowCount, 1)
      try await stage.close()
    }
  }

  func testAViewThatIsTakenOutOfAWindowIsFreed() throws {
    try onLoop {
      let stack = Stack(.vertical) {}
      let stage = try await Stage.show(stack)
      weak var gone: OutlineView<String>?
      for _ in 0..<3 {
        let view = OutlineView(animals())
        gone = view
        stack.append(view)
        try await stage.settle()
        XCTAssertNoThrow(try stage.find("list-item", "犬"))
        stack.remove(view)
      }
      XCTAssertNil(gone)
      try await stage.close()
    }
  }

  func testTheViewIsFreedWithItsWindow() throws {
    try onLoop {
      weak var view: OutlineView<String>?
      do {
        let made = OutlineView(animals())
        view = made
        let stage = try await Stage.show(made)
        try await stage.close()
      }
      XCTAssertNil(view)
    }
  }
}

extension OutlineView {
  var selectedItems: [Item] { outline.selectedIDs.compactMap { outline.item(of: $0) } }
}
