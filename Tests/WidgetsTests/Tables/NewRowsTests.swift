import CHikidashiGTK
import HikidashiBase
import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class NewRowsTests: XCTestCase {
  func testRowsThatComeAboveAreCountedUntilTheyAreSeen() throws {
    try onLoop {
      var random = SeededGenerator(seed: 1)
      let view = try AnchoringTests.timeline(300, &random).announcingNewRows(at: .top)
      let stage = try await Stage.show(view, width: 360, height: 500)
      XCTAssertEqual(view.newRowCount, 0)
      var next: UInt64 = 5_000
      @MainActor func add(_ count: Int) {
        let new = (0..<count).map { AnchoringTests.node(next + UInt64($0), &random) }
        next += UInt64(count)
        view.change { outline in try? outline.edit { try $0.insert(new, under: nil, at: 0) } }
      }
      add(30)
      try await until("30 new") { view.newRowCount == 30 }
      try await until("the button") { !stage.all("button", "30 new").isEmpty }
      add(5)
      try await until("35 new") { view.newRowCount == 35 }
      // Scrolling up makes them fewer.
      view.scroll(to: view.outline.id(atRow: 20), .top)
      try await until("20 new") { view.newRowCount == 20 }
      view.moveByUser(1_000)
      await stage.nextFrame()
      XCTAssertEqual(view.newRowCount, 20)
      try await until("the button") { !stage.all("button", "20 new").isEmpty }
      try await stage.click("button", "20 new")
      try await until("the top") { view.newRowCount == 0 && view.topRow == 0 }
      try await until("no button") { stage.all("button", "20 new").isEmpty }
      try await stage.close()
    }
  }

  func testRowsThatComeBelowAreCountedToo() throws {
    try onLoop {
      var random = SeededGenerator(seed: 2)
      let view = try AnchoringTests.timeline(100, &random).announcingNewRows(at: .bottom)
        .followingEnd()
      let stage = try await Stage.show(view, width: 360, height: 500)
      view.scrollToEnd()
      try await until("the end") { !view.rows.anchor.isPursuing }
      view.moveByUser(-400)
      await stage.nextFrame()
      let new = (0..<7).map { AnchoringTests.node(900 + UInt64($0), &random) }
      view.change { outline in try? outline.edit { try $0.insert(new, under: nil) } }
      try await until("7 new") { view.newRowCount == 7 }
      try await until("the button") { !stage.all("button", "7 new").isEmpty }
      try await stage.click("button", "7 new")
      try await until("the end") { view.newRowCount == 0 && view.rows.anchor.isAtEnd }
      try await stage.close()
    }
  }

  func testAHeadingGivesWayToWhatComesBelowItAndIsNotCounted() throws {
    try onLoop {
      let day = NodeID(path: ["day"])
      func nodes(_ posts: ClosedRange<UInt64>) -> [Node<String>] {
        [Node("today", id: day)]
          + posts.reversed().map { Node("\($0)", id: NodeID(rawValue: $0)) }
      }
      let view = OutlineView(try Outline(nodes(1...100))).readingPlaces { $0 != "today" }
        .announcingNewRows(at: .top)
      var places: [ScrollPlace] = []
      view.onScroll = { places.append($0) }
      let stage = try await Stage.show(view, width: 360, height: 300)
      let top = try XCTUnwrap(view.top(of: 100))
      XCTAssertEqual(view.scrollPlace?.node.rawValue, 100)
      view.merge(try Outline(nodes(1...105)))
      // One stands where the heading was.
      try await until("4 new") { view.newRowCount == 4 }
      XCTAssertEqual(view.top(of: 100), top)
      view.merge(try Outline(nodes(1...107)))
      try await until("6 new") { view.newRowCount == 6 }
      XCTAssertEqual(view.top(of: 100), top)
      // The reader is at the first post all the while.
      XCTAssertEqual(places.map(\.node), [100])
      try await stage.close()
    }
  }
}
