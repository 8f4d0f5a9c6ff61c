import Foundation
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import XCTest

@testable import RFCViewer

/// The window on a small mirror of the test's own.
final class ViewerTests: XCTestCase {
  var folder = ""

  override func setUpWithError() throws {
    folder = NSTemporaryDirectory() + "mirror-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let index = """
                                     RFC INDEX
                                    ---------

      1 Host Software. S. Crocker. April 1969. (Format: TXT) (Status: UNKNOWN)

      1149 Standard for the transmission of IP datagrams on avian carriers. D.
           Waitzman. April 1990. (Format: TXT) (Updated by RFC2549) (Status:
           EXPERIMENTAL)

      2549 IP over Avian Carriers with Quality of Service. D. Waitzman. April
           1999. (Format: TXT) (Updates RFC1149) (Status: EXPERIMENTAL)

      2550 Y10K and Beyond. S. Glassman, M. Manasse, J. Mogul. April 1999.
           (Format: TXT) (Status: INFORMATIONAL)

      """
    try write(index, "rfc-index.txt")
    try write("Pigeons.  See RFC 2549 for the quality of service.\n", "rfc1149.txt")
    try write("This amends RFC 1149.\n", "rfc2549.txt")
  }

  override func tearDown() { try? FileManager.default.removeItem(atPath: folder) }

  func testRowsAreGroupedByDecadeWithTheNewestOpen() throws {
    try onLoop { [folder] in
      let (_, stage) = try await ViewerTests.open(folder)
      XCTAssertEqual(
        try stage.find("list").dump(),
        """
        list “RFCs”
          list-item “1990s (3)” level 1, expanded, focused
          list-item “2550 Y10K and Beyond” level 2
          list-item “2549 IP over Avian Carriers with Quality of Service” level 2
          list-item “1149 Standard for the transmission of IP datagrams on avian carriers” level 2
          list-item “1960s (1)” level 1, collapsed
        """)
      try await stage.close()
    }
  }

  func testTypingFiltersByNumberTitleAndAuthor() throws {
    try onLoop { [folder] in
      let (_, stage) = try await ViewerTests.open(folder)
      try await stage.press("f", holding: .control)
      try await stage.click("search-box")
      try await stage.type("waitz")
      XCTAssertEqual(try ViewerTests.rows(stage), ["RFCs (2)", "2549", "1149"])
      try await stage.press("Escape")
      try await stage.type("host")
      XCTAssertEqual(try ViewerTests.rows(stage), ["RFCs (1)", "1"])
      try await stage.press("Escape")
      try await stage.type("25")
      XCTAssertEqual(try ViewerTests.rows(stage), ["RFCs (2)", "2550", "2549"])
      try await stage.type("zzz")
      XCTAssertNoThrow(try stage.find("label", "No RFC found"))
      try await stage.press("Escape")
      XCTAssertEqual(
        try ViewerTests.rows(stage), ["1990s (3)", "2550", "2549", "1149", "1960s (1)"])
      try await stage.close()
    }
  }

  func testTheSameKeyFindsWordsInTheDocument() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      viewer.reading.open(1149)
      await viewer.settled()
      XCTAssertTrue(viewer.pane.focus())
      try await stage.press("f", holding: .control)
      XCTAssertTrue(viewer.pane.findBar.isOpen)
      try await stage.type("rfc")
      try await until("the place") { viewer.pane.findBar.matchCount == 1 }
      try await stage.press("Escape")
      XCTAssertTrue(viewer.pane.reader.hasFocus)
      XCTAssertEqual(viewer.pane.reader.cursor, 14)
      try await stage.close()
    }
  }

  func testEnterOpensWhatWasFoundFirstAndDownGoesToTheList() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      try await stage.click("search-box")
      try await stage.type("1149")
      try await stage.press("Return")
      await viewer.settled()
      XCTAssertTrue(viewer.pane.reader.text.hasPrefix("Pigeons."))
      try await until("the keyboard in the text") { viewer.pane.reader.hasFocus }
      try await stage.click("search-box")
      try await stage.press("Down")
      let row = "1149 Standard for the transmission of IP datagrams on avian carriers"
      XCTAssertTrue(try stage.find("list-item", row).has("focused"), stage.dump())
      try await stage.close()
    }
  }

  func testAClickOpensADocumentAndItsLinksLeadOnAndBack() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      try await stage.click(
        "list-item", "1149 Standard for the transmission of IP datagrams on avian carriers")
      await viewer.settled()
      XCTAssertTrue(viewer.pane.reader.text.hasPrefix("Pigeons."))
      XCTAssertTrue(stage.window.title.hasPrefix("RFC 1149: Standard"))
      XCTAssertTrue(try stage.find("button", "Back").has("disabled"))
      viewer.reading.focusDocument()
      try await stage.press("Tab")
      try await stage.press("Return")
      await viewer.settled()
      XCTAssertEqual(viewer.pane.reader.text, "This amends RFC 1149.\n")
      let row = "2549 IP over Avian Carriers with Quality of Service"
      XCTAssertTrue(try stage.find("list-item", row).has("selected"))
      try await stage.click("button", "Back")
      await viewer.settled()
      XCTAssertTrue(viewer.pane.reader.text.hasPrefix("Pigeons."))
      try await stage.settle()
      try await stage.click("button", "Forward")
      await viewer.settled()
      XCTAssertEqual(viewer.pane.reader.text, "This amends RFC 1149.\n")
      try await stage.close()
    }
  }

  func testADocumentThatIsNotThereIsSaid() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      viewer.reading.open(2550)
      await viewer.settled()
      try await stage.settle()
      XCTAssertNoThrow(try stage.find("label", "RFC 2550 isn’t on this computer"))
      XCTAssertTrue(stage.dump().contains("put rfc2550.txt into"))
      try await stage.close()
    }
  }

  func testSectionsCanBeStatuses() throws {
    try onLoop { [folder] in
      let (_, stage) = try await ViewerTests.open(folder)
      let element = try stage.find("combo-box", "Sections")
      let drop = try XCTUnwrap(Part.of(element.native) as? DropDown<String>)
      drop.chosen = 1
      try await stage.settle()
      XCTAssertEqual(
        try ViewerTests.rows(stage),
        ["Informational (1)", "Experimental (2)", "Unknown status (1)"])
      try await stage.close()
    }
  }

  func testTypingBeforeTheIndexIsThereFiltersItWhenItComes() throws {
    try onLoop { [folder] in
      let library = try RFCLibrary.mirror(directory: folder)
      let viewer = ViewerWindow(library)
      let window = viewer.makeWindow()
      window.presentAlone()
      let stage = Stage(window)
      try await stage.settle()
      try await stage.click("search-box")
      try await stage.type("host")
      viewer.reading.show(IndexLoad(library))
      await viewer.settled()
      try await stage.settle()
      XCTAssertEqual(try ViewerTests.rows(stage), ["RFCs (1)", "1"])
      try await stage.close()
    }
  }

  func testDocumentsThatWerePassedOverAreNoPlacesToGoBackTo() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      let start = ContinuousClock.now
      viewer.reading.openFromList(1149, at: start)
      viewer.reading.openFromList(2549, at: start + .milliseconds(300))
      viewer.reading.openFromList(2550, at: start + .milliseconds(600))
      viewer.reading.openFromList(1149, at: start + .seconds(5))
      await viewer.settled()
      viewer.reading.goBack()
      await viewer.settled()
      XCTAssertTrue(stage.window.title.hasPrefix("RFC 2550"))
      XCTAssertTrue(try stage.find("button", "Back").has("disabled"))
      try await stage.close()
    }
  }

  func testAMissingIndexIsSaid() throws {
    try FileManager.default.removeItem(atPath: folder + "/rfc-index.txt")
    try onLoop { [folder] in
      let (_, stage) = try await ViewerTests.open(folder)
      XCTAssertNoThrow(try stage.find("label", "No index"))
      try await stage.close()
    }
  }

  func testTheBuiltInLibraryOpensItsGuide() throws {
    try onLoop {
      let viewer = ViewerWindow(.builtIn)
      let stage = try await ViewerTests.show(viewer, .builtIn)
      viewer.reading.open(RFCLibrary.guideNumber)
      await viewer.settled()
      XCTAssertTrue(viewer.pane.reader.text.contains("RFC Viewer"))
      try await stage.close()
    }
  }

  func testAServerThatIsNotThereIsToldQuietly() throws {
    try onLoop { [folder] in
      let library = RFCLibrary.kept(in: folder)
      // A port that nothing listens on, and a password that nobody is told.
      let mirror = try RFCMirror("http://joe:hunter2@127.0.0.1:9/")
      let viewer = ViewerWindow(library, mirror: mirror)
      let stage = try await ViewerTests.show(viewer, library)
      viewer.refresh()
      try await until("the sign") { !stage.all("label", "Working offline").isEmpty }
      try await stage.click("button", "Try Now")
      await viewer.settled()
      try await until("the sign of another try") {
        stage.all("label", "Working offline").count == 1
      }
      XCTAssertTrue(stage.all("alert").isEmpty, stage.dump())
      viewer.reading.open(1)
      await viewer.settled()
      try await until("the reason") { stage.dump().contains("http://127.0.0.1:9/rfc/rfc1.txt") }
      XCTAssertFalse(stage.dump().contains("hunter2"), stage.dump())
      try await stage.close()
    }
  }

  @MainActor
  static func open(_ folder: String) async throws -> (ViewerWindow, Stage) {
    let library = try RFCLibrary.mirror(directory: folder)
    let viewer = ViewerWindow(library)
    return (viewer, try await show(viewer, library))
  }

  @MainActor
  static func show(_ viewer: ViewerWindow, _ library: RFCLibrary) async throws -> Stage {
    let window = viewer.makeWindow()
    window.keep(viewer)
    window.presentAlone()
    viewer.reading.show(IndexLoad(library))
    await viewer.settled()
    let stage = Stage(window)
    try await stage.settle()
    return stage
  }

  /// The headings, and the numbers of the entries.
  @MainActor
  static func rows(_ stage: Stage) throws -> [String] {
    stage.all("list-item").map { row in
      row.has("level 1") ? row.name : String(row.name.prefix { $0 != " " })
    }
  }

  func write(_ text: String, _ name: String) throws {
    try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
  }
}
