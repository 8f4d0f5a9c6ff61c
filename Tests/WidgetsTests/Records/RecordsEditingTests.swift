import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// Adding, changing and deleting records, and taking that back.
final class RecordsEditingTests: XCTestCase {
  func testARecordIsAddedInAForm() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      view.focus(0)
      try await stage.press("Insert")
      let dialog = try await stage.dialog()
      try Golden.check(dialog.dump(), "Records/RecordsView, adding")
      try await dialog.press("Return")
      // What is missing is said beside its field.
      XCTAssertTrue(try dialog.find("text-box", "Name").has("invalid"), dialog.dump())
      try await Portrait.take(dialog, "RecordsView, adding")
      try await dialog.type("Bo")
      try await dialog.press("Return")
      try await until("the record") { view.records.table.count == 7 }
      try await until("the form to go") { dialog.window.native == nil }
      try await Members.settle(view, stage)
      XCTAssertEqual(Members.names(view, view.selectedNumbers), ["Bo"])
      XCTAssertEqual(view.records.table[6, Members.active], true)
      XCTAssertEqual(view.records.undoName, "Add a record")
      try await until("the toast") { !stage.all("button", "Undo").isEmpty }
      try await stage.click("button", "Undo")
      try await until("the record to go") { view.records.table.count == 6 }
      XCTAssertEqual(view.selectedNumbers, [])
      try await stage.close()
    }
  }

  func testARecordIsChangedAndOnlyInWhatWasChanged() throws {
    try onLoop {
      let records = LiveRecords(try Members.table())
      let view = RecordsView(records)
      let stage = try await Members.show(view)
      view.focus(1)
      try await stage.press("Return")
      let dialog = try await stage.dialog()
      try await dialog.click("spin-button", "Rate")
      try await dialog.press("a", holding: .control)
      try await dialog.type("9")
      try await dialog.press("Return")
      try await until("the complaint") {
        dialog.all("label").contains { $0.name.hasPrefix("Must be between") }
      }
      // Meanwhile someone else changes the record's city.
      try records.edit("Move") { try $0.update(1) { $0[Members.city] = "Lyon" } }
      try await dialog.press("a", holding: .control)
      try await dialog.type("2.5")
      try await dialog.press("Return")
      try await until("the change") { records.table[1, Members.rate] == 2.5 }
      XCTAssertEqual(records.table[1, Members.city], "Lyon")
      XCTAssertEqual(records.table[1, Members.joined], try Members.table()[1, Members.joined])
      try await until("the row") { Members.seen(view, column: 1).contains("Lyon") }
      try await stage.close()
    }
  }

  func testARecordThatIsGoneMeanwhileIsSaidInTheForm() throws {
    try onLoop {
      let records = LiveRecords(try Members.table())
      let view = RecordsView(records)
      let stage = try await Members.show(view)
      view.edit(1)
      let dialog = try await stage.dialog()
      try records.edit { try $0.remove(1) }
      try await dialog.type("x")
      try await dialog.press("Return")
      try await until("the error") {
        dialog.all("label").contains { $0.name.hasPrefix("There is no record 1") }
      }
      // What was typed is still to be saved.
      XCTAssertTrue(records.undo())
      try await dialog.press("Return")
      try await until("the form to go") { dialog.window.native == nil }
      XCTAssertEqual(records.table[1, Members.name], "x")
      try await stage.close()
    }
  }

  func testWhatWasTypedOverADefaultStaysAfterAnAttempt() throws {
    try onLoop {
      let form = RecordForm(try Schema(Field<String>("name", default: "a")))
      let input = try XCTUnwrap(form.input("name") as? TextEntry)
      input.value = "b"
      XCTAssertTrue(form.form.apply())
      XCTAssertEqual(form.values, ["name": "b"])
      input.value = "a"
      XCTAssertEqual(form.values, ["name": "a"])
    }
  }

  func testAFormStoresOnceHoweverOftenItIsPressed() throws {
    try onLoop {
      let records = HeldRecords(try Members.table())
      let view = RecordsView(records)
      let stage = try await Members.show(view)
      view.add()
      let dialog = try await stage.dialog()
      try await dialog.type("Bo")
      try await dialog.press("Return")
      try await until("the edit") { records.waitingCount == 1 }
      XCTAssertTrue(try dialog.find("button", "Add").has("disabled"))
      XCTAssertTrue(try dialog.find("text-box", "Name").has("disabled"))
      try await dialog.press("Return")
      XCTAssertEqual(records.waitingCount, 1)
      records.letGo(refusing: "the disk is full")
      let isTold = { @MainActor in !dialog.all("label", "The disk is full").isEmpty }
      try await until("the error") { isTold() }
      XCTAssertFalse(try dialog.find("button", "Add").has("disabled"))
      // The keyboard is where it was.
      XCTAssertTrue(try dialog.find("text-box", "Name").has("focused"))
      try await dialog.press("End")
      try await dialog.type("b")
      try await dialog.press("Return")
      try await until("the edit") { records.waitingCount == 1 }
      XCTAssertFalse(isTold())
      records.letGo()
      try await until("the form to go") { dialog.window.native == nil }
      XCTAssertEqual(records.table.count, 7)
      XCTAssertEqual(Members.names(view, view.selectedNumbers), ["Bob"])
      // Who does not wait for it hears of a failure all the same.
      view.edit(0)
      let other = try await stage.dialog()
      try await other.type("x")
      try await other.press("Return")
      try await until("the edit") { records.waitingCount == 1 }
      try await other.press("Escape")
      try await until("the form to go") { other.window.native == nil }
      records.letGo(refusing: "the disk is full")
      let alert = try await stage.dialog()
      XCTAssertFalse(alert.all("label", "The disk is full").isEmpty, alert.dump())
      try await alert.press("Escape")
      try await until("the alert to go") { alert.window.native == nil }
      try await stage.close()
    }
  }

  func testDeletingCanBeTakenBackUntilTheNextEdit() throws {
    try onLoop {
      let records = LiveRecords(try Members.table())
      let view = RecordsView(records)
      let stage = try await Members.show(view)
      view.focus(1)
      view.selectedNumbers = [1, 2]
      try await stage.press("Delete")
      try await until("the records to go") { view.count == 4 }
      try await Members.settle(view, stage)
      XCTAssertEqual(Members.seen(view).first, "山田 花子")
      // The keyboard stays where the records were.
      try await until("the keyboard") { view.rows.focusedRow == 1 }
      try await until("the toast") { !stage.all("label", "2 records deleted").isEmpty }
      try await Portrait.take(stage, "RecordsView, deleted")
      try records.edit { try $0.update(0) { $0[Members.city] = "京都" } }
      // Not because its time is over.
      try await until("the toast to be let go of") { view.editor.undoToast == nil }
      try await until("the toast to go") { stage.all("button", "Undo").isEmpty }
      try await stage.press("z", holding: .control)
      try await until("the city to be back") { records.table[0, Members.city] == "名古屋" }
      view.undo()
      try await until("the records to be back") { view.count == 6 }
      try await stage.close()
    }
  }

  func testTheToastGoesWithMoreEditsThanAreShownOneByOne() throws {
    try onLoop {
      let records = LiveRecords(try Members.many(12_000))
      let view = RecordsView(records)
      let stage = try await Members.show(view)
      await view.editor.delete(RecordSet([0]))
      try await until("the toast") { !stage.all("button", "Undo").isEmpty }
      try records.edit { table in
        for number in 1...1_500 {
          try table.update(RecordNumber(number)) { $0[Members.city] = "Lyon" }
        }
      }
      view.content.catchUp()
      // The rows are yet to follow.
      XCTAssertTrue(view.arranger.isArranging)
      XCTAssertNil(view.editor.undoToast)
      try await until("the toast to go") { stage.all("button", "Undo").isEmpty }
      try await stage.close()
    }
  }

  func testAToastThatIsPressedTooLateTakesNothingBack() throws {
    try onLoop {
      let records = LiveRecords(try Members.table())
      let view = RecordsView(records)
      let stage = try await Members.show(view)
      await view.editor.delete(RecordSet([1]))
      try await until("the toast") { !stage.all("button", "Undo").isEmpty }
      let button = try stage.find("button", "Undo")
      // In one turn: the table has not heard of the edit when the button is pressed.
      try records.edit { try $0.update(0) { $0[Members.city] = "京都" } }
      var sender = GValue()
      g_value_init(&sender, gtk_button_get_type())
      g_value_set_object(&sender, button.native)
      g_signal_emitv(&sender, g_signal_lookup("clicked", gtk_button_get_type()), 0, nil)
      g_value_unset(&sender)
      try await until("the toast to go") { stage.all("button", "Undo").isEmpty }
      try await Members.settle(view, stage)
      XCTAssertEqual(records.table[0, Members.city], "京都")
      try await stage.close()
    }
  }

  func testKeysAreHeardWhereThereIsNoRow() throws {
    try onLoop {
      let view = RecordsView(RecordTable(try Members.schema()))
      let stage = try await Members.show(view)
      XCTAssertTrue(try stage.find("button", "Add").has("focused"))
      try await stage.press("Insert")
      let dialog = try await stage.dialog()
      try await dialog.type("Bo")
      try await dialog.press("Return")
      try await until("the record") { view.records.table.count == 1 }
      try await until("the form to go") { dialog.window.native == nil }
      // What is typed into the filter is not the table's.
      try await stage.press("f", holding: .control)
      try await stage.type("b")
      for key in ["Insert", "z"] { try await stage.press(key) }
      XCTAssertEqual(Window.all.count, 1)
      try await stage.press("Escape")
      try await stage.close()
    }
  }

  func testWhatMayNotBeEditedIsNot() throws {
    try onLoop {
      let view = try Members.view().editable(false)
      let stage = try await Members.show(view)
      XCTAssertTrue(stage.all("button", "Add").isEmpty)
      view.focus(0)
      for key in ["Insert", "Delete", "F2", "Return"] { try await stage.press(key) }
      XCTAssertEqual(view.count, 6)
      XCTAssertEqual(Window.all.count, 1)
      try await stage.close()
    }
  }

  func testEveryTypeHasItsInput() throws {
    try onLoop {
      let level = Field<String>("level", title: "Level", rules: [.oneOf(["low", "high"])])
      let note = Field<String?>("note", title: "Note", format: .paragraphs)
      let sure = Field<Bool?>("sure", title: "Sure")
      let met = Field<Date>("met", title: "Met")
      let list = Field<[Int]?>("list", title: "List")
      let bytes = Field<Data?>("bytes", title: "Bytes")
      let count = Field<Int>("count_of", title: "Count_of", default: 3, rules: [.range(1...9)])
      var table = RecordTable(try Schema(level, note, sure, met, list, bytes, count))
      let date = Date(timeIntervalSince1970: 1_600_000_001)
      try table.append {
        $0[level] = "high"
        $0[note] = "a\nb"
        $0[met] = date
        $0[list] = [1, 2]
        $0[bytes] = Data([1])
      }
      let form = RecordForm(table.schema, record: table[0])
      let stage = try await Stage.show(form.margin(18), width: 480, height: 560)
      // Where the machine stands decides on its time.
      let shown = DateFormat(.minute).text(date)
      try Golden.check(stage.dump().replacing(shown, with: "…"), "Records/RecordForm")
      try await Portrait.take(stage, "RecordForm")
      XCTAssertEqual(form.values, [:], "nothing was changed, not even seconds")
      XCTAssertNil(form.input("bytes"))
      try XCTUnwrap(form.input("list") as? TextArea).value = "[1,"
      XCTAssertFalse(form.form.isValid)
      try XCTUnwrap(form.input("list") as? TextArea).value = "[\"x\"]"
      XCTAssertEqual(form.input("list")?.complaint, "is not a value of this field")
      try XCTUnwrap(form.input("list") as? TextArea).value = "[3]"
      try XCTUnwrap(form.input("note") as? TextArea).value = ""
      try XCTUnwrap(form.input("count_of") as? NumberEntry<Int>).value = 10
      XCTAssertEqual(form.input("count_of")?.complaint, "must be between 1 and 9")
      try XCTUnwrap(form.input("count_of") as? NumberEntry<Int>).value = nil
      XCTAssertEqual(form.input("count_of")?.complaint, "must be filled in")
      try XCTUnwrap(form.input("count_of") as? NumberEntry<Int>).value = 4
      XCTAssertTrue(form.form.isValid)
      XCTAssertEqual(form.values, ["list": .json("[3]"), "note": .null, "count_of": 4])
      try table.update(0) { (draft) throws(RecordError) in try form.write(to: &draft) }
      XCTAssertEqual(table[0, count], 4)
      XCTAssertEqual(RecordForm(table.schema).values["level"], .null)
      try await stage.close()
    }
  }
}
