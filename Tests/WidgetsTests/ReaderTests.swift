import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

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
      try await until("the place") { abs(reader.topInView - 20_000) < 30 }
      let top = reader.topInView
      reader.show("short")
      try await stage.settle()
      reader.show(text)
      reader.scroll(to: top)
      try await until("the same place") { abs(reader.topInView - top) < 30 }
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

  func testLinksHaveOneColourThatIsReadInLightAndDark() throws {
    try onLoop {
      let folder = try ScratchFolder()
      let manager = adw_style_manager_get_default()
      defer { adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_DEFAULT) }
      for (scheme, colour) in [
        (ADW_COLOR_SCHEME_FORCE_LIGHT, LinkColor.light),
        (ADW_COLOR_SCHEME_FORCE_DARK, LinkColor.dark),
      ] {
        adw_style_manager_set_color_scheme(manager, scheme)
        let label = Label().styleClass("caption")
        // A letter that is all ink.
        label.show([.link("██████", target: "1")])
        let reader = TextReader()
        // Behind the cursor: the link at it stands on a ground of its colour.
        reader.show("x ██████", spans: [StyledRange(2..<8, .link("1"))])
        for (name, part) in [("label", label), ("reader", reader)] as [(String, Part)] {
          let stage = try await Stage.show(part)
          let path = folder.url.path + "/\(name).png"
          try await stage.savePicture(to: path)
          let pixels = try XCTUnwrap(Self.pixels(path))
          let link = try XCTUnwrap(Self.pixel(colour))
          XCTAssertGreaterThan(pixels[link] ?? 0, 40, "\(name) \(colour)")
          let ground = try XCTUnwrap(pixels.max { $0.value < $1.value }).key
          XCTAssertGreaterThanOrEqual(Self.contrast(link, ground), 4.5, "\(name) \(colour)")
          try await stage.close()
        }
      }
    }
  }

  /// How often each colour is in a picture.
  static func pixels(_ path: String) -> [[UInt8]: Int]? {
    guard let picture = gdk_pixbuf_new_from_file(path, nil) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
    guard let bytes = gdk_pixbuf_get_pixels(picture) else { return nil }
    let channels = Int(gdk_pixbuf_get_n_channels(picture))
    let stride = Int(gdk_pixbuf_get_rowstride(picture))
    var counts: [[UInt8]: Int] = [:]
    for row in 0..<Int(gdk_pixbuf_get_height(picture)) {
      for column in 0..<Int(gdk_pixbuf_get_width(picture)) {
        let pixel = bytes + row * stride + column * channels
        counts[[pixel[0], pixel[1], pixel[2]], default: 0] += 1
      }
    }
    return counts
  }

  static func pixel(_ colour: String) -> [UInt8]? {
    Int(colour.dropFirst(), radix: 16).map {
      [UInt8($0 >> 16), UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)]
    }
  }

  /// As WCAG 2.1 has it.
  static func contrast(_ first: [UInt8], _ second: [UInt8]) -> Double {
    func luminance(_ pixel: [UInt8]) -> Double {
      zip(pixel, [0.2126, 0.7152, 0.0722]).map { channel, weight in
        let value = Double(channel) / 255
        return weight * (value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
      }.reduce(0, +)
    }
    let sorted = [luminance(first), luminance(second)].sorted()
    return (sorted[1] + 0.05) / (sorted[0] + 0.05)
  }
}
