import CHikidashiGTK
import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Refreshing by pull and key, and rows that are loaded as the end comes near.
final class TableRefreshTests: XCTestCase {
  /// Lets what waits go on.
  @MainActor
  private final class Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var count = 0
    func pass() async {
      count += 1
      await withCheckedContinuation { waiting.append($0) }
    }
    func open() {
      for one in waiting { one.resume() }
      waiting = []
    }
  }

  func testKeysAndAPullRefreshOnceAtATime() throws {
    try onLoop {
      let gate = Gate()
      let list = TableView(["a"])
      list.refreshing {
        await gate.pass()
        list.merge(["a", "b \(gate.count)"])
      }
      let stage = try await Stage.show(list)
      list.focus(row: 0)
      XCTAssertFalse(list.isRefreshing)
      try await stage.press("F5")
      try await until("the refresh") { gate.count == 1 }
      XCTAssertTrue(list.isRefreshing)
      await stage.nextFrame()
      XCTAssertFalse(stage.all("progress-bar", "Refreshing …").isEmpty, stage.dump())
      try await stage.press("r", holding: .control)
      XCTAssertEqual(gate.count, 1, "once at a time")
      gate.open()
      try await until("the end") { !list.isRefreshing }
      XCTAssertEqual(list.items, ["a", "b 1"])
      await stage.nextFrame()
      XCTAssertTrue(stage.all("progress-bar", "Refreshing …").isEmpty, stage.dump())
      Self.overshoot(list.view.rows.scroller, GTK_POS_BOTTOM)
      XCTAssertFalse(list.isRefreshing)
      Self.overshoot(list.view.rows.scroller, GTK_POS_TOP)
      XCTAssertTrue(list.isRefreshing)
      try await until("the refresh") { gate.count == 2 }
      gate.open()
      try await until("the end") { !list.isRefreshing }
      try await stage.close()
    }
  }

  /// What GTK says when a list is pulled past an end.
  @MainActor
  private static func overshoot(_ scroller: NativeWidget, _ edge: GtkPositionType) {
    var values = [GValue(), GValue()]
    g_value_init(&values[0], gtk_scrolled_window_get_type())
    g_value_set_object(&values[0], UnsafeMutableRawPointer(scroller))
    g_value_init(&values[1], gtk_position_type_get_type())
    g_value_set_enum(&values[1], gint(edge.rawValue))
    g_signal_emitv(
      values, g_signal_lookup("edge-overshot", gtk_scrolled_window_get_type()), 0, nil)
    for index in values.indices { g_value_unset(&values[index]) }
  }

  func testAnEmptyTableSaysThatItIsLoading() throws {
    try onLoop {
      let gate = Gate()
      let view = OutlineView(Outline<String>())
      view.refreshing { await gate.pass() }
      let stage = try await Stage.show(view)
      view.refresh()
      try await until("the refresh") { gate.count == 1 }
      await stage.nextFrame()
      XCTAssertTrue(stage.dump().contains("Loading …"), stage.dump())
      gate.open()
      try await until("the end") { !view.isRefreshing }
      await stage.nextFrame()
      XCTAssertTrue(stage.dump().contains("Nothing here"), stage.dump())
      try await stage.close()
    }
  }

  func testRowsAreAskedForAsTheEndComesNearAndNotAgainAtTheEnd() throws {
    try onLoop {
      let list = TableView((0..<50).map { "row \($0)" })
      var asked: [Int] = []
      list.onNearEnd(within: 5) {
        asked.append(list.count)
        if list.count < 150 {
          list.edit { rows in rows += (0..<50).map { "more \(rows.count + $0)" } }
        }
      }
      let stage = try await Stage.show(list, width: 300, height: 300)
      await stage.nextFrame()
      await stage.nextFrame()
      XCTAssertEqual(asked, [], "the end is far away")
      for wanted in [[50], [50, 100], [50, 100, 150]] {
        list.view.scrollToEnd()
        try await until("more rows") { asked == wanted && !list.isSettling }
      }
      XCTAssertEqual(list.count, 150)
      // Where none have come, that was the end.
      list.view.moveByUser(-400)
      await stage.nextFrame()
      list.view.scrollToEnd()
      try await until("the end") { !list.view.rows.anchor.isPursuing }
      await stage.nextFrame()
      XCTAssertEqual(asked, [50, 100, 150])
      // Until there are others.
      list.edit { _ = $0.removeLast() }
      try await until("another question") { asked.last == 149 }
      try await stage.close()
    }
  }

  /// Rows that do not fill the view are followed by others at once.
  func testAViewIsFilled() throws {
    try onLoop {
      let view = OutlineView(Outline { "a" })
      view.onNearEnd(within: 40) {
        let count = view.outline.nodeCount
        guard count < 30 else { return }
        try view.change { try $0.edit { try $0.insert([Node("b \(count)")]) } }
      }
      let stage = try await Stage.show(view, width: 300, height: 300)
      try await until("as many as fit") { view.outline.nodeCount >= 30 }
      try await stage.close()
    }
  }
}
