import CHikidashiGTK
import HikidashiPresentation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// How pages and modal views come and go.
final class PageTransitionTests: XCTestCase {
  private func onMovingLoop(_ body: @escaping @MainActor () async throws -> Void) throws {
    try onLoop {
      MovingTests.setAnimations(true)
      defer { MovingTests.setAnimations(false) }
      try await body()
    }
  }

  @MainActor private static func isTicking(_ stage: Stage) -> Bool {
    stage.window.native.map { MotionClock.of($0).isTicking } ?? false
  }

  /// How far the part is from its place, in pixels.
  @MainActor private static func shift(of part: Part) -> Double {
    part.motion?.seen?.transform.tx ?? 0
  }

  @MainActor private static func width(of part: Part) throws -> Double {
    Double(gtk_widget_get_width(try XCTUnwrap(part.nativeInParent)))
  }

  private static let slow = PageTransition(
    entering: .slide(from: .trailing, over: 3_600), leaving: .slide(from: .leading, over: 3_600))

  func testPagesComeFromTheirSide() throws {
    try onMovingLoop {
      let pages = Pages(["a": Label("A"), "b": Button("B") {}]).transition(Self.slow)
      let stage = try await Stage.show(Stack { pages }, width: 300)
      XCTAssertFalse(Self.isTicking(stage))
      pages.shown = "b"
      XCTAssertEqual(pages.shown, "b")
      await stage.nextFrame()
      await stage.nextFrame()
      XCTAssertEqual(Self.shift(of: pages), try Self.width(of: pages), accuracy: 1)
      pages.shown = "a"
      XCTAssertEqual(pages.shown, "a")
      // From where the other one was seen it goes over to the new movement, to the other side.
      let width = try Self.width(of: pages)
      try await until("the way back") { Self.shift(of: pages) < 1 - width }
      MovingTests.setAnimations(false)
      try await until("the end") { !Self.isTicking(stage) }
      XCTAssertEqual(Self.shift(of: pages), 0)
      pages.shown = "b"
      XCTAssertFalse(Self.isTicking(stage))
      XCTAssertEqual(stage.all("button", "B").count, 1)
      try await stage.close()
    }
  }

  func testAStackOfPagesComesAsItIsTold() throws {
    try onMovingLoop {
      let first = Button("First") {}
      let stack = NavigationStack("One", first).transition(Self.slow)
      let stage = try await Stage.show(Stack { stack }, width: 300)
      first.focus()
      let second = Button("Second") {}
      stack.push("Two", second)
      XCTAssertEqual(stack.count, 2)
      await stage.nextFrame()
      await stage.nextFrame()
      XCTAssertEqual(Self.shift(of: stack), try Self.width(of: stack), accuracy: 1)
      XCTAssertTrue(second.hasFocus)
      let leaflet = try XCTUnwrap(stack.native)
      XCTAssertEqual(adw_leaflet_get_child_transition_running(leaflet.opaque), 0)
      stack.pop()
      await stage.nextFrame()
      XCTAssertEqual(stack.count, 1)
      XCTAssertTrue(first.hasFocus)
      MovingTests.setAnimations(false)
      try await until("the end") { !Self.isTicking(stage) }
      XCTAssertNil(second.window)
      try await stage.close()
    }
  }

  func testASheetComesAndGoesAsItIsTold() throws {
    try onMovingLoop {
      let theater = try await Theater.open()
      var sheet = Sheet<Int>("Sheet") { _ in Label("content") }
      sheet.entering = .scale(from: 0.5, over: 3_600)
      sheet.leaving = .fade(over: 3_600)
      let item = try theater.window.enqueue(sheet)
      try await until("the sheet to come") { Self.isTicking(theater.stage) }
      await theater.stage.nextFrame()
      XCTAssertEqual(item.state, .presenting)
      MovingTests.setAnimations(false)
      try await until("the sheet") { item.state == .presented }
      MovingTests.setAnimations(true)
      item.cancel()
      try await until("the sheet to go") { Self.isTicking(theater.stage) }
      MovingTests.setAnimations(false)
      _ = await item.ending
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testAModalViewGoesAsItIsTold() throws {
    try onMovingLoop {
      let theater = try await Theater.open()
      var modal = Modal<Int>("Modal") { _ in Label("content") }
      modal.leaving = .scale(over: 3_600)
      let item = try theater.window.enqueue(modal)
      let dialog = try await theater.stage.dialog("Modal")
      try await until("the content") { item.state == .presented }
      try await dialog.press("Escape")
      try await until("it to go") { Self.isTicking(dialog) }
      XCTAssertNotNil(dialog.window.native)
      MovingTests.setAnimations(false)
      _ = await item.ending
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }
}
