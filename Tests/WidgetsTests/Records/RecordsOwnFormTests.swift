import Foundation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// A form of the app's own, choices from other records, and the program's filter.
final class RecordsOwnFormTests: XCTestCase {
  nonisolated private static let label = Field<String>("label")

  func testAnOwnFormAddsAndEdits() throws {
    try onLoop {
      let records = LiveRecords(try Members.table())
      let view = RecordsView(records).form { member in
        Form {
          TextEntry("Who").bind(member[Members.name])
          TextEntry("Where").bind(member[Members.city])
          DropDown("Stars", [1.0, 4.5, 5.0]).bind(member[Members.rate])
          member.input(Members.active)
          If(member.value(of: Members.name) == "Bo") { Label("Hello, Bo") }
        }
      }
      let stage = try await Members.show(view)
      view.focus(0)
      try await stage.press("Insert")
      let dialog = try await stage.dialog()
      XCTAssertEqual(try dialog.find("checkbox", "Active").has("checked"), true)
      // A new record has no name, which its rule refuses, in the rule's words.
      try await dialog.press("Return")
      XCTAssertEqual(records.table.count, 6, dialog.dump())
      try await dialog.type("Bo")
      try await until("what follows the draft") { !dialog.all("label", "Hello, Bo").isEmpty }
      try await dialog.press("Return")
      try await until("the record") { records.table.count == 7 }
      XCTAssertEqual(records.table[6, Members.name], "Bo")
      XCTAssertNil(records.table[6, Members.city])
      XCTAssertNil(records.table[6, Members.rate])
      XCTAssertTrue(records.table[6, Members.active])
      try await until("the form to go") { dialog.window.native == nil }

      view.edit(0)
      let other = try await stage.dialog()
      XCTAssertTrue(other.dump().contains("名古屋"), other.dump())
      try await other.press("Tab")
      try await other.press("a", holding: .control)
      try await other.type("Nara")
      // Meanwhile somebody else has another name for the record.
      try records.edit("Rename") { try $0.update(0) { $0[Members.name] = "Hanako" } }
      try await other.press("Return")
      try await until("the change") { records.table[0, Members.city] == "Nara" }
      XCTAssertEqual(records.table[0, Members.name], "Hanako")
      XCTAssertEqual(records.table[0, Members.rate], 4.5)
      try await stage.close()
    }
  }

  func testWhatARuleRefusesIsToldAtTheInput() throws {
    try onLoop {
      let table = try Members.table()
      let entry = RecordEntry(table.schema, record: table[0])
      let name = TextEntry("Name").bind(entry[Members.name])
      let form = Form { name }
      let stage = try await Stage.show(form)
      name.value = String(repeating: "x", count: 21)
      XCTAssertNotNil(name.complaint)
      XCTAssertFalse(form.apply())
      XCTAssertEqual(entry.values, [:])
      name.value = "Y"
      XCTAssertNil(name.complaint)
      XCTAssertEqual(entry.values, ["name": .string("Y")])
      form.revert()
      XCTAssertEqual(name.value, "山田 花子")
      XCTAssertEqual(entry.values, [:])
      try await stage.close()
    }
  }

  func testChoicesComeFromOtherRecords() throws {
    try onLoop {
      var labels = RecordTable(try Schema(Self.label))
      for text in ["Tea", "Tools", "Tea"] { try labels.append { $0[Self.label] = text } }
      let categories = LiveRecords(labels)
      let category = Field<String>("category").choices(of: Self.label, in: categories)
      var items = RecordTable(try Schema(category))
      try items.append { $0[category] = "Toys" }
      let records = LiveRecords(items)
      @MainActor func choices() throws -> [String] {
        let form = RecordForm(records.table.schema, record: records.table[0])
        let input = try XCTUnwrap(form.input("category") as? DropDown<CellChoice>)
        return input.choices.map(\.title)
      }
      XCTAssertEqual(try choices(), ["Tea", "Tools"])
      try categories.edit { try $0.append { $0[Self.label] = "Lamps" } }
      XCTAssertEqual(try choices(), ["Tea", "Tools", "Lamps"])
      // A value that is not offered is no mistake, and stays.
      let form = RecordForm(records.table.schema, record: records.table[0])
      XCTAssertTrue(form.form.apply())
      XCTAssertEqual(form.values, [:])
    }
  }

  func testPathsOfFilesAndPicturesAreChosen() throws {
    try onLoop {
      let note = Field<String?>("note", format: .file)
      let portrait = Field<String?>("portrait", title: "Portrait", format: .picture)
      var table = RecordTable(try Schema(note, portrait))
      let folder = try ScratchFolder()
      let file = folder.url.appendingPathComponent("one.png")
      let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
      try XCTUnwrap(Data(base64Encoded: pixel)).write(to: file)
      let path = file.path
      try table.append {
        $0[note] = "/home/me/letter.txt"
        $0[portrait] = path
      }
      let form = RecordForm(table.schema, record: table[0])
      let stage = try await Stage.show(form)
      XCTAssertTrue(stage.dump().contains("Portrait: one.png"), stage.dump())
      let input = try XCTUnwrap(form.input("note") as? FileEntry)
      XCTAssertEqual(form.values, [:])
      input.value = nil
      XCTAssertEqual(form.values, ["note": .null])
      let view = RecordsView(table)
      let other = try await Members.show(view)
      XCTAssertEqual(Members.seen(view), ["letter.txt"])
      try await other.close()
      try await stage.close()
    }
  }

  @MainActor
  private static func message(_ view: RecordsView) -> String? {
    if case .empty(let content) = view.state { content.text } else { nil }
  }

  func testTheScopeIsTheProgramsOwnFilter() throws {
    try onLoop {
      let records = LiveRecords(try Members.table())
      let view = RecordsView(records)
      view.scope = Members.active == true
      let stage = try await Members.show(view)
      XCTAssertEqual(view.count, 4)
      XCTAssertFalse(view.arranger.filterBar.isVisible)
      XCTAssertEqual(view.words, "")
      view.words = "paris"
      try await Members.settle(view, stage)
      XCTAssertEqual(Members.names(view, view.shownNumbers), ["Émile"])
      view.clearFilter()
      XCTAssertEqual(view.count, 4)
      // Where the scope itself is empty, no filter is to be cleared.
      view.scope = .nothing
      XCTAssertEqual(Self.message(view), "No records")
      view.words = "paris"
      XCTAssertEqual(Self.message(view), "No records")
      view.scope = nil
      XCTAssertEqual(view.count, 2)
      view.words = "nobody"
      await stage.nextFrame()
      XCTAssertFalse(stage.all("label", "No record matches").isEmpty, stage.dump())
      try await stage.close()
    }
  }
}
