import CHikidashiGTK
import Foundation
import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Lists and trees that nobody would think of, used as any other.
final class TableHardInputTests: XCTestCase {
  private struct Refused: Error {}

  func testTextsThatAreHardToShow() throws {
    try onLoop {
      let texts = [
        "", "👩‍👩‍👧‍👦", "שלום", "\u{202E}abc", "a\u{0}b", "line\nline", "<b>&amp;", "same", "same",
        String(repeating: "\u{300}", count: 5_000), String(repeating: "word 😀 ", count: 1_000_000),
      ]
      let list = TableView(texts).selection(.multiple)
      let tree = OutlineView(Outline { for text in texts { text } })
      for view in [list, tree] as [Part] {
        let stage = try await Stage.show(view, width: 300, height: 300)
        await stage.nextFrame()
        view.focus()
        for key in ["Home", "Down", "space", "End", "s", "Escape", "Page_Up"] {
          try await stage.press(key)
        }
        try await stage.press("a", holding: .control)
        _ = stage.dump()
        try await stage.close()
      }
      XCTAssertEqual(list.count, texts.count)
    }
  }

  /// A list beside another part stays as wide as it is when letters open its filter.
  func testTheFilterDoesNotWidenTheList() throws {
    try onLoop {
      let list = TableView(["Milk", "Bread", "A cup of tea with sugar"])
      let stage = try await Stage.show(
        Stack(.horizontal, [list, Label("beside").expand()]), width: 500, height: 200)
      await stage.nextFrame()
      let width = try XCTUnwrap(list.native.map { gtk_widget_get_width($0) })
      list.focus()
      try await stage.press("b")
      try await until("the filter") { list.search.isOpen }
      await stage.nextFrame()
      XCTAssertEqual(list.native.map { gtk_widget_get_width($0) }, width)
      try await stage.close()
    }
  }

  func testPlacesThatAreNotThere() throws {
    try onLoop {
      for texts in [[], ["only"], ["a", "b", "c"]] {
        let list = TableView(texts)
        let stage = try await Stage.show(list, width: 300, height: 300)
        for place in [-1, texts.count, Int.max, Int.min] {
          list.selectedIndices = [place]
          list.scroll(to: place)
          XCTAssertFalse(list.focus(row: place))
        }
        XCTAssertEqual(list.selectedIndices, [])
        for key in ["Return", "space", "Delete", "Down", "Up", "Tab"] { try await stage.press(key) }
        XCTAssertEqual(list.count, texts.count)
        try await stage.close()
        list.update(["late"])
        list.merge(["later"])
        list.scroll(to: 0)
        list.focus(row: 0)
      }
    }
  }

  /// A hook may do to the list whatever it likes.
  func testRowsThatAreReplacedByTheirOwnHooks() throws {
    try onLoop {
      let list = TableView((0..<300).map { "row \($0)" })
      list.onSelect = { row in
        list.update(row.index.isMultiple(of: 2) ? [] : ["a", "b", "c"])
        list.edit { $0.append("d") }
      }
      list.onActivate = { _ in list.state = .failed("Gone") {} }
      let stage = try await Stage.show(list, width: 300, height: 300)
      await stage.nextFrame()
      try await stage.click("list-item", "row 3")
      try await until("the new rows") { list.count == 4 && !list.isSettling }
      try await stage.click("list-item", "c", count: 2)
      try await until("the state") { !list.isSettling }
      try await stage.close()
    }
  }

  func testChildrenThatComeLateWrongOrNever() throws {
    try onLoop {
      let nodes = (1...5).map {
        Node("node \($0)", id: NodeID(rawValue: UInt64($0)), isSection: true, loadsChildren: true)
      }
      let view = OutlineView(try Outline(nodes))
      var begun: [NodeID] = []
      view.loadingChildren { row in
        begun.append(row.id)
        switch row.id {
        case 1: return []
        case 2: throw Refused()
        // The identity of another node.
        case 3: return [Node("again", id: 1)]
        case 4: return (0..<3).map { _ in Node("twice", id: 77) }
        default:
          try await Task.sleep(for: .seconds(600))
          return []
        }
      }
      let stage = try await Stage.show(view, width: 300, height: 500)
      await stage.nextFrame()
      for id in 1...5 { view.change { $0.open(NodeID(rawValue: UInt64(id))) } }
      try await until("the children") { begun.count == 5 }
      try await until("none") { view.outline.childCount(of: 1) == 0 }
      await stage.nextFrame()
      _ = stage.dump()
      // The one that loads, and the one that failed, go.
      try view.change { try $0.merge([Node("left", id: 9)]) }
      await stage.nextFrame()
      XCTAssertEqual(view.outline.rowCount, 1)
      XCTAssertFalse(view.loading.isLoading)
      try await stage.close()
    }
  }
}
