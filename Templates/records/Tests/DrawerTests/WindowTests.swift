import Hikidashi
import HikidashiLoadingTesting
import HikidashiWidgetTesting
import XCTest

@testable import Drawer

final class WindowTests: XCTestCase {
  /// The app's window without its folders and without a network.
  @MainActor private static func show() async throws -> (MainWindow, Stage) {
    let settings = Settings()
    let store = try PreferenceStore(settings, at: .memory, version: "1.0")
    let server = ScriptedTransport { _ in
      TransferScript(
        headers: ["Content-Type": "application/json"],
        text: #"[{ "id": 1, "title": "Oak is back" }]"#)
    }
    let main = MainWindow(
      settings, store, cards: .memory, connector: Connector(transports: [server]))
    let stage = try await Stage.show(main.makeWindow())
    try await until("the cards") { main.cards != nil }
    try await stage.settle()
    return (main, stage)
  }

  func testACardIsAddedByTheForm() throws {
    try onLoop {
      let (main, stage) = try await Self.show()
      main.cards?.add()
      let form = try await stage.dialog()
      try await form.type("Needles")  // the first input is the name
      try await form.press("Return")
      try await until("the card") { main.cards?.records.table.count == 1 }
      XCTAssertTrue(stage.dump().contains("Needles"), stage.dump())
      try await stage.close()
    }
  }

  func testNewsAreLoaded() throws {
    try onLoop {
      let (_, stage) = try await Self.show()
      try await stage.click("tab", tr("News"))
      try await stage.click("button", tr("_Load").replacingOccurrences(of: "_", with: ""))
      try await until("the news") { stage.dump().contains("Oak is back") }
      try await stage.close()
    }
  }

  func testTheSceneIsRight() throws {
    XCTAssertGreaterThan(try onLoop { try Welcome.scene.duration }, 0)
  }
}
