import CHikidashiGTK
import Foundation
import HikidashiRecords
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class ViewerTests: XCTestCase {
  private func picture(width: Int, height: Int) throws -> [UInt8] {
    let pixels = (0..<width * height).flatMap { _ -> [UInt8] in [200, 80, 20, 255] }
    return try XCTUnwrap(Picture(width: width, height: height, pixels: pixels)?.encoded)
  }

  func testMarkdownIsReadAndItsLinksFollowedByTheKeyboard() throws {
    let folder = try ScratchFolder()
    try Data(picture(width: 900, height: 600)).write(to: folder.url.appendingPathComponent("p.png"))
    try folder.write(
      "# Title\n\nSee [one](1.md) and [two](2.md).\n\n![A field](p.png)\n", to: "a.md")
    try onLoop {
      var followed: [String] = []
      let viewer = Viewer { followed.append($0) }
      let stage = try await Stage.show(viewer, title: "Viewer")
      try await viewer.show(file: folder.url.path + "/a.md")
      viewer.focus()
      try await stage.press("Tab")
      try await stage.press("Return")
      try await stage.press("Tab")
      try await stage.press("Return")
      XCTAssertEqual(followed, ["1.md", "2.md"])
      XCTAssertEqual(viewer.reader.text, "Title\n\nSee one and two.\n\n\u{FFFC}\nA field")
      XCTAssertEqual(
        stage.dump(),
        """
        window “Viewer”
          label “Viewer”
          button “Minimize”
          button “Maximize”
          button “Close”
          text-box “Document” focused
          scrollbar
          scrollbar
        """)
      try await stage.close()
    }
  }

  func testThePicturesOfATextAreReadOffTheMainThread() throws {
    let folder = try ScratchFolder()
    for (name, side) in [("a", 30), ("b", 900)] {
      try Data(picture(width: side, height: side / 2))
        .write(to: folder.url.appendingPathComponent(name + ".png"))
    }
    let text = RichText(
      markdown: "![A](a.png)\n\nbetween\n\n![B](b.png)\n", folder: folder.url.path)
    try onLoop {
      let reader = TextReader()
      let stage = try await Stage.show(reader)
      /// What stands in place of each letter that is a picture: its size, and whether it was read.
      @MainActor func pictures() -> [String] {
        (0..<reader.text.unicodeScalars.count).compactMap { place in
          var iterator = GtkTextIter()
          gtk_text_buffer_get_iter_at_offset(reader.buffer, &iterator, gint(place))
          guard let paintable = gtk_text_iter_get_paintable(&iterator) else { return nil }
          let instance = UnsafeMutableRawPointer(paintable)
            .assumingMemoryBound(to: GTypeInstance.self)
          let isRead = g_type_check_instance_is_a(instance, gdk_texture_get_type()) != 0
          let (width, height) = (
            gdk_paintable_get_intrinsic_width(paintable),
            gdk_paintable_get_intrinsic_height(paintable)
          )
          return "\(width) × \(height) \(isRead)"
        }
      }
      reader.show(text)
      // Their room is there from the beginning, and the text does not move.
      XCTAssertEqual(pictures(), ["30 × 15 false", "640 × 320 false"])
      let letters = reader.text
      reader.scroll(to: 5)
      try await until("the pictures") { pictures() == ["30 × 15 true", "640 × 320 true"] }
      XCTAssertEqual(reader.text, letters)
      XCTAssertEqual(reader.cursor, 5)
      // Another text is not touched by what was to be read for the one before.
      reader.show(text)
      reader.show("plain and without pictures")
      for _ in 0..<10 { await stage.nextFrame() }
      XCTAssertEqual(reader.text, "plain and without pictures")
      XCTAssertEqual(pictures(), [])
      try await stage.close()
    }
  }

  func testTextAndPicturesAreShownByWhatTheyAre() throws {
    let folder = try ScratchFolder()
    try folder.write("plain *text*", to: "plain.txt")
    try Data(picture(width: 40, height: 30)).write(to: folder.url.appendingPathComponent("dog.md"))
    try onLoop {
      let viewer = Viewer()
      let stage = try await Stage.show(viewer)
      try await viewer.show(file: folder.url.path + "/plain.txt")
      XCTAssertEqual(viewer.reader.text, "plain *text*")
      try await viewer.show(file: folder.url.path + "/dog.md")
      await stage.nextFrame()
      XCTAssertTrue(stage.dump().contains("img “dog.md”"), stage.dump())
      try await stage.close()
    }
  }

  func testWhatCannotBeShownIsRefusedAndWhatWasShownStays() throws {
    let folder = try ScratchFolder()
    try Data([1, 0, 2]).write(to: folder.url.appendingPathComponent("binary"))
    try folder.write("good", to: "good.txt")
    try folder.write("", to: "large.txt")
    let large = try FileHandle(forWritingTo: folder.url.appendingPathComponent("large.txt"))
    try large.truncate(atOffset: 33 << 20)
    try onLoop {
      let viewer = Viewer()
      try await viewer.show(file: folder.url.path + "/good.txt")
      for (name, expected) in [
        ("binary", "neither text nor a picture"), ("nowhere", "Check that it is there"),
        ("large.txt", "too large"), (".", "Check that it is there"),
      ] {
        do {
          try await viewer.show(file: folder.url.path + "/" + name)
          XCTFail("\(name) was shown")
        } catch {
          XCTAssertTrue("\(error)".contains(expected), "\(error)")
        }
      }
      XCTAssertEqual(viewer.reader.text, "good")
    }
  }

  func testTheKeyboardZoomsAndMovesAPicture() throws {
    let bytes = try picture(width: 300, height: 200)
    try onLoop {
      var zooms: [PictureView.Zoom] = []
      let view = PictureView(Picture(encoded: bytes), description: "A field")
      view.onZoom = { zooms.append($0) }
      let stage = try await Stage.show(view, title: "Picture")
      view.focus()
      try await stage.press("1")
      try await stage.press("plus", holding: .shift)
      try await stage.press("minus")
      try await stage.press("0")
      XCTAssertEqual(zooms, [.scale(1), .scale(1.25), .scale(1), .fit])
      for _ in 0..<30 { view.zoom(by: 2) }
      XCTAssertEqual(view.zoom, .scale(20))
      try await stage.settle()
      try await stage.press("Right")
      view.zoom(by: .nan)
      XCTAssertEqual(view.zoom, .scale(20))
      XCTAssertEqual(
        stage.dump(),
        """
        window “Picture”
          label “Picture”
          button “Minimize”
          button “Maximize”
          button “Close”
          img “A field” focused
          scrollbar
          scrollbar
        """)
      try await stage.close()
    }
  }

  func testFilesOfRecordsAreTables() throws {
    let folder = try ScratchFolder()
    try folder.write("animal,legs,born\n犬,4,2020-01-02\n\"a, bird\",2,2021-03-04\n", to: "a.csv")
    try folder.write("animal;weight\ndog;4,5\n", to: "b.csv")
    try folder.write("animal\tlegs\ndog\t4\n", to: "c.tsv")
    // The last value is no number: a column of text.
    let many = (0..<100_000).map { "\($0),\($0)\n" }.joined()
    try folder.write("a,b\n" + many + "1,x\n", to: "d.csv")
    // Its last value is no number either, as it would lose its zeros.
    try folder.write("a,b\n" + many + "007,1\n", to: "i.csv")
    try folder.write("a,b\n1,2\n1,2,3\n3,4\n", to: "e.csv")
    try folder.write("a,a\n1,2\n", to: "f.csv")
    try folder.write("Report\nof May\na,b\n1,2\n3,4\n", to: "j.csv")
    try folder.write("", to: "g.csv")
    try folder.write("text", to: "h.txt")
    try onLoop {
      let viewer = Viewer()
      let stage = try await Stage.show(viewer, title: "Viewer")
      @MainActor func show(_ name: String) async throws -> RecordTable? {
        try await viewer.show(file: folder.url.path + "/" + name)
        return viewer.records?.records.table
      }
      @MainActor func columns(_ table: RecordTable?) -> [String] {
        table?.schema.fields.map { "\($0.name) \($0.type.rawValue)" } ?? []
      }
      let first = try await show("a.csv")
      XCTAssertEqual(columns(first), ["animal string", "legs integer", "born date"])
      XCTAssertEqual(first?.count, 2)
      XCTAssertTrue(viewer.focus())
      XCTAssertTrue(viewer.records?.hasFocus == true)
      try await stage.settle()
      XCTAssertTrue(stage.dump().contains("a, bird"), stage.dump())
      XCTAssertFalse(stage.dump().contains("could not be read"), stage.dump())
      let second = try await show("b.csv")
      XCTAssertEqual(columns(second), ["animal string", "weight string"])
      let third = try await show("c.tsv")
      XCTAssertEqual(columns(third), ["animal string", "legs integer"])
      let mixed = try await show("d.csv")
      XCTAssertEqual(columns(mixed), ["a string", "b string"])
      XCTAssertEqual(mixed?.count, 100_001)
      let zeros = try await show("i.csv")
      XCTAssertEqual(columns(zeros), ["a string", "b string"])
      XCTAssertEqual(try zeros.flatMap { try Array($0).last?.cell(named: "a") }, .string("007"))
      let torn = try await show("e.csv")
      XCTAssertEqual(torn?.count, 2)
      XCTAssertTrue(stage.dump().contains("1 line could not be read."), stage.dump())
      try await stage.settle()
      try await stage.click("button", "Show Them")
      let report = try await stage.dialog()
      XCTAssertTrue(report.dump().contains("1,2,3"), report.dump())
      try await report.press("Escape")
      let double = try await show("f.csv")
      XCTAssertEqual(columns(double), ["a integer", "a 2 integer"])
      XCTAssertEqual(double?.schema.fields.map(\.title), ["a", "a"])
      XCTAssertEqual(double?.count, 1)
      let behind = try await show("j.csv")
      XCTAssertEqual(columns(behind), ["a integer", "b integer"])
      XCTAssertTrue(
        stage.dump().contains("2 lines in front of the records are not shown."), stage.dump())
      let none = try await show("g.csv")
      XCTAssertNil(none)
      XCTAssertEqual(viewer.reader.text, "")
      let text = try await show("h.txt")
      XCTAssertNil(text)
      try await stage.close()
    }
  }

  func testWhatOtherProgramsShowOpensInThem() throws {
    let folder = try ScratchFolder()
    try folder.write("%PDF-1.4\n", to: "paper.pdf")
    // The beginning of a film of MPEG-4.
    let film: [UInt8] =
      [0, 0, 0, 0x18] + Array("ftypmp42".utf8) + [0, 0, 0, 0] + Array("mp42".utf8)
    try Data(film).write(to: folder.url.appendingPathComponent("film.mp4"))
    try onLoop {
      let viewer = Viewer()
      let stage = try await Stage.show(viewer)
      for name in ["paper.pdf", "film.mp4"] {
        try await viewer.show(file: folder.url.path + "/" + name)
        await stage.nextFrame()
        let buttons = stage.all("button").map(\.name).filter { $0.hasPrefix("Open ") }
        XCTAssertEqual(buttons.count, 1, stage.dump())
        XCTAssertTrue(stage.dump().contains("label “\(name)”"), stage.dump())
        XCTAssertTrue(viewer.focus())
        XCTAssertEqual(viewer.headings, [])
      }
      try await stage.close()
    }
  }

  func testHeadingsAreOfferedForAnOutline() throws {
    let folder = try ScratchFolder()
    try folder.write("# One\n\nwords\n\n## Two *twice*\n\n### Three\n", to: "a.md")
    try folder.write("<h2>Four</h2><p>words<h1>Five<br>six</h1>", to: "b.html")
    try onLoop {
      let viewer = Viewer()
      let label = Label {
        viewer.headings.map { "\($0.level) \($0.title)" }.joined(separator: ", ")
      }
      let stage = try await Stage.show(Stack(.vertical, [label, viewer]))
      try await viewer.show(file: folder.url.path + "/a.md")
      try await until("the headings") { label.text == "1 One, 2 Two twice, 3 Three" }
      let third = try XCTUnwrap(viewer.headings.last)
      let scalars = Array(viewer.reader.text.unicodeScalars)
      XCTAssertEqual(String(String.UnicodeScalarView(scalars[third.range])), "Three")
      try await viewer.show(file: folder.url.path + "/b.html")
      try await until("the other headings") { label.text == "2 Four, 1 Five six" }
      let plain = TextReader()
      plain.show("a\nHead\nb", spans: [StyledRange(2..<6, .heading)])
      XCTAssertEqual(plain.headings.map(\.title), ["Head"])
      try await stage.close()
    }
  }
}
