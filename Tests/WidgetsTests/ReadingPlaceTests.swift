import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// A reader comes to rest at the line that it was sent to, however long GTK measures lines.
final class ReadingPlaceTests: XCTestCase {
  /// As long as the longest RFCs are.
  private static let long = (0..<26_000)
    .map { "line \($0) of a document that is long enough to be measured for some time\n" }.joined()

  @MainActor
  private static func popover(of widget: NativeWidget) -> NativeWidget? {
    var child = gtk_widget_get_first_child(widget)
    while let found = child {
      let instance = UnsafeMutableRawPointer(found).assumingMemoryBound(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, gtk_popover_get_type()) != 0 { return found }
      child = gtk_widget_get_next_sibling(found)
    }
    return nil
  }

  func testALongDocumentComesBackToTheSameLineEachTime() throws {
    try checkReturns(
      ReadingPlaceTests.long, to: [1_200_000, 71, 600_000], runs: testSteps(2, scale: 0.02))
  }

  func testTheRealDocumentComesBackToTheSameLineEachTime() throws {
    guard let data = Checkout.sharedData, Tool("tar").path != nil, Tool("xz").path != nil else {
      throw XCTSkip(Checkout.dataReason)
    }
    let archive = data.appendingPathComponent("rfc/rfc-documents.tar.xz").path
    let folder = try ScratchFolder()
    let tar = try ChildProcess(
      "/usr/bin/env", ["tar", "-xJf", archive, "-C", folder.url.path, "rfc/rfc9110.txt"])
    XCTAssertEqual(tar.wait(), 0)
    let text = try String(
      contentsOf: folder.url.appendingPathComponent("rfc/rfc9110.txt"), encoding: .utf8)
    try checkReturns(text, to: [3_000, 300_000, 9_000], runs: testSteps(1, scale: 0.02))
  }

  /// Shows a text, goes to places in it, and shows it again at them, as the way back does.
  private func checkReturns(_ text: String, to places: [Int], runs: Int) throws {
    try onLoop {
      let reader = TextReader()
      let scalars = Array(text.unicodeScalars)
      let stage = try await Stage.show(reader, width: 800, height: 600)
      for run in 0..<runs {
        for place in places {
          let start = (scalars[..<place].lastIndex(of: "\n") ?? -1) + 1
          reader.show("Something else.\n")
          await stage.nextFrame()
          reader.show(text)
          reader.scroll(to: place)
          // Also before GTK has drawn it: a way back that is gone quicker keeps the place.
          XCTAssertEqual(reader.top, start)
          var tops: Set<Int> = []
          for _ in 0..<20 {
            await stage.nextFrame()
            tops.insert(reader.topInView)
          }
          // Also while lines above it are measured.
          XCTAssertEqual(tops, [start], "run \(run)")
          XCTAssertEqual(reader.cursor, place)
        }
      }
      try await stage.close()
    }
  }

  func testPagesAndLinesAreScrolledByKeysAndBack() throws {
    try onLoop {
      let reader = TextReader()
      let stage = try await Stage.show(reader, width: 800, height: 600)
      reader.show(ReadingPlaceTests.long)
      reader.focus()
      @MainActor func line() -> Int {
        reader.text.unicodeScalars.prefix(reader.topInView).count { $0 == "\n" }
      }
      try await stage.press("j")
      try await stage.press("Down")
      XCTAssertEqual(line(), 2)
      try await stage.press("k")
      try await stage.press("Up")
      XCTAssertEqual(line(), 0)
      try await stage.press("space")
      let page = line()
      XCTAssertGreaterThan(page, 20)
      try await stage.press("Page_Down")
      XCTAssertEqual(line(), 2 * page)
      try await stage.press("space", holding: .shift)
      XCTAssertEqual(line(), page)
      try await stage.press("Page_Up")
      XCTAssertEqual(reader.topInView, 0)
      try await stage.press("End")
      XCTAssertGreaterThan(line(), 25_900)
      // A screen reader reads where the cursor is.
      XCTAssertEqual(reader.cursor, reader.text.unicodeScalars.count)
      try await stage.press("space", holding: .shift)
      XCTAssertEqual(reader.cursor, reader.topInView)
      try await stage.press("Home")
      XCTAssertEqual(reader.topInView, 0)
      try await stage.close()
    }
  }

  func testBrokenParagraphsAndPicturesAreScrolledLineByLine() throws {
    try onLoop {
      let words = String(repeating: "many words in one paragraph, ", count: 200)
      let reader = TextReader()
      reader.show(RichText(words + "\n" + words))
      let stage = try await Stage.show(reader, width: 400, height: 300)
      reader.focus()
      var tops = [reader.topInView]
      for _ in 0..<12 {
        try await stage.press("Down")
        tops.append(reader.topInView)
      }
      XCTAssertEqual(tops, Array(Set(tops)).sorted())
      for top in tops.dropLast().reversed() {
        try await stage.press("Up")
        XCTAssertEqual(reader.topInView, top)
      }
      let place = tops[7]
      reader.scroll(to: place)
      await stage.nextFrame()
      XCTAssertEqual(reader.topInView, place)
      try await stage.close()
    }
  }

  func testLargerLettersLeaveThePlace() throws {
    try onLoop {
      let reader = TextReader()
      let stage = try await Stage.show(reader, width: 800, height: 600)
      reader.show(ReadingPlaceTests.long)
      reader.scroll(to: 700_000)
      await stage.nextFrame()
      let top = reader.topInView
      // A press moves nothing, not even while the lines above are measured.
      try await stage.click("text-box")
      XCTAssertEqual(reader.topInView, top)
      for size in [20.0, 8, nil] {
        reader.textSize = size
        for _ in 0..<10 { await stage.nextFrame() }
        XCTAssertEqual(reader.topInView, top)
      }
      try await stage.close()
    }
  }

  func testTheReaderMovesTheViewWhileLinesAreMeasured() throws {
    try onLoop {
      let reader = TextReader()
      let stage = try await Stage.show(reader, width: 800, height: 600)
      // Long enough to be measured for longer than a turn of the wheel takes.
      reader.show(String(repeating: ReadingPlaceTests.long, count: 8))
      let start = 71 * 70_000
      @MainActor func line() -> Int {
        reader.text.unicodeScalars.prefix(reader.topInView).count { $0 == "\n" }
      }
      reader.scroll(to: start)
      await stage.nextFrame()
      let first = line()
      let text = try stage.find("text-box")
      try await stage.click(text)
      XCTAssertEqual(line(), first)
      try await stage.click(text, button: 5)
      let below = line()
      XCTAssertTrue((1...10).contains(below - first), "\(below - first)")
      for _ in 0..<2 { try await stage.click(text, button: 4) }
      XCTAssertTrue((1...20).contains(below - line()), "\(below - line())")
      XCTAssertTrue(reader.anchor.isFollowing)
      try await stage.close()
    }
  }

  func testNoCaretStandsInAReaderUnlessItIsAskedFor() throws {
    try onLoop {
      let reader = TextReader()
      reader.show(ReadingPlaceTests.long)
      let stage = try await Stage.show(reader)
      reader.focus()
      XCTAssertFalse(reader.showsCaret)
      try await stage.press("F7")
      XCTAssertTrue(reader.showsCaret)
      try await stage.press("Right")
      XCTAssertEqual(reader.cursor, 1)
      try await stage.press("space")
      XCTAssertGreaterThan(reader.topInView, 0)
      try await stage.press("F7")
      XCTAssertFalse(reader.showsCaret)
      try await stage.close()
    }
  }

  func testTabGoesOnFromWhatIsSeen() throws {
    try onLoop {
      let reader = TextReader()
      let links = stride(from: 0, to: 500_000, by: 5_000).map {
        StyledRange($0..<($0 + 4), .link("\($0)"))
      }
      reader.show(ReadingPlaceTests.long, spans: links)
      let stage = try await Stage.show(reader, width: 800, height: 600)
      reader.focus()
      reader.scroll(to: 201_000, cursor: 5_000)
      await stage.nextFrame()
      XCTAssertEqual(reader.cursor, 5_000)
      let top = reader.topInView
      XCTAssertEqual(
        top,
        1
          + (try XCTUnwrap(
            Array(ReadingPlaceTests.long.unicodeScalars)[..<201_000].lastIndex(of: "\n"))))
      try await stage.press("Tab")
      XCTAssertEqual(reader.cursor, 205_000)
      try await stage.press("Tab", holding: .shift)
      XCTAssertEqual(reader.cursor, 200_000)
      XCTAssertLessThan(reader.topInView, top)
      try await stage.close()
    }
  }

  /// GTK needs minutes to style all of it.
  func testALineOfMegabytesIsStyledOnlyAtItsBeginning() throws {
    try onLoop {
      let reader = TextReader()
      let text = String(repeating: "RFC 793 ", count: 100_000)
      let spans = (0..<100_000).map { StyledRange($0 * 8..<$0 * 8 + 7, .link("793")) }
      let stage = try await Stage.show(reader)
      reader.show(text + "\nRFC 1", spans: spans + [StyledRange(800_001..<800_006, .link("1"))])
      XCTAssertTrue(1...100 ~= reader.links.count - 1, "\(reader.links.count)")
      XCTAssertEqual(reader.links.last?.kind, .link("1"))
      try await stage.close()
    }
  }

  func testTabShowsALinkThatIsFarToTheSide() throws {
    try onLoop {
      let reader = TextReader { _ in }
      let text = String(repeating: "far ", count: 200)
      reader.show(text + "link\nnear", spans: [StyledRange(800..<804, .link("7"))])
      let stage = try await Stage.show(reader, width: 400, height: 300)
      reader.focus()
      try await stage.settle()
      try await stage.press("Tab")
      XCTAssertEqual(reader.cursor, 800)
      let scroller = try XCTUnwrap(reader.native)
      let sideways = gtk_scrolled_window_get_hadjustment(OpaquePointer(scroller))
      XCTAssertGreaterThan(gtk_adjustment_get_value(sideways), 1_000)
      try await stage.press("Home")
      XCTAssertEqual(gtk_adjustment_get_value(sideways), 0)
      try await stage.close()
    }
  }

  func testTheContextMenuOffersWhatAReaderCanDo() throws {
    try onLoop {
      var followed: [String] = []
      let reader = TextReader { followed.append($0) }
      let words = String(repeating: "many links on many lines, one below the other\n", count: 100)
      reader.show(words, spans: [StyledRange(0..<words.count, .link("7"))])
      reader.menu = { link in [.item(Action("cite", title: "Cite \(link ?? "")") {})] }
      reader.linkAddress = { "https://example.org/\($0)" }
      let stage = try await Stage.show(reader)
      try await stage.click("text-box", button: 3)
      try await until("the menu") { !stage.all("menu-item").isEmpty }
      XCTAssertEqual(
        stage.all("menu-item").map(\.name),
        ["Open Link", "Copy Link", "Cite 7", "Select All Ctrl+A"])
      // The lines between sections come later, and need room, too.
      let popover = try XCTUnwrap(ReadingPlaceTests.popover(of: reader.view))
      try await until("room for the whole menu") {
        var size = GtkRequisition()
        gtk_widget_get_preferred_size(popover, nil, &size)
        return gtk_widget_get_height(popover) >= size.height
      }
      @MainActor func isAt(_ line: String) -> Bool {
        stage.dump().split(separator: "\n").contains {
          $0.contains("menu-item “\(line)") && $0.hasSuffix("focused")
        }
      }
      // Some keys are lost while the server moves the keyboard into the menu.
      for _ in 0..<20 where !isAt("Copy Link") { try await stage.press("Down") }
      try await stage.press("Return")
      try await until("the menu to close") { stage.all("menu-item").isEmpty }
      // What was chosen is done once the menu has gone.
      var copied: String?
      for _ in 0..<100 where copied == nil {
        await stage.nextFrame()
        copied = await Clipboard.text()
      }
      XCTAssertEqual(copied, "https://example.org/7")
      XCTAssertEqual(followed, [])
      reader.focus()
      try await stage.press("a", holding: .control)
      try await stage.press("F10", holding: .shift)
      try await until("the menu") { !stage.all("menu-item", "Copy Ctrl+C").isEmpty }
      try await stage.press("Escape")
      try await stage.close()
    }
  }
}
