import CHikidashiGTK
import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Check boxes of a tree, worked by hand.
final class CheckBoxTests: XCTestCase {
  @MainActor
  private static func folders() throws -> OutlineView<String> {
    OutlineView(
      try Outline([
        Section("Fish", id: 1, open: true) {
          Node("Tuna", id: 2)
          Node("Saury", id: 3)
        }.node,
        Node("Birds", id: 4, isOpen: true) { Node("Crane", id: 5) },
      ])
    ).checkBoxes()
  }

  @MainActor
  private static func box(_ view: OutlineView<String>, _ row: Int) throws -> AccessibleElement {
    var child = view.rows.cell(at: row)?.native.flatMap { gtk_widget_get_first_child($0) }
    while let widget = child {
      if gtk_widget_has_css_class(widget, "hk-box") != 0 { return AccessibleElement(widget) }
      child = gtk_widget_get_next_sibling(widget)
    }
    return try XCTUnwrap(nil)
  }

  func testAClickOnAParentSetsItsChildrenAndTheyMakeItMixed() throws {
    try onLoop {
      let view = try Self.folders()
      var told: [String] = []
      view.onSelect = { told.append("+" + $0.item) }
      view.onDeselect = { told.append("-" + $0.item) }
      let stage = try await Stage.show(view, width: 300, height: 300)
      try await stage.click(try Self.box(view, 0))
      XCTAssertEqual(view.outline.selectedIDs, [2, 3])
      XCTAssertTrue(view.outline.isOpen(1), "a click on the box opens and closes nothing")
      XCTAssertTrue(try stage.find("list-item", "Fish").has("checked"), stage.dump())
      try await stage.click(try Self.box(view, 1))
      await stage.nextFrame()
      XCTAssertTrue(try stage.find("list-item", "Fish").has("partly checked"), stage.dump())
      XCTAssertFalse(try stage.find("list-item", "Tuna").has("checked"))
      // The only child makes its parent whole, which can be selected itself.
      try await stage.click("list-item", "Crane")
      XCTAssertEqual(view.outline.selectedIDs, [3, 4, 5])
      XCTAssertEqual(told, ["+Tuna", "+Saury", "-Tuna", "+Birds", "+Crane"])
      try await stage.close()
    }
  }

  func testSpaceSetsAndEnterOpens() throws {
    try onLoop {
      let view = try Self.folders()
      let stage = try await Stage.show(view, width: 300, height: 300)
      view.focus(row: 0)
      try await stage.press("space")
      XCTAssertEqual(view.outline.selectedIDs, [2, 3])
      try await stage.press("Return")
      XCTAssertFalse(view.outline.isOpen(1))
      // Closed rows are set, too.
      try await stage.press("space")
      XCTAssertEqual(view.outline.selectedIDs, [])
      try await stage.press("Down")
      try await stage.press("space")
      XCTAssertEqual(view.outline.selectedIDs, [4, 5])
      try await stage.close()
    }
  }

  func testARowThatMayNotBeSetLeavesItsParentMixed() throws {
    try onLoop {
      let view = try Self.folders()
      view.hooks.willSelect = { $0.item != "Crane" && $0.item != "Saury" }
      let stage = try await Stage.show(view, width: 300, height: 300)
      try await stage.click(try Self.box(view, 0))
      XCTAssertEqual(view.outline.selectedIDs, [2])
      XCTAssertTrue(try stage.find("list-item", "Fish").has("partly checked"), stage.dump())
      try await stage.click(try Self.box(view, 3))
      XCTAssertEqual(view.outline.selectedIDs, [2])
      try await stage.close()
    }
  }

  func testTreesWithBoxesLeaveNothingBehind() throws {
    try onLoop {
      let nodes = (0..<5).map { Self.drawer($0) }
      try await checkTable(nodes) { OutlineView($0).checkBoxes() }
      try await checkTable(nodes) {
        OutlineView($0).checkBoxes().style(.slate).pinnedSections(perLevel: true)
      }
    }
  }

  private static func drawer(_ number: Int) -> Node<String> {
    let papers = (0..<6).map { paper in
      Node("paper \(paper) of \(number)", id: NodeID(rawValue: UInt64(100 + number * 10 + paper)))
    }
    return Node(
      "drawer \(number)", id: NodeID(rawValue: UInt64(number + 1)), isSection: number % 2 == 0,
      isOpen: number % 3 != 0, children: papers)
  }
}
