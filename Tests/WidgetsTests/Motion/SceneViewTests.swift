import CGTK
import Motion
import Support
import WidgetTesting
import XCTest

@testable import Widgets

/// Scenes in windows.
final class SceneViewTests: XCTestCase {
  @MainActor private static func moving(_ clock: ManualClock) throws -> SceneView {
    let scene = try Motion.Scene(size: Size(200, 100)) {
      Motion.Element(.text("Here", font: Font(size: 20)), id: "text")
        .move(from: Point(50, 50), to: Point(150, 50), over: 1)
      Motion.Element(.widget("button"), id: "button").place(Point(100, 20)).hidden(after: true)
        .lasts(1)
    }
    return try SceneView(
      scene, "Moving", clock: clock, widgets: { $0 == "button" ? Button("Press") {} : nil })
  }

  /// Whether the desktop of the tests wants things to move.
  @MainActor private static func setMotion(_ wantsMotion: Bool) {
    guard let settings = gtk_settings_get_default() else { return }
    setProperty(
      UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self),
      "gtk-enable-animations", wantsMotion)
  }

  func testWhereNothingIsToMoveTheEndIsShownAtOnce() throws {
    try onLoop {
      Self.setMotion(false)
      let view = try Self.moving(ManualClock())
      let stage = try await Stage.show(view)
      let playback = view.play()
      XCTAssertEqual(playback.ending, .finished)
      XCTAssertEqual(view.part(at: Point(150, 50)), "text")
      let calm = try Motion.Scene(size: Size(200, 100)) {
        Motion.Element(.text("Calm"), id: "calm").place(Point(100, 50)).lasts(1)
      }
      let scene = try Motion.Scene { Motion.Element(.text("Wild")) }
      let calmView = try SceneView(scene, "Calm", calm: calm)
      XCTAssertEqual(calmView.play().ending, nil)
      XCTAssertEqual(calmView.part(at: Point(100, 50)), "calm")
      let endless = try Motion.Scene(repeats: .infinity) {
        Motion.Element(.text("Wild")).move(from: .zero, to: Point(9, 9), over: 1)
      }
      let endlessView = try SceneView(endless, "Without end")
      endlessView.play()
      XCTAssertEqual(endlessView.player.state, .paused)
      try await stage.close()
    }
  }

  func testAViewShowsWhatItsPlayerPlays() throws {
    try onLoop {
      Self.setMotion(true)
      defer { Self.setMotion(false) }
      let clock = ManualClock()
      let view = try Self.moving(clock)
      let stage = try await Stage.show(view)
      XCTAssertEqual(view.part(at: Point(50, 50)), "text")
      let playback = view.play()
      clock.advance(by: .milliseconds(500))
      view.player.advance()
      view.update()
      XCTAssertEqual(view.part(at: Point(100, 50)), "text")
      XCTAssertNil(view.part(at: Point(50, 50)))
      XCTAssertEqual(view.part(at: Point(100, 20)), "button")
      clock.advance(by: .milliseconds(600))
      view.player.advance()
      view.update()
      XCTAssertEqual(playback.ending, .finished)
      XCTAssertNil(view.part(at: Point(100, 20)))
      try await stage.close()
    }
  }

  func testAWidgetThatIsNotThereIsRefused() throws {
    try onLoop {
      let scene = try Motion.Scene { Motion.Element(.widget("clock"), id: "clock") }
      XCTAssertThrowsError(try SceneView(scene, "A clock")) {
        XCTAssertEqual(
          $0 as? SceneError, .unknownName(place: "clock", kind: "widget", name: "clock"))
      }
    }
  }

  func testFramesAreAskedForOnlyWhileSomethingMoves() throws {
    try onLoop {
      Self.setMotion(true)
      defer { Self.setMotion(false) }
      let scene = try Motion.Scene(size: Size(200, 100)) {
        Motion.Element(.text("Later")).move(
          from: .zero, to: Point(100, 50), over: 100, delay: 1_000)
      }
      let view = try SceneView(scene, "Later", clock: ManualClock())
      let stage = try await Stage.show(view)
      XCTAssertFalse(view.isTicking)
      view.play()
      XCTAssertFalse(view.isTicking)  // nothing moves yet
      view.player.seek(to: 1_050)
      XCTAssertTrue(view.isTicking)
      await stage.nextFrame()
      XCTAssertTrue(view.isTicking)
      view.player.pause()
      for _ in 0..<3 where view.isTicking { await stage.nextFrame() }
      XCTAssertFalse(view.isTicking)
      view.player.resume()
      XCTAssertTrue(view.isTicking)
      view.player.cancel()
      for _ in 0..<3 where view.isTicking { await stage.nextFrame() }
      XCTAssertFalse(view.isTicking)
      try await stage.close()
    }
  }
}
