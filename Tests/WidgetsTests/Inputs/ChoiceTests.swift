import HikidashiRecords
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class ChoiceTests: XCTestCase {
  func testTheArrowKeysGoFromOneChoiceToTheNext() throws {
    try onLoop {
      var heard: [String?] = []
      let size = RadioGroup("Size", ["Small", "Medium", "Large"], value: "Medium") {
        heard.append($0)
      }
      let stage = try await Stage.show(size)
      XCTAssertTrue(size.focus())
      try await stage.press("Down")
      XCTAssertEqual(size.value, "Large")
      try await stage.click("radio", "Small")
      XCTAssertEqual(heard, ["Large", "Small"])
      size.value = nil
      XCTAssertFalse(stage.dump().contains("checked"), stage.dump())
      try await stage.close()
    }
  }

  func testASegmentIsChosenByItsButton() throws {
    try onLoop {
      var heard: [String?] = []
      let view = RadioGroup("View", ["List", "Cards"], value: "List", isSegmented: true) {
        heard.append($0)
      }
      let stage = try await Stage.show(view)
      try await stage.click("radio", "Cards")
      XCTAssertEqual(view.value, "Cards")
      // What is chosen stays chosen.
      try await stage.click("radio", "Cards")
      XCTAssertEqual(heard, ["Cards"])
      XCTAssertTrue(view.focus())
      try await stage.press("Left")
      try await stage.press("space")
      XCTAssertEqual(view.value, "List")
      try await stage.close()
    }
  }

  func testASliderGoesInSteps() throws {
    try onLoop {
      var heard: [Double] = []
      let volume = Slider("Volume", value: 40, in: 0...100, step: 5) { heard.append($0) }
      let stage = try await Stage.show(volume)
      volume.focus()
      try await stage.press("Right")
      try await stage.press("Page_Up")
      XCTAssertEqual(heard, [45, 95])
      try await stage.press("Page_Up")
      XCTAssertEqual(volume.value, 100)
      try await stage.press("Home")
      XCTAssertEqual(volume.value, 0)
      volume.value = 250
      XCTAssertEqual(volume.value, 250)
      try await stage.settle()
      XCTAssertEqual(volume.value, 250, "what is shown at the end of the line was set so")
      try await stage.close()
    }
  }

  func testChoicesFollowTheirRecords() throws {
    try onLoop {
      let name = Field<String>("name")
      let records = LiveRecords(RecordTable(try Schema(name)))
      for city in ["Cork", "York", "Cork"] {
        try records.edit("Add") { try $0.append { $0[name] = city } }
      }
      var heard: [String?] = []
      let list = DropDown("City", value: "York") { heard.append($0) }.offers(name, in: records)
      let group = RadioGroup("Town", value: "York") { heard.append($0) }.offers(name, in: records)
      let stage = try await Stage.show(
        Stack {
          list
          group
        })
      XCTAssertEqual(list.choices, ["Cork", "York"])
      XCTAssertEqual(stage.all("radio").map(\.name), ["Cork", "York"])
      XCTAssertTrue(try stage.find("radio", "York").has("checked"))
      try await stage.click("radio", "Cork")
      try records.edit("Add") { try $0.append { $0[name] = "Ume" } }
      try await until("the new choice") { group.choices.count == 3 && list.choices.count == 3 }
      XCTAssertEqual(stage.all("radio").map(\.name), ["Cork", "York", "Ume"])
      XCTAssertTrue(try stage.find("radio", "Cork").has("checked"))
      list.focus()
      try await stage.press("space")
      try await stage.settle()
      try await stage.click("list-item", "Ume")
      XCTAssertEqual(list.value, "Ume")
      // What is chosen stays, also when no record has it any more.
      try records.edit("Empty") { table in
        for number in table.numbers { try table.remove(number) }
      }
      try await until("no choice") { list.choices.isEmpty && group.choices.isEmpty }
      XCTAssertEqual(list.value, "Ume")
      XCTAssertEqual(group.value, "Cork")
      XCTAssertEqual(heard, ["Cork", "Ume"])
      try await stage.close()
    }
  }
}
