import Hikidashi
import HikidashiWidgetTesting
import XCTest

final class EditorTests: XCTestCase {
  func testAPageIsRenamedFromTheMenuAndClosed() throws {
    try onLoop {
      let count = Badge(0)
      let tabs = Tabs {
        Tab("Start", isClosable: false) { StatusPage("Nothing open yet") }
      }
      @MainActor func open(_ name: String) {
        tabs.open(Tab(name, icon: "text-x-generic-symbolic") { TextReader() })
        count.show(tabs.ids.count - 1, label: "\(tabs.ids.count - 1) open")
      }
      @MainActor func renameShown() {
        if let id = tabs.selected { tabs.setTitle("\(id) (renamed)", of: id) }
      }
      tabs.onClose = { _ in true }
      tabs.contextMenu {
        Action("rename", title: "Rename", shortcuts: "F2") { renameShown() }
        Menu.separator
        Menu.toggle("Working", isOn: false) { tabs.setLoading($0, tabs.selected ?? "") }
      }
      let window = Stack(.vertical, spacing: 0) {
        Toolbar("Pages") {
          Button(icon: "tab-new-symbolic", label: "New Page") { open("Notes") }
          MenuButton("Page") {
            Action("again", title: "New Page", shortcuts: "<Control>n") { open("Report") }
            Menu.section("Letters") { Menu.choice(["Small", "Large"], chosen: 0) { _ in } }
            Menu.submenu("More") { Menu.item("Quit", action: "app.quit") }
          }
          Spacer()
          count
        }
        tabs
      }

      let stage = try await Stage.show(window)
      try await stage.press("n", holding: .control)
      tabs.focus()
      try await stage.press("F2")
      XCTAssertNoThrow(try stage.find("tab", "Report (renamed)"))
      try await stage.press("w", holding: .control)
      XCTAssertEqual(tabs.ids, ["Start"])
      try await stage.close()
    }
  }
}
