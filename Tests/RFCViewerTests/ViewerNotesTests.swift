import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// Bookmarks, highlights and notes made in the window.
final class ViewerNotesTests: XCTestCase {
  private static let index = """
                                   RFC INDEX
                                  ---------

    1 Old Words. A. Author. April 1990. (Format: TXT) (Status: HISTORIC)

    2 New Words. A. Author, B. Author. April 2001. (Format: TXT)
         (Status: PROPOSED STANDARD)

    """

  private static let text = """
    Words about words

    1.  Messages

       A message has a link, and the link has a number
       of bits, which the other end counts.

    2.  Links

       A link has two ends.

    """

  @MainActor
  private static func open(
    _ folder: ScratchFolder
  ) async throws -> (ViewerWindow, App, Stage) {
    for (name, content) in [
      ("rfc-index.txt", index), ("rfc1.txt", text), ("rfc2.txt", "Other words.\n"),
    ] {
      try folder.write(content, to: name)
    }
    let library = try RFCLibrary.mirror(directory: folder.url.path)
    let viewer = ViewerWindow(library)
    let (app, stage) = try await ViewerTests.launch(viewer, library)
    viewer.notes.begin()
    viewer.reading.open(1)
    await viewer.settled()
    try await stage.settle()
    return (viewer, app, stage)
  }

  @MainActor
  private static func place(_ words: String) -> Range<Int> {
    guard let found = text.range(of: words) else { return 0..<0 }
    let scalars = text.unicodeScalars
    let start = scalars.distance(from: scalars.startIndex, to: found.lowerBound)
    return start..<start + words.unicodeScalars.count
  }

  func testWhatIsMarkedStandsInTheTextAndIsTakenBack() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      let keeper = viewer.notes.keeper
      let reader = viewer.pane.reader
      reader.focus()
      reader.select(Self.place("number\n   of bits"))
      try await stage.press("m", holding: .control)
      await viewer.notes.settled()
      XCTAssertEqual(
        reader.annotations,
        [
          StyledRange(Self.place("number"), .highlight(.yellow)),
          StyledRange(Self.place("of bits"), .highlight(.yellow)),
        ])
      // No selection covers the colour, and another colour takes the place of the first.
      XCTAssertNil(reader.selectedRange)
      let range = Self.place("number\n   of bits")
      // Words are taken whole.
      reader.select(range.lowerBound + 2..<range.upperBound - 1)
      viewer.notes.highlight(.blue)
      await viewer.notes.settled()
      XCTAssertEqual(keeper.notes?.select().map(\.1.color), [.blue])
      XCTAssertEqual(keeper.notes?.select().first?.1.quote, "number of bits")
      XCTAssertEqual(keeper.notes?.select().first?.1.section, "1")

      reader.select(Self.place("A link").lowerBound..<Self.place("A link").lowerBound)
      try await stage.press("d", holding: .control)
      await viewer.notes.settled()
      XCTAssertEqual(
        reader.annotations.last, StyledRange(Self.place("A link has two ends."), .bookmark))
      XCTAssertTrue(keeper.bookmarks.contains(1))
      try await stage.press("d", holding: .control)
      await viewer.notes.settled()
      XCTAssertFalse(keeper.bookmarks.contains(1))
      try await stage.press("z", holding: .control)
      await viewer.notes.settled()
      XCTAssertTrue(keeper.bookmarks.contains(1))

      // Another document has none of them, and this one has them again.
      viewer.reading.open(2)
      await viewer.settled()
      XCTAssertEqual(reader.annotations, [])
      viewer.reading.goBack()
      await viewer.settled()
      XCTAssertEqual(reader.annotations.count, 3)
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testANoteIsWrittenChangedAndRemoved() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      let keeper = viewer.notes.keeper
      viewer.pane.reader.focus()
      viewer.pane.reader.select(Self.place("the other end counts"))
      viewer.notes.addNote()
      let dialog = try await stage.dialog("Add a Note")
      try await dialog.type("Which end?")
      try await dialog.click("button", "Save")
      await viewer.notes.settled()
      XCTAssertEqual(keeper.notes?.select().map(\.1.words), ["Which end?"])
      let marked = [StyledRange(Self.place("the other end counts"), .annotation)]
      try await until("its mark") { viewer.pane.reader.annotations == marked }
      viewer.notes.remove(viewer.notes.placed.all)
      try await until("no note") { viewer.pane.reader.annotations.isEmpty }
      viewer.notes.undo()
      try await until("the note") { viewer.pane.reader.annotations.count == 1 }
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testTheTableOfNotesLeadsToTheirPlaces() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      let keeper = viewer.notes.keeper
      let notes = try XCTUnwrap(keeper.notes)
      try await notes.add(
        RFCNote(.highlight, number: 1, section: "2", quote: "two ends", color: .green))
      try await notes.add(RFCNote(.note, number: 2, quote: "Other words.", words: "See there"))
      viewer.notesWindow.present()
      try await until("the table") { viewer.notesWindow.table?.count == 2 }
      let window = try XCTUnwrap(viewer.notesWindow.window)
      let table = try XCTUnwrap(viewer.notesWindow.table)
      table.words = "see"
      try await until("the filter") { table.count == 1 }
      table.words = ""
      try await until("all") { table.count == 2 }
      if let path = ProcessInfo.processInfo.environment["HIKIDASHI_PICTURES"] {
        try await Stage(window).settle()
        try window.savePicture(to: path + "/notes.png")
      }
      table.onActivate?(notes.select()[1].0)
      await viewer.notes.settled()
      XCTAssertEqual(viewer.reading.number, 2)
      // What somebody else does is there at once.
      try await notes.remove(notes.select().map(\.0))
      try await until("nothing") { table.count == 0 }
      let path = folder.url.appendingPathComponent("notes.csv").path
      try await viewer.notesWindow.export([RFCNote(.bookmark, number: 1)], to: path)
      XCTAssertTrue(folder.read("notes.csv")?.contains("Old Words") == true)
      window.close()
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testThePageBesideTheTextFollowsTheDocument() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      let keeper = viewer.notes.keeper
      let page = PlacesPage.notes(viewer.notes) { _, _ in }
      let window = Window("Notes") { page.part }
      window.presentAlone()
      try await Stage(window).settle()
      XCTAssertEqual(page.table.count, 0)
      try await keeper.notes?.add(RFCNote(.bookmark, number: 1, section: "2", quote: "two ends"))
      try await until("the row") {
        page.table.items.map(\.text) == ["Bookmark · 2: two ends"]
      }
      viewer.reading.open(2)
      await viewer.settled()
      try await until("no row") { page.table.count == 0 }
      window.destroy()
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  /// Also when it lies outside the library, or the library has one of that number.
  func testAFileFromTheFileManagerIsShownAsItIs() throws {
    let folder = try ScratchFolder()
    let other = try ScratchFolder()
    try other.write("Another text of the first.\n", to: "rfc1.txt")
    try other.write("A letter.\n", to: "letter.txt")
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      viewer.reading.open(file: other.url.path + "/rfc1.txt")
      await viewer.settled()
      XCTAssertEqual(viewer.pane.reader.text, "Another text of the first.\n")
      XCTAssertEqual(viewer.reading.title, "RFC 1: Old Words")
      viewer.reading.open(file: other.url.path + "/letter.txt")
      await viewer.settled()
      XCTAssertEqual(viewer.pane.reader.text, "A letter.\n")
      XCTAssertEqual(viewer.reading.title, "letter.txt")
      viewer.reading.goBack()
      await viewer.settled()
      XCTAssertEqual(viewer.pane.reader.text, "Another text of the first.\n")
      viewer.reading.open(1)
      await viewer.settled()
      XCTAssertTrue(viewer.pane.reader.text.hasPrefix("Words about"))
      viewer.reading.open(file: other.url.path + "/rfc9.txt")
      await viewer.settled()
      XCTAssertFalse(viewer.pane.hasDocument)
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testTheContextMenuMarksWhatItIsOpenedOver() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      let reader = viewer.pane.reader
      reader.focus()
      reader.select(Self.place("A message"))
      try await stage.press("Menu")
      try await until("the menu") { !stage.all("menu-item").isEmpty }
      try await until("the menu") { !stage.all("menu-item", "Add Note…").isEmpty }
      XCTAssertFalse(stage.all("menu-item", "Highlight").isEmpty, stage.dump())
      try await stage.press("Down")
      try await stage.press("Return")
      try await stage.settle()
      try await until("the bookmark") { viewer.notes.keeper.bookmarks.contains(1) }
      await viewer.notes.settled()
      XCTAssertEqual(
        viewer.notes.placed.all.map(\.note.quote),
        [
          "A message has a link, and the link has a number"
        ])
      try await stage.press("Menu")
      try await until("the menu again") { !stage.all("menu-item", "Remove Bookmark").isEmpty }
      try await stage.press("Escape")
      try await stage.settle()
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testTheTableOfNotesFitsANarrowScreen() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      try await viewer.notes.keeper.notes?.add(
        RFCNote(.note, number: 1, section: "2", quote: "two ends", words: "A longer note of mine"))
      viewer.notesWindow.present()
      try await until("the table") { viewer.notesWindow.table?.count == 1 }
      let window = try XCTUnwrap(viewer.notesWindow.window)
      if let native = window.native {
        gtk_window_set_default_size(native.cast(to: GtkWindow.self), 360, 560)
      }
      let narrow = Stage(window)
      try await narrow.settle()
      try await checkLayout(narrow, room: (360, 560))
      // The keyboard has gone through the titles of the columns, which moved sideways with the rows.
      let title = try narrow.find("column-header", "Tags")
      var bounds = graphene_rect_t()
      XCTAssertEqual(gtk_widget_compute_bounds(title.native, window.native, &bounds), 1)
      let lines = Int(bounds.origin.y)..<Int(bounds.origin.y + bounds.size.height)
      for name in ["Kind", "Tags"] {
        gtk_widget_grab_focus(try narrow.find("column-header", name).native)
        try await narrow.settle()
        let path = folder.url.path + "/titles.png"
        try await narrow.savePicture(to: path)
        let picture = try PagePicture(URL(fileURLWithPath: path))
        XCTAssertGreaterThan(picture.darkCount(inLines: lines), 50, name)
      }
      if let path = ProcessInfo.processInfo.environment["HIKIDASHI_PICTURES"] {
        try await narrow.settle()
        try window.savePicture(to: path + "/narrow.png")
      }
      window.close()
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }
}
