import HikidashiRecords
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Which input a field gets, and what of it is written.
final class FieldInputTests: XCTestCase {
  @MainActor
  private static func make(_ field: some FieldHandle, _ cell: CellValue) throws -> FieldInput {
    try XCTUnwrap(FieldInput(field.definition, cell))
  }

  func testFormatsHaveInputsOfTheirOwn() throws {
    try onLoop {
      let time = try Self.make(Field<TimeOfDay>("t", format: .time), .integer(34_200))
      XCTAssertEqual((time.input as? TimeEntry)?.value, TimeOfDay(hour: 9, minute: 30))
      (time.input as? TimeEntry)?.value = TimeOfDay(hour: 10, minute: 0)
      XCTAssertEqual(time.cell, .integer(36_000))
      (time.input as? TimeEntry)?.value = nil
      XCTAssertEqual(time.input.complaint, "must be filled in")

      let walk = try Self.make(Field<Int?>("w", format: .duration), .integer(90))
      let entry = try XCTUnwrap(walk.input as? DurationEntry)
      XCTAssertEqual(walk.cell, .integer(90))
      entry.value = .seconds(601)
      XCTAssertEqual(walk.cell, .integer(601))
      entry.value = nil
      XCTAssertEqual(walk.cell, .null)
      XCTAssertNil(entry.complaint)
      let short = try Self.make(
        Field<Int>("s", format: .duration, rules: [.range(0...600)]), .integer(601))
      XCTAssertEqual(short.input.complaint, "must be between 0 and 600")
      let exact = try Self.make(Field<Double>("e", format: .duration), .double(1.0 / 3))
      XCTAssertEqual(exact.cell, .double(1.0 / 3), "what was not changed keeps all its digits")

      let link = try Self.make(Field<String?>("l", format: .link), .null)
      XCTAssertTrue(link.input is LinkEntry)
      XCTAssertEqual(link.cell, .null)
    }
  }

  func testTagsAreTextOrAList() throws {
    try onLoop {
      let text = try Self.make(Field<String>("t", format: .tags), .string("b , a"))
      let entry = try XCTUnwrap(text.input as? TagEntry)
      XCTAssertEqual(entry.value, ["b", "a"])
      XCTAssertEqual(text.cell, .string("b , a"), "what was not changed stays as it is")
      entry.value = ["b", "c"]
      XCTAssertEqual(text.cell, .string("b, c"))

      let list = try Self.make(Field<[String]>("l", format: .tags), ["x, y"].cell)
      XCTAssertEqual((list.input as? TagEntry)?.value, ["x, y"])
      (list.input as? TagEntry)?.value = []
      XCTAssertEqual(list.cell, .json("[]"))
      let other = try Self.make(Field<[Int]>("o", format: .tags), [1].cell)
      XCTAssertTrue(other.input is TextArea, "other JSON is edited as it is")
    }
  }

  func testHundredsOfChoicesAreSuggested() throws {
    try onLoop {
      let names = (0..<500).map { "Name \($0)" }
      let name = try Self.make(Field<String>("n").choices { names }, .string("Name 7"))
      let entry = try XCTUnwrap(name.input as? TextEntry)
      XCTAssertTrue(entry.isSuggesting)
      let stage = try await Stage.show(entry)
      entry.focus()
      try await stage.press("a", holding: .control)
      try await stage.type("49")
      try await until("the suggestions") { entry.suggested.count == 15 }
      XCTAssertEqual(entry.suggested.first, "Name 49")
      let few = try Self.make(Field<String>("f").choices { ["a", "b"] }, .string("a"))
      XCTAssertFalse(few.input is TextEntry)
      try await stage.close()
    }
  }
}
