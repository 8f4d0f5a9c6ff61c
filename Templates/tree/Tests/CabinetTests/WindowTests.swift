import Hikidashi
import HikidashiLoadingTesting
import HikidashiWidgetTesting
import XCTest

@testable import Cabinet

final class WindowTests: XCTestCase {
  /// The app's window without its folders, and with files that are what `text` says.
  @MainActor private static func show(
    _ text: String = "[]", state: any ByteStorage = MemoryStorage()
  ) async throws -> (MainWindow, Stage, StateStore) {
    let settings = Settings()
    let store = try PreferenceStore(settings, at: .memory, version: "1.0")
    let state = StateStore(in: state)
    let main = try MainWindow(
      settings, store, state: state,
      connector: Connector(transports: [ScriptedTransport(TransferScript(text: text))]))
    return (main, try await Stage.show(main.makeWindow()), state)
  }

  func testAThingIsFoundAndShown() throws {
    try onLoop {
      let (main, stage, _) = try await Self.show()
      try await stage.click("search-box")
      try await stage.type("cebu")
      XCTAssertEqual(main.things.outline.rowCount, 3, stage.dump())
      try await stage.press("Return")
      XCTAssertEqual(main.chosen?.name, "Nautilus")
      try await until("the detail") { stage.dump().contains("Cebu, 1979") }
      try await stage.close()
    }
  }

  func testWhatWasChosenComesBack() throws {
    try onLoop {
      let folder = MemoryStorage()
      for run in 1...2 {
        let (main, stage, state) = try await Self.show(state: folder)
        if run == 1 {
          main.things.focus(row: 1)
          try await stage.press("space")
        }
        try await until("the thing") { main.chosen?.name == "Amethyst" }
        try await stage.close()
        state.save()
      }
    }
  }

  func testAFileIsOpenedOrSaysWhatIsWrong() throws {
    try onLoop {
      let (main, stage, _) = try await Self.show(#"[{ "name": "Tea" }]"#)
      main.open("file:///tea.json")
      try await until("the tea") { main.things.outline.rowCount == 1 }
      try await until("the title") { stage.window.title == "tea.json" }
      try await stage.close()

      let (other, wrong, _) = try await Self.show("[{ ]")
      other.open("file:///tea.json")
      try await until("the reason") { wrong.dump().contains("line 1") }
      XCTAssertNoThrow(try wrong.find("button", "Try Again"))
      XCTAssertGreaterThan(other.things.outline.rowCount, 1)
      try await wrong.close()
    }
  }

  func testTheSceneIsRight() throws {
    XCTAssertGreaterThan(try onLoop { try Welcome.scene.duration }, 0)
  }
}
