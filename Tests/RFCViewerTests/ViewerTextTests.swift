import CHikidashiGTK
import Foundation
import HikidashiPreferences
import HikidashiStorage
import HikidashiWidgetTesting
import RFCKit
import TestSupport
import XCTest

@testable import HikidashiWidgets
@testable import RFCViewer

/// The text of a document: its links, what is told beside it, its mistakes and its forms.
final class ViewerTextTests: XCTestCase {
  private static let index = """
                                   RFC INDEX
                                  ---------

    1 Old Words. A. Author. April 1990. (Format: TXT) (Obsoleted by RFC2)
         (Status: HISTORIC)

    2 New Words. A. Author, B. Author. April 2001. (Format: TXT) (Obsoletes RFC1)
         (Also BCP0007) (Status: PROPOSED STANDARD)

    """

  private static var filler: String {
    String(
      repeating: "   Some more words that fill one whole line of the text of the page.\n",
      count: 120
    )
  }

  private static var text: String {
    """
                                   Old Words

    Table of Contents

       1.  First . . . . . . . . . . . . . . . . . . . . . . . . . . . . .  1
       2.  Second  . . . . . . . . . . . . . . . . . . . . . . . . . . . .  2

    1.  First

       The Short Form Protocol (SFP) is told of in Section 2, in BCP 7 and in
       Section 1.1 of [RFC2], which it is said to have been made from; and
       there is more at https://example.org/words of it.  SFP is short.

    \(filler)


    Author                       Informational                      [Page 1]
    \u{C}
    RFC 1                          Old Words                      April 1990


    2.  Second

       These are wrong wrods on the second page.

    \(filler)


    Author                       Informational                      [Page 2]

    """
  }

  private static let other = """
                                   New Words

    1.  Beginning

       Begins.

    1.1.  Wanted

       The wanted section of the newer document.

    \(filler)

    """

  private static let errata = """
    [{"errata_id": "7", "doc-id": "RFC0001", "errata_status_code": "Verified",
      "errata_type_code": "Editorial", "section": "2",
      "orig_text": "These are wrong wrods", "correct_text": "These are right words",
      "notes": "A slip.", "submit_date": "2001-02-03", "submitter_name": "R. Eader"},
     {"errata_id": "8", "doc-id": "RFC0001", "errata_status_code": "Held for Document Update",
      "errata_type_code": "Technical", "section": "GLOBAL", "orig_text": "",
      "correct_text": "", "notes": "All of it.", "submit_date": "", "submitter_name": ""},
     {"errata_id": "9", "doc-id": "RFC0001", "errata_status_code": "Rejected",
      "errata_type_code": "Technical", "section": "2", "orig_text": "page", "correct_text": "sheet",
      "notes": "", "submit_date": "", "submitter_name": ""}]
    """

  @MainActor
  private static func open(
    _ folder: ScratchFolder, store: (ViewerPreferences, PreferenceStore)? = nil,
    errata: String = errata
  ) async throws -> (ViewerWindow, App, Stage) {
    for (name, content) in [
      ("rfc-index.txt", index), ("rfc1.txt", text), ("rfc2.txt", other), ("errata.json", errata),
    ] {
      try content.write(
        to: folder.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let library = try RFCLibrary.mirror(directory: folder.url.path)
    let viewer = ViewerWindow(library, preferences: store)
    let (app, stage) = try await ViewerTests.launch(viewer, library)
    viewer.reading.open(1)
    await viewer.settled()
    await viewer.pane.learned()
    try await stage.settle()
    return (viewer, app, stage)
  }

  @MainActor
  private static func close(_ app: App, _ stage: Stage) async throws {
    app.quit()
    try await until("the end") { stage.window.native == nil }
  }

  /// What stands at the top of the view.
  @MainActor
  private static func top(_ viewer: ViewerWindow) -> String {
    let reader = viewer.pane.reader
    return String(
      String.UnicodeScalarView(reader.text.unicodeScalars.dropFirst(reader.top).prefix(24)))
  }

  func testLinksLeadToSectionsOfThisDocumentAndOfOthers() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      let shown = try XCTUnwrap(viewer.pane.shown)
      let targets = shown.layout.links.map { ReaderLink($0.target).target }
      XCTAssertEqual(
        targets,
        [
          "section 1", "section 2", "section 2", "BCP 7", "2 §1.1",
          "address https://example.org/words",
        ])
      for target in targets { XCTAssertEqual(ReaderLink(target)?.target, target) }
      viewer.reading.open(.section(2))
      try await until("the section") { Self.top(viewer).hasPrefix("2.  Second") }
      viewer.reading.goBack()
      try await until("the start") { viewer.pane.reader.top == 0 }
      viewer.reading.open(try XCTUnwrap(ReaderLink("2 §1.1")))
      try await until("the other document") { Self.top(viewer).hasPrefix("1.1.  Wanted") }
      XCTAssertEqual(viewer.reading.number, 2)
      viewer.reading.goBack()
      await viewer.settled()
      viewer.reading.open(try XCTUnwrap(ReaderLink("BCP 7")))
      await viewer.settled()
      XCTAssertEqual(viewer.reading.number, 2)
      try await Self.close(app, stage)
    }
  }

  func testAKeyTellsWhatIsAtTheCursor() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      let text = viewer.pane.reader.text
      @MainActor func look(at words: String, expecting told: [String]) async throws {
        let start = try XCTUnwrap(text.range(of: words)).lowerBound
        let place = text.unicodeScalars.distance(from: text.startIndex, to: start)
        viewer.pane.reader.scroll(to: 0, cursor: place + 1)
        viewer.pane.reader.focus()
        try await stage.press("i")
        try await stage.settle()
        try await stage.settle()
        for told in told {
          try await until(told) { stage.dump().contains(told) }
        }
        try await stage.press("Escape")
        try await until("the preview to go") { !stage.dump().contains(told[0]) }
        XCTAssertEqual(stage.focused?.name, "Document")
      }
      try await look(at: "Section 2, in", expecting: ["2  Second", "These are wrong wrods on"])
      try await look(at: "BCP 7", expecting: ["“BCP 7”", "RFC 2: New Words"])
      try await look(
        at: "Section 1.1 of", expecting: ["RFC 2: New Words", "The wanted section of the newer"])
      try await look(at: "SFP is short", expecting: ["“Short Form Protocol”"])
      try await look(at: "https://example", expecting: ["Opens in the browser"])
      try await Self.close(app, stage)
    }
  }

  func testThePointerShowsWhatALinkLeadsTo() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      let reader = viewer.pane.reader
      let text = try stage.find("text-box", "Document")
      let middle = try stage.screenPoint(of: text)
      let link = try XCTUnwrap(reader.links.first { $0.kind == .link("section 2") })
      let place = reader.rectangle(of: link.range)
      let (width, height) = (
        Int(gtk_widget_get_width(reader.view)), Int(gtk_widget_get_height(reader.view))
      )
      try await stage.point(
        to: (middle.x - width / 2 + Int(place.x) + 8, middle.y - height / 2 + Int(place.y) + 4))
      try await until("the preview") { stage.dump().contains("These are wrong wrods on the") }
      try await stage.parkPointer()
      try await until("it to go") {
        !stage.dump().contains("These are wrong wrods on the second page.")
      }
      try await Self.close(app, stage)
    }
  }

  func testMistakesAreMarkedWhereTheyAreAndCounted() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      XCTAssertTrue(stage.dump().contains("2 known mistakes"), stage.dump())
      let reader = viewer.pane.reader
      let marked = reader.annotations.map { span in
        String(String.UnicodeScalarView(Array(reader.text.unicodeScalars)[span.range]))
      }
      XCTAssertEqual(marked, ["These are wrong wrods"])
      let place = try XCTUnwrap(reader.annotations.first).range.lowerBound
      reader.scroll(to: place, cursor: place + 2)
      reader.focus()
      try await stage.press("i")
      try await until("the mistake") { stage.dump().contains("These are right words") }
      XCTAssertTrue(stage.dump().contains("Erratum 7 · Verified · Editorial · 2001-02-03"))
      try await stage.press("Escape")
      viewer.reading.open(2)
      await viewer.settled()
      await viewer.pane.learned()
      try await until("no mistakes") { !stage.dump().contains("known mistake") }
      XCTAssertEqual(reader.annotations, [])
      try await Self.close(app, stage)
    }
  }

  func testAnotherTextOfTheSameNumberHasNoMistakesOfTheFirst() throws {
    let folder = try ScratchFolder()
    try onLoop {
      // Its words are nowhere, so that the heading of its section is marked.
      let errata = Self.errata.replacing("These are wrong wrods", with: "No such words at all here")
      let (viewer, app, stage) = try await Self.open(folder, errata: errata)
      XCTAssertEqual(viewer.pane.reader.annotations.count, 1)
      let path = folder.url.path + "/elsewhere-rfc1.txt"
      try "Nothing but a line.\n".write(toFile: path, atomically: true, encoding: .utf8)
      let other = ShownDocument(
        try RFCLibrary.document(at: path), number: 1, form: viewer.reading.form)
      viewer.pane.show(other)
      XCTAssertEqual(viewer.pane.reader.annotations, [])
      XCTAssertNil(viewer.pane.errata)
      try await Self.close(app, stage)
    }
  }

  func testOneKeyReflowsTheTextAndThePlaceStays() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (settings, store) = try ViewerPreferences.inMemory()
      let (viewer, app, stage) = try await Self.open(folder, store: (settings, store))
      XCTAssertFalse(viewer.pane.reader.text.contains("[Page 1]"))
      viewer.reading.open(.section(2))
      try await until("the section") { Self.top(viewer).hasPrefix("2.  Second") }
      try await stage.press("F6")
      try await stage.press("r", holding: .control)
      try await stage.settle()
      try await until("the other form") {
        viewer.pane.reader.text.contains(
          "and there is more at https://example.org/words of it. SFP")
      }
      try await stage.settle()
      try await until("the place") { Self.top(viewer).hasPrefix("2. Second") }
      XCTAssertEqual(store[settings.reading.form], .reflowed)
      try await stage.press("r", holding: .control)
      try await until("the form before") { Self.top(viewer).hasPrefix("2.  Second") }
      try store.set(settings.reading.form, to: .original)
      try await until("the pages") { viewer.pane.reader.text.contains("[Page 1]") }
      try await until("the place") { Self.top(viewer).hasPrefix("2.  Second") }
      try await Self.close(app, stage)
    }
  }

  func testLinesThatWouldBeCutAreReflowed() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (settings, store) = try ViewerPreferences.inMemory()
      let (viewer, app, stage) = try await Self.open(folder, store: (settings, store))
      XCTAssertEqual(viewer.reading.form, .unpaged)
      viewer.reading.go(to: viewer.pane.shown?.layout.headings.last?.span.scalars.lowerBound ?? 0)
      RelationSamples.resize(stage.window, width: 360)
      try await until("a narrow window") {
        (viewer.pane.reader.columnsInView ?? 99) < 72 || viewer.room.isNarrow()
      }
      viewer.reading.onRead?()
      try await until("the other form") { viewer.pane.shown?.rendition.form == .reflowed }
      try await until("the place") { Self.top(viewer).hasPrefix("2. Second") }
      // Who wants to see it as it was published does.
      viewer.reading.focusDocument()
      await viewer.settled()
      try await stage.settle()
      try await stage.press("r", holding: .control)
      try await until("the form before") { viewer.pane.shown?.rendition.form == .unpaged }
      RelationSamples.resize(stage.window, width: 1_300)
      try await until("room") { (viewer.pane.reader.columnsInView ?? 0) > 80 }
      RelationSamples.resize(stage.window, width: 380)
      try await until("the other form again") { viewer.pane.shown?.rendition.form == .reflowed }
      RelationSamples.resize(stage.window, width: 1_300)
      try await until("the lines as published") { viewer.pane.shown?.rendition.form == .unpaged }
      XCTAssertEqual(store[settings.reading.form], .unpaged)
      try await Self.close(app, stage)
    }
  }

  func testLargerLettersReflowToo() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (settings, store) = try ViewerPreferences.inMemory()
      let (viewer, app, stage) = try await Self.open(folder, store: (settings, store))
      try await until("room") { (viewer.pane.reader.columnsInView ?? 0) > 80 }
      let before = store[settings.reading.size]
      try store.set(settings.reading.size, to: 30)
      try await until("the other form") { viewer.pane.shown?.rendition.form == .reflowed }
      try store.set(settings.reading.size, to: before)
      try await until("the lines as published") { viewer.pane.shown?.rendition.form == .unpaged }
      try await Self.close(app, stage)
    }
  }

  func testOneGoesToASectionOrAPage() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, app, stage) = try await Self.open(folder)
      try await stage.press("l", holding: .control)
      let dialog = try await stage.dialog("Go to Section or Page")
      try await dialog.type("page 2")
      try await dialog.press("Return")
      try await until("the page") { Self.top(viewer).hasPrefix("2.  Second") }
      XCTAssertTrue(viewer.reading.canGoBack)
      try await Self.close(app, stage)
    }
  }
}
