import CHikidashiGTK
import Foundation
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// Where the keyboard is once a document is asked for, and what its menus and rows say.
final class ViewerKeyboardTests: XCTestCase {
  func testADocumentThatWasAskedForHasTheKeyboard() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let app = ViewerApp.makeApp(
        RFCLibrary.kept(in: folder.url.path), open: 1, state: StateStore(in: MemoryStorage()))
      let stage = try await Stage.launch(app)
      await app.ready()
      for _ in 0..<50 where stage.focused?.name != "Document" { try await stage.settle() }
      XCTAssertEqual(stage.focused?.name, "Document", stage.dump())
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testEnterInTheSearchGoesOnToTheText() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, open: 1)
      let viewer = windows.open[0].viewer
      try await stage.press("k", holding: .control)
      try await stage.type("2")
      try await stage.press("Return")
      try await until("the text to have the keyboard") { stage.focused?.name == "Document" }
      XCTAssertEqual(viewer.reading.number, 2)
      try await stage.press("space")
      XCTAssertEqual(viewer.list.search.text, "2")
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testSpaceInTheListReadsOn() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder)
      let viewer = windows.open[0].viewer
      let long = (1...200).map { "Line \($0)\n" }.joined()
      try folder.write(long, to: "rfc2.txt")
      viewer.reading.openFromList(2)
      await viewer.settled()
      viewer.list.focus()
      try await until("the row") { viewer.list.hasFocus }
      let row = stage.focused?.name
      try await stage.press("space")
      try await until("the next page") { viewer.pane.reader.top > 0 }
      try await stage.press("space", holding: .shift)
      try await until("the beginning") { viewer.pane.reader.top == 0 }
      XCTAssertEqual(stage.focused?.name, row)
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testTheMainMenuFitsAndTheDocumentHasOneOfItsOwn() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, _, stage, _) = try await RelationSamples.launch(folder, open: 1)
      try await stage.press("F10")
      try await until("the menu") { !stage.all("menu-item").isEmpty }
      let main = stage.all("menu-item").map(\.name)
      XCTAssertLessThanOrEqual(main.count, 12, "\(main)")
      for name in ["Keyboard Shortcuts", "Quit", "Guide"] {
        XCTAssertTrue(main.contains { $0.hasPrefix(name) }, name + " \(main)")
      }
      try await stage.press("Escape")
      try await until("no menu") { stage.all("menu-item").isEmpty }
      try await stage.click("button", "Document")
      try await until("the menu") { !stage.all("menu-item").isEmpty }
      let own = stage.all("menu-item").map(\.name)
      for name in ["Find…", "Bookmark", "Reflowed Text", "Print…", "Compare", "Copy"] {
        XCTAssertTrue(own.contains { $0.hasPrefix(name) }, name + " \(own)")
      }
      try await stage.press("Escape")
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testRowsSayWhyTheyArePaleOrStruck() throws {
    try onLoop {
      let folder = try ScratchFolder()
      try RelationSamples.fill(folder)
      let index = try RFCLibrary.kept(in: folder.url.path).index()
      let cell = RFCCell()
      @MainActor func tooltip() -> String? {
        cell.native.flatMap { gtk_widget_get_tooltip_text($0) }.map { String(cString: $0) }
      }
      cell.show(try XCTUnwrap(index[1]), isHere: false)
      XCTAssertEqual(tooltip(), "Obsolete, replaced by RFC 2\nNot on this computer")
      cell.show(try XCTUnwrap(index[2]), isHere: true)
      XCTAssertNil(tooltip())
    }
  }
}
