import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// Tables of records that nobody would think of: they show, sort, filter, copy and edit them, too.
final class RecordsHardInputTests: XCTestCase {
  /// Does with a table what a person can do with any.
  @MainActor
  private static func tryAll(_ view: RecordsView, _ context: String) async throws {
    let stage = try await Members.show(view, height: 520)
    let count = view.count
    for title in stage.all("column-header") {
      try await stage.click(title)
      try await Members.settle(view, stage)
      try await stage.click(title, holding: .shift)
      try await Members.settle(view, stage)
    }
    if count > 0 { view.focus(view.shownNumbers[0]) }
    for key in ["End", "space", "Home", "Page_Down", "Down", "Left", "Right"] {
      try await stage.press(key)
    }
    try await stage.press("a", holding: .control)
    XCTAssertEqual(view.copy(), count > 0, context)
    try await stage.click("button", "Filter")
    try await stage.type("zz\"(:")
    try await Members.settle(view, stage)
    view.clearFilter()
    try await Members.settle(view, stage)
    XCTAssertEqual(view.count, count, context)
    view.arrangement = view.arrangement
    _ = stage.dump()
    try await stage.close()
  }

  func testOneFieldNoRecordsOneRecord() throws {
    try onLoop {
      for schema in [
        try Schema(Field<String>("only", default: "")), try Schema(Field<Data?>("bytes")),
      ] {
        for count in [0, 1, 3] {
          var table = RecordTable(schema)
          for _ in 0..<count { _ = try table.append { _ in } }
          let view = RecordsView(table)
          XCTAssertEqual(view.count, count)
          try await Self.tryAll(view, "\(schema.names), \(count) records")
        }
      }
    }
  }

  func testNumbersAndTextsAtTheirLimits() throws {
    try onLoop {
      let text = Field<String?>("text")
      let number = Field<Double?>("number")
      let share = Field<Double?>("share", format: .percent(decimals: 0))
      let count = Field<Int?>("count", format: .bytes)
      let day = Field<Date?>("day", format: .day)
      let time = Field<Date?>("time")
      var table = RecordTable(try Schema(text, number, share, count, day, time))
      let texts = [
        nil, "", "👩‍👩‍👧‍👦🏳️‍🌈", "שלום עולם", "مرحبا", "\u{202E}abc", "a\u{0}b", "\u{FFFD}", "e\u{301}",
        "line\nline\ttab", String(repeating: "\u{300}", count: 2_000), "<b>&amp;", "%s%n", "_under",
      ]
      let numbers: [Double?] = [
        .nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      ]
      let counts: [Int?] = [.min, .max, nil, 0, -1]
      let dates: [Date?] = [.distantPast, .distantFuture, nil, Date(timeIntervalSince1970: 1e17)]
      for index in texts.indices {
        _ = try table.append {
          $0[text] = texts[index]
          $0[number] = numbers[index % numbers.count]
          $0[share] = numbers[(index + 1) % numbers.count]
          $0[count] = counts[index % counts.count]
          $0[day] = dates[index % dates.count]
          $0[time] = dates[(index + 1) % dates.count]
        }
      }
      try await Self.tryAll(RecordsView(table), "limits")
      for number in table.numbers {
        let form = RecordForm(table.schema, record: table[number])
        XCTAssertEqual(form.values.count, 0, "\(table[number])")
      }
      // Whoever looks at a record in its form, and leaves it, has changed nothing.
      let view = RecordsView(table)
      let stage = try await Members.show(view, height: 700)
      for row in 0..<6 {
        view.edit(RecordNumber(row))
        let dialog = try await stage.dialog()
        for _ in 0..<7 { try await dialog.press("Tab") }
        _ = dialog.dump()
        try await dialog.click("button", "Save")
        try await until("the form to go") { dialog.window.native == nil }
        XCTAssertFalse(view.records.canUndo, "record \(row)")
      }
      try await stage.close()
      gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
      defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
      try await Self.tryAll(RecordsView(table), "limits, from right to left")
    }
  }

  /// A text of ten megabytes is shown by its beginning, and copied whole.
  func testTextsOfMegabytesAreShownByTheirBeginning() throws {
    try onLoop {
      let name = Field<String>("name")
      let long = String(repeating: "word \u{1F600} ", count: 1_000_000)
      var table = RecordTable(try Schema(name))
      for start in ["a", "b", "c"] { _ = try table.append { $0[name] = start + long } }
      let view = RecordsView(table)
      let stage = try await Members.show(view)
      let seen = Members.seen(view)
      XCTAssertEqual(seen.count, 3)
      XCTAssertEqual(seen.first?.prefix(5), "aword")
      XCTAssertLessThan(try XCTUnwrap(seen.first).count, 2_000)
      try await stage.click("column-header", "name")
      try await Members.settle(view, stage)
      view.selectedNumbers = [0]
      XCTAssertGreaterThan(try XCTUnwrap(view.editor.tabSeparated([0])).utf8.count, 9_000_000)
      // No entry holds such a text: it stays as it is.
      view.edit(0)
      let dialog = try await stage.dialog()
      XCTAssertTrue(dialog.all("text-box").isEmpty)
      try await dialog.click("button", "Save")
      try await until("the form to go") { dialog.window.native == nil }
      XCTAssertFalse(view.records.canUndo)
      try await stage.close()
    }
  }

  func testARecordThatGoesWhileItIsEdited() throws {
    try onLoop {
      let records = LiveRecords(try Members.table())
      let view = RecordsView(records)
      let stage = try await Members.show(view, height: 700)
      view.edit(1)
      let form = try await stage.dialog()
      try await form.press("Home")
      try await form.type("X")
      // Others change the record, and then take it away.
      try records.edit { try $0.update(1) { $0[Members.city] = "Lyon" } }
      try records.edit { try $0.remove(1) }
      await stage.nextFrame()
      try await form.click("button", "Save")
      try await until("what is wrong") {
        form.all("label").contains { $0.name.contains("record") && $0.name.contains("1") }
      }
      try await form.press("Escape")
      try await until("the form to go") { form.window.native == nil }
      XCTAssertEqual(view.count, 5)
      // The last of all goes while one of them is asked about.
      view.edit(2)
      let second = try await stage.dialog()
      records.edit { $0.removeAll(in: $0.numbers) }
      try await until("no records") { view.count == 0 }
      try await second.press("Escape")
      try await until("the form to go") { second.window.native == nil }
      try await stage.close()
    }
  }

  func testAWindowThatGoesWhileAFormIsOpen() throws {
    try onLoop {
      let view = RecordsView(LiveRecords(try Members.table()))
      let stage = try await Members.show(view, height: 700)
      view.add()
      _ = try await stage.dialog()
      try await stage.close()
      // Without a window nothing opens, and nothing happens.
      view.add()
      view.edit(0)
      view.selectedNumbers = [0]
      view.editor.deleteSelected()
      view.undo()
      view.setWidth("name", 100)
      view.focus(0)
      view.scroll(to: 3)
      view.export(as: .csv)
    }
  }
}
