import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// Records in groups with sums, and columns that are computed.
final class RecordsGroupingTests: XCTestCase {
  nonisolated private static let twice = Field<Double?>(
    "twice", title: "Twice", format: .decimals(1)
  ) { $0[Members.rate].map { $0 * 2 } }

  @MainActor
  private static func view() throws -> RecordsView {
    RecordsView(
      try Members.table(),
      columns: [
        FieldColumn(Members.name), FieldColumn(Members.city), FieldColumn(Members.rate),
        FieldColumn(twice),
      ]
    )
    .accessibleLabel("Members")
    .grouped(by: Members.active, Members.city, sums: Members.rate, twice)
  }

  func testRecordsStandInGroupsWithTheirSums() throws {
    try onLoop {
      let view = try Self.view()
      let stage = try await Members.show(view, height: 700)
      try Golden.check(stage.dump(), "Records/RecordsGroups")
      try await Portrait.take(stage, "RecordsGroups")
      XCTAssertEqual(view.count, 6)
      try await stage.close()
    }
  }

  func testAHeadingIsClosedByAClickAndByKeys() throws {
    try onLoop {
      let view = try Self.view()
      let stage = try await Members.show(view, height: 700)
      let all = Members.seen(view)
      XCTAssertEqual(all.count, 14)
      XCTAssertTrue(all[0].hasPrefix("Active: No"), all[0])
      try await stage.click("list-item", "Active: No, 2 records, Rate 5.8, Twice 11.5")
      try await Members.settle(view, stage)
      XCTAssertEqual(Members.seen(view).count, 10)
      XCTAssertEqual(view.count, 6)
      // The keyboard is at the heading that was clicked.
      for (key, count) in [("Right", 14), ("Left", 10), ("space", 14), ("Return", 10)] {
        try await stage.press(key)
        try await Members.settle(view, stage)
        XCTAssertEqual(Members.seen(view).count, count, key)
      }
      view.setGroupsOpen(false)
      try await Members.settle(view, stage)
      XCTAssertEqual(Members.seen(view).count, 2)
      XCTAssertTrue(view.focus(view.shownNumbers[0]))
      try await Members.settle(view, stage)
      XCTAssertEqual(view.content.commanded, [view.shownNumbers[0]])
      // From a record to its heading, which is then closed, and from there to the one around it.
      for _ in 0..<3 { try await stage.press("Left") }
      try await Members.settle(view, stage)
      XCTAssertEqual(view.rows.focusedRow, 0)
      try await stage.close()
    }
  }

  func testGroupsAndSumsFollowEdits() throws {
    try onLoop {
      let view = try Self.view()
      let stage = try await Members.show(view, height: 700)
      XCTAssertTrue(stage.dump().contains("Rate 20.0"), stage.dump())
      try await view.records.change("Move") {
        try $0.update(4) {
          $0[Members.city] = "Kyoto"
          $0[Members.rate] = 1
        }
      }
      view.content.catchUp()
      try await Members.settle(view, stage)
      let seen = Members.seen(view)
      XCTAssertTrue(seen.contains { $0.hasPrefix("Kyoto") }, "\(seen)")
      XCTAssertFalse(seen.contains { $0.hasPrefix("Osaka") }, "\(seen)")
      XCTAssertEqual(Members.seen(view, column: 3).filter { $0 == "2.0" }.count, 2)
      // Below all records, and below those that are selected.
      XCTAssertEqual(view.arranger.footer.texts, ["6 records", "", "16.0", "32.0"])
      view.selectedNumbers = [0, 1]
      try await Members.settle(view, stage)
      XCTAssertEqual(view.arranger.footer.texts, ["2 selected", "", "9.3", "18.5"])
      try await stage.close()
    }
  }

  func testAPersonGroupsOtherwise() throws {
    try onLoop {
      let view = try Self.view()
      let stage = try await Members.show(view, height: 700)
      // A click on the title of what groups turns the groups round.
      try await stage.click("column-header", "City")
      XCTAssertEqual(view.grouping.levels.map(\.isDescending), [false, true])
      let kept = view.arrangement
      XCTAssertEqual(kept.groups.map(\.field), ["active", "city"])
      let copy = try JSONDecoder().decode(
        RecordsArrangement.self, from: JSONEncoder().encode(kept))
      view.arrangement = RecordsArrangement()
      XCTAssertFalse(view.content.listing.view.isGrouped)
      // The app's sums stay.
      XCTAssertEqual(view.arranger.footer.texts.first, "6 records")
      view.arrangement = copy
      XCTAssertEqual(view.grouping.levels.map(\.isDescending), [false, true])
      try await stage.close()
    }
  }

  func testComputedColumnsAreSortedFilteredAndEditedAround() throws {
    try onLoop {
      let view = try Self.view().grouped(sums: Self.twice)
      let stage = try await Members.show(view)
      try await stage.click("column-header", "Twice")
      try await Members.settle(view, stage)
      XCTAssertEqual(Members.seen(view, column: 3), ["4.5", "7.0", "9.0", "9.5", "10.0", ""])
      view.words = "twice>8"
      try await Members.settle(view, stage)
      XCTAssertEqual(Members.seen(view, column: 3), ["9.0", "9.5", "10.0"])
      // A form asks for what is stored alone.
      view.edit(view.shownNumbers[0])
      let form = try await stage.dialog()
      XCTAssertEqual(form.all("spin-button").map(\.name), ["Rate"])
      try await form.press("Escape")
      try await until("the form to go") { form.window.native == nil }
      try await stage.close()
    }
  }

  func testRowsAreMarkedByTheirRecords() throws {
    try onLoop {
      let view = try Self.view().grouped().configureRow { row, record in
        if record[Members.city] == nil { row.mark("error") }
      }
      let stage = try await Members.show(view)
      @MainActor func marked() -> [String] {
        view.rows.shown.values
          .filter { $0.isOnScreen && gtk_widget_has_css_class($0.native, "error") != 0 }
          .map { $0.texts[0] }
      }
      XCTAssertEqual(marked(), ["Zoë"])
      try await view.records.change("Move") {
        try $0.update(5) { $0[Members.city] = "Rome" }
        try $0.update(0) { $0[Members.city] = nil }
      }
      view.content.catchUp()
      try await Members.settle(view, stage)
      XCTAssertEqual(marked(), ["山田 花子"])
      try await stage.close()
    }
  }

  /// Records that are computed on another thread come when they are there.
  func testManyRecordsAreComputedAndGroupedElsewhere() throws {
    try onLoop {
      let view = RecordsView(
        try Members.many(30_000),
        columns: [FieldColumn(Members.name), FieldColumn(Members.rate), FieldColumn(Self.twice)]
      ).grouped(by: Self.twice, sums: Members.rate)
      let stage = try await Members.show(view)
      XCTAssertEqual(view.count, 30_000)
      XCTAssertTrue(Members.seen(view)[0].hasPrefix("Twice: 0.0"), Members.seen(view)[0])
      XCTAssertEqual(view.content.listing.view.count, 30_050)
      try await stage.close()
    }
  }
}
