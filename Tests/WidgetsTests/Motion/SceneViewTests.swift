import CHikidashiGTK
import HikidashiBase
import HikidashiMotion
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiScenes
@testable import HikidashiWidgets

/// Scenes in windows.
final class SceneViewTests: XCTestCase {
  @MainActor private static func moving(_ clock: ManualClock) throws -> SceneView {
    let scene = try HikidashiMotion.Scene(size: Size(200, 100)) {
      Element(.text("Here", font: Font(size: 20)), id: "text")
        .move(from: Point(50, 50), to: Point(150, 50), over: 1)
      Element(.widget("button"), id: "button").place(Point(100, 20)).hidden(after: true)
        .lasts(1)
    }
    return try SceneView(
      scene, "Moving", clock: clock, widgets: { $0 == "button" ? Button("Press") {} : nil }
    ).align(horizontal: .start, vertical: .start)
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
      let calm = try HikidashiMotion.Scene(size: Size(200, 100)) {
        Element(.text("Calm"), id: "calm").place(Point(100, 50)).lasts(1)
      }
      let scene = try HikidashiMotion.Scene { Element(.text("Wild")) }
      let calmView = try SceneView(scene, "Calm", calm: calm)
      XCTAssertEqual(calmView.play().ending, nil)
      XCTAssertEqual(calmView.part(at: Point(100, 50)), "calm")
      let endless = try HikidashiMotion.Scene(repeats: .infinity) {
        Element(.text("Wild")).move(from: .zero, to: Point(9, 9), over: 1)
      }
      let endlessView = try SceneView(endless, "Without end")
      endlessView.play()
      XCTAssertEqual(endlessView.player.state, .paused)
      try await stage.close()
    }
  }

  /// A text without a colour has that of the window's text, and without a family the window's font.
  func testATextLooksLikeALabel() throws {
    try onLoop {
      let manager = adw_style_manager_get_default()
      defer { adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_DEFAULT) }
      let scene = try HikidashiMotion.Scene(size: Size(200, 100)) {
        Element(.text("Tap to pause", font: Font(size: 14)), id: "text")
      }
      let view = try SceneView(scene, "Plain")
      let label = Label("label")
      let stage = try await Stage.show(Stack { [view, label] })
      for scheme in [ADW_COLOR_SCHEME_FORCE_DARK, ADW_COLOR_SCHEME_FORCE_LIGHT] {
        adw_style_manager_set_color_scheme(manager, scheme)
        try await stage.settle()
        let part = try XCTUnwrap(view.state.first { _ in true })
        let node = try XCTUnwrap(Self.textNode(in: view.contents.look(of: part).node))
        let widget = try XCTUnwrap(label.native)
        let color = Color(gsk_text_node_get_color(node).pointee)
        XCTAssertEqual(color, Palette(of: widget).foreground)
        XCTAssertEqual(color.red > 0.5, scheme == ADW_COLOR_SCHEME_FORCE_DARK)
        let context = gtk_widget_get_pango_context(widget)
        let wanted = pango_context_load_font(
          context, pango_context_get_font_description(context))
        let family = { (font: UnsafeMutablePointer<PangoFont>?) -> String? in
          let description = pango_font_describe(font)
          defer { pango_font_description_free(description) }
          return pango_font_description_get_family(description).map { String(cString: $0) }
        }
        XCTAssertEqual(family(gsk_text_node_get_font(node)), family(wanted))
        wanted.map { g_object_unref($0) }
      }
      try await stage.close()
    }
  }

  private static func textNode(in node: OpaquePointer?) -> OpaquePointer? {
    guard let node else { return nil }
    switch gsk_render_node_get_node_type(node) {
    case GSK_TEXT_NODE: return node
    case GSK_TRANSFORM_NODE: return textNode(in: gsk_transform_node_get_child(node))
    case GSK_CONTAINER_NODE: return textNode(in: gsk_container_node_get_child(node, 0))
    default: return nil
    }
  }

  func testASmallSceneStandsInTheMiddle() throws {
    try onLoop {
      let clock = ManualClock()
      let view = try Self.moving(clock).expand().align()
      let stage = try await Stage.show(view, width: 480, height: 400)
      let native = try XCTUnwrap(view.native)
      let corner = Point(
        Double((gtk_widget_get_width(native) - 200) / 2),
        Double((gtk_widget_get_height(native) - 100) / 2))
      XCTAssertGreaterThan(corner.x, 100)
      XCTAssertGreaterThan(corner.y, 50)
      XCTAssertNil(view.part(at: Point(50, 50)))
      XCTAssertEqual(view.part(at: corner + Point(50, 50)), "text")
      // What is a widget stands and is pressed there, too.
      var pressed: [String?] = []
      view.onPress = { pressed.append($0) }
      try await stage.click(AccessibleElement(native), at: (corner.x + 52, corner.y + 52))
      try await stage.click(AccessibleElement(native), at: (corner.x + 100, corner.y + 20))
      XCTAssertEqual(pressed, ["text"])
      let button = try XCTUnwrap(view.widgets.values.first?.native)
      var bounds = graphene_rect_t()
      XCTAssertNotEqual(gtk_widget_compute_bounds(button, native, &bounds), 0)
      XCTAssertEqual(
        Double(bounds.origin.x + bounds.size.width / 2), corner.x + 100, accuracy: 1)
      XCTAssertEqual(
        Double(bounds.origin.y + bounds.size.height / 2), corner.y + 20, accuracy: 1)
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
      let scene = try HikidashiMotion.Scene { Element(.widget("clock"), id: "clock") }
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
      let scene = try HikidashiMotion.Scene(size: Size(200, 100)) {
        Element(.text("Later")).move(
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
