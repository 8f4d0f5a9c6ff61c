import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class FindBarTests: XCTestCase {
  @MainActor
  private struct Scene {
    let reader = TextReader()
    let bar: FindBar
    let stage: Stage

    init(_ text: String, keys: Bool = false) async throws {
      bar = FindBar(in: reader)
      reader.show(text)
      stage = try await Stage.show(Stack(.vertical, spacing: 0, [bar, reader]), title: "Find")
      reader.focus()
    }

    /// What is marked, and what is marked more strongly.
    func marked() -> (all: [String], current: [String]) {
      (stretches(TextMarks.tag), stretches(TextMarks.currentTag))
    }

    private func stretches(_ name: String) -> [String] {
      guard let buffer = reader.buffer, let table = gtk_text_buffer_get_tag_table(buffer),
        let tag = gtk_text_tag_table_lookup(table, name)
      else { return [] }
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_start_iter(buffer, &start)
      var found: [String] = []
      while gtk_text_iter_starts_tag(&start, tag) != 0
        || gtk_text_iter_forward_to_tag_toggle(&start, tag) != 0
      {
        guard gtk_text_iter_starts_tag(&start, tag) != 0 else { continue }
        end = start
        gtk_text_iter_forward_to_tag_toggle(&end, tag)
        guard let text = gtk_text_iter_get_text(&start, &end) else { break }
        found.append(String(cString: text))
        g_free(text)
        start = end
      }
      return found
    }

    func find(_ words: String) async throws {
      try await stage.type(words)
      try await until("what is found") { bar.words == words && !bar.isSearching }
    }
  }

  func testEveryPlaceIsMarkedCountedAndGoneTo() throws {
    try onLoop {
      let scene = try await Scene("A drawer, two DRAWERS\nand ｄｒａｗｅｒ number three")
      let (bar, reader, stage) = (scene.bar, scene.reader, scene.stage)
      XCTAssertFalse(bar.isOpen)
      try await stage.press("f", holding: .control)
      XCTAssertTrue(bar.isOpen)
      try await scene.find("drawer")
      XCTAssertEqual(bar.matchCount, 3)
      XCTAssertEqual(bar.match, 0)
      XCTAssertEqual(scene.marked().all, ["DRAWER", "ｄｒａｗｅｒ"])
      XCTAssertEqual(scene.marked().current, ["drawer"])
      XCTAssertTrue(stage.dump().contains("label “1 of 3”"), stage.dump())
      try await stage.press("Return")
      XCTAssertEqual(scene.marked().current, ["DRAWER"])
      XCTAssertEqual(reader.cursor, 14)
      try await stage.press("g", holding: .control)
      try await stage.press("g", holding: .control)
      XCTAssertEqual(bar.match, 0, "from the last to the first")
      try await stage.press("Return", holding: .shift)
      XCTAssertEqual(bar.match, 2, "from the first to the last")
      try await stage.press("g", holding: [.control, .shift])
      XCTAssertEqual(bar.match, 1)
      try await stage.press("Escape")
      XCTAssertFalse(bar.isOpen)
      XCTAssertTrue(reader.hasFocus)
      XCTAssertEqual(reader.cursor, 14)
      XCTAssertEqual(scene.marked().all + scene.marked().current, [])
      try await stage.close()
    }
  }

  func testWhatIsNotThereIsSaid() throws {
    try onLoop {
      let scene = try await Scene("words")
      scene.bar.open()
      try await scene.find("cupboard")
      XCTAssertEqual(scene.bar.match, nil)
      XCTAssertTrue(scene.stage.dump().contains("label “Not found”"), scene.stage.dump())
      scene.bar.goToNext()
      scene.bar.goToPrevious()
      scene.bar.words = ""
      XCTAssertFalse(scene.stage.dump().contains("Not found"))
      try await scene.stage.close()
    }
  }

  func testItBeginsWhereOneReadsAndFollowsTheText() throws {
    try onLoop {
      let scene = try await Scene("a b a b a")
      scene.reader.placeCursor(3)
      scene.bar.open()
      try await scene.find("a")
      XCTAssertEqual(scene.bar.match, 1)
      scene.reader.show("a a")
      try await until("the other text") { scene.bar.matchCount == 2 }
      XCTAssertEqual(scene.marked().current, ["a"])
      XCTAssertEqual(scene.bar.match, 0)
      try await scene.stage.close()
    }
  }

  func testTheSelectedWordsAreLookedFor() throws {
    try onLoop {
      let scene = try await Scene("one two one")
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_iter_at_offset(scene.reader.buffer, &start, 8)
      gtk_text_buffer_get_iter_at_offset(scene.reader.buffer, &end, 11)
      gtk_text_buffer_select_range(scene.reader.buffer, &start, &end)
      XCTAssertEqual(scene.reader.selectedText, "one")
      try await scene.stage.press("f", holding: .control)
      try await until("both") { scene.bar.matchCount == 2 }
      XCTAssertEqual(scene.bar.words, "one")
      try await scene.stage.close()
    }
  }

  /// 5 MB with 400,000 places: only what is near the view is marked, wherever one goes.
  func testALongTextIsMarkedWhereItIsSeen() throws {
    let line = "a drawer of words and drawers, and nothing that is in it\n"
    let text = String(repeating: line, count: 5_000_000 / line.utf8.count)
    let places = 2 * (5_000_000 / line.utf8.count)
    try onLoop {
      let scene = try await Scene(text)
      scene.bar.open()
      try await scene.find("drawer")
      XCTAssertEqual(scene.bar.matchCount, places)
      XCTAssertLessThan(scene.marked().all.count, 1_000)
      scene.bar.goToPrevious()
      XCTAssertEqual(scene.bar.match, places - 1)
      try await until("the end of the text") {
        scene.reader.isInView(scene.reader.cursor) && scene.marked().current.count == 1
      }
      XCTAssertLessThan(scene.marked().all.count, 1_000)
      try await scene.stage.close()
    }
  }

  func testAViewerIsSearchedWhereItShowsText() throws {
    let folder = try ScratchFolder()
    try folder.write("# Title\n\nTwo words", to: "a.md")
    let picture = try XCTUnwrap(Picture(width: 1, height: 1, pixels: [1, 2, 3, 255])?.encoded)
    try Data(picture).write(to: folder.url.appendingPathComponent("b.png"))
    try onLoop {
      let viewer = Viewer()
      let bar = FindBar(in: viewer)
      let stage = try await Stage.show(Stack(.vertical, [bar, viewer]))
      try await viewer.show(file: folder.url.path + "/a.md")
      viewer.focus()
      try await stage.press("f", holding: .control)
      XCTAssertTrue(bar.isOpen)
      try await stage.type("word")
      try await until("the word") { bar.matchCount == 1 }
      try await viewer.show(file: folder.url.path + "/b.png")
      XCTAssertFalse(bar.isOpen)
      viewer.focus()
      try await stage.press("f", holding: .control)
      XCTAssertFalse(bar.isOpen)
      try await stage.close()
    }
  }

  func testTheActionsDoWhatTheKeysDo() throws {
    try onLoop {
      let scene = try await Scene("one two one")
      let actions = scene.bar.actions(group: "Document")
      XCTAssertEqual(actions.map(\.name), ["find-in-text", "find-next", "find-previous"])
      XCTAssertEqual(Set(actions.map(\.group)), ["Document"])
      actions[0].run()
      XCTAssertTrue(scene.bar.isOpen)
      try await scene.find("one")
      actions[1].run()
      XCTAssertEqual(scene.bar.match, 1)
      actions[2].run()
      XCTAssertEqual(scene.bar.match, 0)
      try await scene.stage.press("F3")
      XCTAssertEqual(scene.bar.match, 1)
      try await scene.stage.press("F3", holding: .shift)
      XCTAssertEqual(scene.bar.match, 0)
      try await scene.stage.close()
    }
  }

  /// As WCAG 2.2 asks, in both schemes, of the words and of what tells the one place from the others.
  func testMarksAreReadInLightAndDark() throws {
    try onLoop {
      let folder = try ScratchFolder()
      let manager = adw_style_manager_get_default()
      defer { adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_DEFAULT) }
      for scheme in [ADW_COLOR_SCHEME_FORCE_LIGHT, ADW_COLOR_SCHEME_FORCE_DARK] {
        adw_style_manager_set_color_scheme(manager, scheme)
        for current in [nil, 0] {
          let reader = TextReader()
          reader.show("x ██████        ██████", spans: [StyledRange(16..<22, .link("1"))])
          reader.mark([2..<22], current: current)
          let stage = try await Stage.show(reader)
          let path = folder.url.path + "/marks.png"
          try await stage.savePicture(to: path)
          let pixels = try XCTUnwrap(ReaderTests.pixels(path))
          let tag = current == nil ? TextMarks.tag : TextMarks.currentTag
          let isDark = scheme == ADW_COLOR_SCHEME_FORCE_DARK
          let colours = TextReader.colours.filter { $0.name == tag }
            .compactMap { ReaderTests.pixel(isDark ? $0.dark : $0.light) }
          XCTAssertEqual(colours.count, 2)
          for colour in colours {
            XCTAssertGreaterThan(pixels[colour] ?? 0, 40, "\(tag) \(colour)")
          }
          XCTAssertGreaterThanOrEqual(ReaderTests.contrast(colours[0], colours[1]), 4.5, tag)
          try await stage.close()
        }
        let grounds = [TextMarks.tag, TextMarks.currentTag].compactMap { tag in
          TextReader.colours.first { $0.name == tag && $0.property == "background" }
            .flatMap {
              ReaderTests.pixel(scheme == ADW_COLOR_SCHEME_FORCE_DARK ? $0.dark : $0.light)
            }
        }
        XCTAssertGreaterThanOrEqual(ReaderTests.contrast(grounds[0], grounds[1]), 3)
      }
    }
  }
}
