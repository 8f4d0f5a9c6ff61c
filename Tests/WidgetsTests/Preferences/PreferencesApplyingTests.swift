import CHikidashiGTK
import HikidashiPreferences
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Settings that are applied together: what a search hides, and what closing the window asks.
final class PreferencesApplyingTests: XCTestCase {
  func testWhatIsWrongIsFoundThoughASearchHidesIt() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let view = PreferencesView(store, applying: .together)
      let stage = try await Stage.show(view, width: 900, height: 900)
      view.show(settings.jobs)
      try await stage.press("a", holding: .control)
      try await stage.type("77")
      view.search.text = "mirror"
      XCTAssertTrue(stage.all("spin-button", "Downloads at once").isEmpty)
      XCTAssertFalse(view.apply())
      XCTAssertEqual(store[settings.jobs], 4)
      XCTAssertEqual(view.search.text, "")
      XCTAssertTrue(try stage.find("spin-button", "Downloads at once").has("focused"))
      // A setting that the app goes to is seen, too.
      view.search.text = "colours"
      view.show(settings.isOffline)
      XCTAssertEqual(view.search.text, "")
      XCTAssertTrue(try stage.find("switch", "Work offline").has("focused"))
      try await stage.close()
    }
  }

  func testClosingTheWindowAsksWhatBecomesOfChanges() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let preferences = PreferencesWindow(store, applying: .together)
      @MainActor func open(typing text: String) async throws -> Stage {
        preferences.present()
        let stage = Stage(try XCTUnwrap(preferences.window))
        try await stage.settle()
        preferences.view?.show(settings.jobs)
        try await stage.press("a", holding: .control)
        try await stage.type(text)
        return stage
      }
      let first = try await open(typing: "7")
      try await first.press("Escape")
      var question = try await first.dialog()
      try await question.press("Escape")
      try await until("the question to go") { question.window.native == nil }
      XCTAssertNotNil(first.window.native)
      XCTAssertEqual(store[settings.jobs], 4)
      try await first.settle()
      gtk_widget_grab_focus(try first.find("text-box", "Token").native)
      try await first.type("hush")
      first.window.close()
      question = try await first.dialog()
      // One question, however often it is closed.
      first.window.close()
      try await question.click("button", "Apply")
      try await until("the first window to go") { first.window.native == nil }
      XCTAssertEqual(store[settings.jobs], 7)
      let secret = try await store.secret(settings.token)
      XCTAssertEqual(secret, "hush")

      let second = try await open(typing: "9")
      second.window.close()
      question = try await second.dialog()
      try await question.click("button", "Discard")
      try await until("the second window to go") { second.window.native == nil }
      XCTAssertEqual(store[settings.jobs], 7)

      let third = try await open(typing: "97")
      third.window.close()
      question = try await third.dialog()
      try await question.click("button", "Apply")
      try await until("the question to go") { question.window.native == nil }
      XCTAssertNotNil(third.window.native)
      XCTAssertTrue(try third.find("spin-button", "Downloads at once").has("focused"))
      try await third.close()
    }
  }

  func testAWindowOffersTheSettingsOfAStore() throws {
    try onLoop {
      let store = try editedStore(EditedPreferences())
      let stage = try await Stage.show(Label("Notes"))
      stage.window.preferences(store)
      XCTAssertTrue(try XCTUnwrap(stage.window.actionMap).activate("preferences"))
      let settings = try XCTUnwrap(Window.all.first { $0.name == "preferences" })
      XCTAssertFalse(Stage(settings).all("search-box").isEmpty)
      // Once more, and it is the same window.
      XCTAssertTrue(try XCTUnwrap(stage.window.actionMap).activate("preferences"))
      XCTAssertEqual(Window.all.count, 2)
      try await stage.close()
      try await until("it to be closed with its window") { Window.all.isEmpty }
    }
  }
}
