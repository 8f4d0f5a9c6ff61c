import CHikidashiGTK
import Foundation
import HikidashiOutlines
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// Several windows, each with a document of its own.
final class ViewerWindowsTests: XCTestCase {
  func testAKeyOpensAnotherWindowWithAWayOfItsOwn() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, open: 1)
      try await stage.press("n", holding: .control)
      try await until("another window") { windows.open.count == 2 }
      let (first, second) = (windows.open[0].viewer, windows.open[1].viewer)
      try await until("the same document") { second.pane.hasDocument }
      XCTAssertEqual(second.reading.number, 1)
      second.reading.open(2)
      await second.settled()
      XCTAssertEqual(first.reading.number, 1)
      XCTAssertTrue(second.reading.canGoBack)
      XCTAssertFalse(first.reading.canGoBack)
      // What the desktop opens goes to the window that was used last.
      let other = Stage(try XCTUnwrap(second.window))
      try await other.settle()
      XCTAssertTrue(windows.latest === second)
      windows.open(["rfc:3"])
      await second.settled()
      XCTAssertEqual(second.reading.number, 3)
      XCTAssertEqual(first.reading.number, 1)
      try await stage.settle()
      windows.open(["rfc:2"])
      await first.settled()
      XCTAssertEqual(first.reading.number, 2)
      XCTAssertEqual(second.reading.number, 3)
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testTheMiddleButtonOpensAWindow() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, open: 3)
      let first = windows.open[0].viewer
      first.list.view.change { $0.openAll() }
      try await stage.settle()
      try await stage.click("list-item", "4 Far Words", button: 2)
      try await until("another window") { windows.open.count == 2 }
      try await until("its document") { windows.open[1].viewer.reading.number == 4 }
      XCTAssertEqual(first.reading.number, 3)
      // A link of the text, by Ctrl and Enter.
      try await stage.settle()
      try await stage.press("F6")
      try await stage.press("Tab")
      try await stage.press("Return", holding: .control)
      try await until("a third window") { windows.open.count == 3 }
      try await until("what the link leads to") { windows.open[2].viewer.reading.number == 2 }
      XCTAssertEqual(first.reading.number, 3)
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testWindowsComeBackAsTheyWereLeft() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let storage = MemoryStorage()
      let (app, windows, stage, state) = try await RelationSamples.launch(
        folder, in: storage, open: 1)
      let second = try XCTUnwrap(windows.open[0].viewer.openWindow(2))
      let third = try XCTUnwrap(windows.open[0].viewer.openWindow(3))
      await second.settled()
      await third.settled()
      second.reading.open(3)
      await second.settled()
      // One that a person closes does not come back.
      third.window?.close()
      try await until("two windows") { windows.open.count == 2 }
      app.quit()
      try await until("the end") { stage.window.native == nil }
      state.save()

      let (next, again, last, _) = try await RelationSamples.launch(folder, in: storage)
      XCTAssertEqual(again.open.map(\.number), [1, 2])
      for viewer in again.open.map(\.viewer) { await viewer.settled() }
      XCTAssertEqual(again.open.map(\.viewer.reading.number), [1, 3])
      again.open[1].viewer.reading.goBack()
      await again.open[1].viewer.settled()
      XCTAssertEqual(again.open[1].viewer.reading.number, 2)
      // Another window of the number of one that is gone begins anew.
      let new = try XCTUnwrap(again.open[0].viewer.openWindow(2))
      await new.settled()
      XCTAssertEqual(again.open.map(\.number), [1, 2, 3])
      XCTAssertFalse(new.reading.canGoBack)
      next.quit()
      try await until("the end") { last.window.native == nil }
    }
  }

  func testTwoDocumentsStandSideBySide() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, open: 2)
      RelationSamples.resize(stage.window, width: 1_400)
      let viewer = windows.open[0].viewer
      try await stage.settle()
      try await stage.press("backslash", holding: .control)
      try await until("the same document twice") { stage.all("text-box", "Document").count == 2 }
      let second = try XCTUnwrap(viewer.room.reading)
      await second.settled()
      XCTAssertEqual(second.number, 2)
      second.open(1)
      await second.settled()
      try await stage.settle()
      XCTAssertEqual(viewer.reading.number, 2)
      XCTAssertFalse(stage.all("label", "RFC 1: Old Foxes").isEmpty, stage.dump())
      XCTAssertTrue(stage.window.title.hasPrefix("RFC 2"))
      // Both have the same room.
      let widths = stage.all("text-box", "Document").map { gtk_widget_get_width($0.native) }
      XCTAssertEqual(widths.count, 2)
      XCTAssertEqual(widths[0], widths[1], accuracy: 2)
      try await checkLayout(stage, room: (1_400, 640))
      try await stage.press("backslash", holding: .control)
      try await until("one document") { stage.all("text-box", "Document").count == 1 }
      XCTAssertEqual(stage.focused?.name, "Document")
      // Where there is no room for two there is another window.
      RelationSamples.resize(stage.window, width: 400)
      try await until("one pane") { viewer.room.isNarrow() }
      viewer.showBeside(3)
      try await until("another window") { windows.open.count == 2 }
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testTheDocumentBesideAndItsWidthComeBack() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let storage = MemoryStorage()
      let (app, windows, stage, state) = try await RelationSamples.launch(
        folder, in: storage, open: 2)
      RelationSamples.resize(stage.window, width: 1_400)
      try await stage.settle()
      let room = windows.open[0].viewer.room
      try await stage.press("backslash", holding: .control)
      try await until("two documents") { stage.all("text-box", "Document").count == 2 }
      let second = try XCTUnwrap(room.reading)
      second.open(1)
      await second.settled()
      room.part.position = 400
      try await stage.settle()
      app.quit()
      try await until("the end") { stage.window.native == nil }
      state.save()

      let (next, again, last, _) = try await RelationSamples.launch(folder, in: storage)
      let viewer = again.open[0].viewer
      await viewer.room.reading?.settled()
      try await until("both documents") { last.all("text-box", "Document").count == 2 }
      XCTAssertEqual([viewer.reading.number, viewer.room.reading?.number], [2, 1])
      // The share of both comes back, whatever the size of the window.
      RelationSamples.resize(last.window, width: 1_400)
      try await until("the width") { abs(viewer.room.part.position - 400) < 10 }
      // Where there is no room for two the first is shown, and the other comes back with the room.
      RelationSamples.resize(last.window, width: 700)
      try await until("the list alone") { viewer.room.isNarrow() }
      viewer.reading.onRead?()
      try await until("one document in a narrow window") { !viewer.room.part.isEndShown }
      RelationSamples.resize(last.window, width: 1_400)
      try await until("both again") { viewer.room.part.isEndShown }
      // Another window begins with one.
      let new = try XCTUnwrap(viewer.openWindow(3))
      await new.settled()
      XCTAssertFalse(new.room.isOpen)
      try await last.settle()
      try await last.press("backslash", holding: .control)
      try await until("one document by the key") { last.all("text-box", "Document").count == 1 }
      next.quit()
      try await until("the end") { last.window.native == nil }
    }
  }

  func testKeysMakeTheListWiderAndNarrower() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, _, stage, _) = try await RelationSamples.launch(folder, open: 2)
      RelationSamples.resize(stage.window, width: 1_400)
      try await stage.settle()
      @MainActor func width() -> Int {
        stage.all("list", "RFCs").first.map { Int(gtk_widget_get_width($0.native)) } ?? 0
      }
      let first = width()
      try await stage.press("Right", holding: [.alt, .shift])
      try await until("a wider list") { width() == first + 40 }
      try await stage.press("Left", holding: [.alt, .shift])
      try await stage.press("Left", holding: [.alt, .shift])
      try await until("a narrower list") { width() == first - 40 }
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testWhatIsWrittenWronglyOpensOneWindow() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let storage = MemoryStorage()
      let state = StateStore(in: storage)
      let name = "windows of \(folder.url.path)"
      state.kept(name, default: [1]).value = [-3, 0, 99_999]
      state.save()
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, in: storage)
      XCTAssertEqual(windows.open.map(\.number), [1])
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }
}
