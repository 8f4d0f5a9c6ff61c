import HikidashiPreferences
import HikidashiStorage
import HikidashiStorageTesting
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Waits until a secret has a value.
@MainActor
private func untilSecret(
  _ preference: SecretPreference, of store: PreferenceStore, is value: String, _ stage: Stage
) async throws {
  let deadline = ContinuousClock.now + .seconds(120)
  while try await store.secret(preference) != value {
    if ContinuousClock.now > deadline { throw WidgetTestError.timedOut("the secret") }
    await stage.nextFrame()
  }
}

/// Secrets, and rows with a part of the app's own, in a window of settings.
final class PreferencesSecretTests: XCTestCase {
  private struct Conditions: PreferenceGroup {
    let isOffline = Preference("offline", default: false)
    let jobs = Preference("jobs", default: 4).enabled(when: .when("offline", is: false))
    let size = Preference("size", default: 4)
    let token = SecretPreference("token").enabled(when: .when("offline", is: false))
  }

  func testASecretThatCouldNotBeStoredIsTriedAgain() throws {
    try onLoop {
      let settings = EditedPreferences()
      let storage = FaultyStorage(MemoryStorage())
      let store = try PreferenceStore(
        settings, at: .bytes(in: storage, name: "preferences.json"), version: "1",
        options: PreferenceOptions(autosave: nil))
      let stage = try await Stage.show(PreferencesView(store), width: 900, height: 900)
      storage.add(StorageFault(.fails(.noSpace), atCall: 1, of: .write))
      try await stage.click("text-box", "Token")
      try await stage.type("hush")
      try await stage.press("Return")
      let isTold = { @MainActor in
        stage.all("text-box", "Token").first?.states.contains { $0.hasPrefix("described") } ?? false
      }
      try await until("the error") { isTold() }
      try await stage.press("Return")
      try await untilSecret(settings.token, of: store, is: "hush", stage)
      try await until("the error to go") { !isTold() }
      try await stage.close()
    }
  }

  func testSecretsAndPartsOfOnesOwnFollowConditionsAndLocks() throws {
    try onLoop {
      let settings = Conditions()
      let storage = MemoryStorage()
      try storage.write(Array(#"{"size": 9}"#.utf8), to: "admin")
      let store = try PreferenceStore(
        settings, at: .memory, version: "1",
        layers: [.administrator(.bytes(in: storage, name: "admin"))],
        options: PreferenceOptions(autosave: nil))
      let view = PreferencesView(
        store,
        custom: ["jobs": { _ in Button("Eight") {} }, "size": { _ in Button("Nine") {} }])
      let stage = try await Stage.show(view, width: 900, height: 700)
      @MainActor func isDisabled(_ role: String, _ name: String) throws -> Bool {
        try stage.find(role, name).has("disabled")
      }
      XCTAssertTrue(try isDisabled("button", "Nine"))
      XCTAssertFalse(try isDisabled("button", "Eight"))
      XCTAssertFalse(try isDisabled("text-box", "Token"))
      try store.set(settings.isOffline, to: true)
      try await until("the condition") { (try? isDisabled("button", "Eight")) == true }
      XCTAssertTrue(try isDisabled("text-box", "Token"))
      try await stage.close()
    }
  }

  func testASecretWaitsToBeAppliedWithTheRest() throws {
    try onLoop {
      let settings = EditedPreferences()
      let store = try editedStore(settings)
      let view = PreferencesView(store, applying: .together)
      let stage = try await Stage.show(view, width: 900, height: 900)
      try await stage.click("text-box", "Token")
      try await stage.type("hush")
      try await stage.press("Return")
      var secret = try await store.secret(settings.token)
      XCTAssertNil(secret)
      XCTAssertTrue(view.isDirty)
      try await stage.click("button", "Revert")
      try await until("the entry to be empty") { !view.isDirty }
      XCTAssertFalse(try stage.find("text-box", "Token").has("“••••”"))
      try await stage.click("text-box", "Token")
      try await stage.type("word")
      try await stage.click("button", "Apply")
      try await untilSecret(settings.token, of: store, is: "word", stage)
      try await until("the button to be dim") {
        (try? stage.find("button", "Apply").has("disabled")) == true
      }
      XCTAssertFalse(view.isDirty)
      secret = try await store.secret(settings.token)
      XCTAssertEqual(secret, "word")
      try await stage.close()
    }
  }
}
