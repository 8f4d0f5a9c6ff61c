import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// What a part shows, as text.
@MainActor
func shown(_ part: Part) -> String { part.native.map { AccessibleElement($0).dump() } ?? "" }

/// What stands in the place of rows, check marks, and customizations with a name.
final class TableStateTests: XCTestCase {
  func testALoadShowsItsRowsOrWhyThereAreNone() throws {
    try onLoop {
      let target = try XCTUnwrap(URL(string: "https://example.org/list"))
      let transport = ScriptedTransport { request in
        switch request.headers["X-Page"] {
        case "slow": TransferScript(text: "never\n").with(.stalled(after: 1), for: request.target)
        case "none": TransferScript(status: 404, text: "<h1>No such list</h1>")
        default: TransferScript(text: "a\nb\n")
        }
      }
      let connector = Connector(transports: [transport])
      func load(_ page: String) -> Load<[String]> {
        var request = LoadRequest(target)
        request.headers["X-Page"] = page
        return connector.load(request, parser: LinesParser())
      }
      let list = TableView<String>([])
      let stage = try await Stage.show(list)
      list.show(load("none"))
      XCTAssertTrue(shown(list).contains("progress-bar"))
      try await until("the failure") { shown(list).contains("Could not be loaded") }
      XCTAssertTrue(shown(list).contains("No such list"), shown(list))
      try await stage.settle()
      let asked = transport.requests.count
      try await stage.click("button", "Try Again")
      try await until("the second attempt") { transport.requests.count == asked + 1 }
      try await until("the failure") { shown(list).contains("Could not be loaded") }
      let slow = load("slow")
      list.show(slow)
      list.show(load("list")) { $0.map { $0.uppercased() } }
      try await until("the rows") { stage.all("list-item").map(\.name) == ["A", "B"] }
      slow.cancel()
      let last = load("slow")
      list.show(last)
      try await until("the wait") { shown(list).contains("progress-bar") }
      XCTAssertEqual(stage.all("list-item").map(\.name), ["A", "B"], "they stay meanwhile")
      last.cancel()
      try await until("the rows that were there") {
        stage.all("list-item").map(\.name) == ["A", "B"] && !shown(list).contains("progress-bar")
      }
      list.show(load("none"))
      try await until("the reason") { shown(list).contains("No such list") }
      XCTAssertEqual(
        stage.all("list-item").map(\.name), ["A", "B"], "with the rows that there are")
      list.show(load("list"))
      try await until("the other rows") { stage.all("list-item").map(\.name) == ["a", "b"] }
      XCTAssertFalse(shown(list).contains("No such list"))
      try await stage.close()
    }
  }

  /// The desktop's own monitor is told so, as when a cable is put in.
  func testALoadWithoutAConnectionIsTriedAgainWhenTheNetworkChanges() throws {
    try onLoop {
      let target = try XCTUnwrap(URL(string: "https://example.org/list"))
      let attempts = Guarded(0)
      let transport = ScriptedTransport { request in
        let attempt = attempts.withLock { attempts in
          attempts += 1
          return attempts
        }
        return attempt == 1
          ? TransferScript(failing: .refused(LoadFailure(request.target)))
          : TransferScript(text: "a\n")
      }
      let connector = Connector(transports: [transport])
      var options = LoadOptions()
      options.retry = Retry(attempts: 1)
      let list = TableView<String>([])
      let stage = try await Stage.show(list)
      list.show(connector.load(LoadRequest(target), parser: LinesParser(), options: options))
      try await until("the failure") { shown(list).contains("Could not be loaded") }
      Self.changeNetwork()
      try await until("the rows") { stage.all("list-item").map(\.name) == ["a"] }
      try await stage.close()
    }
  }

  @MainActor
  private static func changeNetwork() {
    guard let monitor = g_network_monitor_get_default() else { return XCTFail("no monitor") }
    var values = [GValue(), GValue()]
    g_value_init(&values[0], g_network_monitor_get_type())
    g_value_set_object(&values[0], UnsafeMutableRawPointer(monitor))
    g_value_init(&values[1], .boolean)
    g_value_set_boolean(&values[1], 0)
    g_signal_emitv(
      &values, g_signal_lookup("network-changed", g_network_monitor_get_type()), 0, nil)
    for index in values.indices { g_value_unset(&values[index]) }
  }

  func testTheStatesOfTheContent() throws {
    try onLoop {
      var pressed: [String] = []
      let list = TableView<String>([]).whenEmpty(
        "No notes", icon: "document-new-symbolic", details: "Write one.",
        action: ("New note", { pressed.append("new") }))
      let stage = try await Stage.show(list)
      XCTAssertEqual(
        shown(list),
        """
        label “No notes”
        label “Write one.”
        button “New note” focused
        """)
      try await stage.click("button", "New note")
      list.state = .loading
      await stage.nextFrame()
      XCTAssertEqual(
        shown(list),
        """
        progress-bar “Loading …”
        label “Loading …”
        """)
      list.state = .failed("No network.") { pressed.append("again") }
      await stage.nextFrame()
      XCTAssertEqual(
        shown(list),
        """
        label “Could not be loaded”
        label “No network.”
        button “Try Again”
        """)
      try await stage.click("button", "Try Again")
      XCTAssertEqual(pressed, ["new", "again"])
      list.update(["a"])
      try await stage.settle()
      XCTAssertEqual(stage.all("list-item").map(\.name), ["a"])
      list.update([])
      try await stage.settle()
      XCTAssertNoThrow(try stage.find("button", "New note"))
      // Rows that are there show again when nothing is wrong any more.
      list.update(["a", "b"])
      list.state = .failed("Broken", retry: nil)
      await stage.nextFrame()
      XCTAssertFalse(shown(list).contains("button"))
      list.state = .loaded
      try await stage.settle()
      XCTAssertEqual(stage.all("list-item").count, 2)
      try await stage.close()
    }
  }

  func testTheStateIsThatOfRowsThatAreNotShownYet() throws {
    try onLoop {
      let list = TableView(["a"])
      let stage = try await Stage.show(list)
      list.update([])
      guard case .empty = list.state else { return XCTFail("\(list.state)") }
      list.update(["b"])
      list.edit { $0.append("c") }
      list.state = .loading
      try await stage.settle()
      guard case .loading = list.state else { return XCTFail("\(list.state)") }
      list.state = .loaded
      try await stage.settle()
      XCTAssertEqual(stage.all("list-item").map(\.name), ["b", "c"])
      try await stage.close()
    }
  }

  func testCheckMarksStandInPlaceOfATint() throws {
    try onLoop {
      let list = TableView(["a", "b"]).selection(.toggle).checkmarks()
      let stage = try await Stage.show(list)
      @MainActor func marks() -> [Double] {
        (0..<2).compactMap { list.view.rows.cell(at: $0)?.native }
          .compactMap { gtk_widget_get_last_child($0) }.map { gtk_widget_get_opacity($0) }
      }
      XCTAssertEqual(marks(), [0, 0])
      try await stage.click("list-item", "b")
      XCTAssertEqual(marks(), [0, 1])
      XCTAssertTrue(try stage.find("list-item", "b").has("selected"))
      try await stage.click("list-item", "b")
      XCTAssertEqual(marks(), [0, 0])
      list.checkmarks(false)
      try await stage.click("list-item", "b")
      let check = list.view.rows.cell(at: 1)?.native.flatMap { gtk_widget_get_last_child($0) }
      XCTAssertEqual(check.map { gtk_widget_get_visible($0) }, 0)
      try await stage.close()
    }
  }

  func testBaseThenVariantThenHook() throws {
    try onLoop {
      var heard: [String] = []
      let loud = TableVariant<String>(
        "loud", selection: .toggle,
        configureCell: { cell, row in
          (cell.content as? Label)?.text = row.text.uppercased()
          cell.mark("loud")
        }, onSelect: { _ in heard.append("variant") })
      let list = TableView(["a", "b"])
      list.configureCell = { cell, _ in
        if let label = cell.content as? Label { label.text += "!" }
      }
      list.onSelect = { _ in heard.append("hook") }
      list.variant(loud)
      let stage = try await Stage.show(list)
      @MainActor func texts() -> [String] {
        (0..<2).compactMap { (list.view.rows.cell(at: $0)?.content as? Label)?.text }
      }
      XCTAssertEqual(texts(), ["A!", "B!"])
      try await stage.click("list-item", "a")
      try await stage.click("list-item", "b")
      XCTAssertEqual(heard, ["variant", "hook", "variant", "hook"])
      XCTAssertEqual(list.selectedStrings, ["a", "b"])
      XCTAssertEqual(texts(), ["A!", "B!"])
      list.variant(nil)
      try await stage.settle()
      XCTAssertEqual(texts(), ["a!", "b!"])
      let cell = list.view.rows.cell(at: 0)?.native
      XCTAssertEqual(cell.map { gtk_widget_has_css_class($0, "loud") }, 0)
      XCTAssertEqual(list.view.content.selection, .single)
      list.configureCell = nil
      try await stage.settle()
      XCTAssertEqual(texts(), ["a", "b"])
      try await stage.close()
    }
  }

  func testATableIsFreedWithItsWindow() throws {
    try onLoop {
      weak var table: TableView<String>?
      do {
        let list = TableView(["a"])
        list.configureCell = { _, _ in _ = list.count }
        list.onSelect = { _ in _ = list.count }
        list.whenEmpty("None", action: ("Add", { list.update(["b"]) }))
        list.variant(TableVariant("own", onActivate: { _ in _ = list.count }))
        let stage = try await Stage.show(list)
        list.update([])
        try await stage.settle()
        try await stage.close()
        list.update(["after the end"])
        table = list
      }
      XCTAssertNil(table)
    }
  }
}
