import Foundation
import HikidashiStorage
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// Tables of records that have keys.
final class RecordsKeysTests: XCTestCase {
  private static let code = Field<String>(
    "code", title: "Code", collation: .localized(locale: "en"))
  private static let shelf = Field<Int?>("shelf", title: "Shelf")
  private static let place = Field<Int?>("place", title: "Place")

  private static func schema() throws -> Schema { try Schema(code, shelf, place) }

  private static func goods(_ destination: StoreDestination) throws -> KeyedRecordStore<String> {
    try KeyedRecordStore(schema(), key: code, unique: [[shelf, place]], at: destination)
  }

  @MainActor private static func says(_ stage: Stage, _ words: String) -> Bool {
    stage.all("label").contains { $0.name.contains(words) }
  }

  func testAKeyThatIsTakenIsSaidBesideItsField() throws {
    try onLoop {
      let goods = try Self.goods(.memory)
      try await goods.edit { goods in
        try goods.append {
          $0[Self.code] = "A-17"
          $0[Self.shelf] = 3
          $0[Self.place] = 1
        }
      }
      let view = RecordsView(goods)
      let stage = try await Members.show(view)
      XCTAssertEqual(Members.seen(view), ["A-17"])
      view.add()
      let dialog = try await stage.dialog()
      let taken = "Must be unique, and another record has it"
      try await dialog.type("a-17")
      // While it is typed.
      try await until("the complaint") { Self.says(dialog, taken) }
      XCTAssertTrue(try dialog.find("text-box", "Code").has("invalid"), dialog.dump())
      try await Portrait.take(dialog, "RecordsView, a key that is taken")
      try await dialog.press("Return")
      XCTAssertEqual(goods.records.count, 1)
      XCTAssertNotNil(dialog.window.native)
      try await dialog.press("End")
      try await dialog.type("b")
      try await until("the complaint to go") { !Self.says(dialog, taken) }

      // Another takes it while the form is open: it is known when it is to be saved.
      try await goods.edit { _ = try $0.append { $0[Self.code] = "A-17B" } }
      try await dialog.press("Return")
      try await until("the complaint again") { Self.says(dialog, taken) }
      XCTAssertEqual(goods.records.count, 2)
      try await goods.edit { _ = $0.remove("A-17b") }
      try await dialog.press("Return")
      try await until("the form to go") { dialog.window.native == nil }
      XCTAssertEqual(goods.records.map { $0[Self.code] }, ["A-17", "a-17b"])
      try await stage.close()
    }
  }

  func testAFormKnowsKeysOfSeveralFieldsAndItsOwnRecord() throws {
    try onLoop {
      let goods = try Self.goods(.memory)
      try await goods.edit { goods in
        for place in 1...2 {
          try goods.append {
            $0[Self.code] = "A-\(place)"
            $0[Self.shelf] = 3
            $0[Self.place] = place
          }
        }
      }
      let form = RecordForm(goods.table.schema, record: goods.table[0]) { goods.keys }
      let code = try XCTUnwrap(form.input("code") as? TextEntry)
      let place = try XCTUnwrap(form.input("place") as? NumberEntry<Int>)
      let shelf = try XCTUnwrap(form.input("shelf") as? NumberEntry<Int>)
      code.value = "a-1"
      XCTAssertTrue(form.form.isValid, "it is its own")
      code.value = "a-2"
      XCTAssertEqual(code.complaint, "must be unique, and another record has it")
      code.value = "a-3"
      place.value = 2
      XCTAssertEqual(
        place.complaint, "must be unique together with Shelf, and another record has the same")
      shelf.value = 4
      XCTAssertTrue(form.form.isValid)
      shelf.value = 3
      XCTAssertFalse(form.form.apply())
      place.value = nil
      XCTAssertTrue(form.form.apply())
    }
  }

  func testRecordsThatShareAKeyAreToldOfAndMended() throws {
    try onLoop {
      let folder = try ScratchFolder()
      let destination = StoreDestination.sqlite(folder.url.appendingPathComponent("goods.db").path)
      let older = try RecordStore(Self.schema(), at: destination)
      try await older.edit {
        try $0.append(columns: [Self.code.column(["A-17", "B-1", "a-17", "C-3", "b-1", "A-17"])])
      }
      older.close()
      let goods = try Self.goods(destination)
      let view = RecordsView(goods).accessibleLabel("Goods")
      let stage = try await Members.show(view)
      XCTAssertEqual(view.count, 6)
      let words = "3 records have the same Code: “A-17”; 2 records have the same Code: “B-1”"
      XCTAssertTrue(Self.says(stage, words), stage.dump())
      try await Portrait.take(stage, "RecordsView, keys that are shared")
      try await stage.click("button", "Select Them")
      XCTAssertEqual(Set(view.selectedNumbers), [0, 1, 2, 4, 5])
      try await until("the keyboard") { view.rows.focusedRow == 0 }

      // One gets another key in the form, others are deleted.
      view.edit(4)
      let dialog = try await stage.dialog()
      try await dialog.press("End")
      try await dialog.type("0")
      try await dialog.press("Return")
      try await until("the form to go") { dialog.window.native == nil }
      try await until("the words") { !Self.says(stage, "“B-1”") && Self.says(stage, "“A-17”") }
      view.selectedNumbers = [2, 5]
      view.focus(2)
      try await stage.press("Delete")
      try await until("the records to go") { goods.table.count == 4 }
      try await Members.settle(view, stage)
      XCTAssertTrue(goods.keys.isWhole)
      try await until("the line to go") { stage.all("button", "Select Them").isEmpty }
      // What would bring them back is refused, and said.
      view.undo()
      let alert = try await stage.dialog()
      XCTAssertTrue(Self.says(alert, "must be unique"), alert.dump())
      try await alert.press("Escape")
      try await until("the alert to go") { alert.window.native == nil }
      XCTAssertEqual(goods.table.count, 4)
      try await stage.close()
    }
  }

  func testARecordOfAFileWhoseKeyIsTakenIsListed() throws {
    try onLoop {
      let folder = try ScratchFolder()
      let goods = try Self.goods(.memory)
      try await goods.edit { _ = try $0.append { $0[Self.code] = "A-17" } }
      let view = RecordsView(goods)
      let stage = try await Members.show(view)
      try folder.write("code,shelf\nB-1,1\na-17,2\nC-3,3\nb-1,4\n", to: "goods.csv")
      let path = folder.url.appendingPathComponent("goods.csv").path
      // Done before the report is read: a busy machine shows how far it is, in another dialog.
      await view.editor.read(path)
      let dialog = try await stage.dialog()
      XCTAssertEqual(goods.records.map { $0[Self.code] }, ["A-17", "B-1", "C-3"])
      XCTAssertTrue(Self.says(dialog, "must be unique, and another record has it"), dialog.dump())
      XCTAssertTrue(Self.says(dialog, "2 records added"), dialog.dump())
      try await dialog.press("Escape")
      try await until("the dialog to go") { dialog.window.native == nil }
      try await stage.close()
    }
  }
}
