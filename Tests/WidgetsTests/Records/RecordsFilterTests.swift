import CHikidashiGTK
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// The bar above a table of records: words, and conditions on fields.
final class RecordsFilterTests: XCTestCase {
  func testWordsAndConditionsFilter() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view, height: 520)
      view.focus(0)
      try await stage.press("f", holding: .control)
      try await stage.type("paris")
      try await Members.settle(view, stage)
      XCTAssertEqual(Members.seen(view), ["Émile", "emil"])
      XCTAssertFalse(stage.all("label", "2 of 6 records").isEmpty)
      view.conditions = [FieldCondition("rate", .atLeast, 4)]
      try await Members.settle(view, stage)
      XCTAssertEqual(Members.seen(view), ["Émile"])
      try Golden.check(stage.dump(), "Records/RecordsView, filtered")
      try await Portrait.take(stage, "RecordsView, filtered")
      try await stage.press("Escape")
      try await Members.settle(view, stage)
      XCTAssertEqual(view.words, "")
      XCTAssertEqual(Members.seen(view), ["山田 花子", "Émile", "Anna"])
      try await stage.press("Escape")
      XCTAssertEqual(view.count, 6)
      XCTAssertEqual(view.conditions, [])
      XCTAssertFalse(view.arranger.filterBar.isVisible)
      try await until("the rows to have the keyboard") { view.rows.focusedRow != nil }
      try await stage.close()
    }
  }

  /// Whoever filters sees the first of what is found, wherever the rows were scrolled to.
  func testAFilterGoesToTheFirstRow() throws {
    try onLoop {
      let view = RecordsView(try Members.many(3_000))
      let stage = try await Members.show(view)
      view.scroll(to: 2_000)
      try await Members.settle(view, stage)
      XCTAssertFalse(Members.seen(view).contains("member 0"))
      view.words = "member"
      try await Members.settle(view, stage)
      XCTAssertEqual(Members.seen(view).first, "member 0")
      XCTAssertEqual(gtk_adjustment_get_value(view.rows.adjustment), 0)
      view.words = "nobody"
      try await Members.settle(view, stage)
      XCTAssertEqual(view.count, 0)
      try await stage.close()
    }
  }

  func testAConditionIsMadeByHand() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view, height: 520)
      try await stage.click("button", "Filter")
      try await Members.choose("Rate", from: "Condition", stage)
      try await until("the condition") { view.conditions.count == 1 }
      // One that is not complete holds for all.
      XCTAssertEqual(view.count, 6)
      try await stage.type("4.5")
      XCTAssertEqual(view.conditions, [FieldCondition("rate", .atLeast, 4.5)])
      XCTAssertEqual(Members.names(view, view.shownNumbers), ["山田 花子", "Émile", "Anna"])
      try await stage.type("x")
      XCTAssertEqual(view.count, 6)
      XCTAssertFalse(stage.all("label", "Must be a number").isEmpty)
      try await stage.click("button", "Remove the condition")
      XCTAssertEqual(view.conditions, [])
      try await stage.close()
    }
  }

  func testWrongWordsAreSaidAndShowAll() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      view.words = "rate >= many"
      try await Members.settle(view, stage)
      XCTAssertEqual(view.count, 6)
      let complaints = stage.all("label").filter { $0.name.contains("many") }
      XCTAssertFalse(complaints.isEmpty, stage.dump())
      view.words = ""
      XCTAssertTrue(stage.all("label").filter { $0.name.contains("many") }.isEmpty)
      view.conditions = [FieldCondition("nonsense", .isEmpty)]
      XCTAssertEqual(view.conditions, [])
      try await stage.close()
    }
  }

  func testNoMatchIsSaidAndCanBeLeft() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      view.words = "nobody"
      try await Members.settle(view, stage)
      XCTAssertFalse(stage.all("label", "No record matches").isEmpty)
      try await stage.click("button", "Show All Records")
      XCTAssertEqual(view.count, 6)
      try await until("the rows") { Members.seen(view).count == 6 }
      try await stage.close()
    }
  }

  func testAFilterKeepsWhatIsSelected() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      view.selectedNumbers = [1, 3]
      view.words = "paris"
      try await Members.settle(view, stage)
      XCTAssertEqual(view.selectedNumbers, [1])
      view.words = ""
      try await Members.settle(view, stage)
      XCTAssertEqual(view.selectedNumbers, [1, 3])
      try await stage.close()
    }
  }
}
