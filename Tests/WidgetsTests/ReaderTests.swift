import CGTK
import WidgetTesting
import XCTest

@testable import Widgets

final class ReaderTests: XCTestCase {
  func testKeysGoFromLinkToLinkAndFollowThem() throws {
    try onLoop {
      var followed: [String] = []
      let reader = TextReader { followed.append($0) }
      reader.show(
        "See RFC 1 and RFC 22.",
        spans: [StyledRange(14..<20, .link("22")), StyledRange(4..<9, .link("1"))])
      let stage = try await Stage.show(reader)
      reader.focus()
      try await stage.press("Tab")
      XCTAssertEqual(reader.cursor, 4)
      try await stage.press("Return")
      try await stage.press("Tab")
      try await stage.press("Return")
      try await stage.press("Tab", holding: .shift)
      XCTAssertEqual(reader.cursor, 4)
      XCTAssertEqual(followed, ["1", "22"])
      try await stage.close()
    }
  }

  func testAClickFollowsALink() throws {
    try onLoop {
      var followed: [String] = []
      let reader = TextReader { followed.append($0) }
      let words = String(repeating: "many links on many lines, one below the other\n", count: 100)
      reader.show(words, spans: [StyledRange(0..<words.count, .link("7"))])
      let stage = try await Stage.show(reader)
      try await stage.click("text-box")
      XCTAssertEqual(followed, ["7"])
      try await stage.close()
    }
  }

  /// Prose is not code.
  func testPlainTextHasTheFaceThatItIsToHave() throws {
    try onLoop {
      let reader = TextReader()
      let words = String(repeating: "wide words wander ", count: 60)
      @MainActor func isCode() -> Bool {
        let view = reader.view.cast(to: GtkTextView.self)
        return gtk_text_view_get_monospace(view) != 0
          && gtk_text_view_get_wrap_mode(view) == GTK_WRAP_NONE
      }
      reader.show(words)
      XCTAssertTrue(isCode())
      reader.show(words, isFixedWidth: false)
      XCTAssertFalse(isCode())
      XCTAssertEqual(reader.text, words)
    }
  }

  func testAnyTextIsShownScalarForScalar() throws {
    try onLoop {
      let reader = TextReader()
      reader.show("a\0b\u{1B}c\u{8}d\u{0C}e\r\nf\u{7F}")
      XCTAssertEqual(reader.text, "a␀b␛c␈d e\r\nf␡")
      reader.show("")
      XCTAssertEqual(reader.text, "")
    }
  }

  func testTheReaderComesBackToWhereItWas() throws {
    try onLoop {
      let reader = TextReader()
      let text = (0..<3_000).map { "line \($0)\n" }.joined()
      reader.show(text)
      let stage = try await Stage.show(reader)
      reader.scroll(to: 20_000)
      // GTK lays out a long text a part at a time.
      try await until("the place") { abs(reader.top - 20_000) < 30 }
      let top = reader.top
      reader.show("short")
      try await stage.settle()
      reader.show(text)
      reader.scroll(to: top)
      try await until("the same place") { abs(reader.top - top) < 30 }
      try await stage.close()
    }
  }

  func testRangesOutsideTheTextAreCut() throws {
    try onLoop {
      let reader = TextReader()
      reader.show(
        "short",
        spans: [
          StyledRange(3..<900, .link("x")), StyledRange(100..<200, .heading),
          StyledRange(-5 ..< -1, .dim),
        ])
      reader.scroll(to: 1_000_000)
      XCTAssertEqual(reader.cursor, 5)
      reader.scroll(to: -3)
      XCTAssertEqual(reader.cursor, 0)
    }
  }
}
