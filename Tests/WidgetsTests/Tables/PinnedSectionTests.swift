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
        XCTAssertEqual(view.pinned?.node, expected, context)
        guard let pinned = view.pinned, expected != nil else { continue }
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
      try await until("the row") { !view.rows.anchor.isPursuing && view.pinned?.node == 2 }
      // A row that is gone to is not hidden by the heading.
      let height = Double(try XCTUnwrap(view.pinned).height)
      XCTAssertEqual(view.top(of: 110), height)
      // What it covers is not what is pressed there.
      XCTAssertEqual(view.row(at: Point(20, 5)), view.outline.row(of: 2))
      XCTAssertEqual(view.row(at: Point(20, height + 5)), view.outline.row(of: 110))
      let holder = try XCTUnwrap(view.pinned?.holder)
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
}
