import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class GridTests: XCTestCase {
  func testAKeypadIsUsedByTheArrowsAndAsAScreenReaderMeetsIt() throws {
    try onLoop {
      var typed = ""
      let keys = Grid(["7", "8", "9", "4", "5", "6"], columns: 3) { digit in
        Button(digit) { typed += digit }
      }.accessibleLabel("Digits")
      let stage = try await Stage.show(keys)
      XCTAssertEqual(
        stage.dump(),
        """
        window “Stage”
          label “Stage”
          button “Minimize”
          button “Maximize”
          button “Close”
          group “Digits”
            button “7” focused
            button “8”
            button “9”
            button “4”
            button “5”
            button “6”
        """)
      for key in ["Right", "Right", "Down", "Left"] {
        try await stage.press(key)
        try await stage.press("space")
      }
      XCTAssertEqual(typed, "8965")
      try await stage.close()
    }
  }

  func testAPartStandsWhereARowMeetsAColumn() throws {
    try onLoop {
      let plan = Grid(rows: ["Mon", "Tue"], columns: [1, 2, 3]) { day, hour in
        Label("\(day) \(hour)")
      }
      let stage = try await Stage.show(plan)
      XCTAssertEqual(
        stage.all("label").map(\.name).dropFirst(),
        ["Mon 1", "Mon 2", "Mon 3", "Tue 1", "Tue 2", "Tue 3"])
      try await stage.close()
    }
  }

  private struct Card: Identifiable, Equatable {
    let id: Int
    var text: String
  }

  func testMergeKeepsThePartsOfWhatIsAsItWas() throws {
    try onLoop {
      var made: [String] = []
      let grid = Grid([Card(id: 1, text: "a"), Card(id: 2, text: "b")], columns: 2) { card in
        made.append(card.text)
        return Label(card.text)
      }
      let stage = try await Stage.show(grid)
      let first = grid.parts[0]
      XCTAssertEqual(made, ["a", "b"])
      grid.merge([Card(id: 3, text: "c"), Card(id: 1, text: "a"), Card(id: 2, text: "B")])
      XCTAssertEqual(made, ["a", "b", "c", "B"])
      XCTAssertTrue(grid.parts[1] === first)
      try await stage.settle()
      XCTAssertEqual(stage.all("label").map(\.name).dropFirst(), ["c", "a", "B"])
      // Also where a part before those that stay is another.
      grid.merge([Card(id: 4, text: "d"), Card(id: 1, text: "a"), Card(id: 2, text: "B")])
      try await stage.settle()
      XCTAssertEqual(stage.all("label").map(\.name).dropFirst(), ["d", "a", "B"])
      grid.update([Card(id: 1, text: "a")])
      XCTAssertFalse(grid.parts[0] === first)
      XCTAssertNil(grid.parts[0].native.flatMap { gtk_widget_get_next_sibling($0) })
      try await stage.close()
    }
  }

  func testManyPartsOfAKindAreMadeAtOnce() throws {
    try onLoop {
      var pressed: [Int] = []
      var checked: [String] = []
      let stage = try await Stage.show(
        Stack {
          Button.many(1...3) { pressed.append($0) }.each { $0.styleClass("circular") }
          Label.many(["a", "b"])
          CheckBox.many(["x", "y"], isChecked: { $0 == "y" }) { name, isOn in
            checked.append("\(name) \(isOn)")
          }
        })
      try await stage.click("button", "2")
      XCTAssertEqual(pressed, [2])
      XCTAssertEqual(stage.all("label", "a").count + stage.all("label", "b").count, 2)
      try await stage.click("checkbox", "y")
      XCTAssertEqual(checked, ["y false"])
      try await stage.close()
    }
  }
}
