import CHikidashiGTK
import HikidashiOutlines
import HikidashiWidgetTesting
import Observation
import XCTest

@testable import HikidashiWidgets

/// The keys that every app has without a line of its own.
final class StandardKeysTests: XCTestCase {
  @MainActor
  private static func app(_ name: String, _ actions: [Action] = []) -> App {
    App(id: "org.example.\(name)", instance: .separate) {
      Window(name) { TextEntry("Name") }.actions { actions }
    }
  }

  func testControlWClosesTheWindow() throws {
    try onLoop {
      let app = Self.app("Closing")
      let stage = try await Stage.launch(app)
      try await stage.press("w", holding: .control)
      try await until("the window to go") { stage.window.native == nil }
      app.forgetApplication()
    }
  }

  func testControlQEndsTheApp() throws {
    try onLoop {
      let app = Self.app("Quitting")
      var isAsked = false
      app.beforeQuit { isAsked = true }
      let stage = try await Stage.launch(app)
      try await stage.press("q", holding: .control)
      try await until("the window to go") { stage.window.native == nil }
      XCTAssertTrue(isAsked)
      app.forgetApplication()
    }
  }

  func testF10OpensAMenuThatNamesTheKeys() throws {
    try onLoop {
      let app = Self.app("Menu")
      let stage = try await Stage.launch(app)
      try await stage.press("F10")
      try await until("the menu") { !stage.all("menu-item").isEmpty }
      let lines = stage.dump()
      for text in ["Keyboard Shortcuts", "Fullscreen", "Quit", "Ctrl+?", "F11", "Ctrl+Q"] {
        XCTAssertTrue(lines.contains(text), text + lines)
      }
      app.forgetApplication()
    }
  }

  func testTheListOfShortcutsHasThem() throws {
    try onLoop {
      let app = Self.app("Listing")
      let stage = try await Stage.launch(app)
      try await stage.press("question", holding: [.control, .shift])
      let list = try await stage.dialog("Keyboard Shortcuts")
      for text in ["Open the menu", "Keyboard Shortcuts", "Fullscreen", "Close the window", "Quit"]
      {
        XCTAssertFalse(list.all("label", text).isEmpty, text + list.dump())
      }
      // It is a dialog of GTK's own, and has the keys, too.
      try await list.press("w", holding: .control)
      try await until("the list to go") { list.window.native == nil }
      XCTAssertNotNil(stage.window.native)
      app.forgetApplication()
    }
  }

  /// The lines of the app, then what its window has, then what any has.
  func testTheMainMenuEndsAsInEveryApp() throws {
    try onLoop {
      let store = try editedStore(EditedPreferences())
      let look = ChosenLook()
      let app = App(id: "org.example.Main", instance: .separate) {
        Window("Main") {
          HeaderBar {
          } end: {
            MenuButton.main { Menu.item("Import", action: "win.import") }
          }
          TextEntry("Name")
        }
        .preferences(store)
        .about(AboutWindow("Main", version: "1.2", comments: "Nothing much."))
        .colorScheme { look.colors }
        .textScale { look.scale }
      }
      let stage = try await Stage.launch(app)
      try await stage.press("F10")
      let lines = [
        "Import", "Preferences Ctrl+,", "Keyboard Shortcuts Ctrl+?", "Fullscreen F11", "About Main",
        "Quit Ctrl+Q",
      ]
      try await until("the menu") { !stage.all("menu-item", "Import").isEmpty }
      XCTAssertEqual(stage.all("menu-item").map(\.name), lines)
      try await stage.press("Escape")
      look.colors = .dark
      look.scale = 1.5
      try await until("the look") { app.colorScheme == .dark && app.textScale == 1.5 }
      look.colors = .system
      look.scale = 1
      try await until("the desktop's look") { app.colorScheme == .system && app.textScale == 1 }
      XCTAssertTrue(try XCTUnwrap(stage.window.actionMap).activate("about"))
      let about = try await stage.dialog("About")
      XCTAssertFalse(about.all("label", "Main").isEmpty, about.dump())
      app.forgetApplication()
    }
  }

  /// By an action, by one that is not allowed now, and by a line of a menu.
  func testAnAppTakesAKeyForItself() throws {
    try onLoop {
      var done: [String] = []
      let app = App(id: "org.example.Taking", instance: .separate) {
        Window("Taking") {
          HeaderBar {
            MenuButton(icon: "open-menu-symbolic", label: "Menu", isPrimary: true) {
              Action("full", title: "Fill", shortcuts: "F11") { done.append("full") }
              Menu.item("Close", action: "win.close")
            }
          }
          TextEntry("Name")
        }.actions {
          Action("withdraw", title: "Withdraw", shortcuts: "<Ctrl>w") { done.append("withdraw") }
        }
      }
      app.actions {
        Action("quit", title: "Leave", shortcuts: "<Control>q") { done.append("leave") }
      }
      let stage = try await Stage.launch(app)
      try await stage.press("w", holding: .control)
      try await stage.press("q", holding: .control)
      try await stage.press("F11")
      XCTAssertEqual(done, ["withdraw", "leave", "full"])
      stage.window.setEnabled("withdraw", false)
      try await stage.press("w", holding: .control)
      XCTAssertNotNil(stage.window.native)
      try await stage.press("F10")
      try await until("the menu") { !stage.all("menu-item", "Close").isEmpty }
      XCTAssertFalse(stage.dump().contains("Ctrl+W"), stage.dump())
      try await stage.press("Escape")
      try await stage.press("question", holding: [.control, .shift])
      let list = try await stage.dialog("Keyboard Shortcuts")
      XCTAssertTrue(list.all("label", "Close the window").isEmpty, list.dump())
      XCTAssertTrue(list.all("label", "Fullscreen").isEmpty, list.dump())
      XCTAssertTrue(list.all("label", "Quit").isEmpty, list.dump())
      XCTAssertFalse(list.all("label", "Withdraw").isEmpty, list.dump())
      app.forgetApplication()
    }
  }

  func testTheKeyboardBeginsInTheContent() throws {
    try onLoop {
      let app = App(id: "org.example.Beginning", instance: .separate) {
        Window("Beginning") { OutlineView(["One", "Two"].asOutline) }
      }
      let stage = try await Stage.launch(app)
      XCTAssertTrue(try stage.find("list-item", "All").has("focused"), stage.dump())
      app.forgetApplication()
    }
  }
}

@Observable @MainActor
private final class ChosenLook {
  var colors = ColorScheme.system
  var scale = 1.0
}

extension [String] {
  fileprivate var asOutline: Outline<String> {
    Outline { Section("All", open: true) { map { Node($0) } } }
  }
}
