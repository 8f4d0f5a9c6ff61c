import CHikidashiGTK
import HikidashiBase
import HikidashiOutlines
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Rows that a person deletes, inserts, moves, and takes back.
final class TableEditingTests: XCTestCase {
  func testKeysDeleteInsertAndMoveAndTakeItBack() throws {
    try onLoop {
      let list = TableView(["a", "b", "c", "d"]).selection(.multiple)
        .movable().deletable { $0.text != "d" }.insertable { "new \($0)" }
      var told: [String] = []
      list.onEdit = { edit in
        let kind =
          switch edit {
          case .inserted: "+"
          case .removed: "-"
          case .moved: "~"
          }
        told.append(kind + edit.items.joined())
      }
      let stage = try await Stage.show(list)
      list.focus(row: 0)
      try await stage.press("Down", holding: .alt)
      XCTAssertEqual(list.items, ["b", "a", "c", "d"])
      XCTAssertEqual(list.view.focusedRow, 1)
      // A list has no levels.
      try await stage.press("Right", holding: .alt)
      XCTAssertEqual(list.view.outline.childCount(of: nil), 4)
      list.selectedIndices = [0, 2, 3]
      try await stage.press("Delete")
      XCTAssertEqual(list.items, ["a", "d"], "what may not be deleted stays")
      try await stage.settle()
      try await stage.press("Insert")
      XCTAssertEqual(list.items.count, 3)
      XCTAssertEqual(list.items.filter { $0.hasPrefix("new") }.count, 1)
      for _ in 0..<3 { try await stage.press("z", holding: .control) }
      XCTAssertEqual(list.items, ["a", "b", "c", "d"])
      XCTAssertFalse(list.canUndo)
      for _ in 0..<2 { try await stage.press("z", holding: [.control, .shift]) }
      XCTAssertEqual(list.items, ["a", "d"])
      XCTAssertEqual(told.prefix(3), ["~a", "-bc", "+new \(told[2].last.map(String.init) ?? "")"])
      XCTAssertEqual(told.count, 8)
      try await stage.close()
    }
  }

  func testWhatIsNotAllowedDoesNothing() throws {
    try onLoop {
      let list = TableView(["a", "b"])
      let stage = try await Stage.show(list)
      list.focus(row: 0)
      for key in ["Delete", "Insert"] { try await stage.press(key) }
      try await stage.press("Down", holding: .alt)
      try await stage.press("z", holding: .control)
      XCTAssertEqual(list.items, ["a", "b"])
      XCTAssertFalse(list.deleteSelected())
      XCTAssertFalse(list.insertRow())
      XCTAssertFalse(list.undo())
      // The last row goes, too, and one comes where there is none.
      list.deletable().insertable { _ in "x" }
      list.selectedIndices = [0, 1]
      list.selection(.multiple)
      list.selectedIndices = [0, 1]
      XCTAssertTrue(list.deleteSelected())
      XCTAssertEqual(list.items, [])
      XCTAssertTrue(list.insertRow())
      XCTAssertEqual(list.items, ["x"])
      try await stage.close()
    }
  }

  /// Random edits between changes by the program, against an array.
  func testEditsAndChangesByTheProgramAgreeWithAnArray() throws {
    let seed = testSeed()
    print("seed \(seed)")
    try onLoop {
      var random = SeededGenerator(seed: seed)
      var number = 0
      let list = TableView((0..<8).map { "row \($0)" }).selection(.multiple).movable().deletable()
        .insertable { _ in
          number += 1
          return "new \(number)"
        }
      let stage = try await Stage.show(list)
      var states: [[String]] = []
      for step in 0..<testSteps(60) {
        let before = list.items
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !before.isEmpty:
          let index = Int.random(in: before.indices, using: &random)
          list.selectedIndices = [index]
          XCTAssertTrue(list.deleteSelected())
          var expected = before
          expected.remove(at: index)
          XCTAssertEqual(list.items, expected, "seed \(seed), step \(step)")
          states.append(before)
        case 1:
          XCTAssertTrue(list.insertRow())
          XCTAssertEqual(list.items.count, before.count + 1)
          states.append(before)
        case 2 where !states.isEmpty:
          XCTAssertTrue(list.undo())
          XCTAssertEqual(list.items, states.removeLast(), "seed \(seed), step \(step)")
        default:
          // What the app stores of an edit and gives back changes nothing.
          list.merge(list.items)
        }
        if step % 7 == 0 { await stage.nextFrame() }
      }
      XCTAssertEqual(list.view.outline.rowCount, list.items.count)
      try await stage.close()
    }
  }

  func testAMoveEndsTheOrderOfAColumnAndAnInsertedRowIsSortedIn() throws {
    try onLoop {
      struct Word: Identifiable {
        var id: Int
        var text: String
      }
      let table = try TableView(
        [Word(id: 1, text: "b"), Word(id: 2, text: "a"), Word(id: 3, text: "d")],
        TableDefinition(columns: [TableColumn("text")]), .text("text") { $0.text }
      ).sortable().movable().insertable { Word(id: 10 + $0, text: "c") }
      let stage = try await Stage.show(table)
      table.sort(by: "text")
      table.focus(row: 0)
      XCTAssertTrue(table.insertRow())
      XCTAssertEqual(table.items.map(\.text), ["a", "b", "c", "d"])
      try await stage.settle()
      table.focus(row: 0)
      try await stage.press("Down", holding: .alt)
      XCTAssertEqual(table.items.map(\.text), ["b", "a", "c", "d"])
      XCTAssertNil(table.sortOrder)
      try await stage.close()
    }
  }

  func testWhatIsDroppedComesWhereItFallsAndIsTakenBack() throws {
    try onLoop {
      let list = TableView(["a", "b"]).takingDrops { $0.lines }
      var edits = 0
      list.onEdit = { _ in edits += 1 }
      let stage = try await Stage.show(list, width: 300, height: 300)
      let drag = try XCTUnwrap(list.view.drag)
      @MainActor func place(_ row: Int, _ fraction: Double) throws -> Double {
        let cell = try XCTUnwrap(list.view.rows.cell(at: row))
        let bounds = try XCTUnwrap(list.view.rows.bounds(of: cell))
        return bounds.top + fraction * (bounds.bottom - bounds.top)
      }
      XCTAssertTrue(drag.drop(.text("x\ny\n"), at: try place(0, 0.9)))
      XCTAssertEqual(list.items, ["a", "x", "y", "b"])
      XCTAssertFalse(drag.drop(.text("\n"), at: try place(0, 0.9)))
      XCTAssertTrue(drag.drop(.files(["/tmp/f"]), at: 290))
      XCTAssertEqual(list.items, ["a", "x", "y", "b", "/tmp/f"])
      XCTAssertTrue(list.undo())
      XCTAssertTrue(list.undo())
      XCTAssertEqual(list.items, ["a", "b"])
      XCTAssertEqual(edits, 4)
      list.update([])
      try await stage.settle()
      XCTAssertTrue(drag.drop(.text("first"), at: 100))
      XCTAssertEqual(list.items, ["first"])
      try await stage.close()
    }
  }

  func testRowsAreDraggedFromOneTableToAnother() throws {
    try inOwnProcess { try dragRows() }
  }

  private func dragRows() throws {
    try onLoop {
      let from = TableView(["one", "two"]).draggable()
      let to = TableView(["here"]).takingDrops { $0.lines }
      let stage = try await Stage.show(
        Stack(.vertical, spacing: 0) {
          from
          to
        }, width: 300, height: 400)
      let start = try stage.screenPoint(of: stage.find("list-item", "two"))
      let end = try stage.screenPoint(of: stage.find("list-item", "here"))
      try await stage.drag(from: start, to: (end.x, end.y + 12))
      try await until("the drop") { to.items == ["here", "two"] }
      XCTAssertEqual(from.items, ["one", "two"], "a copy")
      try await stage.close()
    }
  }

  func testContentOfSeveralRowsIsOne() {
    XCTAssertNil(DraggedContent(joining: []))
    XCTAssertEqual(DraggedContent(joining: [.text("a"), .text("b")]), .text("a\nb"))
    XCTAssertEqual(
      DraggedContent(joining: [.files(["/a"]), .files(["/b"])]), .files(["/a", "/b"]))
    XCTAssertEqual(DraggedContent(joining: [.files(["/a"]), .text("b")]), .text("b\n/a"))
  }

  /// What other programs are offered.
  func testTextsAndFilesAreOfferedByTheirTypes() throws {
    try onLoop {
      @MainActor func types(_ content: DraggedContent) throws -> String {
        let provider = try XCTUnwrap(content.makeProvider())
        defer { g_object_unref(UnsafeMutableRawPointer(provider)) }
        let formats = gdk_content_formats_union_serialize_mime_types(
          gdk_content_provider_ref_formats(provider))
        defer { gdk_content_formats_unref(formats) }
        let text = try XCTUnwrap(gdk_content_formats_to_string(formats))
        defer { g_free(text) }
        return String(cString: text)
      }
      XCTAssertTrue(try types(.text("a")).contains("text/plain"))
      XCTAssertTrue(try types(.files(["/tmp/a"])).contains("text/uri-list"))
    }
  }
}
