import CHikidashiGTK
import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class RowAnimationTests: XCTestCase {
  @MainActor
  private static func setAnimations(_ isOn: Bool) {
    guard let settings = gtk_settings_get_default() else { return }
    setProperty(
      UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self),
      "gtk-enable-animations", isOn)
  }

  @MainActor
  private static func library() throws -> Outline<String> {
    let rows = (0..<5).map { Node("row \($0)", id: NodeID(rawValue: UInt64($0) + 10)) }
    return try Outline([
      Section("First", id: 1, open: true) { rows }.node, Node("after", id: 2),
    ])
  }

  func testRowsThatAPersonOpensAndClosesSlide() throws {
    try onLoop {
      let view = OutlineView(try Self.library())
      let stage = try await Stage.show(view, width: 300, height: 400)
      Self.setAnimations(true)
      defer { Self.setAnimations(false) }
      for isOpen in [false, true] {
        try await stage.click("list-item", "First")
        XCTAssertEqual(view.outline.isOpen(1), isOpen)
        let reveal = try XCTUnwrap(view.animation.reveal)
        XCTAssertEqual(reveal.opens, isOpen)
        XCTAssertGreaterThan(reveal.height, 100)
        XCTAssertEqual(gtk_widget_get_opacity(view.rows.scroller), 0)
        try await until("the end") { !view.animation.isRunning }
        XCTAssertEqual(gtk_widget_get_opacity(view.rows.scroller), 1)
        await stage.nextFrame()
      }
      // Another click, or a scroll, ends what goes on.
      try await stage.click("list-item", "First")
      XCTAssertTrue(view.animation.isRunning)
      let runs = view.animation.runs
      try await stage.click("list-item", "First")
      XCTAssertEqual(view.animation.runs, runs + 1)
      XCTAssertTrue(view.animation.isRunning)
      try await until("the end") { !view.animation.isRunning }
      try await stage.click("list-item", "First")
      try await stage.close()
      XCTAssertFalse(view.animation.isRunning)
    }
  }

  func testNothingSlidesWhereMotionIsReduced() throws {
    try onLoop {
      let view = OutlineView(try Self.library())
      let stage = try await Stage.show(view, width: 300, height: 400)
      Self.setAnimations(false)
      try await stage.click("list-item", "First")
      XCTAssertFalse(view.outline.isOpen(1))
      XCTAssertFalse(view.animation.isRunning)
      // Nor does what the program changes.
      Self.setAnimations(true)
      defer { Self.setAnimations(false) }
      view.change { $0.open(1) }
      XCTAssertFalse(view.animation.isRunning)
      try await stage.close()
    }
  }
}
