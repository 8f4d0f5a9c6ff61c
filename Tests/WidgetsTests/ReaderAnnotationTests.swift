import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// What readers mark in a text: looks alone, which come and go without the text.
final class ReaderAnnotationTests: XCTestCase {
  private static let text = "One two three.\n   Four five six.\nSeven.\n"

  /// The letters that have a tag.
  @MainActor
  private static func tagged(_ name: String, _ reader: TextReader) -> String {
    guard let buffer = reader.buffer, let table = gtk_text_buffer_get_tag_table(buffer),
      let tag = gtk_text_tag_table_lookup(table, name)
    else { return "no such tag" }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.enumerated().filter { place, _ in
          var iterator = GtkTextIter()
          gtk_text_buffer_get_iter_at_offset(buffer, &iterator, gint(place))
          return gtk_text_iter_has_tag(&iterator, tag) != 0
        }.map(\.element)))
  }

  func testMarksComeAndGoWithoutTheText() throws {
    try onLoop {
      let reader = TextReader()
      let window = Window("Reader") { reader }
      window.presentAlone()
      reader.show(Self.text, spans: [StyledRange(8..<13, .highlight(.green))])
      reader.select(4..<7)
      reader.annotations = [
        StyledRange(0..<7, .highlight(.yellow)), StyledRange(0..<3, .highlight(.green)),
        StyledRange(23..<26, .bookmark), StyledRange(18..<22, .annotation),
        StyledRange(900..<950, .annotation), StyledRange(0..<3, .link("x")),
      ]
      XCTAssertEqual(reader.annotations.count, 4)
      XCTAssertEqual(Self.tagged("highlight-yellow", reader), "One two")
      XCTAssertEqual(Self.tagged("highlight-green", reader), "Onethree")
      XCTAssertEqual(Self.tagged("annotation", reader), "Four")
      // GTK looks at the beginning of a line for what colours all of it.
      XCTAssertEqual(Self.tagged("bookmark", reader), "   Four fiv")
      XCTAssertEqual(reader.selectedRange, 4..<7)
      XCTAssertEqual(reader.selectedText, "two")
      reader.annotations = [StyledRange(34..<39, .highlight(.pink))]
      XCTAssertEqual(Self.tagged("highlight-yellow", reader), "")
      XCTAssertEqual(Self.tagged("highlight-pink", reader), "even.")
      XCTAssertEqual(Self.tagged("bookmark", reader), "")
      // What the text itself has stays.
      XCTAssertEqual(Self.tagged("highlight-green", reader), "three")
      let path = NSTemporaryDirectory() + "marked-\(UUID()).pdf"
      defer { try? FileManager.default.removeItem(atPath: path) }
      try reader.savePDF(to: path, title: "Marked")
      XCTAssertGreaterThan(FileManager.default.contents(atPath: path)?.count ?? 0, 500)
      reader.show(Self.text)
      XCTAssertEqual(reader.annotations, [])
      reader.select(500..<600)
      XCTAssertNil(reader.selectedRange)
      window.destroy()
    }
  }

  func testEveryHighlightIsReadInLightAndDark() throws {
    try onLoop {
      for color in StyledRange.Highlight.allCases {
        let name = StyledRange.Kind.highlight(color).tag
        let isThere = TextReader.colours.contains { $0.name == name && $0.light != $0.dark }
        XCTAssertTrue(isThere, name)
      }
    }
  }
}
