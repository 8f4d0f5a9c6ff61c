import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import XCTest

@testable import RFCViewer

/// The ways between documents: each visit has its own place, and the keyboard is never lost.
extension ViewerTests {
  private func makeLong() throws {
    let lines = (0..<3_000).map { "line \($0) of RFC 2549" }.joined(separator: "\n")
    try write(lines + "\n", "rfc1149.txt")
  }

  @MainActor
  private static func scroll(_ viewer: ViewerWindow, to line: Int, _ stage: Stage) async throws {
    let before = viewer.pane.reader.text.prefix { _ in true }
    let start = before.range(of: "line \(line) ").map {
      before.unicodeScalars.distance(from: before.startIndex, to: $0.lowerBound)
    }
    viewer.pane.reader.scroll(to: start ?? 0)
    try await stage.settle()
  }

  func testTwoVisitsToADocumentHaveTwoPlaces() throws {
    try makeLong()
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      viewer.reading.open(2549)
      await viewer.settled()
      viewer.reading.open(1149)
      await viewer.settled()
      try await ViewerTests.scroll(viewer, to: 1_500, stage)
      let first = viewer.pane.reader.top
      XCTAssertGreaterThan(first, 0)
      viewer.reading.open(2549)
      await viewer.settled()
      viewer.reading.open(1149)
      await viewer.settled()
      XCTAssertEqual(viewer.pane.reader.top, 0)
      // Quicker than any document is read, so that the second visit is still in view at the first.
      for _ in 0..<3 { viewer.reading.goBack() }
      await viewer.settled()
      viewer.reading.goForward()
      await viewer.settled()
      try await until("the first visit's place") { viewer.pane.reader.top == first }
      viewer.reading.goForward()
      viewer.reading.goForward()
      await viewer.settled()
      try await stage.settle()
      XCTAssertEqual(viewer.pane.reader.top, 0)
      try await stage.close()
    }
  }

  /// The line at the top may begin above the view.
  func testBackShowsTheViewThatWasLeft() throws {
    try makeLong()
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      viewer.reading.open(1149)
      await viewer.settled()
      let reader = viewer.pane.reader
      let rows = try XCTUnwrap(
        gtk_scrolled_window_get_vadjustment(OpaquePointer(XCTUnwrap(reader.native))))
      for (place, isOther) in [(5_000.0, false), (5_003, true), (12_341, false), (20_009, true)] {
        try await until("the lines to be measured") { gtk_adjustment_get_upper(rows) > 40_000 }
        // As the wheel does, once the text no longer goes to where it was sent.
        for _ in 0..<200 where gtk_adjustment_get_value(rows) != place {
          gtk_adjustment_set_value(rows, place)
          try await stage.settle()
        }
        let left = gtk_adjustment_get_value(rows)
        XCTAssertEqual(left, place)
        if isOther {
          viewer.reading.open(2549)
        } else {
          viewer.reading.go(to: 10)
        }
        await viewer.settled()
        try await stage.settle()
        viewer.reading.goBack()
        await viewer.settled()
        try await until("the view of \(place)") { gtk_adjustment_get_value(rows) == left }
        for _ in 0..<5 { await stage.nextFrame() }
        XCTAssertEqual(gtk_adjustment_get_value(rows), left)
      }
      try await stage.close()
    }
  }

  func testADocumentThatComesLaterBeginsAtItsBeginning() throws {
    try makeLong()
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      viewer.reading.open(1149)
      await viewer.settled()
      try await ViewerTests.scroll(viewer, to: 1_500, stage)
      viewer.reading.open(2550)
      await viewer.settled()
      XCTAssertFalse(viewer.pane.hasDocument)
      viewer.reading.open(2549)
      await viewer.settled()
      let text = (0..<3_000).map { "line \($0)" }.joined(separator: "\n")
      try (text + "\n").write(toFile: folder + "/rfc2550.txt", atomically: true, encoding: .utf8)
      viewer.reading.goBack()
      await viewer.settled()
      try await stage.settle()
      XCTAssertTrue(viewer.pane.hasDocument)
      XCTAssertEqual(viewer.pane.reader.top, 0)
      try await stage.close()
    }
  }

  func testTheKeyboardComesBackToTheTextFromAMessage() throws {
    try onLoop { [folder] in
      let library = try RFCLibrary.mirror(directory: folder)
      let viewer = ViewerWindow(library)
      let (app, stage) = try await ViewerTests.launch(viewer, library)
      viewer.reading.read(1149)
      try await until("the document to have the keyboard") { stage.focused?.name == "Document" }
      viewer.reading.open(2550)
      await viewer.settled()
      XCTAssertEqual(stage.focused?.role, "list-item", stage.dump())
      viewer.reading.goBack()
      await viewer.settled()
      try await until("the keyboard in the text") { stage.focused?.name == "Document" }
      // Who has gone elsewhere meanwhile stays there.
      viewer.reading.open(2550)
      await viewer.settled()
      viewer.list.search.focus()
      viewer.reading.goBack()
      await viewer.settled()
      XCTAssertEqual(stage.focused?.role, "search-box")
      app.quit()
    }
  }

  func testOnlyANumberAloneIsThatRFC() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      for (query, title) in [
        ("avian 1", "RFC 1149: Standard for the transmission"),
        ("1", "RFC 1: Host Software"), ("rfc 1149", "RFC 1149: Standard for the transmission"),
      ] {
        viewer.list.search.text = query
        viewer.list.search.focus()
        try await stage.settle()
        try await stage.press("Return")
        await viewer.settled()
        XCTAssertEqual(
          viewer.window?.title.hasPrefix(title), true, "\(query): \(viewer.window?.title as Any)")
      }
      try await stage.close()
    }
  }

  func testTheDetailsHaveTheMenuOfLinks() throws {
    try onLoop { [folder] in
      let (viewer, stage) = try await ViewerTests.open(folder)
      viewer.reading.open(1149)
      await viewer.settled()
      try await stage.settle()
      let details = try XCTUnwrap(stage.all("label").first { $0.name.contains("Updated by") })
      try await stage.click("label", details.name, button: 3)
      try await until("the menu") { !stage.all("menu-item").isEmpty }
      let names = stage.all("menu-item").map(\.name)
      XCTAssertFalse(names.contains { $0.hasPrefix("Cut") || $0.hasPrefix("Paste") }, "\(names)")
      XCTAssertTrue(names.contains { $0.hasPrefix("Copy “RFC") }, "\(names)")
      try await stage.press("Escape")
      try await stage.close()
    }
  }
}
