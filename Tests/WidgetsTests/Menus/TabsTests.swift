import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class TabsTests: XCTestCase {
  @MainActor private static func makeTabs() -> Tabs {
    Tabs {
      Tab("One", isClosable: false) { Button("First") {} }
      Tab("Two", id: "2", icon: "folder-symbolic") { Button("Second") {} }
      Tab("Three", id: "3") {
        Label("a")
        Label("b")
      }
    }
  }

  func testTabsAsAScreenReaderMeetsThem() throws {
    try onLoop {
      let tabs = Self.makeTabs()
      let stage = try await Stage.show(tabs, title: "Tabs")
      try await stage.settle()
      XCTAssertEqual(
        stage.dump(),
        """
        window “Tabs”
          label “Tabs”
          button “Minimize”
          button “Maximize”
          button “Close”
          tab-list “Tab list”
            button “Previous tab” disabled
            tab “One” selected
              label “One”
            tab “Two”
              label “Two”
              button “Close Tab”
            tab “Three”
              label “Three”
              button “Close Tab”
            button “Next tab”
          button “First”
        """)
      try await stage.close()
    }
  }

  func testTheKeyboardSelectsMovesAndClosesTabs() throws {
    try onLoop {
      var selected: [String?] = []
      var orders: [[String]] = []
      var asked: [String] = []
      let tabs = Self.makeTabs()
      tabs.onSelect = { selected.append($0) }
      tabs.onReorder = { orders.append($0) }
      tabs.onClose = {
        asked.append($0)
        return asked.count > 1
      }
      let stage = try await Stage.show(tabs)
      XCTAssertEqual(tabs.selected, "One")
      tabs.focus()
      try await stage.press("Tab", holding: .control)
      XCTAssertEqual(tabs.selected, "2")
      try await stage.press("3", holding: .alt)
      XCTAssertEqual(selected, ["2", "3"])
      try await stage.press("Page_Up", holding: [.control, .shift])
      XCTAssertEqual(orders, [["One", "3", "2"]])
      // Refused, then allowed.
      try await stage.press("w", holding: .control)
      XCTAssertEqual(tabs.ids, ["One", "3", "2"])
      try await stage.press("w", holding: .control)
      try await until("the tab to close") { tabs.ids == ["One", "2"] }
      XCTAssertEqual(asked, ["3", "3"])
      // One that stays is not even asked for.
      tabs.selected = "One"
      try await stage.press("w", holding: .control)
      XCTAssertEqual(tabs.ids, ["One", "2"])
      XCTAssertEqual(asked.count, 2)
      try await stage.close()
    }
  }

  func testTabsAreOpenedOnceAndFreedWhenClosed() throws {
    try onLoop {
      weak var gone: Label?
      let tabs = Tabs { Tab("One") { Label("first") } }
      let stage = try await Stage.show(tabs)
      do {
        let label = Label("new")
        gone = label
        tabs.open(Tab("New", id: "n") { label })
      }
      tabs.open(Tab("Again", id: "n") { Label("not shown") })
      tabs.open(Tab("One") { Label("not shown") })
      XCTAssertEqual(tabs.ids, ["One", "n"])
      XCTAssertEqual(tabs.selected, "One")
      tabs.setTitle("Newer", of: "n")
      tabs.setLoading(true, "n")
      tabs.setBadge(3, "n")
      XCTAssertTrue(stage.dump().contains("tab “Newer”"), stage.dump())
      tabs.close("n")
      tabs.close("n")
      try await until("the page to go") { gone == nil }
      XCTAssertEqual(tabs.ids, ["One"])
      try await stage.close()
      tabs.open(Tab("Late") { Label("too late") })
      XCTAssertEqual(tabs.ids, [])
    }
  }
}
