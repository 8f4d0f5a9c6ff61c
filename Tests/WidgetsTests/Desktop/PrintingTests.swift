import CHikidashiGTK
import Foundation
import HikidashiPresentation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// PDF files as poppler's `pdftotext` and `pdfimages` read them.
final class PrintingTests: XCTestCase {
  private func text(of file: String, _ arguments: [String] = ["-layout"]) throws -> String {
    let tool = Tool("pdftotext")
    let run = try Run(try XCTUnwrap(tool.path, tool.reason), arguments + [file, "-"])
    let text = run.standardOutput
    XCTAssertEqual(run.wait(), 0, run.standardError)
    return text
  }

  func testAViewIsSavedAsWordsAndNotAsPixels() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let part = Stack {
        Label("A label in a view")
        Button("Press me") {}
        Canvas("Chart", width: 100, height: 40, Drawing { Shape.text("drawn", at: Point(5, 5)) })
      }
      XCTAssertThrowsError(try part.savePDF(to: folder.url.path + "/early.pdf"))
      let stage = try await Stage.show(part)
      try part.savePDF(to: folder.url.path + "/view.pdf", title: "The view")
      XCTAssertThrowsError(try part.savePDF(to: folder.url.path + "/no/such/view.pdf")) {
        XCTAssertTrue("\($0)".contains("check that its folder exists"), "\($0)")
      }
      try await stage.close()
    }
    let words = try text(of: folder.url.path + "/view.pdf")
    for expected in ["A label in a view", "Press me", "drawn"] {
      XCTAssertTrue(words.contains(expected), words)
    }
    XCTAssertEqual(words.filter { $0 == "\u{0C}" }.count, 1)
  }

  func testATextIsSavedWholeOnAsManyPagesAsItNeeds() throws {
    let folder = try ScratchFolder()
    let lines = (1...300).map { "line \($0) of the text" }
    try onLoop {
      let reader = TextReader()
      reader.show(lines.joined(separator: "\n"), spans: [StyledRange(0..<6, .heading)])
      try reader.savePDF(to: folder.url.path + "/text.pdf")
    }
    let words = try text(of: folder.url.path + "/text.pdf")
    XCTAssertGreaterThan(words.filter { $0 == "\u{0C}" }.count, 3)
    let found = words.split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespaces.union(.controlCharacters))
    }.filter { !$0.isEmpty }
    XCTAssertEqual(found, lines)
  }

  func testTheHeadingsOfATextAreTheOutlineOfTheFile() throws {
    let folder = try ScratchFolder()
    let path = folder.url.path + "/outline.pdf"
    let text = (1...200).map { "line \($0)" }.joined(separator: "\n")
    try onLoop {
      let reader = TextReader()
      func heading(_ words: String, _ level: Int) -> RichText.Heading {
        let start = text.utf8.firstRange(of: (words + "\n").utf8)?.lowerBound
        let place = start.map { text.utf8.distance(from: text.startIndex, to: $0) } ?? 0
        return RichText.Heading(level: level, title: "The " + words, range: place..<place + 6)
      }
      reader.show(
        text, headings: [heading("line 1", 1), heading("line 20", 2), heading("line 150", 1)])
      try reader.savePDF(to: path)
    }
    let tool = Tool("pdftohtml")
    let run = try Run(try XCTUnwrap(tool.path, tool.reason), ["-xml", "-i", "-stdout", path])
    let outline = run.standardOutput.drop(until: "<outline>").prefix(until: "<page")
    let items = outline.split(separator: "\n").filter { $0.contains("item") }
    XCTAssertEqual(run.wait(), 0)
    XCTAssertEqual(
      items.map(String.init),
      [
        "<item page=\"1\">The line 1</item>", "<item page=\"1\">The line 20</item>",
        "<item page=\"3\">The line 150</item>",
      ], "\(outline)")
  }

  func testThePicturesOfATextArePrinted() throws {
    let folder = try ScratchFolder()
    let size = (width: 900, height: 600)
    let pixels = (0..<size.width * size.height).flatMap { number -> [UInt8] in
      [UInt8(number % 250), UInt8(number / size.width % 250), 120, 255]
    }
    let picture = Picture(width: size.width, height: size.height, pixels: pixels)
    try Data(XCTUnwrap(picture?.encoded)).write(to: folder.url.appendingPathComponent("p.png"))
    try onLoop {
      let reader = TextReader()
      let page = (1...3).map { "Before \($0)\n\n![Picture \($0)](p.png)\n\n" }.joined()
      reader.show(RichText(markdown: page + "![Gone](q.png)", folder: folder.url.path))
      try reader.savePDF(to: folder.url.path + "/pictures.pdf")
    }
    let tool = Tool("pdfimages")
    let run = try Run(
      try XCTUnwrap(tool.path, tool.reason), ["-list", folder.url.path + "/pictures.pdf"])
    let pictures = run.standardOutput.split(separator: "\n").dropFirst(2)
      .map { $0.split(separator: " ").prefix(5).joined(separator: " ") }
    XCTAssertEqual(run.wait(), 0, run.standardError)
    // Page, number, kind, size: as it was read, not as the screen shows it; two go on a page.
    XCTAssertEqual(
      pictures, ["1 0 image 900 600", "1 1 image 900 600", "2 2 image 900 600"])
    let words = try text(of: folder.url.path + "/pictures.pdf")
    for expected in ["Before 1", "Picture 1", "Before 3", "Picture 3", "Gone"] {
      XCTAssertTrue(words.contains(expected), words)
    }
  }

  func testWhatScrollsIsSavedWhole() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let scroller = Scroller(Stack { (1...80).map { Label("row \($0)") } })
      let stage = try await Stage.show(scroller, height: 200)
      try scroller.savePDF(to: folder.url.path + "/rows.pdf", paper: .letter)
      try await stage.close()
    }
    let words = try text(of: folder.url.path + "/rows.pdf")
    XCTAssertTrue(words.contains("row 1\n"), words)
    XCTAssertTrue(words.contains("row 80"), words)
    XCTAssertGreaterThan(words.filter { $0 == "\u{0C}" }.count, 1)
  }

  /// How many dialogs of GTK's for printing are on the screen.
  @MainActor private static var dialogs: Int {
    let type = g_type_from_name("GtkPrintUnixDialog")
    let list = gtk_window_get_toplevels()
    return (0..<g_list_model_get_n_items(list)).count { position in
      guard type != 0, let item = g_list_model_get_item(list, position) else { return false }
      defer { g_object_unref(item) }
      let isDialog =
        g_type_check_instance_is_a(item.assumingMemoryBound(to: GTypeInstance.self), type) != 0
      return isDialog && gtk_widget_get_mapped(item.assumingMemoryBound(to: GtkWidget.self)) != 0
    }
  }

  func testTheDialogWaitsBehindAnAlertAndGoesWithItsTask() throws {
    try onLoop {
      let label = Label("State")
      let stage = try await Stage.show(label)
      let alert = try stage.window.enqueue(Alert("First"))
      let first = try await stage.dialog("First")
      let printing = Task { try await label.printOut(title: "State") }
      try await until("the request") { stage.window.presentation.statuses.count == 2 }
      try await first.settle()
      XCTAssertEqual(Self.dialogs, 0)
      XCTAssertEqual(stage.window.presentation.statuses.map(\.state), [.presented, .waiting])
      try await first.press("Return")
      _ = try await alert.answer
      try await until("the dialog") { Self.dialogs == 1 }
      printing.cancel()
      let isPrinted = try await printing.value
      XCTAssertFalse(isPrinted)
      try await until("the dialog to go") { Self.dialogs == 0 }
      XCTAssertEqual(stage.window.presentation.statuses, [])
      try await stage.close()
    }
  }

  func testPrintingGoesThroughTheDesktopsPrinting() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let reader = TextReader()
      reader.show(RichText(markdown: "# Title\n\n- *one*\n- 犬"))
      let stage = try await Stage.show(reader)
      let isPrinted = try await reader.printOut(
        title: "Notes", exportingTo: folder.url.path + "/print.pdf")
      XCTAssertTrue(isPrinted)
      try await stage.close()
      do {
        _ = try await reader.printOut(title: "Late", exportingTo: folder.url.path + "/late.pdf")
        XCTFail("there is no reader any more")
      } catch {
        XCTAssertEqual(error as? PrintError, .notShown)
      }
    }
    let words = try text(of: folder.url.path + "/print.pdf")
    for expected in ["Title", "• one", "犬"] { XCTAssertTrue(words.contains(expected), words) }
  }
}

extension String {
  fileprivate func drop(until mark: String) -> Substring {
    self[(firstRange(of: mark)?.lowerBound ?? endIndex)...]
  }
}

extension Substring {
  fileprivate func prefix(until mark: String) -> Substring {
    self[..<(firstRange(of: mark)?.lowerBound ?? endIndex)]
  }
}
