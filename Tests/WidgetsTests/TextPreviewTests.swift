import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Previews of the links under the pointer.
final class TextPreviewTests: XCTestCase {
  func testATextThatMovesUnderThePointerOpensNoPreview() throws {
    try onLoop {
      let reader = TextReader { _ in }
      reader.preview = { place in place.link.map { Label("Leads to \($0)") } }
      let lines = (0..<400).map { "A line with a link, \($0)" }
      let text = lines.joined(separator: "\n")
      var spans: [StyledRange] = []
      var start = 0
      for line in lines {
        spans.append(StyledRange(start..<start + line.count, .link(line)))
        start += line.count + 1
      }
      let stage = try await Stage.show(reader)
      reader.show(text, spans: spans)
      try await stage.settle()
      let document = try XCTUnwrap(stage.all("text-box").first)
      let (x, y) = try stage.screenPoint(of: document)
      func point(_ dx: Int) async throws { try await stage.point(to: (x - 160 + dx, y)) }
      try await point(0)
      try await point(4)
      try await until("a preview that waits for the pointer to rest") { reader.hover.isWaiting }
      // The text goes on, and GTK tells where the pointer is without a move of it.
      reader.scroll(to: 1_000)
      try await stage.settle()
      XCTAssertFalse(reader.hover.isWaiting)
      let rest = Point(120, 80)
      reader.hover.pointerMoved(to: rest, over: 1_005)
      XCTAssertTrue(reader.hover.isWaiting)
      reader.hover.scrolled()
      reader.hover.pointerMoved(to: rest, over: 2_005)
      XCTAssertFalse(reader.hover.isWaiting || reader.hover.isShown)
      try await point(8)
      try await until("a preview") { reader.hover.isShown }
      try await stage.close()
    }
  }
}
