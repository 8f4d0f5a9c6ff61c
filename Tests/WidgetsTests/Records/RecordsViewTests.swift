import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// Columns, sorting, the keyboard, selection and copying of a table of records.
final class RecordsViewTests: XCTestCase {
  func testColumnsComeFromTheSchema() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      try Golden.check(stage.dump(), "Records/RecordsView")
      try await Portrait.take(stage, "RecordsView")
      XCTAssertEqual(view.columns.map(\.title), ["Name", "City", "Rate", "Joined", "Active"])
      XCTAssertEqual(view.columns.map(\.alignment), [.start, .start, .end, .start, .start])
      XCTAssertEqual(view.count, 6)
      try await stage.close()
    }
  }

  func testACountWithoutRoomIsToldInNumbers() throws {
    try onLoop {
      let table = try Members.many(12_345)
      for (width, count) in [(900, "12,345 records"), (360, "12,345")] {
        let view = RecordsView(table)
        let stage = try await Members.show(view, width: width)
        let told = stage.all("label").first { $0.name == "12,345 records" }
        let label = try XCTUnwrap(told, "\(width) px").native
        XCTAssertEqual(String(cString: gtk_label_get_text(label.opaque)), count, "\(width) px")
        try await Portrait.take(stage, "RecordsCount\(width)")
        try await stage.close()
      }
    }
  }

  /// What draws a column may be another one, as when a person chooses another currency.
  func testReloadingShowsRowsByWhatDrawsThemNow() throws {
    try onLoop {
      let sign = Guarded("¥")
      let view = RecordsView(
        try Members.table(),
        columns: [
          FieldColumn(Members.name),
          FieldColumn(Members.rate) { cell in sign.withLock { $0 } + " \(cell)" },
        ])
      let stage = try await Members.show(view)
      XCTAssertEqual(stage.all("label").count { $0.name.hasPrefix("¥ ") }, 6)
      view.selectedNumbers = [view.shownNumbers[2]]
      sign.withLock { $0 = "€" }
      view.reload()
      try await Members.settle(view, stage)
      XCTAssertEqual(stage.all("label").count { $0.name.hasPrefix("¥ ") }, 0)
      XCTAssertEqual(stage.all("label").count { $0.name.hasPrefix("€ ") }, 6)
      XCTAssertEqual(view.selectedNumbers, [view.shownNumbers[2]])
      try await stage.close()
    }
  }

  func testAnEditIsTakenBackAndMadeAgainByKeys() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      try await view.records.change("Delete all") { $0 = RecordTable($0.schema) }
      try await until("no records") { view.count == 0 }
      view.undo()
      try await until("the records") { view.count == 6 }
      XCTAssertEqual(view.records.redoName, "Delete all")
      view.focus()
      for (key, held) in [("z", [.control, .shift]), ("y", .control)] as [(String, Modifiers)] {
        try await stage.press(key, holding: held)
        try await until("no records once more") { view.count == 0 }
        XCTAssertFalse(view.records.canRedo)
        view.undo()
        try await until("the records once more") { view.count == 6 }
        view.focus()
      }
      try await stage.close()
    }
  }

  func testAHeaderSortsAndSaysSo() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      try await stage.click("column-header", "Name")
      XCTAssertEqual(view.sortKeys, [.ascending(Members.name)])
      XCTAssertEqual(
        Members.seen(view), ["Anna", "emil", "Émile", "Zoë", "山田 花子", "田中 一郎"])
      XCTAssertTrue(try stage.find("column-header", "Name").has("sorted ascending"))
      try await stage.click("column-header", "Name")
      XCTAssertEqual(Members.seen(view).last, "Anna")
      XCTAssertTrue(try stage.find("column-header", "Name").has("sorted descending"))
      try await stage.click("column-header", "Joined")
      try await stage.click("column-header", "Rate", holding: .shift)
      try await stage.click("column-header", "Rate", holding: .shift)
      XCTAssertEqual(view.sortKeys, [.ascending(Members.joined), .descending(Members.rate)])
      XCTAssertEqual(
        Members.seen(view), ["Émile", "Anna", "山田 花子", "田中 一郎", "emil", "Zoë"])
      let states = try stage.find("column-header", "Name").states
      XCTAssertFalse(states.contains { $0.hasPrefix("sort") })
      try Golden.check(stage.dump(), "Records/RecordsView, sorted")
      try await Portrait.take(stage, "RecordsView, sorted")
      // A truth value has no order: nothing sorts by it.
      try await stage.click("column-header", "Active")
      XCTAssertEqual(view.sortKeys.count, 2)
      try await stage.close()
    }
  }

  func testTheKeyboardSortsBySeveralColumns() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      @MainActor func press(
        _ key: String, on field: String, holding keys: Modifiers = [], _ expected: [SortKey]
      ) async throws {
        view.arranger.header.title(of: field)?.focus()
        try await stage.press(key, holding: keys)
        try await until("\(key) on \(field)") { view.sortKeys == expected }
      }
      try await press("Return", on: "joined", [.ascending(Members.joined)])
      try await press(
        "Return", on: "rate", holding: .shift,
        [.ascending(Members.joined), .ascending(Members.rate)])
      try await press(
        "space", on: "rate", holding: .shift,
        [.ascending(Members.joined), .descending(Members.rate)])
      try await press("space", on: "name", [.ascending(Members.name)])
      try await stage.close()
    }
  }

  func testTheKeyboardDoesAllOfIt() throws {
    try onLoop {
      let view = RecordsView(try Members.many(100)).accessibleLabel("Members")
      let stage = try await Members.show(view)
      view.focus(0)
      @MainActor func check(
        _ key: String, holding keys: Modifiers = [], _ selected: [RecordNumber], at row: Int
      ) async throws {
        try await stage.press(key, holding: keys)
        try await until("\(key) to go to \(row)") { view.rows.focusedRow == row }
        XCTAssertEqual(view.selectedNumbers, selected, key)
      }
      try await check("Down", [1], at: 1)
      try await check("Down", holding: .shift, [1, 2], at: 2)
      try await check("Down", holding: .control, [1, 2], at: 3)
      try await check("space", [1, 2, 3], at: 3)
      try await check("Up", [2], at: 2)
      try await check("End", [99], at: 99)
      try await check("Home", [0], at: 0)
      try await check("a", holding: .control, Array(view.shownNumbers), at: 0)
      try await stage.press("Page_Down")
      try await until("a page down") { (view.rows.focusedRow ?? 0) > 3 }
      try await stage.press("Page_Up")
      try await until("a page up") { view.rows.focusedRow == 0 }
      try await check("Right", [0], at: 0)
      var activated: [RecordNumber] = []
      view.onActivate = { activated.append($0) }
      try await stage.press("Return")
      XCTAssertEqual(activated, [0])
      // Tab leaves the rows, and comes back from behind.
      try await stage.press("Tab")
      XCTAssertNil(view.rows.focusedRow)
      try await stage.close()
    }
  }

  func testWhatIsSelectedStaysSoHoweverItIsSorted() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      var heard: [[String]] = []
      view.onSelect = { heard.append(Members.names(view, $0)) }
      try await stage.click("list-item", "emil, paris, 3.5, No")
      try await stage.click("list-item", "Anna, Osaka, 5.0, 5/20/2020, Yes", holding: .control)
      XCTAssertEqual(heard, [["emil"], ["emil", "Anna"]])
      try await stage.click("column-header", "Name")
      XCTAssertEqual(Members.names(view, view.selectedNumbers), ["Anna", "emil"])
      let selected = stage.all("list-item").filter { $0.has("selected") }.map(\.name)
      XCTAssertEqual(selected, ["Anna, Osaka, 5.0, 5/20/2020, Yes", "emil, paris, 3.5, No"])
      XCTAssertEqual(heard.count, 2)
      view.selectedNumbers = [0, 99]
      XCTAssertEqual(view.selectedNumbers, [0])
      XCTAssertEqual(heard.count, 2)
      try await stage.close()
    }
  }

  func testCopyingGivesTabSeparatedValuesOfWhatIsShown() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      view.setHidden("active", true)
      view.sortKeys = [.descending(Members.name)]
      view.selectedNumbers = [1, 4, 5]
      view.focus(1)
      try await stage.press("c", holding: .control)
      let text = await Clipboard.text()
      XCTAssertEqual(
        text,
        """
        name\tcity\trate\tjoined
        Zoë\t\t2.25\t
        Émile\tParis\t4.75\t2019-01-02T00:00:00Z
        Anna\tOsaka\t5.0\t2020-05-20T00:00:00Z

        """)
      try await stage.close()
    }
  }

  func testSelectionStyles() throws {
    try onLoop {
      for (style, expected): (SelectionStyle, [RecordNumber]) in [
        (.none, []), (.single, [4]), (.multiple, [2, 4]), (.toggle, [4]),
      ] {
        let view = try Members.view().selection(style)
        let stage = try await Members.show(view)
        try await stage.click("list-item", "emil, paris, 3.5, No")
        if style == .toggle { try await stage.click("list-item", "emil, paris, 3.5, No") }
        try await stage.click(
          "list-item", "Anna, Osaka, 5.0, 5/20/2020, Yes",
          holding: style == .multiple ? .control : [])
        XCTAssertEqual(view.selectedNumbers, expected, "\(style)")
        try await stage.close()
      }
    }
  }

  /// Text of twice the size: rows are higher, columns wider, and nothing that fitted is cut.
  func testTextOfTwiceTheSizeFits() throws {
    try onLoop {
      let settings = try XCTUnwrap(gtk_settings_get_default())
      let view = try Members.view()
      let stage = try await Members.show(view, width: 1_200, height: 620)
      @MainActor func height() -> Double {
        view.rows.cell(at: 0).flatMap { view.rows.bounds(of: $0) }.map { $0.bottom - $0.top } ?? 0
      }
      @MainActor func cutLabels() -> [String] {
        let cells =
          view.rows.shown.values.compactMap(\.native)
          + [view.arranger.header.native].compactMap(\.self)
        return cells.flatMap { AccessibleElement($0).all }.map(\.native)
          .filter { isWidget($0, gtk_label_get_type()) }
          .filter { pango_layout_is_ellipsized(gtk_label_get_layout($0.opaque)) != 0 }
          .map { String(cString: gtk_label_get_text($0.opaque)) }
      }
      XCTAssertEqual(cutLabels(), [])
      let before = height()
      setSetting(settings, "gtk-xft-dpi", 2 * 96 * 1_024)
      defer { setSetting(settings, "gtk-xft-dpi", 96 * 1_024) }
      try await Members.settle(view, stage)
      await stage.nextFrame()
      XCTAssertGreaterThan(height(), before)
      XCTAssertEqual(cutLabels(), [])
      try await Portrait.take(stage, "RecordsView, large text")
      try await stage.close()
    }
  }
}

/// Sets a number among the desktop's settings.
@MainActor
private func setSetting(_ settings: OpaquePointer, _ name: String, _ number: Int) {
  var value = GValue()
  g_value_init(&value, GType(6 << 2))
  g_value_set_int(&value, gint(clamping: number))
  g_object_set_property(
    UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), name, &value)
  g_value_unset(&value)
}
