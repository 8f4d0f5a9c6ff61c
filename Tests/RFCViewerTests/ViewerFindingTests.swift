import Foundation
import HikidashiBase
import HikidashiOutlines
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// The search field: what it finds in the index and in the texts, in which order, and why.
final class ViewerFindingTests: XCTestCase {
  private static let index = """
                                   RFC INDEX
                                  ---------

    79 TCP Wave. A. Author. November 1972. (Format: TXT) (Status: HISTORIC)

    793 Transmission Control Protocol. J. Postel. September 1981. (Format: TXT)
         (Obsoleted by RFC9293) (Also STD7) (Status: STANDARD)

    2018 Selective Options. M. Mathis, J. Mahdavi. October 1996. (Format: TXT)
         (Status: PROPOSED STANDARD)

    9293 Transmission Control Protocol (TCP). W. Eddy. August 2022. (Format: TXT)
         (Obsoletes RFC793) (Also STD7) (Status: INTERNET STANDARD)

    """

  private static let xml = """
    <?xml version='1.0'?><rfc-index>
    <rfc-entry><doc-id>RFC2018</doc-id><keywords><kw>TCP-SACK</kw></keywords>
    <abstract><p>TCP may experience poor performance when packets are lost.</p></abstract>
    <stream>IETF</stream><area>tsv</area><wg_acronym>tcplw</wg_acronym></rfc-entry>
    </rfc-index>
    """

  private static let texts = [
    793: "1.  Introduction\n\n   The window of the old sender.\n",
    9293: """
    1.  Purpose

       Nothing.

    3.8.  Data Communication

    3.8.6.  Managing the Window

       The naïve window is sent in each segment.

    """,
  ]

  @MainActor
  private static func open(
    _ folder: ScratchFolder, index: String = index, hasTexts: Bool = true, hasDetails: Bool = true
  ) async throws -> (ViewerWindow, Stage) {
    try folder.write(index, to: "rfc-index.txt")
    if hasDetails { try folder.write(xml, to: "rfc-index.xml") }
    for (number, text) in texts { try folder.write(text, to: "rfc\(number).txt") }
    let library = try RFCLibrary.mirror(directory: folder.url.path)
    let path = folder.url.appendingPathComponent("texts.db").path
    let viewer = ViewerWindow(
      library, state: StateStore(in: MemoryStorage()), textIndex: hasTexts ? path : nil)
    let stage = try await ViewerTests.show(viewer, library)
    await viewer.list.texts?.settled()
    return (viewer, stage)
  }

  func testAFilterOfWhatIsNotKnownSaysWhatIsMissing() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (_, stage) = try await Self.open(folder, hasTexts: false, hasDetails: false)
      try await stage.click("search-box")
      for text in ["wg:tcplw", "wg:tcplw options", "stream:ietf obsolete:no"] {
        try await stage.type(text)
        try await until("the reason") { stage.dump().contains("need rfc-index.xml") }
        XCTAssertEqual(Self.rows(stage), [])
        try await stage.press("Escape")
      }
      // What cannot be found at all is no matter of the file.
      try await stage.type("zzz")
      try await until("the advice") { stage.dump().contains("Try fewer words") }
      XCTAssertFalse(stage.dump().contains("rfc-index.xml"), stage.dump())
      try await stage.close()
    }
  }

  @MainActor
  private static func rows(_ stage: Stage) -> [String] { stage.all("list-item").map(\.name) }

  func testTheBestComesFirstWithTheReason() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (_, stage) = try await Self.open(folder, hasTexts: false)
      try await stage.click("search-box")
      try await stage.type("tcp")
      XCTAssertEqual(
        Self.rows(stage),
        [
          "RFCs (3)", "9293 Transmission Control Protocol (TCP)", "79 TCP Wave",
          "2018 Selective Options, Keyword: TCP-SACK",
        ])
      try await stage.press("Escape")
      try await stage.type("poor performance")
      XCTAssertEqual(
        Self.rows(stage),
        [
          "RFCs (1)",
          "2018 Selective Options, Abstract: TCP may experience poor performance when packets are"
            + " lost.",
        ])
      try await stage.press("Escape")
      try await stage.type("mahd")
      XCTAssertEqual(
        Self.rows(stage), ["RFCs (1)", "2018 Selective Options, Author: J. Mahdavi"])
      // A number leads to the RFC itself, and tells what has become of it.
      try await stage.press("Escape")
      try await stage.type("793")
      XCTAssertEqual(
        Self.rows(stage),
        [
          "RFCs (1)",
          "793 Transmission Control Protocol, obsolete, Replaced by RFC\u{A0}9293",
        ])
      try await stage.close()
    }
  }

  func testFiltersStandInTheSameField() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, stage) = try await Self.open(folder, hasTexts: false)
      try await stage.click("search-box")
      try await stage.type("wg:tcplw")
      XCTAssertEqual(try ViewerTests.rows(stage), ["1990s (1 of 1)", "2018"])
      try await stage.press("Escape")
      try await stage.type("tcp obsolete:no year:1980..")
      XCTAssertEqual(try ViewerTests.rows(stage), ["RFCs (2)", "9293", "2018"])
      // While a value is to come, the rest is found.
      try await stage.type(" status:")
      XCTAssertEqual(try ViewerTests.rows(stage), ["RFCs (2)", "9293", "2018"])
      try await stage.type("proposed")
      XCTAssertEqual(try ViewerTests.rows(stage), ["RFCs (1)", "2018"])
      try await stage.press("Escape")
      try await stage.type("stauts:x")
      XCTAssertFalse(
        stage.all("label", "No field is called “stauts”. Is it “status”?").isEmpty, stage.dump())
      try await stage.press("Escape")
      XCTAssertTrue(stage.all("label", "No field is called “stauts”. Is it “status”?").isEmpty)
      // What was read, and what has a bookmark.
      viewer.reading.open(793)
      await viewer.settled()
      try await stage.type("is:read")
      XCTAssertEqual(try ViewerTests.rows(stage), ["1980s (1 of 1)", "793"])
      viewer.list.bookmarks = { [79] }
      try await stage.press("Escape")
      try await stage.type("is:bookmarked OR is:read")
      XCTAssertEqual(
        try ViewerTests.rows(stage), ["1980s (1 of 1)", "793", "1970s (1 of 1)", "79"])
      try await stage.close()
    }
  }

  func testSectionsOfTheTextsStandBelowAndLeadThere() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, stage) = try await Self.open(folder)
      try await stage.click("search-box")
      try await stage.type("naive wind")
      await viewer.list.texts?.answered()
      try await stage.settle()
      let row =
        "9293 3.8.6 Managing the Window: The naïve window is sent in each segment."
      XCTAssertEqual(Self.rows(stage).first, "In the text (2)", stage.dump())
      XCTAssertEqual(Self.rows(stage).dropFirst().first, row)
      try await stage.press("Return")
      await viewer.settled()
      let place = "3.8.6.  Managing"
      try await until("the section") {
        viewer.pane.reader.text.unicodeScalars.dropFirst(viewer.pane.reader.cursor)
          .starts(with: place.unicodeScalars)
      }
      XCTAssertTrue(stage.window.title.hasPrefix("RFC 9293"))
      // Filters hold for the texts, too.
      try await stage.click("search-box")
      try await stage.press("Escape")
      try await stage.type("window is:obsolete")
      await viewer.list.texts?.answered()
      try await stage.settle()
      XCTAssertEqual(try ViewerTests.rows(stage), ["In the text (1)", "793"])
      viewer.reading.goBack()
      try await stage.close()
    }
  }

  func testAFewStandAboveTheTextsUntilMoreAreAskedFor() throws {
    let folder = try ScratchFolder()
    try onLoop {
      var index = "                       RFC INDEX\n                       ---------\n\n"
      for number in 1...400 {
        index += "\(number) Window \(number). A. Author. April 1990. (Format: TXT) "
        index += "(Status: HISTORIC)\n\n"
      }
      let (viewer, stage) = try await Self.open(folder, index: index)
      try await stage.click("search-box")
      try await stage.type("window")
      await viewer.list.texts?.answered()
      try await stage.settle()
      let outline = viewer.list.found.view.outline
      XCTAssertEqual(outline.rowCount, 15)
      XCTAssertEqual(Self.rows(stage).dropFirst(11).prefix(2), ["390 more …", "In the text (2)"])
      try await stage.click("list-item", "390 more …")
      try await stage.settle()
      XCTAssertEqual(viewer.list.found.view.outline.rowCount, 305)
      XCTAssertEqual(
        viewer.list.found.view.outline.item(atRow: 301), FoundRow.rest(100))
      XCTAssertEqual(stage.focused?.name.prefix { $0 != "," }.isEmpty, false)
      try await stage.close()
    }
  }

  func testWhatComesIntoTheFolderIsFound() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, stage) = try await Self.open(folder)
      try await stage.click("search-box")
      try await stage.type("pigeon")
      await viewer.list.texts?.answered()
      try await stage.settle()
      XCTAssertNoThrow(try stage.find("label", "No RFC found"))
      try folder.write("1.  Birds\n\n   A pigeon flies.\n", to: "rfc79.txt")
      viewer.list.documentsChanged()
      try await until("the section") {
        Self.rows(stage) == ["In the text (1)", "79 1 Birds: A pigeon flies."]
      }
      try await stage.close()
    }
  }

  func testALateAnswerNeverLandsOverANewerOne() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, stage) = try await Self.open(folder)
      let texts = try XCTUnwrap(viewer.list.texts)
      var answers: [String] = []
      for word in ["window", "old", "naive"] {
        texts.find(word, isTyping: false) { hits in
          answers.append(word + " \(hits.hits.count)")
        }
      }
      await texts.answered()
      // What is answered at once is not late.
      XCTAssertEqual(answers.last, "naive 1")
      XCTAssertEqual(answers, ["window 2", "old 1", "naive 1"].filter(answers.contains))
      // One that is being answered, too, is followed by another.
      for isForgotten in [false, true] {
        answers = []
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isHeld: @Sendable (Int) -> Bool = { _ in
          begun.signal()
          gate.wait()
          gate.signal()
          return true
        }
        texts.find("window", isTyping: false, where: isHeld) { _ in answers.append("late") }
        try await until("the search") { begun.wait(timeout: .now()) == .success }
        if isForgotten {
          texts.forget()
        } else {
          texts.find("old", isTyping: false) { answers.append("old \($0.hits.count)") }
        }
        gate.signal()
        await texts.answered()
        XCTAssertEqual(answers, isForgotten ? [] : ["old 1"])
      }
      try await stage.close()
    }
  }

  func testSectionsAreOfferedByWhatIsKnown() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (viewer, stage) = try await Self.open(folder, hasTexts: false)
      let element = try stage.find("combo-box", "Sections")
      let drop = try XCTUnwrap(Part.of(element.native) as? DropDown<String>)
      XCTAssertTrue(drop.choices.contains("By working group"))
      XCTAssertTrue(drop.choices.contains("With a bookmark"))
      drop.value = "By working group"
      try await stage.settle()
      XCTAssertEqual(try ViewerTests.rows(stage), ["tcplw (1)", "No working group (3)"])
      drop.value = "By author"
      try await stage.settle()
      XCTAssertEqual(
        try ViewerTests.rows(stage),
        ["A. Author (1)", "W. Eddy (1)", "J. Mahdavi (1)", "M. Mathis (1)", "J. Postel (1)"])
      drop.value = "Current and obsolete"
      try await stage.settle()
      XCTAssertEqual(try ViewerTests.rows(stage), ["Current (3)", "Obsolete (1)"])
      drop.value = "On this computer"
      try await stage.settle()
      XCTAssertEqual(
        try ViewerTests.rows(stage), ["On this computer (2)", "Not on this computer (2)"])
      viewer.list.bookmarks = { [79] }
      try await stage.settle()
      drop.value = "With a bookmark"
      try await stage.settle()
      XCTAssertEqual(try ViewerTests.rows(stage), ["Bookmarked (1)", "Without a bookmark (3)"])
      try await stage.close()
    }
  }
}
