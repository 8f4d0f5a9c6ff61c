import Foundation
import HikidashiPreferences
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// How the window is read in and used by the keyboard.
extension ViewerTests {
  /// Shows a viewer in an app of its own: shortcuts are the app's.
  @MainActor
  static func launch(
    _ viewer: ViewerWindow, _ library: RFCLibrary, first: Int? = nil
  ) async throws -> (App, Stage) {
    let id = "io.github.hikidashi.Test\(UInt64.random(in: 1 ... .max))"
    let app = App(id: id, instance: .separate) {
      viewer.makeWindow()
    }
    let stage = try await Stage.launch(app)
    if let first {
      viewer.reading.open(first)
      await viewer.settled()
    }
    viewer.reading.show(IndexLoad(library))
    await viewer.settled()
    try await stage.settle()
    return (app, stage)
  }

  func testTheKeyboardIsInTheListAtFirstAndLettersSearch() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      XCTAssertEqual(stage.focused?.name, "1990s (3)")
      try await stage.type("waitz")
      XCTAssertEqual(viewer.list.search.text, "waitz")
      XCTAssertEqual(stage.focused?.role, "search-box")
      XCTAssertEqual(try ViewerTests.rows(stage), ["RFCs (2)", "2549", "1149"])
      try await stage.press("Down")
      XCTAssertEqual(stage.focused?.role, "list-item")
      try await stage.close()
    }
  }

  func testTheKeyboardIsNeverInWhatIsHidden() throws {
    try onLoop { [folder] in
      let library = try RFCLibrary.mirror(directory: folder)
      let viewer = ViewerWindow(library)
      let (app, stage) = try await ViewerTests.launch(viewer, library)
      try await stage.press("F6")
      XCTAssertEqual(stage.focused?.role, "list-item")
      viewer.reading.open(1149)
      await viewer.settled()
      try await stage.press("F6")
      XCTAssertEqual(stage.focused?.name, "Document")
      viewer.reading.open(2550)
      await viewer.settled()
      XCTAssertNotEqual(stage.focused?.name, "Document")
      app.quit()
    }
  }

  func testBackPutsTheCursorOnTheLinkThatWasLeft() throws {
    try onLoop { [folder] in
      let library = try RFCLibrary.mirror(directory: folder)
      let viewer = ViewerWindow(library)
      let (app, stage) = try await ViewerTests.launch(viewer, library)
      viewer.reading.read(1149)
      try await until("the document to have the keyboard") { stage.focused?.name == "Document" }
      try await stage.press("Tab")
      let link = viewer.pane.reader.cursor
      XCTAssertGreaterThan(link, 0)
      try await stage.press("Return")
      await viewer.settled()
      XCTAssertEqual(viewer.pane.reader.cursor, 0)
      try await stage.press("Left", holding: .alt)
      await viewer.settled()
      XCTAssertTrue(viewer.pane.reader.text.hasPrefix("Pigeons."))
      XCTAssertEqual(viewer.pane.reader.cursor, link)
      app.quit()
    }
  }

  func testTheTitleIsThatOfWhatIsBeingFetched() throws {
    // It takes what is asked, and never answers.
    let server = try RawServer { $0.waitForClose() }
    let address = server.address
    try onLoop { [folder] in
      let library = RFCLibrary.kept(in: folder)
      let viewer = ViewerWindow(library, mirror: try RFCMirror(address + "/"))
      let stage = try await ViewerTests.show(viewer, library)
      viewer.reading.open(1149)
      await viewer.settled()
      viewer.reading.open(2550)
      try await until("the fetch") { stage.dump().contains("label “Downloading RFC 2550…”") }
      try await stage.settle()
      XCTAssertTrue(stage.window.title.hasPrefix("RFC 2550: Y10K"), stage.window.title)
      viewer.reading.open(1149)
      await viewer.settled()
      XCTAssertTrue(stage.window.title.hasPrefix("RFC 1149"), stage.window.title)
      try await stage.close()
    }
  }

  func testADocumentThatIsOnlyPDFIsOfferedToTheBrowser() throws {
    let index = try String(contentsOfFile: folder + "/rfc-index.txt", encoding: .utf8)
    let entry = """

      8 ARPA Network Functional Specifications. G. Deloche. May 1969. (Format:
           PDF) (Status: UNKNOWN)

      """
    try write(index.replacing("\n1149 Standard", with: entry + "\n1149 Standard"), "rfc-index.txt")
    try onLoop { [folder] in
      let library = try RFCLibrary.mirror(directory: folder)
      let viewer = ViewerWindow(library)
      let (app, stage) = try await ViewerTests.launch(viewer, library, first: 8)
      try await stage.settle()
      XCTAssertTrue(stage.dump().contains("It was published only as PDF."), stage.dump())
      XCTAssertFalse(stage.dump().contains("rfc8.txt"), stage.dump())
      try await stage.press("F6")
      XCTAssertEqual(stage.focused?.name, "Open PDF in Browser")
      viewer.reading.open(2550)
      await viewer.settled()
      try await stage.settle()
      XCTAssertTrue(stage.all("button", "Open PDF in Browser").isEmpty)
      app.quit()
    }
  }

  func testARowOffersWhatOneWouldDoWithIt() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      try await stage.click("list-item", "2550 Y10K and Beyond", button: 3)
      try await until("the menu") { !stage.all("menu-item").isEmpty }
      XCTAssertEqual(
        stage.all("menu-item").map(\.name),
        [
          "Open", "Open Beside", "Copy “RFC 2550”", "Copy Address", "Copy Citation",
          "Open in Browser",
        ])
      try await stage.press("Escape")
      try await until("the menu to close") { stage.all("menu-item").isEmpty }
      // A heading offers what concerns all of them, by the keyboard too.
      XCTAssertEqual(stage.focused?.name, "1990s (3)")
      try await stage.press("Menu")
      try await until("the menu of headings") { !stage.all("menu-item").isEmpty }
      XCTAssertEqual(
        stage.all("menu-item").map(\.name), ["Open All Sections", "Close All Sections"])
      try await stage.press("Escape")
      XCTAssertEqual(viewer.pane.reader.text, "")
      try await stage.close()
    }
  }

  func testTheTextIsMadeLargerAndSmaller() throws {
    try onLoop { [folder] in
      let (settings, store) = try ViewerPreferences.inMemory()
      let library = try RFCLibrary.mirror(directory: folder)
      let viewer = ViewerWindow(library, preferences: (settings, store))
      let (app, stage) = try await ViewerTests.launch(viewer, library)
      for (key, size) in [
        ("equal", 12), ("KP_Add", 13), ("minus", 12), ("KP_Subtract", 11), ("minus", 10), ("0", 11),
      ] {
        try await stage.press(key, holding: .control)
        XCTAssertEqual(store[settings.reading.size], size, key)
      }
      XCTAssertFalse(store.isChanged(settings.reading.size))
      try store.set(settings.reading.size, to: 47)
      for _ in 0..<3 { try await stage.press("equal", holding: .control) }
      XCTAssertEqual(store[settings.reading.size], 48)
      try await until("the letters") { viewer.pane.reader.textSize == 48 }
      XCTAssertEqual(try ViewerTests.rows(stage).first, "1990s (3)")
      app.quit()
    }
  }

  /// What is written then would show at the next start, and nothing now.
  func testTheSizeOfAFlagIsLeftAsItIs() throws {
    try onLoop { [folder] in
      let settings = ViewerPreferences()
      let store = try PreferenceStore(
        settings, at: .memory, version: "1", layers: [.arguments(["reading-size": "20"])],
        options: PreferenceOptions(autosave: nil))
      let library = try RFCLibrary.mirror(directory: folder)
      let viewer = ViewerWindow(library, preferences: (settings, store))
      let (app, stage) = try await ViewerTests.launch(viewer, library)
      for key in ["equal", "minus", "0"] { try await stage.press(key, holding: .control) }
      XCTAssertFalse(store.exportedValues().contains("size"))
      XCTAssertEqual(store[settings.reading.size], 20)
      app.quit()
    }
  }

  func testEveryPlaceWhereTheKeyboardStopsHasAName() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      viewer.reading.open(1149)
      await viewer.settled()
      try await stage.settle()
      var names: Set<String> = []
      for _ in 0..<24 {
        let focused = try XCTUnwrap(stage.focused)
        XCTAssertNotEqual(focused.name, "", "\(focused.role) in\n\(stage.dump())")
        names.insert(focused.name)
        try await stage.press("Tab")
      }
      XCTAssertTrue(names.contains("Sections: By decade"), "\(names)")
      XCTAssertTrue(names.contains("Document"), "\(names)")
      try await stage.close()
    }
  }
}
