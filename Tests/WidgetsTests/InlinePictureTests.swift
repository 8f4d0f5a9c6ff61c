import CHikidashiGTK
import FoundationEssentials
import HikidashiBase
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Pictures that stand for letters in a line.
final class InlinePictureTests: XCTestCase {
  private static let red: [UInt8] = [200, 40, 40]

  @MainActor
  private static func store(_ transport: ScriptedTransport) -> PictureStore {
    var options = LoadOptions()
    options.retry = .never
    return PictureStore(Connector(transports: [transport]), options: options)
  }

  private static var transport: ScriptedTransport {
    ScriptedTransport { request in
      if "\(request.target)".contains("missing") { return TransferScript(status: 404) }
      let pixels = (0..<64 * 64).flatMap { _ -> [UInt8] in red + [255] }
      let bytes = Picture(width: 64, height: 64, pixels: pixels)?.encoded ?? []
      return TransferScript(body: bytes)
    }
  }

  private static func url(_ name: String) -> URL {
    URL(string: "https://example.org/\(name)") ?? URL(fileURLWithPath: "/")
  }

  @MainActor
  private static func width(of part: Part) -> Int {
    var (least, natural): (gint, gint) = (0, 0)
    guard let native = part.native else { return 0 }
    gtk_widget_measure(native, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, nil, nil)
    return Int(natural)
  }

  @MainActor
  private static func reds(_ stage: Stage) async throws -> Int {
    let folder = try ScratchFolder()
    let path = folder.url.path + "/picture.png"
    try await stage.settle()
    try await stage.savePicture(to: path)
    return try XCTUnwrap(ReaderTests.pixels(path))[red] ?? 0
  }

  /// Draws until something holds.
  @MainActor
  private static func draw(
    _ stage: Stage, until isDone: (_ reds: Int) -> Bool
  ) async throws {
    for _ in 0..<500 {
      if isDone(try await reds(stage)) { return }
      await stage.nextFrame()
    }
    XCTFail("it was never drawn")
  }

  func testALabelShowsAPictureAndIsReadAsItsLetters() throws {
    try onLoop {
      let waiting = ScriptedTransport()
      let label = Label()
      let stage = try await Stage.show(label)
      label.text = "é :longcode: Ann"
      let letters = Self.width(of: label)
      let picture = InlinePicture(2..<12, Self.url("cat.png"))
      label.show("é :longcode: Ann", pictures: [picture], from: Self.store(waiting))
      let kept = Self.width(of: label)
      XCTAssertLessThan(kept, letters)
      label.show(
        "é :longcode: Ann", pictures: [InlinePicture(2..<12, Self.url("dog.png"))],
        from: Self.store(Self.transport))
      try await Self.draw(stage) { $0 > 60 }
      XCTAssertEqual(Self.width(of: label), kept, "the text stays where it is")
      XCTAssertEqual(label.text, "é :longcode: Ann")
      XCTAssertTrue(stage.dump().contains(":longcode:"), stage.dump())
      label.text = "é :longcode: Ann"
      XCTAssertEqual(Self.width(of: label), letters)
      let left = try await Self.reds(stage)
      XCTAssertEqual(left, 0)
      try await stage.close()
    }
  }

  func testLettersStayWhereALabelsPictureCannotBeHad() throws {
    try onLoop {
      let store = Self.store(Self.transport)
      let label = Label(":longcode:")
      let stage = try await Stage.show(label)
      let letters = Self.width(of: label)
      let picture = InlinePicture(0..<10, Self.url("missing.png"))
      label.show(":longcode:", pictures: [picture], from: store)
      XCTAssertLessThan(Self.width(of: label), letters)
      try await until("the letters") { Self.width(of: label) == letters }
      // The next one knows, and does not move.
      let next = Label()
      next.show(":longcode:", pictures: [picture], from: store)
      XCTAssertEqual(Self.width(of: next), letters)
      try await stage.close()
    }
  }

  func testAPictureGrowsWithTheLetters() throws {
    try onLoop {
      let label = Label()
      let stage = try await Stage.show(label)
      label.show(
        ":cat:", pictures: [InlinePicture(0..<5, Self.url("cat.png"))],
        from: Self.store(Self.transport))
      try await Self.draw(stage) { $0 > 60 }
      let small = Self.width(of: label)
      label.styleClass("title-1")
      try await Self.draw(stage) { _ in Self.width(of: label) > small }
      try await stage.close()
    }
  }

  func testRangesOutsideOfTheTextAndWithinAnotherAreLeftOut() throws {
    try onLoop {
      let label = Label()
      let url = Self.url("cat.png")
      label.show(
        ":cat:",
        pictures: [
          InlinePicture(3..<9, url), InlinePicture(2..<2, url), InlinePicture(0..<5, url),
          InlinePicture(1..<3, url), InlinePicture(-4 ..< -1, url),
        ], from: Self.store(Self.transport))
      XCTAssertEqual(label.inlinePictures?.pictures, [InlinePicture(0..<5, url)])
      label.show("", pictures: [InlinePicture(0..<5, url)], from: Self.store(Self.transport))
      XCTAssertNil(label.inlinePictures)
    }
  }

  func testADeadLabelWaitsForNothing() throws {
    try onLoop {
      let store = Self.store(ScriptedTransport())
      let label = Label()
      let stage = try await Stage.show(label)
      label.show(":cat:", pictures: [InlinePicture(0..<5, Self.url("cat.png"))], from: store)
      XCTAssertEqual(store.pendingCount, 1)
      try await stage.close()
      XCTAssertEqual(store.pendingCount, 0)
    }
  }

  func testAReaderShowsAPictureAndKeepsTheLetters() throws {
    try onLoop {
      let reader = TextReader()
      let stage = try await Stage.show(reader)
      let text = RichText(
        "Ann \u{2060}:cat: and \u{2060}:dog: link", spans: [StyledRange(22..<26, .link("x"))])
      reader.show(
        text,
        pictures: [
          InlinePicture(4..<10, Self.url("cat.png")),
          InlinePicture(15..<21, Self.url("missing.png")),
        ], from: Self.store(Self.transport))
      try await Self.draw(stage) { $0 > 60 }
      try await until("the letters") { reader.text.contains("\u{2060}:dog:") }
      XCTAssertEqual(reader.text, "Ann \u{FFFC}:cat: and \u{2060}:dog: link")
      XCTAssertEqual(reader.links.map(\.range), [22..<26])
      // What is not hidden is what a screen reader gets.
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_bounds(reader.buffer, &start, &end)
      let spoken = try XCTUnwrap(gtk_text_buffer_get_text(reader.buffer, &start, &end, 0))
      defer { g_free(spoken) }
      XCTAssertTrue(String(cString: spoken).contains(":cat: and"))
      reader.show(RichText(":cat:"))
      let left = try await Self.reds(stage)
      XCTAssertEqual(left, 0)
      try await stage.close()
    }
  }

  private static let article = """
    <p>Before</p><img src="https://example.org/red.png" alt="A red one"><p>Between</p>\
    <blockquote><img src="https://example.org/missing.png" alt="A lost one"></blockquote><p>After
    """

  func testPicturesOfATextStandInTheirPlacesAndAreNoLargerThanTheyAre() throws {
    try onLoop {
      let text = RichText(html: Self.article) { $0 }
      XCTAssertEqual(text.webPictures.count, 2)
      let reader = TextReader()
      let stage = try await Stage.show(reader)
      let transport = Self.transport
      reader.show(text, pictures: [], from: Self.store(transport))
      // Also at twice the pixels.
      let whole = 64 * 64 * reader.pixelScale * reader.pixelScale
      try await Self.draw(stage) { $0 == whole }
      XCTAssertEqual(
        reader.text.split(separator: "\n").map(String.init),
        [
          "Before", "\u{FFFC}", "A red one", "Between", "\u{FFFC}", "A lost one", "After",
        ])
      XCTAssertEqual(transport.requests.count { "\($0.target)".contains("missing") }, 1)
      // Without a store nothing is loaded, and the descriptions are read.
      reader.show(text)
      let left = try await Self.reds(stage)
      XCTAssertEqual(left, 0)
      XCTAssertTrue(reader.text.contains("A red one"))
      try await stage.close()
    }
  }

  func testAWidePictureIsAsWideAsTheLines() throws {
    try onLoop {
      let wide = ScriptedTransport { _ in
        let pixels = (0..<600 * 40).flatMap { _ -> [UInt8] in Self.red + [255] }
        return TransferScript(body: Picture(width: 600, height: 40, pixels: pixels)?.encoded ?? [])
      }
      let reader = TextReader()
      let stage = try await Stage.show(reader, width: 360, height: 300)
      reader.show(RichText(html: Self.article) { $0 }, pictures: [], from: Self.store(wide))
      try await Self.draw(stage) { $0 > 1_000 }
      for _ in 0..<3 { await stage.nextFrame() }
      let scroller = try XCTUnwrap(reader.native)
      let sideways = gtk_scrolled_window_get_hadjustment(scroller.opaque)
      XCTAssertEqual(
        gtk_adjustment_get_upper(sideways), gtk_adjustment_get_page_size(sideways),
        "nothing is out of view")
      // Two pictures of 600 × 40, the second in lines that begin 24 pixels further in.
      let lines = try XCTUnwrap(reader.textWidth)
      let areas = [lines, lines - 24].map { $0 * ($0 / 15).rounded(.down) }
      let reds = try await Self.reds(stage)
      let scale = reader.pixelScale * reader.pixelScale
      XCTAssertEqual(Double(reds / scale), areas[0] + areas[1], accuracy: 900)
      try await stage.close()
    }
  }

  func testASmallPictureIsNotEnlargedInItsBox() throws {
    try onLoop {
      let box = PictureBox(Self.store(Self.transport), width: 200, height: 150)
      let stage = try await Stage.show(box)
      box.url = Self.url("cat.png")
      try await Self.draw(stage) { $0 > 0 }
      let reds = try await Self.reds(stage)
      XCTAssertEqual(reds, 64 * 64 * box.pixelScale * box.pixelScale)
      try await stage.close()
    }
  }

  func testAPictureIsAsLargeAsItsDocumentSaysAndKeepsItsForm() throws {
    try onLoop {
      let reader = TextReader()
      let stage = try await Stage.show(reader)
      // The picture has 64 × 64; the size that its document gives must not stretch it.
      let sizes: [(String, Int)] = [
        ("width=32", 32 * 32), ("style='width: 32px; height: 640px'", 32 * 32),
        ("height=16", 16 * 16), ("width=640 height=480", 64 * 64), ("width=100%", 64 * 64),
      ]
      for (attributes, area) in sizes {
        let html = "<p>Before</p><img src='https://example.org/red.png' \(attributes)>"
        let store = Self.store(Self.transport)
        reader.show(RichText(html: html) { $0 }, pictures: [], from: store)
        try await Self.draw(stage) { $0 == area * reader.pixelScale * reader.pixelScale }
      }
      try await stage.close()
    }
  }

  func testWhatOneReadsStaysWherePicturesAboveItCome() throws {
    try onLoop {
      let slow = ScriptedTransport()
      let lines = (1...200).map { "<p>Line \($0)</p>" }
      let pictures = (1...5).map { "<img src='https://example.org/\($0).png' height=40>" }
      let html = lines[..<20].joined() + pictures.joined() + lines[20...].joined()
      let reader = TextReader()
      let stage = try await Stage.show(reader, width: 400, height: 300)
      let text = RichText(html: html) { $0 }
      reader.show(text, pictures: [], from: Self.store(slow))
      try await stage.settle()
      let place = try XCTUnwrap(text.text.range(of: "Line 100"))
      let scalars = text.text.unicodeScalars
      reader.scroll(to: scalars.distance(from: scalars.startIndex, to: place.lowerBound))
      try await stage.settle()
      let (top, depth) = (reader.topInView, reader.topDepth)
      XCTAssertGreaterThan(top, 0)
      // All of them are missing: a frame that is smaller than the room takes the place of each.
      for index in 0..<5 {
        let transfer = await slow.transfer(index)
        transfer.deliver(.head(ResponseHead(http: 404, headers: HeaderFields())))
        transfer.deliver(.finished(TransferMetrics()))
      }
      try await until("the frames") {
        reader.inlineLoads?.states.allSatisfy { if case .failed = $0 { true } else { false } }
          ?? false
      }
      try await stage.settle()
      XCTAssertEqual(reader.topInView, top)
      XCTAssertEqual(reader.topDepth, depth, accuracy: 1)
      try await stage.close()
    }
  }
}
