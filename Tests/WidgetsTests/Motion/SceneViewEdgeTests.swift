import CHikidashiGTK
import HikidashiBase
import HikidashiMotion
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiScenes
@testable import HikidashiWidgets

/// Scenes in windows that are hidden, closed, odd, or not to move.
final class SceneViewEdgeTests: XCTestCase {
  @MainActor private static func moving(_ clock: ManualClock) throws -> SceneView {
    let scene = try HikidashiMotion.Scene(size: Size(200, 100), repeats: .infinity) {
      Element(.text("Here"), id: "text").move(from: .zero, to: Point(200, 100), over: 1)
      Element(.widget("button")).place(Point(100, 50))
    }
    let view = try SceneView(scene, "Moving", clock: clock, widgets: { _ in Button("Press") {} })
    view.player.isStill = { false }
    return view.align(horizontal: .start, vertical: .start)
  }

  /// How often a view is drawn in a while in which it may be.
  @MainActor private static func draws(_ view: SceneView) async throws -> Int {
    let before = view.drawCount
    for _ in 0..<12 {
      try await Task.sleep(for: .milliseconds(10))
    }
    return view.drawCount - before
  }

  func testNothingIsDrawnWhileNothingMovesOrNobodySees() throws {
    try onLoop {
      let view = try Self.moving(ManualClock())
      let stage = try await Stage.show(view)
      let idle = try await Self.draws(view)
      XCTAssertEqual(idle, 0)
      view.play()
      let playing = try await Self.draws(view)
      XCTAssertGreaterThan(playing, 0)
      view.player.pause()
      await stage.nextFrame()
      let paused = try await Self.draws(view)
      XCTAssertEqual(paused, 0)
      view.player.resume()
      let native = try XCTUnwrap(view.native)
      gtk_widget_set_visible(native, 0)
      let hidden = try await Self.draws(view)
      XCTAssertEqual(hidden, 0)
      XCTAssertFalse(view.isTicking)
      gtk_widget_set_visible(native, 1)
      let shown = try await Self.draws(view)
      XCTAssertGreaterThan(shown, 0)
      view.player.cancel()
      await stage.nextFrame()
      let cancelled = try await Self.draws(view)
      XCTAssertEqual(cancelled, 0)
      try await stage.close()
    }
  }

  func testNothingIsDrawnUntilSomethingFarAwayBegins() throws {
    try onLoop {
      for delay in [1_000, 1e9, 1e20, 1e300] {
        let clock = ManualClock()
        let scene = try HikidashiMotion.Scene(size: Size(200, 100)) {
          Element(.text("Later")).move(from: .zero, to: Point(9, 9), over: 1, delay: delay)
        }
        let view = try SceneView(scene, "Later", clock: clock)
        view.player.isStill = { false }
        let stage = try await Stage.show(view)
        view.play()
        await stage.nextFrame()
        let draws = try await Self.draws(view)
        XCTAssertEqual(draws, 0, "\(delay)")
        view.player.rate = 1e-300
        XCTAssertFalse(view.isTicking)
        try await stage.close()
      }
    }
  }

  func testInARestNothingIsDrawn() throws {
    try onLoop {
      let clock = ManualClock()
      let scene = try HikidashiMotion.Scene(size: Size(200, 100)) {
        Element(.text("Now and then")).animate(
          .rotation, from: 0, to: 90, Timing(1, repeats: .infinity, repeatDelay: 1_000))
      }
      let view = try SceneView(scene, "Now and then", clock: clock)
      view.player.isStill = { false }
      let stage = try await Stage.show(view)
      view.play()
      XCTAssertTrue(view.isTicking)
      view.player.seek(to: 2)
      for _ in 0..<3 where view.isTicking { await stage.nextFrame() }
      let draws = try await Self.draws(view)
      XCTAssertEqual(draws, 0)
      XCTAssertEqual(view.player.nextMotion, 999)
      view.player.seek(to: 1_001.5)
      XCTAssertTrue(view.isTicking)
      try await stage.close()
    }
  }

  func testAViewMayGoWhileItPlays() throws {
    try onLoop {
      let view = try Self.moving(ManualClock())
      let stage = try await Stage.show(view)
      let playback = view.play()
      await stage.nextFrame()
      try await stage.close()
      XCTAssertEqual(playback.ending, .cancelled)
      XCTAssertFalse(view.isTicking)
      view.play()
      view.player.seek(to: 0.5)
      view.player.advance()
      XCTAssertNil(view.native)
    }
  }

  func testAHookMayCloseTheWindow() throws {
    try onLoop {
      let clock = ManualClock()
      let closed = Guarded(false)
      var window: Window?
      let scene = try HikidashiMotion.Scene(size: Size(200, 100)) {
        Element(.text("Short")).fade(from: 0, to: 1, over: 1).onEnd { _ in
          window?.destroy()
          closed.withLock { $0 = true }
        }
      }
      let view = try SceneView(scene, "Short", clock: clock)
      view.player.isStill = { false }
      let stage = try await Stage.show(view)
      window = stage.window
      view.play()
      clock.advance(by: .seconds(2))
      try await until("the end") { closed.withLock { $0 } }
      try await until("the window to go") { stage.window.native == nil }
      XCTAssertNil(view.native)
    }
  }

  func testOddSizesAndEffectsAreDrawnAsFarAsTheyCan() throws {
    try onLoop {
      for odd in [0, 1e-300, 1e6, 1e300] {
        let scene = try HikidashiMotion.Scene(size: Size(120, 80)) {
          Element(.widget("button")).set(.size, Size(odd, odd)).place(Point(60, 40))
          Element(.widget("button")).set(.perspective, 1e-3 + odd).set(.rotationY, 80)
            .set(.translation, Vector(0, 0, odd)).place(Point(60, 40))
          Element(.text("Text")).set(.size, Size(odd, odd)).set(.blur, odd)
          Element(.text("Text")).set(.zoom, Point(odd, -odd)).place(Point(odd, odd))
          Element(.image("face-smile-symbolic")).set(.size, Size(odd, odd))
            .set(.shadow, Shadow(.black, radius: odd, offset: Point(odd, -odd)))
          Element(.text("Text")).set(.clip, Clip(top: odd, left: -odd)).set(.hue, odd)
            .set(.brightness, odd).set(.contrast, odd).set(.anchor, Point(odd, 0))
        }
        let view = try SceneView(
          scene, "Odd", pictures: { Picture(icon: $0) }, widgets: { _ in Button("Press") {} })
        let stage = try await Stage.show(view, width: 160, height: 120)
        XCTAssertGreaterThan(view.drawCount, 0)
        for place in [Point(60, 40), Point(-1e9, 1e9), Point(.nan, .infinity)] {
          _ = view.part(at: place)
          view.prepareToPick(place)
        }
        try await stage.close()
      }
    }
  }

  func testWithoutMotionAPlayerIsOverAtOnceAndMayStillBeAskedForMore() throws {
    try onLoop {
      let view = try Self.moving(ManualClock())
      view.player.isStill = { true }
      let stage = try await Stage.show(view)
      let endless = view.player.play()
      XCTAssertEqual(view.player.state, .paused)
      XCTAssertNil(endless.ending)
      let once = view.player.play(repeat: 1)
      XCTAssertEqual(endless.ending, .replaced)
      XCTAssertEqual(once.ending, .finished)
      XCTAssertEqual(view.player.time, 1)
      XCTAssertEqual(view.part(at: Point(199, 99)), "text")
      let draws = try await Self.draws(view)
      XCTAssertLessThanOrEqual(draws, 1)
      try await stage.close()
    }
  }
}
