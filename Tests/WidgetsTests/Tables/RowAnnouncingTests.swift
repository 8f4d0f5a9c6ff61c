import CHikidashiGTK
import HikidashiBase
import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// The rows that are to be seen are made first, and those around them later.
final class RowAnnouncingTests: XCTestCase {
  func testThePlaceInALongListIsMadeBeforeTheOthers() throws {
    try onLoop {
      var random = SeededGenerator(seed: 3)
      let nodes = (0..<3_000).map { AnchoringTests.node(UInt64($0) + 1, &random) }
      var made = 0
      let cells = Cells<String> { () -> Label in
        made += 1
        return Label().wrapping()
      } bind: { label, row in
        label.text = row.item
      }
      let view = OutlineView(Outline(), text: { $0 }, cells: cells)
      view.state = .loading
      let stage = try await Stage.show(view, width: 360, height: 500)
      XCTAssertEqual(made, 0)
      let place = ScrollPlace(node: 1_501, offset: -7)
      view.update(try Outline(nodes), at: place)
      await stage.nextFrame()
      XCTAssertEqual(view.scrollPlace, place)
      XCTAssertLessThan(made, 60)
      XCTAssertLessThan(view.rows.model.count, 60)
      var places: Set<ScrollPlace?> = []
      stage.window.onPaint { places.insert(view.scrollPlace) }
      try await until("all rows") { view.rows.isAllAnnounced && !view.isSettling }
      await stage.nextFrame()
      XCTAssertEqual(view.rows.model.known, 0..<3_000)
      XCTAssertEqual(places, [place])
      // No more than GTK has for any list.
      XCTAssertLessThan(made, 450)
      try await stage.close()
    }
  }

  func testWhatIsReadKeepsItsWidgetsWhenOthersComeOnBothSides() throws {
    try onLoop {
      var random = SeededGenerator(seed: 5)
      let nodes = (0..<900).map { AnchoringTests.node(UInt64($0) + 1, &random) }
      let view = OutlineView(try Outline(Array(nodes[300..<600]))).style(.standard)
      let stage = try await Stage.show(view, width: 360, height: 500)
      view.scroll(to: 450, .top)
      try await until("the place") { !view.isSettling && view.scrollPlace?.node == 450 }
      let (place, row) = (view.scrollPlace, view.outline.row(of: 450))
      let widget = try XCTUnwrap(view.rowWidget(at: try XCTUnwrap(row)))
      view.merge(try Outline(nodes))
      XCTAssertEqual(view.rowWidget(at: try XCTUnwrap(view.outline.row(of: 450))), widget)
      var places: Set<ScrollPlace?> = []
      stage.window.onPaint { places.insert(view.scrollPlace) }
      try await until("all rows") { view.rows.isAllAnnounced && !view.isSettling }
      await stage.nextFrame()
      XCTAssertEqual(view.rowWidget(at: 449), widget)
      XCTAssertEqual(places, [place])
      try await stage.close()
    }
  }

  func testTheEndIsReachedByItsKeyWhileRowsAreStillToCome() throws {
    try onLoop {
      let view = OutlineView(try Outline((0..<2_000).map { Node("row \($0)") }))
      let stage = try await Stage.show(view, width: 300, height: 300)
      view.focus(row: 0)
      XCTAssertFalse(view.rows.isAllAnnounced)
      try await stage.press("End")
      try await until("the end") { view.focusedRow == 1_999 }
      try await stage.close()
    }
  }
}
