import CHikidashiGTK
import HikidashiOutlines
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class OutlineMovingTests: XCTestCase {
  @MainActor
  private static func letters() throws -> Outline<String> {
    try Outline([
      Node("a", id: 1, isOpen: true, children: [Node("b", id: 2), Node("c", id: 3)]),
      Node("d", id: 4, isOpen: true, children: [Node("e", id: 5)]),
      Node("f", id: 6),
    ])
  }

  @MainActor
  private static func text(_ view: OutlineView<String>) -> String {
    (0..<view.outline.rowCount).map { row in
      let row = view.outline.row(at: row)
      return String(repeating: ".", count: row.level) + row.item
    }.joined(separator: " ")
  }

  func testKeysMoveARowAndTakeItBack() throws {
    try onLoop {
      let view = OutlineView(try Self.letters()).movable()
      var told: [OutlineMove] = []
      view.onMove = { told.append($0) }
      let stage = try await Stage.show(view)
      view.focus(row: 2)
      try await stage.press("Up", holding: .alt)
      XCTAssertEqual(Self.text(view), "a .c .b d .e f")
      XCTAssertEqual(view.focusedRow, 1)
      try await stage.press("Left", holding: .alt)
      XCTAssertEqual(Self.text(view), "a .b c d .e f")
      try await stage.press("Down", holding: .alt)
      XCTAssertEqual(Self.text(view), "a .b d .e c f")
      try await stage.press("Right", holding: .alt)
      XCTAssertEqual(Self.text(view), "a .b d .e .c f")
      XCTAssertEqual(view.focusedRow.map { view.outline.item(atRow: $0) }, "c")
      XCTAssertEqual(told.count, 4)
      try await stage.press("z", holding: .control)
      XCTAssertEqual(Self.text(view), "a .b d .e c f")
      try await stage.press("z", holding: [.control, .shift])
      XCTAssertEqual(Self.text(view), "a .b d .e .c f")
      for _ in 0..<4 { try await stage.press("z", holding: .control) }
      XCTAssertEqual(Self.text(view), "a .b .c d .e f")
      XCTAssertFalse(view.canUndo)
      XCTAssertFalse(view.undo())
      try await stage.close()
    }
  }

  func testAMoveMayBeRefused() throws {
    try onLoop {
      let view = OutlineView(try Self.letters()).movable()
      view.hooks.willMove = { $0.parent != nil }
      let stage = try await Stage.show(view)
      view.focus(row: 1)
      try await stage.press("Left", holding: .alt)
      XCTAssertEqual(Self.text(view), "a .b .c d .e f")
      try await stage.press("Down", holding: .alt)
      XCTAssertEqual(Self.text(view), "a .c .b d .e f")
      try await stage.close()
      // Without the modifier nothing moves.
      let fixed = OutlineView(try Self.letters())
      let other = try await Stage.show(fixed)
      fixed.focus(row: 1)
      try await other.press("Down", holding: .alt)
      XCTAssertEqual(Self.text(fixed), "a .b .c d .e f")
      try await other.close()
    }
  }

  func testRowsAreDroppedWhereTheMarkIs() throws {
    try onLoop {
      let view = OutlineView(try Self.letters()).movable().selection(.multiple)
      let stage = try await Stage.show(view)
      @MainActor func drop(_ id: NodeID, on row: Int, at fraction: Double) throws {
        @MainActor func place(_ row: Int, _ fraction: Double) throws -> Double {
          let cell = try XCTUnwrap(view.rows.cell(at: row))
          let bounds = try XCTUnwrap(view.rows.bounds(of: cell))
          return bounds.top + fraction * (bounds.bottom - bounds.top)
        }
        let drag = try XCTUnwrap(view.drag)
        XCTAssertTrue(drag.begin(at: try place(try XCTUnwrap(view.outline.row(of: id)), 0.5)))
        _ = drag.drop(at: try place(row, fraction))
        drag.cancel()
      }
      try drop(6, on: 0, at: 0.1)
      XCTAssertEqual(Self.text(view), "f a .b .c d .e")
      await stage.nextFrame()
      try drop(6, on: 4, at: 0.5)
      XCTAssertEqual(Self.text(view), "a .b .c d .e .f")
      await stage.nextFrame()
      try drop(1, on: 1, at: 0.9)
      XCTAssertEqual(Self.text(view), "a .b .c d .e .f")
      view.changeSelection { outline in
        outline.setSelected(2, true)
        outline.setSelected(6, true)
        return 0..<6
      }
      try drop(6, on: 3, at: 0.9)
      XCTAssertEqual(Self.text(view), "a .c d .b .f .e")
      XCTAssertTrue(view.undo())
      XCTAssertEqual(Self.text(view), "a .b .c d .e .f")
      try await stage.close()
    }
  }

  func testRowsAreDraggedWithThePointer() throws {
    try inOwnProcess { try dragRows() }
  }

  private func dragRows() throws {
    try onLoop {
      let view = OutlineView(try Self.letters()).movable()
      let stage = try await Stage.show(view, width: 300, height: 400)
      @MainActor func drag(_ name: String, to target: String, down: Int) async throws {
        let end = try stage.screenPoint(of: stage.find("list-item", target))
        let start = try stage.screenPoint(of: stage.find("list-item", name))
        try await stage.drag(from: start, to: (end.x, end.y + down))
      }
      try await drag("f", to: "a", down: -14)
      try await until("the drop") { Self.text(view) == "f a .b .c d .e" }
      XCTAssertEqual(view.drag?.isMarking, false)
      try await stage.settle()
      try await drag("b", to: "d", down: 0)
      try await until("the drop") { Self.text(view) == "f a .c d .e .b" }
      XCTAssertTrue(view.undo())
      try await stage.close()
    }
  }
}
