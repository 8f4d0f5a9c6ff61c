import Hikidashi
import HikidashiWidgetTesting
import XCTest

@testable import Classic

/// A scene, three alerts and a pool.
final class ClassicTests: XCTestCase {
  nonisolated private static let settings = Settings()

  @MainActor private static func stage() async throws -> (ClassicWindow, PreferenceStore, Stage) {
    let store = try PreferenceStore(
      settings, at: .memory, version: "1.0", options: PreferenceOptions(autosave: nil))
    let classic = ClassicWindow(settings, store)
    let window = classic.window()
    window.presentAlone()
    let stage = Stage(window)
    try await stage.settle()
    return (classic, store, stage)
  }

  func testTheAlertsComeOneAfterAnother() throws {
    try onLoop {
      let (classic, _, stage) = try await Self.stage()
      try await stage.click("button", "Three Alerts")
      for title in ["First: begin?", "Second: go on?", "Third: end?"] {
        let alert = try await stage.dialog(title)
        // The third is answered otherwise, so that order and answers can be told.
        try await alert.press(title.hasPrefix("Third") ? "Escape" : "Return")
        try await until("the end of \(title)") { alert.window.native == nil }
      }
      try await until("the answers") { classic.answers.count == 3 }
      XCTAssertEqual(classic.answers.prefix(2), ["Begin", "Go on"])
      XCTAssertNotEqual(classic.answers.last, "End")
      try await stage.close()
    }
  }

  func testThePoolEndsItsJobs() throws {
    try onLoop {
      let (classic, _, stage) = try await Self.stage()
      try await stage.click("button", "Squares")
      try await until("the end") { stage.dump().contains("40 of 40 squares") }
      XCTAssertEqual(classic.pool.status.done, 40)
      try await stage.close()
    }
  }

  func testTheSceneFollowsItsSettings() throws {
    try onLoop {
      let (_, store, stage) = try await Self.stage()
      XCTAssertTrue(stage.dump().contains("こんにちは"), stage.dump())
      try store.set(Self.settings.words, to: "Bonjour")
      try await until("the other words") { stage.dump().contains("Bonjour") }
      XCTAssertFalse(stage.dump().contains("こんにちは"), stage.dump())
      try await stage.close()
    }
  }
}
