import CHikidashiGTK
import HikidashiBase
import HikidashiOutlines
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class PinnedSectionTests: XCTestCase {
  @MainActor
  private static func library(_ sections: Int, _ random: inout SeededGenerator) throws -> Outline<
    String
  > {
    var assembler = Outline<String>.Assembler()
    for section in 0..<sections {
      assembler.open("Section \(section)", isSection: true, isOpen: true)
      for row in 0..<Int.random(in: 1...12, using: &random) {
        assembler.add("Row \(section).\(row)")
      }
      assembler.close()
    }
    return try assembler.finish()
  }

  /// In every step of a scroll the heading is the one that the rows say, where they say.
  func testTheHeadingIsRightInEveryStepOfAScroll() throws {
    let seed = testSeed()
    print("seed \(seed)")
    try onLoop {
      var random = SeededGenerator(seed: seed)
      let view = OutlineView(try Self.library(60, &random)).pinnedSections()
      let stage = try await Stage.show(view, width: 300, height: 300)
      for step in 0..<testSteps(100) {
        view.moveByUser(Double(Int.random(in: -40...70, using: &random)))
        await stage.nextFrame()
        let context = "seed \(seed), step \(step)"
        let first = try XCTUnwrap(view.rows.anchor.seen.first)
        let row = try XCTUnwrap(view.outline.row(for: first.id))
        let expected =
          row.isSection ? (first.top < 0 ? row.id : nil) : view.outline.parent(of: row.id)
        let pinned = try XCTUnwrap(view.pinned?.headings.first)
        XCTAssertEqual(pinned.node, expected, context)
        guard expected != nil else { continue }
        let height = Double(pinned.height)
        let next = view.rows.anchor.seen.dropFirst().first { view.outline.isSection($0.id) == true }
        let top = min(0, (next?.top ?? height) - height)
        var bounds = graphene_rect_t()
        XCTAssertNotEqual(gtk_widget_compute_bounds(pinned.holder, view.rows.list, &bounds), 0)
        XCTAssertEqual(Double(bounds.origin.y), top, accuracy: 0.5, context)
        XCTAssertEqual((pinned.cell.content as? Label)?.text, expected.flatMap(view.outline.item))
      }
      try await stage.close()
    }
  }

  func testAClickOnTheHeadingClosesItsSectionAndStaysThere() throws {
    try onLoop {
      let rows = (0..<60).map { Node("row \($0)", id: NodeID(rawValue: UInt64($0) + 10)) }
      let more = (0..<60).map { Node("more \($0)", id: NodeID(rawValue: UInt64($0) + 100)) }
      let outline = try Outline([
        Section("First", id: 1, open: true) { rows }.node,
        Section("Second", id: 2, open: true) { more }.node,
      ])
      let view = OutlineView(outline).pinnedSections()
      let stage = try await Stage.show(view, width: 300, height: 300)
      view.scroll(to: 110, .top)
      try await until("the row") {
        !view.rows.anchor.isPursuing && view.pinned?.headings[0].node == 2
      }
      // A row that is gone to is not hidden by the heading.
      let height = Double(try XCTUnwrap(view.pinned?.headings.first).height)
      XCTAssertEqual(view.top(of: 110), height)
      // What it covers is not what is pressed there.
      XCTAssertEqual(view.row(at: Point(20, 5)), view.outline.row(of: 2))
      XCTAssertEqual(view.row(at: Point(20, height + 5)), view.outline.row(of: 110))
      let holder = try XCTUnwrap(view.pinned?.headings.first?.holder)
      try await stage.click(AccessibleElement(holder))
      XCTAssertFalse(view.outline.isOpen(2))
      try await until("the heading's row") {
        view.top(of: 2) != nil && !view.rows.anchor.isPursuing
      }
      await stage.nextFrame()
      XCTAssertNotNil(view.rows.anchor.seen.first { $0.id == 2 })
      try await stage.close()
    }
  }

  /// Shelves with boxes with papers.
  private static func shelves() throws -> Outline<String> {
    var assembler = Outline<String>.Assembler()
    for shelf in 0..<4 {
      assembler.open("Shelf \(shelf)", isSection: true, isOpen: true)
      for box in 0..<3 {
        assembler.open("Box \(shelf).\(box)", isSection: true, isOpen: true)
        for paper in 0..<9 { assembler.add("Paper \(shelf).\(box).\(paper)") }
        assembler.close()
      }
      assembler.close()
    }
    return try assembler.finish()
  }

  /// One heading of each level: at every step they are the sections of the row below them, and none covers
  /// a row that is no longer in its section.
  func testEachLevelHasAHeading() throws {
    let seed = testSeed()
    print("seed \(seed)")
    try onLoop {
      var random = SeededGenerator(seed: seed)
      let view = OutlineView(try Self.shelves()).pinnedSections(perLevel: true)
      let stage = try await Stage.show(view, width: 300, height: 400)
      view.moveByUser(100)
      try await until("a second heading") { view.pinned?.headings.count == 2 }
      for step in 0..<testSteps(80) {
        view.moveByUser(Double(Int.random(in: -50...70, using: &random)))
        await stage.nextFrame()
        let context = "seed \(seed), step \(step)"
        let headings = try XCTUnwrap(view.pinned?.headings)
        var (edge, isPushed) = (0.0, false)
        for (level, heading) in headings.enumerated() {
          guard let node = heading.node else { break }
          XCTAssertEqual(view.outline.level(of: node), level, context)
          if level > 0 { XCTAssertEqual(view.outline.parent(of: node), headings[0].node, context) }
          var bounds = graphene_rect_t()
          XCTAssertNotEqual(gtk_widget_compute_bounds(heading.holder, view.rows.list, &bounds), 0)
          let top = Double(bounds.origin.y)
          // It stands where the one above it ends, or is pushed away by what follows its section.
          let bottom = top + Double(heading.height)
          XCTAssertLessThanOrEqual(top, edge + 0.5, context)
          let next = view.rows.anchor.seen.first { row in
            row.top > top && row.id != node && !Self.isBelow(row.id, node, view.outline)
              && view.outline.position(of: row.id) ?? 0 > view.outline.position(of: node) ?? 0
          }
          XCTAssertLessThanOrEqual(bottom, (next?.top ?? .infinity) + 0.5, context)
          isPushed = isPushed || top < edge - 0.5
          edge += Double(heading.height)
        }
        // The first row that is seen whole says which headings there are.
        guard let row = view.rows.anchor.seen.first(where: { $0.top >= edge }), edge > 0, !isPushed
        else {
          continue
        }
        if view.outline.isSection(row.id) == false {
          XCTAssertEqual(headings.compactMap(\.node).last, view.outline.parent(of: row.id), context)
        }
      }
      // A row that is gone to stands below both.
      let last = NodeID(path: ["Shelf 2", "Box 2.1", "Paper 2.1.3"])
      view.scroll(to: last, .top)
      try await until("the row") { !view.rows.anchor.isPursuing && view.top(of: last) != nil }
      let heights = try XCTUnwrap(view.pinned?.headings).map { Double($0.height) }.reduce(0, +)
      XCTAssertEqual(view.top(of: last) ?? 0, heights, accuracy: 1)
      try await stage.close()
    }
  }

  private static func isBelow(
    _ id: NodeID, _ node: NodeID, _ outline: Outline<String>
  ) -> Bool {
    var above = outline.parent(of: id)
    while let next = above {
      if next == node { return true }
      above = outline.parent(of: next)
    }
    return false
  }
}
