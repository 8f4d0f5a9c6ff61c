import CHikidashiGTK
import HikidashiBase
import HikidashiOutlines
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// What a person reads stays where it is, whatever comes, goes or grows around it.
final class AnchoringTests: XCTestCase {
  func testRowsInsertedAboveDoNotMoveTheFirstVisibleRowWhileScrolling() throws {
    let seed = testSeed()
    print("seed \(seed)")
    try onLoop {
      var random = SeededGenerator(seed: seed)
      let view = try AnchoringTests.timeline(10_000, &random)
      let stage = try await Stage.show(view, width: 360, height: 500)
      view.moveByUser(20_000)
      await stage.nextFrame()
      await stage.nextFrame()
      var next: UInt64 = 1_000_000
      for step in 0..<60 {
        let distance = Double(Int.random(in: -60...90, using: &random))
        // The first row that will be in view still.
        let before = try XCTUnwrap(view.rows.anchor.seen.first { $0.bottom - distance > 0 })
        view.moveByUser(distance)
        if step % 6 == 2 {
          let new = (0..<500).map { AnchoringTests.node(next + UInt64($0), &random) }
          next += 500
          view.change { outline in try? outline.edit { try $0.insert(new, under: nil, at: 0) } }
        }
        if step % 6 == 4 {
          // One above the view becomes higher or lower.
          let row = try XCTUnwrap(view.topRow) - Int.random(in: 1...30, using: &random)
          let id = view.outline.id(atRow: row)
          let item = AnchoringTests.text(&random)
          view.change { outline in
            outline.setItem(item, for: id)
            return nil
          }
        }
        await stage.nextFrame()
        let top = try XCTUnwrap(view.top(of: before.id), "seed \(seed), step \(step)")
        XCTAssertEqual(
          top, before.top - distance, accuracy: 1, "seed \(seed), step \(step), \(distance)")
      }
      XCTAssertEqual(view.outline.rowCount, 15_000)
      try await stage.close()
    }
  }

  func testAListAtItsTopStaysWhereItIsWhenRowsComeAboveIt() throws {
    try onLoop {
      var random = SeededGenerator(seed: 1)
      let view = try AnchoringTests.timeline(100, &random)
      let stage = try await Stage.show(view, width: 360, height: 500)
      let new = (0..<20).map { AnchoringTests.node(5_000 + UInt64($0), &random) }
      let first = view.outline.id(atRow: 0)
      view.change { outline in try? outline.edit { try $0.insert(new, under: nil, at: 0) } }
      await stage.nextFrame()
      XCTAssertEqual(view.top(of: first), 0)
      XCTAssertEqual(view.scrollPlace, ScrollPlace(node: first))
      try await stage.close()
    }
  }

  func testAListGoesToARowExactly() throws {
    try onLoop {
      var random = SeededGenerator(seed: 2)
      let view = try AnchoringTests.timeline(10_000, &random)
      let stage = try await Stage.show(view, width: 360, height: 500)
      let height = Double(gtk_widget_get_height(view.rows.list))
      for row in [5_000, 9_990, 3, 7_777, 7_779, 2_000] {
        let id = view.outline.id(atRow: row)
        view.scroll(to: id, .top)
        try await until("row \(row) at the top") { !view.rows.anchor.isPursuing }
        let isNearEnd = row > 9_900
        XCTAssertTrue(isNearEnd || view.top(of: id) == 0, "row \(row): \(view.top(of: id) ?? -1)")
        view.scroll(to: id, .bottom)
        try await until("the row") { !view.rows.anchor.isPursuing }
        XCTAssertEqual(row < 10 ? height : view.bottom(of: id), height, "row \(row)")
        view.scroll(to: id, .center)
        try await until("the row") { !view.rows.anchor.isPursuing }
        XCTAssertNotNil(view.top(of: id))
      }
      view.scrollToEnd()
      try await until("the end") { !view.rows.anchor.isPursuing }
      XCTAssertEqual(view.bottom(of: view.outline.id(atRow: 9_999)), height)
      try await stage.close()
    }
  }

  func testAPlaceIsSavedAndGoneBackTo() throws {
    try onLoop {
      var random = SeededGenerator(seed: 3)
      let view = try AnchoringTests.timeline(3_000, &random)
      let stage = try await Stage.show(view, width: 360, height: 500)
      view.moveByUser(45_678)
      await stage.nextFrame()
      let place = try XCTUnwrap(view.scrollPlace)
      try await stage.close()

      random = SeededGenerator(seed: 3)
      let again = try AnchoringTests.timeline(3_000, &random)
      again.scroll(to: place)
      let other = try await Stage.show(again, width: 360, height: 500)
      try await until("the place") { again.scrollPlace == place }
      try await other.close()
    }
  }

  func testOnlyAListAtItsEndFollowsTheEnd() throws {
    try onLoop {
      var random = SeededGenerator(seed: 4)
      let view = try AnchoringTests.timeline(200, &random).followingEnd()
      let stage = try await Stage.show(view, width: 360, height: 500)
      let height = Double(gtk_widget_get_height(view.rows.list))
      view.scrollToEnd()
      try await until("the end") { !view.rows.anchor.isPursuing }
      for number in 0..<5 {
        let new = AnchoringTests.node(10_000 + UInt64(number), &random)
        view.change { outline in try? outline.edit { try $0.insert([new], under: nil) } }
        try await until("the new row") { view.bottom(of: new.id ?? 0) == height }
      }
      view.moveByUser(-200)
      await stage.nextFrame()
      let place = view.scrollPlace
      let new = AnchoringTests.node(20_000, &random)
      view.change { outline in try? outline.edit { try $0.insert([new], under: nil) } }
      await stage.nextFrame()
      await stage.nextFrame()
      XCTAssertEqual(view.scrollPlace, place)
      try await stage.close()
    }
  }

  func testCellsAreUsedAgainHoweverOftenTheListIsScrolledThrough() throws {
    try onLoop {
      var random = SeededGenerator(seed: 6)
      let nodes = (0..<3_000).map { AnchoringTests.node(UInt64($0) + 1, &random) }
      var (made, gone) = (0, 0)
      let cells = Cells<String> { () -> Label in
        made += 1
        return Label().wrapping()
      } bind: { label, row in
        label.text = row.item
      } teardown: { _ in
        gone += 1
      }
      let view = OutlineView(try Outline(nodes), text: { $0 }, cells: cells)
      let stage = try await Stage.show(view, width: 360, height: 500)
      var alive: [Int] = []
      for _ in 0..<3 {
        view.scroll(to: ScrollPlace(node: 1))
        await stage.nextFrame()
        while !view.rows.anchor.isAtEnd {
          view.moveByUser(4_000)
          await stage.nextFrame()
        }
        alive.append(made - gone)
      }
      XCTAssertLessThanOrEqual(alive[2], alive[0] + alive[0] / 20)
      XCTAssertLessThan(alive[2], 400)
      try await stage.close()
      XCTAssertEqual(made, gone)
    }
  }

  /// GTK makes widgets for 200 rows, and others by dozens with each step: only what comes near the view is shown.
  func testAScrollShowsOnlyTheRowsThatComeNear() throws {
    try onLoop {
      let (view, shown) = try AnchoringTests.highRows(2_000)
      let stage = try await Stage.show(view, width: 360, height: 500)
      view.scroll(to: ScrollPlace(node: 1_000))
      try await until("the rows") { view.rows.isSettled }
      let first = try XCTUnwrap(view.topRow)
      XCTAssertEqual(Double(first), 999, accuracy: 1)
      shown.value = 0
      for _ in 0..<40 {
        view.moveByUser(90)
        await stage.nextFrame()
      }
      try await until("the rows to settle") { view.rows.isSettled }
      let passed = try XCTUnwrap(view.topRow) - first
      XCTAssertGreaterThan(passed, 35)
      // Those that were passed, and those near the view at both ends.
      XCTAssertLessThan(shown.value, passed + 40)
      for (row, cell) in view.rows.onScreen {
        XCTAssertEqual((cell.content as? Label)?.text, "\(row)")
      }
      // A screen reader comes to no row that shows another one's text.
      let spoken = AccessibleElement(view.rows.list).dump().split(separator: "\n")
      XCTAssertLessThan(spoken.count, 60)
      try await stage.close()
    }
  }

  /// While rows come above the view, GTK binds some of them, which nobody sees.
  func testRowsThatComeAboveTheViewAreNotShown() throws {
    try onLoop {
      let (view, shown) = try AnchoringTests.highRows(2_000)
      let stage = try await Stage.show(view, width: 360, height: 500)
      view.scroll(to: ScrollPlace(node: 101))
      try await until("the rows") { view.rows.isSettled && view.rows.isAllAnnounced }
      let first = try XCTUnwrap(view.topRow)
      let near = view.rows.shown.values.count { $0.ownRow.map { view.rows.isNear($0) } ?? false }
      XCTAssertLessThan(near, 40)
      // The other cells have nothing in them yet.
      XCTAssertGreaterThan(view.shownRowCount, 100)
      XCTAssertLessThan(view.rows.shown.values.count { $0.madeContent != nil }, 60)
      for round in 0..<5 {
        shown.value = 0
        let new = (0..<30).map { place in
          Node("new", id: NodeID(rawValue: UInt64(10_000 + round * 100 + place)))
        }
        view.change { outline in try? outline.edit { try $0.insert(new, under: nil, at: 0) } }
        try await until("the rows to settle") { view.rows.isSettled }
        XCTAssertEqual(view.topRow, first + (round + 1) * 30)
        XCTAssertLessThanOrEqual(shown.value, near + 2)
      }
      try await stage.close()
    }
  }

  /// Rows that are as low as rows can be are more than a list begins with.
  func testTheFirstFrameIsFullOfRows() throws {
    try onLoop {
      for place in [0, 100, 290, 299] {
        let nodes = (0..<300).map { Node("\($0)", id: NodeID(rawValue: UInt64($0) + 1)) }
        let cells = Cells<String> {
          Label()
        } bind: { label, row in
          label.text = row.item
        }
        let view = OutlineView(try Outline(nodes), text: { $0 }, cells: cells)
        view.scroll(to: ScrollPlace(node: NodeID(rawValue: UInt64(place) + 1)))
        var ends: [(top: Double, bottom: Double)] = []
        let told = view.rows.events.didLayOut
        view.rows.events.didLayOut = { [unowned view] in
          told?()
          let rows = view.rows.onScreen.compactMap { view.rows.bounds(of: $0.cell) }
          ends.append((rows.map(\.top).min() ?? .infinity, rows.map(\.bottom).max() ?? 0))
        }
        let stage = try await Stage.show(view, width: 360, height: 1_000)
        let height = Double(gtk_widget_get_height(view.rows.list))
        let first = try XCTUnwrap(ends.first)
        XCTAssertLessThanOrEqual(first.top, 0, "\(place)")
        XCTAssertGreaterThanOrEqual(first.bottom, height, "\(place)")
        // The last rows stand at the lower end.
        if place <= 100 {
          XCTAssertEqual(
            view.scrollPlace, ScrollPlace(node: NodeID(rawValue: UInt64(place) + 1)), "\(place)")
        }
        try await stage.close()
      }
    }
  }

  @MainActor
  final class Shown {
    var value = 0
  }

  /// A list of rows of 80 pixels, and how many of them were shown.
  @MainActor
  static func highRows(_ count: Int) throws -> (OutlineView<String>, Shown) {
    let shown = Shown()
    let cells = Cells<String> { () -> Label in
      let label = Label()
      label.native.map { gtk_widget_set_size_request($0, -1, 80) }
      return label
    } bind: { label, row in
      shown.value += 1
      label.text = row.item
    }
    let nodes = (0..<count).map { Node("\($0)", id: NodeID(rawValue: UInt64($0) + 1)) }
    return (OutlineView(try Outline(nodes), text: { $0 }, cells: cells), shown)
  }

  func testTheFirstVisibleRowStaysWhenTheWidthChanges() throws {
    try onLoop {
      var random = SeededGenerator(seed: 5)
      let view = try AnchoringTests.timeline(2_000, &random)
      let stage = try await Stage.show(view, width: 500, height: 500)
      view.moveByUser(20_000)
      await stage.nextFrame()
      await stage.nextFrame()
      let place = try XCTUnwrap(view.scrollPlace)
      stage.window.native.map { gtk_window_set_default_size($0.cast(to: GtkWindow.self), 300, 500) }
      try await until("the narrow window") { gtk_widget_get_width(view.rows.list) < 400 }
      await stage.nextFrame()
      XCTAssertEqual(try XCTUnwrap(view.top(of: place.node)), place.offset, accuracy: 1)
      try await stage.close()
    }
  }
}

extension AnchoringTests {
  static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...40, using: &random)).map { _ in
      ["drawer", "a", "card", "cabinet", "index", "of"].randomElement(using: &random) ?? ""
    }.joined(separator: " ")
  }

  static func node(_ id: UInt64, _ random: inout SeededGenerator) -> Node<String> {
    Node(text(&random), id: NodeID(rawValue: id))
  }

  /// Rows of one to some eight lines.
  @MainActor
  static func timeline(
    _ count: Int, _ random: inout SeededGenerator
  ) throws -> OutlineView<String> {
    let nodes = (0..<count).map { node(UInt64($0) + 1, &random) }
    let cells = Cells<String> { () -> Label in
      Label().wrapping()
    } bind: { label, row in
      label.text = row.item
    }
    return OutlineView(try Outline(nodes), text: { $0 }, cells: cells)
  }
}

extension OutlineView {
  /// Scrolls as a wheel does.
  func moveByUser(_ distance: Double) {
    guard let adjustment = rows.adjustment else { return }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
  }

  /// The first row in view, or just above it; nil while nothing is shown.
  var topRow: Int? {
    rows.onScreen.map(\.row).min().flatMap { $0 < outline.rowCount ? $0 : nil }
  }

  func top(of id: NodeID) -> Double? {
    outline.row(of: id).flatMap { rows.cell(at: $0) }.flatMap { rows.bounds(of: $0) }?.top
  }

  func bottom(of id: NodeID) -> Double? {
    outline.row(of: id).flatMap { rows.cell(at: $0) }.flatMap { rows.bounds(of: $0) }?.bottom
  }
}
