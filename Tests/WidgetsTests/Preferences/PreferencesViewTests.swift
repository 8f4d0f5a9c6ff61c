import CHikidashiGTK
import Foundation
import HikidashiPreferences
import HikidashiRecords
import HikidashiStorage
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

@MainActor
func editedStore(
  _ settings: EditedPreferences, arguments: [String: String] = [:], administrator: String? = nil
) throws -> PreferenceStore {
  let bytes = MemoryStorage()
  var layers = [PreferenceSource.arguments(arguments)]
  if let administrator {
    try bytes.write(Array(administrator.utf8), to: "admin")
    layers.append(.administrator(.bytes(in: bytes, name: "admin")))
  }
  return try PreferenceStore(
    settings, at: .memory, version: "1", layers: layers,
    options: PreferenceOptions(autosave: nil))
}

/// Settings edited in a window, by keyboard and pointer.
final class PreferencesViewTests: XCTestCase {
  /// Where there is a sidebar it names the pages; a window with one has none.
  func testAPageThatStandsAloneSaysItsTitle() throws {
    try onLoop {
      struct Shop: PreferenceGroup {
        let title = "The shop"
        let low = Preference("low", default: 3, title: "Warn below")
      }
      struct Nameless: PreferenceGroup {
        let low = Preference("low", default: 3, title: "Warn below")
      }
      struct Network: PreferenceGroup {
        let title = "Network"
        let jobs = Preference("jobs", default: 3, title: "Downloads at once")
      }
      struct Nested: PreferenceGroup {
        let title = "All"
        let network = Network()
      }
      struct Both: PreferenceGroup {
        let title = "The shop"
        let low = Preference("low", default: 3, title: "Warn below")
        let network = Network()
      }
      for (group, title, isShown) in [
        (Shop(), "The shop", true), (Nested(), "Network", true), (Nameless(), "General", false),
        (Both(), "The shop", false),
      ] as [(any PreferenceGroup, String, Bool)] {
        let store = try PreferenceStore(
          group, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
        let view = PreferencesView(store)
        let stage = try await Stage.show(view, width: 700, height: 400)
        let seen = shown(view).contains("label “\(title)”")
        XCTAssertEqual(seen, isShown, "\(title): \(shown(view))")
        try await stage.close()
      }
    }
  }

  func testEveryRowIsShown() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(
        settings, arguments: ["age": "2h"], administrator: #"{"page": {"size": 9}}"#)
      try store.set(settings.jobs, to: 8)
      let stage = try await Stage.show(PreferencesView(store), width: 900, height: 900)
      let since = DateFormat(.minute).text(store[settings.since])
      XCTAssertEqual(
        stage.dump(),
        """
        window “Stage”
          label “Stage”
          button “Minimize”
          button “Maximize”
          button “Close”
          search-box “Search settings” focused
          list “Sidebar”
            list-item “General” selected
            list-item “Page”
          label “Work offline”
          label “Ask no server.”
          switch “Work offline”
          label “Downloads at once”
          button “Reset Downloads at once”
          spin-button “Downloads at once” “8”
          label “Mirror”
          label “Where documents come from.”
          text-box “Mirror” “https://a”
          label “Kept for”
          label “Set by --age for this run.”
          text-box “Kept for” disabled, “2 hr”
          label “Since”
          text-box “Since” “\(since)”
          button “Calendar”
          label “Library”
          button “Library: None”
          button “Clear” disabled
          label “Names”
          group “Names”
            text-box “Names 1” “a”
            button “Remove Names 1”
            text-box “Names 2” “b”
            button “Remove Names 2”
            button “Add to Names”
          label “Token”
          text-box “Token”
        """)
      try await stage.click("list-item", "Page")
      try await until("the page") { !stage.all("label", "Colours").isEmpty }
      XCTAssertEqual(
        stage.dump(),
        """
        window “Stage”
          label “Stage”
          button “Minimize”
          button “Maximize”
          button “Close”
          search-box “Search settings”
          list “Sidebar”
            list-item “General”
            list-item “Page” selected, focused
          label “How documents look.”
          label “Colours”
          combo-box “Colours” “System”
          label “Marker”
          button “Marker: #ffcc00”
          label “Size (pt)”
          label “Set by the administrator in admin.”
          spin-button “Size” disabled, “9”
          label “Rows”
          label “Stripes”
          label “Takes effect after a restart.”
          switch “Stripes” checked
        """)
      try await stage.close()
    }
  }

  func testEveryTypeIsSet() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let view = PreferencesView(store)
      let stage = try await Stage.show(view, width: 900, height: 900)
      view.show(settings.isOffline)
      try await stage.press("space")
      XCTAssertTrue(store[settings.isOffline])
      // What depends on it follows at once.
      XCTAssertTrue(try stage.find("spin-button", "Downloads at once").has("disabled"))
      XCTAssertTrue(stage.all("text-box", "Mirror").isEmpty)
      view.show(settings.isOffline)
      try await stage.press("space")
      XCTAssertFalse(store[settings.isOffline])
      view.show(settings.jobs)
      try await stage.press("Up")
      XCTAssertEqual(store[settings.jobs], 5)
      view.show(settings.mirror)
      try await stage.press("a", holding: .control)
      try await stage.type("http://b")
      XCTAssertEqual(store[settings.mirror], "http://b")
      view.show(settings.age)
      try await stage.press("a", holding: .control)
      try await stage.type("2h30m")
      XCTAssertEqual(store[settings.age], .seconds(9_000))
      view.show(settings.since)
      try await stage.press("a", holding: .control)
      try await stage.type("2026-05-04 12:30")
      XCTAssertNotEqual(store[settings.since], settings.since.defaultValue)
      try await stage.click("button", "Add to Names")
      try await stage.type("c")
      XCTAssertEqual(store[settings.names], ["a", "b", "c"])
      try await stage.click("button", "Remove Names 1")
      XCTAssertEqual(store[settings.names], ["b", "c"])
      view.show(settings.page.look)
      try await stage.press("space")
      try await stage.press("Down")
      try await stage.press("Return")
      try await until("the choice") { store[settings.page.look] == .light }
      view.show(settings.page.size)
      try await stage.press("a", holding: .control)
      try await stage.type("9.5")
      XCTAssertEqual(store[settings.page.size], 9.5)
      view.show(settings.page.rows.zebra)
      try await stage.press("space")
      XCTAssertFalse(store[settings.page.rows.zebra])
      try await stage.close()
    }
  }

  func testColoursAndFoldersAreSetByTheirInputs() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let view = PreferencesView(store)
      let stage = try await Stage.show(view, width: 900, height: 900)
      let row = try XCTUnwrap(view.row(of: settings.library))
      try XCTUnwrap(row.input as? FileEntry).choose("/tmp")
      XCTAssertEqual(store[settings.library], "/tmp")
      try await stage.click("button", "Clear")
      XCTAssertEqual(store[settings.library], "")
      view.show(settings.page.marker)
      let colour = try XCTUnwrap(view.row(of: settings.page.marker)?.input as? ColorEntry)
      colour.choose(Color(0, 0, 1))
      XCTAssertEqual(store[settings.page.marker], Color(0, 0, 1))
      try await stage.close()
    }
  }

  func testWhatIsWrongIsSaidBesideAndNotTaken() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let view = PreferencesView(store)
      let stage = try await Stage.show(view, width: 900, height: 900)
      for (preference, text, role, name, complaint) in [
        (
          settings.mirror as any PreferenceHandle, "nonsense", "text-box", "Mirror",
          "Must be a web address"
        ),
        (settings.jobs, "99", "spin-button", "Downloads at once", "Must be between 1 and 32"),
        (settings.jobs, "x", "spin-button", "Downloads at once", "Must be a number such as 1"),
        (
          settings.age, "soon", "text-box", "Kept for",
          "Must be a duration such as 1 hr, 30 min"
        ),
      ] {
        view.show(preference)
        try await stage.press("a", holding: .control)
        try await stage.type(text)
        let element = try stage.find(role, name)
        XCTAssertTrue(element.has("invalid"), "\(element.states)")
        XCTAssertTrue(element.has("described “\(complaint)”"), "\(element.states)")
      }
      XCTAssertEqual(store[settings.mirror], "https://a")
      // The 9 of 99 was right; a value is taken as it is typed.
      XCTAssertEqual(store[settings.jobs], 9)
      XCTAssertFalse(store.isChanged(settings.age))
      try await stage.close()
    }
  }

  func testAChangedRowIsMarkedAndReset() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let view = PreferencesView(store)
      let stage = try await Stage.show(view, width: 900, height: 900)
      XCTAssertTrue(stage.all("button", "Reset Mirror").isEmpty)
      view.show(settings.mirror)
      try await stage.press("End")
      try await stage.type("bc")
      XCTAssertEqual(store[settings.mirror], "https://abc")
      try await stage.click("button", "Reset Mirror")
      XCTAssertFalse(store.isChanged(settings.mirror))
      XCTAssertEqual(store.layer(of: settings.mirror), .standard)
      XCTAssertTrue(try stage.find("text-box", "Mirror").has("“https://a”"))
      XCTAssertTrue(stage.all("button", "Reset Mirror").isEmpty)
      try await stage.close()
    }
  }

  func testTheSearchFindsTitlesAndHelpOnAllPages() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let view = PreferencesView(store)
      let stage = try await Stage.show(view, width: 900, height: 900)
      view.search.focus()
      try await stage.type("server")
      XCTAssertEqual(stage.all("switch").map(\.name), ["Work offline"])
      XCTAssertTrue(stage.all("text-box", "Mirror").isEmpty)
      // The words of a choice, on a page that is not shown.
      view.search.text = "colours DARK"
      try await until("the page") { !stage.all("label", "Colours").isEmpty }
      XCTAssertTrue(stage.all("switch").isEmpty && stage.all("spin-button").isEmpty)
      view.search.text = "nothing of it"
      XCTAssertEqual(stage.all("label", "No settings found").count, 1)
      view.search.text = ""
      await stage.nextFrame()
      XCTAssertEqual(stage.all("label", "No settings found").count, 0)
      // Back to where the search began.
      XCTAssertFalse(stage.all("switch", "Work offline").isEmpty)
      try await stage.close()
    }
  }

  func testChangesOfOthersAreShown() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let view = PreferencesView(store)
      let stage = try await Stage.show(view, width: 900, height: 900)
      try store.set(settings.mirror, to: "http://other")
      try store.set(settings.isOffline, to: true)
      try await until("the row to go") { stage.all("text-box", "Mirror").isEmpty }
      try store.set(settings.isOffline, to: false)
      try await until("the row to come") { !stage.all("text-box", "Mirror").isEmpty }
      XCTAssertTrue(try stage.find("text-box", "Mirror").has("“http://other”"))
      try await stage.close()
    }
  }

  func testChangesAreAppliedTogetherOrTakenBack() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let view = PreferencesView(store, applying: .together)
      let stage = try await Stage.show(view, width: 900, height: 900)
      XCTAssertTrue(try stage.find("button", "Apply").has("disabled"))
      view.show(settings.isOffline)
      try await stage.press("space")
      view.show(settings.age)
      try await stage.press("a", holding: .control)
      try await stage.type("5m")
      XCTAssertFalse(store[settings.isOffline])
      // The conditions look at what is to come.
      XCTAssertTrue(try stage.find("spin-button", "Downloads at once").has("disabled"))
      try await stage.click("button", "Revert")
      try await until("the values") { !view.isDirty }
      XCTAssertFalse(try stage.find("spin-button", "Downloads at once").has("disabled"))
      XCTAssertTrue(try stage.find("text-box", "Kept for").has("“1 hr”"))
      view.show(settings.jobs)
      try await stage.press("a", holding: .control)
      try await stage.type("77")
      view.show(settings.age)
      try await stage.press("a", holding: .control)
      try await stage.type("7m")
      XCTAssertFalse(view.apply())
      XCTAssertTrue(try stage.find("spin-button", "Downloads at once").has("focused"))
      try await stage.press("a", holding: .control)
      try await stage.type("7")
      try await stage.click("button", "Apply")
      try await until("the values") { store[settings.jobs] == 7 }
      XCTAssertEqual(store[settings.age], .seconds(420))
      XCTAssertTrue(
        store.undo() && store[settings.jobs] == 4 && store[settings.age] == .seconds(3_600))
      try await stage.close()
    }
  }

  func testWhatIsTypedWhileTheKeyboardStaysIsUndoneAtOnce() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let view = PreferencesView(store)
      let stage = try await Stage.show(view, width: 900, height: 900)
      for jobs in [12, 23] {
        view.show(settings.jobs)
        try await stage.press("a", holding: .control)
        try await stage.type("\(jobs)")
        try await until("the value") { store[settings.jobs] == jobs }
        view.show(settings.age)
        try await stage.settle()
      }
      XCTAssertTrue(store.undo() && store[settings.jobs] == 12)
      XCTAssertTrue(store.undo() && store[settings.jobs] == 4)
      XCTAssertFalse(store.canUndo)
      try await stage.close()
    }
  }

  func testAPasswordIsKeptAndNotShown() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let view = PreferencesView(store)
      let stage = try await Stage.show(view, width: 900, height: 900)
      try await stage.click("text-box", "Token")
      try await stage.type("hush")
      XCTAssertTrue(try stage.find("text-box", "Token").has("“••••”"))
      try await stage.press("Return")
      var value: String?
      let deadline = ContinuousClock.now + .seconds(120)
      while value != "hush", ContinuousClock.now < deadline {
        await stage.nextFrame()
        value = try await store.secret(settings.token)
      }
      XCTAssertEqual(value, "hush")
      XCTAssertFalse(stage.dump().contains("hush"))
      try await stage.close()
    }
  }

  func testRowsOfOnesOwnAndButtons() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      var pressed = 0
      let view = PreferencesView(
        store,
        custom: ["jobs": { store in Button("Eight") { try? store.set(settings.jobs, to: 8) } }],
        actions: [PreferenceAction("Cache", button: "_Empty") { pressed += 1 }])
      let stage = try await Stage.show(view, width: 900, height: 1000)
      try await stage.click("button", "Eight")
      try await until("the press") { store[settings.jobs] == 8 }
      try await until("the mark") { !stage.all("button", "Reset Downloads at once").isEmpty }
      let button = try XCTUnwrap(stage.all("button", "Empty").first)
      gtk_widget_activate(button.native)
      try await until("the other press") { pressed == 1 }
      try await stage.close()
    }
  }

  func testManyRowsAreMadeFrameByFrame() throws {
    try onLoop {
      let items = (0..<300).map { Preference("p\($0)", default: false, title: "Row \($0)").item }
      let store = try PreferenceStore(
        PreferenceSchema(items), at: .memory, version: "1",
        options: PreferenceOptions(autosave: nil))
      let view = PreferencesView(store)
      XCTAssertLessThan(view.rowCount, 30)
      let stage = try await Stage.show(view)
      try await until("all rows") { view.rowCount == 300 }
      try await stage.close()
    }
  }

  func testTheWindowOpensOnceAndClosesByEscape() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let preferences = PreferencesWindow(store)
      preferences.present()
      let window = try XCTUnwrap(preferences.window)
      preferences.present()
      XCTAssertTrue(preferences.window === window)
      let stage = Stage(window)
      try await stage.settle()
      try await stage.press("f", holding: .control)
      XCTAssertTrue(stage.all("search-box").contains { $0.has("focused") })
      try store.set(settings.jobs, to: 9)
      g_action_group_activate_action(window.actionMap?.native, "reset-all", nil)
      XCTAssertEqual(store[settings.jobs], 4)
      g_action_group_activate_action(window.actionMap?.native, "undo", nil)
      XCTAssertEqual(store[settings.jobs], 9)
      try await stage.press("Escape")
      try await until("the window to go") { window.native == nil }
      preferences.present()
      XCTAssertFalse(preferences.window === window)
      preferences.window?.destroy()
    }
  }

  func testPicturesAreMade() throws {
    let scratch = try ScratchFolder()
    let folder = ProcessInfo.processInfo.environment["HIKIDASHI_PICTURES"] ?? scratch.url.path
    try onLoop {
      for scheme in [ADW_COLOR_SCHEME_FORCE_LIGHT, ADW_COLOR_SCHEME_FORCE_DARK] {
        adw_style_manager_set_color_scheme(adw_style_manager_get_default(), scheme)
        let name = scheme == ADW_COLOR_SCHEME_FORCE_DARK ? "dark" : "light"
        let settings = EditedPreferences()
        let store = try editedStore(settings, arguments: ["age": "2h"])
        try store.set(settings.jobs, to: 8)
        let preferences = PreferencesWindow(store)
        preferences.present()
        let stage = Stage(try XCTUnwrap(preferences.window))
        try await stage.settle()
        preferences.view?.show(settings.mirror)
        try await stage.press("a", holding: .control)
        try await stage.type("x")
        try await stage.savePicture(to: folder + "/first-\(name).png")
        preferences.view?.show(settings.page.look)
        await stage.nextFrame()
        try await stage.savePicture(to: folder + "/page-\(name).png")
        preferences.window?.destroy()
        for picture in ["first", "page"] {
          XCTAssertTrue(
            FileManager.default.fileExists(atPath: folder + "/\(picture)-\(name).png"))
        }
      }
      adw_style_manager_set_color_scheme(
        adw_style_manager_get_default(), ADW_COLOR_SCHEME_DEFAULT)
    }
  }
}
