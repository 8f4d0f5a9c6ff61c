import CHikidashiGTK
import Foundation
import HikidashiOutlines
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// The sections beside the text, what tells that a document is obsolete, and narrow windows.
final class ViewerContentsTests: XCTestCase {
  private static let index = """
                                   RFC INDEX
                                  ---------

    1 Old Words. A. Author. April 1990. (Format: TXT) (Obsoleted by RFC2, RFC3)
         (Status: HISTORIC)

    2 New Words. A. Author, B. Author. April 2001. (Format: TXT) (Obsoletes RFC1)
         (Status: PROPOSED STANDARD)

    3 Far Words. A. Author. April 1999. (Format: TXT) (Status: HISTORIC)

    """

  /// Chapters of three sections each, with text enough to scroll.
  private static var text: String {
    var text = "Words about words\n\n"
    for chapter in 1...6 {
      text += "\(chapter).  Chapter \(chapter)\n\n   Words.\n\n"
      for section in 1...3 {
        text += "\(chapter).\(section).  Section \(section) of \(chapter)\n\n"
        text += String(repeating: "   Some more words that fill a line of the text.\n", count: 20)
        text += "\n"
      }
    }
    return text
  }

  @MainActor
  private static func open(
    _ folder: ScratchFolder, width: Int = 1_000
  ) async throws -> (ViewerWindow, App, Stage) {
    for (name, content) in [
      ("rfc-index.txt", index), ("rfc1.txt", text), ("rfc2.txt", "Words.\n"),
    ] {
      try content.write(
        to: folder.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let library = try RFCLibrary.mirror(directory: folder.url.path)
    let viewer = ViewerWindow(library)
    let (app, stage) = try await ViewerTests.launch(viewer, library)
    if let native = stage.window.native {
      gtk_window_set_default_size(native.cast(to: GtkWindow.self), Int32(width), 600)
    }
    try await stage.settle()
    return (viewer, app, stage)
  }

  func testTheContentsFollowTheTextAndLeadIntoIt() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder, width: 1_300)
      viewer.reading.open(1)
      await viewer.settled()
      try await stage.settle()
      try await stage.press("F9")
      try await until("the contents") { !stage.all("list", "Contents").isEmpty }
      let contents = viewer.pane.contents.view
      XCTAssertEqual(contents.outline.childCount(of: nil), 6)
      XCTAssertEqual(contents.outline.rowCount, 24)
      // The pane is still on its way in, and a click would go where a row is no more.
      XCTAssertFalse(viewer.pane.contentsAreOver)
      XCTAssertFalse(stage.all("list-item", "2.1  Section 1 of 2").isEmpty)
      contents.focus(row: 5)
      try await stage.press("Return")
      try await until("the section") {
        viewer.pane.reader.text.unicodeScalars.dropFirst(viewer.pane.reader.top)
          .starts(with: "2.1.  Section 1".unicodeScalars)
      }
      // Enter goes on to the text.
      XCTAssertEqual(stage.focused?.name, "Document")
      try await stage.press("Down", holding: .control)
      try await until("the next section") {
        contents.outline.selectedIDs.first == NodeID(rawValue: 7)
      }
      // Who has followed the contents comes back to where they were left.
      viewer.reading.goBack()
      try await until("the start") { viewer.pane.reader.top == 0 }
      XCTAssertFalse(viewer.reading.canGoBack)
      viewer.reading.goForward()
      try await until("the section again") { viewer.pane.reader.top > 0 }
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testTheSectionsAreTheOutlineOfThePDF() throws {
    let tool = Tool("pdftohtml")
    let program = try XCTUnwrap(tool.path, tool.reason)
    let folder = try ScratchFolder()
    let path = folder.url.path + "/rfc1.pdf"
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      viewer.reading.open(1)
      await viewer.settled()
      try viewer.savePDF(to: path)
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
    let run = try Run(program, ["-xml", "-i", "-stdout", path])
    XCTAssertEqual(run.wait(), 0)
    let output = run.standardOutput
    let outline = output.components(separatedBy: "<outline>").dropFirst().joined()
    let items = outline.components(separatedBy: "<page ")[0].split(separator: "\n")
      .filter { $0.contains("<item") }.map {
        $0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
      }
    XCTAssertEqual(items.count, 24, output)
    XCTAssertEqual(items.prefix(3), ["1  Chapter 1", "1.1  Section 1 of 1", "1.2  Section 2 of 1"])
  }

  func testWhatIsObsoleteIsToldOverTheTextAndInTheList() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      viewer.list.view.change { $0.openAll() }
      viewer.reading.open(1)
      await viewer.settled()
      try await stage.settle()
      XCTAssertFalse(stage.all("label", "Obsolete. Replaced by RFC\u{A0}2, RFC\u{A0}3.").isEmpty)
      XCTAssertFalse(stage.all("list-item", "1 Old Words, obsolete").isEmpty, stage.dump())
      XCTAssertEqual(
        viewer.reading.index[2]?.facts, "2001 · Proposed Standard · A. Author and others")
      viewer.reading.open(2)
      await viewer.settled()
      try await stage.settle()
      XCTAssertFalse(stage.dump().contains("Obsolete. Replaced"), stage.dump())
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  /// In a process of its own: GDK keeps the keyboard from later windows where a button was pressed that
  /// hides itself.
  func testANarrowWindowHasTheListOrTheText() throws {
    try inOwnProcess { try walkNarrowly() }
  }

  private func walkNarrowly() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder, width: 360)
      try await until("the list") { !stage.all("list", "RFCs").isEmpty }
      XCTAssertTrue(stage.all("text-box", "Document").isEmpty, stage.dump())
      try await stage.click("list-item", "2 New Words")
      await viewer.settled()
      try await until("the text") { !stage.all("text-box", "Document").isEmpty }
      try await stage.settle()
      XCTAssertTrue(stage.all("list", "RFCs").isEmpty, stage.dump())
      try await until("the keyboard in the text") { stage.focused?.name == "Document" }
      try await checkLayout(stage, room: (360, 600))
      try await stage.click("button", "List")
      try await until("the list again") { !stage.all("list", "RFCs").isEmpty }
      try await until("the keyboard in the list") { stage.focused?.role == "list-item" }
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testWhoWalksThroughTheContentsComesBackInOneStep() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder, width: 1_300)
      viewer.reading.open(1)
      await viewer.settled()
      let start = ContinuousClock.now
      let places = viewer.pane.shown?.layout.headings.map(\.span.scalars.lowerBound) ?? []
      for (step, seconds) in [0.0, 0.5, 1.0, 4.0].enumerated() {
        viewer.reading.go(to: places[step + 3], isWalk: true, at: start + .seconds(seconds))
      }
      viewer.reading.goBack()
      XCTAssertEqual(viewer.reading.shown?.top, places[5])
      viewer.reading.goBack()
      XCTAssertEqual(viewer.reading.shown?.top, 0)
      XCTAssertFalse(viewer.reading.canGoBack)
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testTheContentsStandBesideTheTextAtFirst() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder, width: 1_280)
      viewer.reading.open(1)
      await viewer.settled()
      try await stage.press("F9")
      try await until("the contents") { !stage.all("list", "Contents").isEmpty }
      XCTAssertFalse(viewer.pane.contentsAreOver)
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }
}
