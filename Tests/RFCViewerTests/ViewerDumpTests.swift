import Foundation
import HikidashiBase
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// What a screen reader meets in the window and in those beside it, narrow and wide, in both languages.
final class ViewerDumpTests: XCTestCase {
  func testAScreenReaderMeetsEveryPageInEnglish() throws {
    try inOwnProcess(environment: ["LANGUAGE": "en", "LC_ALL": "C.UTF-8"]) { try check("English") }
  }

  func testAScreenReaderMeetsEveryPageInJapanese() throws {
    try inOwnProcess(environment: ["LANGUAGE": "ja", "LC_ALL": "C.UTF-8"]) { try check("Japanese") }
  }

  private func check(_ language: String) throws {
    try onLoop {
      for width in [360, 1_600] {
        let walk = try await ViewerWalk(width: width, height: 900)
        try await walk.go()
        try Golden.check(walk.steps.joined(separator: "\n\n"), "Viewer/\(language), \(width)")
      }
    }
  }
}

/// A way through all that the window of a small library can show, each step written down as text.
@MainActor
final class ViewerWalk {
  private(set) var steps: [String] = []
  private let folder: ScratchFolder
  private let viewer: ViewerWindow
  private let app: App
  private let stage: Stage
  private let size: (width: Int, height: Int)

  init(width: Int, height: Int) async throws {
    let folder = try ScratchFolder()
    try Self.fill(folder)
    let library = RFCLibrary.kept(in: folder.url.path)
    viewer = ViewerWindow(
      library, state: StateStore(in: MemoryStorage()),
      textIndex: folder.url.appendingPathComponent("texts.db").path)
    (app, stage) = try await ViewerTests.launch(viewer, library)
    (self.folder, size) = (folder, (width, height))
    RelationSamples.resize(stage.window, width: width, height: height)
    viewer.notes.begin()
    await viewer.list.texts?.settled()
    await viewer.sources.news.settled()
  }

  private static func fill(_ folder: ScratchFolder) throws {
    try RelationSamples.fill(folder)
    let index = try String(
      contentsOf: folder.url.appendingPathComponent("rfc-index.txt"), encoding: .utf8)
    let head = "(CREATED ON: 07/01/2011.)\n\n"
    try folder.write(head + index, to: "rfc-index.txt")
    // As it was before the last one came.
    let old = head.replacing("07/01/2011", with: "01/02/2011") + index.prefix { $0 != "4" }
    try folder.write(old, to: ".indexes/rfc-index-2011-01-02.txt")
    let archive = RFCIndexArchive(in: folder.url.path)
    if let date = RFCIndexArchive(in: folder.url.path).dates.first { archive.markSeen(date) }
    try folder.write(
      """
      [{"errata_id": "7", "doc-id": "RFC0003", "errata_status_code": "Verified",
        "errata_type_code": "Editorial", "section": "1", "orig_text": "MUST bark",
        "correct_text": "MUST NOT bark", "notes": "A slip.", "submit_date": "2011-02-03",
        "submitter_name": "R. Eader"}]
      """, to: "errata.json")
  }

  /// - Parameter mark: What is shown when the step is done.
  private func note(_ step: String, _ mark: String, on shown: Stage? = nil) async throws {
    let shown = shown ?? stage
    try await until("\(step): \(mark)") { shown.dump().contains(mark) }
    try await shown.settle()
    steps.append("# \(step)\n" + shown.dump())
    if let path = Environment.value("HIKIDASHI_PICTURES") {
      try await shown.savePicture(to: path + "/\(size.width) \(steps.count) \(step).png")
    }
  }

  /// Goes the whole way, and ends the app.
  func go() async throws {
    try await note("List", "4 Far Words")
    try await stage.press("k", holding: .control)
    try await stage.type("dog")
    try await note("Search: dog", "lazy dog")
    try await stage.press("Escape")
    viewer.reading.read(3)
    await viewer.settled()
    await viewer.pane.learned()
    try await until("the keyboard in the text") { viewer.pane.reader.hasFocus }
    try await note("Text", "Foxes and Dogs")
    try await walkPages()
    try await walkOthers()
    app.quit()
    try await until("the end") { stage.window.native == nil }
  }

  private func walkPages() async throws {
    let words = RFCNote(
      .note, number: 3, section: "1", place: 12..<27, quote: "A dog MUST bark", words: "Far away")
    try await viewer.notes.keeper.open()?.add(words)
    let pages = [
      ("contents", "Normative References"), ("relations", "New Foxes"),
      ("requirements", "It SHOULD NOT bite"), ("abbreviations", "Animal Control"),
      ("errata", "MUST NOT bark"), ("notes", "Far away"),
    ]
    for (place, page) in pages.enumerated() {
      try await stage.press("\(place + 1)", holding: .alt)
      try await note("Page: " + page.0, page.1)
    }
    viewer.pane.showsContents = false
  }

  private func walkOthers() async throws {
    try await stage.press("u", holding: .control)
    try await until("what is new") { viewer.sources.news.window != nil }
    let news = Stage(try XCTUnwrap(viewer.sources.news.window))
    RelationSamples.resize(news.window, width: size.width, height: size.height)
    try await note("What is new", "RFC 4", on: news)
    try await news.press("2", holding: .alt)
    try await note("What is new: changes", "4 Far Words", on: news)
    try await news.press("3", holding: .alt)
    try await news.settle()
    news.window.close()
    try await stage.settle()
    try await stage.press("b", holding: .control)
    try await until("the notes") { viewer.notesWindow.table?.count == 1 }
    let notes = Stage(try XCTUnwrap(viewer.notesWindow.window))
    RelationSamples.resize(notes.window, width: size.width, height: size.height)
    try await note("Notes", "A dog MUST bark", on: notes)
    notes.window.close()
    try await stage.settle()
  }
}
