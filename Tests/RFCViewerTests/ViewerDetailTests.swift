import Foundation
import HikidashiBase
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import XCTest

@testable import RFCViewer

/// What the window says and where it puts things, on a mirror of 300 RFCs.
final class ViewerDetailTests: XCTestCase {
  private var folder = ""

  override func setUpWithError() throws {
    folder = NSTemporaryDirectory() + "mirror-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var index = "                       RFC INDEX\n                       ---------\n\n"
    index += "14 Not Issued.\n\n"
    for number in 1_001...1_300 {
      let relations =
        number == 1_149 ? "(Updated by RFC1150, RFC1151) (Obsoletes RFC1001) " : ""
      index += "\(number) Title \(number). A. Author. April 1990. (Format: TXT) \(relations)"
      index += "(Status: INFORMATIONAL)\n\n"
    }
    try write(index, "rfc-index.txt")
    try write("Text.\n", "rfc1149.txt")
    try write("", "rfc1150.txt")
  }

  override func tearDown() { try? FileManager.default.removeItem(atPath: folder) }

  func testTheDetailsKeepNumbersWhole() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await Self.open(folder)
      viewer.reading.open(1_149)
      await viewer.settled()
      try await stage.settle()
      let details = try XCTUnwrap(stage.all("label").first { $0.name.contains("Obsoletes") })
      XCTAssertEqual(details.name.split(separator: "\n").last, "Obsoletes: RFC\u{A0}1001")
      let standing = try XCTUnwrap(stage.all("label").first { $0.name.contains("Updated by") })
      XCTAssertEqual(standing.name, "Updated by RFC\u{A0}1150, RFC\u{A0}1151.")
      try await stage.close()
    }
  }

  func testARowThatIsRevealedStandsBelowItsHeading() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await Self.open(folder)
      viewer.reading.open(1_149)
      await viewer.settled()
      try await stage.settle()
      try await until("the row") {
        guard let row = try? stage.find("list-item", "1149 Title 1149"),
          let list = try? stage.find("list"), let place = try? stage.screenPoint(of: row),
          let middle = try? stage.screenPoint(of: list), let top = try? stage.find("search-box"),
          let edge = try? stage.screenPoint(of: top)
        else { return false }
        // The middle of the list as a whole is that of what is seen of it.
        return place.y < middle.y && place.y > edge.y + 60
      }
      let heading = stage.all("label", "1990s (300)").contains { label in
        guard let place = try? stage.screenPoint(of: label),
          let row = try? stage.find("list-item", "1149 Title 1149"),
          let below = try? stage.screenPoint(of: row), let top = try? stage.find("search-box"),
          let edge = try? stage.screenPoint(of: top)
        else { return false }
        return place.y > edge.y && place.y < below.y
      }
      XCTAssertTrue(heading, stage.dump())
      try await stage.close()
    }
  }

  func testAnEmptyWindowSaysWhatToDo() throws {
    try onLoop { [folder] in
      let (_, stage) = try await Self.open(folder)
      XCTAssertNoThrow(try stage.find("label", "No RFC chosen"))
      XCTAssertNoThrow(
        try stage.find("label", "Choose one in the list, or press Ctrl+K and type."))
      try await stage.close()
    }
  }

  func testWhatTheListDoesNotHaveIsNotSelectedThere() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await Self.open(folder)
      viewer.reading.open(1_149)
      await viewer.settled()
      try await stage.settle()
      XCTAssertEqual(stage.all("list-item").count { $0.has("selected") }, 1)
      viewer.reading.open(99_998)
      await viewer.settled()
      try await stage.settle()
      XCTAssertEqual(stage.all("list-item").count { $0.has("selected") }, 0)
      try await stage.close()
    }
  }

  /// What was asked for before the index was there is not told to be none of it.
  func testWhyADocumentIsMissingIsToldByTheIndex() throws {
    try onLoop { [folder] in
      let library = try RFCLibrary.mirror(directory: folder)
      let viewer = ViewerWindow(library)
      let window = viewer.makeWindow()
      window.presentAlone()
      let stage = Stage(window)
      viewer.reading.open(1_200)
      await viewer.settled()
      viewer.reading.show(IndexLoad(library))
      await viewer.settled()
      try await stage.settle()
      XCTAssertTrue(stage.dump().contains("put rfc1200.txt into"), stage.dump())
      try await stage.close()
    }
  }

  func testANumberThatWasNeverIssuedIsCalledSoInOneWay() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await Self.open(folder)
      viewer.reading.open(14)
      await viewer.settled()
      try await stage.settle()
      XCTAssertEqual(stage.window.title, "RFC 14: Not issued")
      let dump = stage.dump()
      XCTAssertFalse(dump.contains("No status"), dump)
      XCTAssertFalse(dump.contains("Not Issued"), dump)
      try await stage.close()
    }
  }

  func testSentencesBeginAsSentences() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await Self.open(folder)
      viewer.reading.open(1_150)
      await viewer.settled()
      try await stage.settle()
      let dump = stage.dump()
      XCTAssertTrue(dump.contains("label “Cannot read “"), dump)
      try await stage.close()
    }
  }

  func testCountsAreWrittenAsReadersWriteThem() throws {
    try onLoop {
      XCTAssertEqual(RFCList.text(count: 1_327, in: "en"), "1,327")
      XCTAssertEqual(RFCList.text(count: 1_327, in: "de"), "1.327")
      XCTAssertEqual(RFCList.text(count: 27, in: "ja"), "27")
    }
  }

  func testTheListOfShortcutsHasTheKeysOfTheReaderToo() throws {
    try onLoop { [folder] in
      let (_, stage) = try await Self.open(folder)
      try await stage.press("question", holding: [.control, .shift])
      let list = try await stage.dialog("Keyboard Shortcuts")
      let labels = list.all("label").map(\.name)
      let general = labels.firstIndex(of: "General") ?? labels.count
      for text in ["Guide", "Open the menu", "Keyboard Shortcuts", "Fullscreen"] {
        XCTAssertGreaterThan(labels.firstIndex(of: text) ?? -1, general, text + list.dump())
      }
      for text in ["Go to the next link", "Follow the link", "Show the caret"] {
        XCTAssertTrue(labels.contains(text), text + list.dump())
      }
      try await list.press("Escape")
      try await stage.close()
    }
  }

  @MainActor
  private static func open(_ folder: String) async throws -> (ViewerWindow, Stage) {
    let library = try RFCLibrary.mirror(directory: folder)
    let viewer = ViewerWindow(library)
    let window = viewer.makeWindow()
    window.keep(viewer)
    window.presentAlone()
    viewer.reading.show(IndexLoad(library))
    await viewer.settled()
    let stage = Stage(window)
    try await stage.settle()
    return (viewer, stage)
  }

  private func write(_ text: String, _ name: String) throws {
    try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
  }
}
