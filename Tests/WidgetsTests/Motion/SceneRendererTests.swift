import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiMotion
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiScenes
@testable import HikidashiWidgets

/// The renderer of the graphics card draws scenes as cairo does.
final class SceneRendererTests: XCTestCase {
  /// Draws a state of a scene with a renderer into a file.
  ///
  /// - Returns: What was drawn, which is to be kept as long as the renderer is used, as it knows nodes
  ///   by their addresses.
  @MainActor
  private static func draw(
    _ scene: HikidashiMotion.Scene, at time: Double, _ renderer: OpaquePointer, isPlane: Bool,
    to path: String
  ) throws -> OpaquePointer {
    let contents = SceneContents(scene, pictures: { Picture(icon: $0) })
    let snapshot = try XCTUnwrap(gtk_snapshot_new())
    var white = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
    var bounds = Rect(0, 0, scene.size.width, scene.size.height).native
    gtk_snapshot_append_color(snapshot, &white, &bounds)
    gtk_snapshot_push_clip(snapshot, &bounds)
    ScenePainter(scene: scene, contents: contents, isPlane: isPlane)
      .paint(scene.state(at: time), on: snapshot)
    gtk_snapshot_pop(snapshot)
    let node = try XCTUnwrap(gtk_snapshot_free_to_node(snapshot))
    let texture = try XCTUnwrap(gsk_renderer_render_texture(renderer, node, &bounds))
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    XCTAssertNotEqual(gdk_texture_save_to_png(texture, path), 0)
    return node
  }

  /// Its header is not among those that GTK includes.
  private static func makeGLRenderer() -> OpaquePointer? {
    typealias Function = @convention(c) () -> OpaquePointer?
    let symbol = dlsym(nil, "gsk_gl_renderer_new")
    return symbol.flatMap { unsafeBitCast($0, to: Function.self)() }
  }

  @MainActor
  private static func realized(
    _ renderer: OpaquePointer?, _ stage: Stage
  ) throws -> OpaquePointer {
    let renderer = try XCTUnwrap(renderer)
    let native = try XCTUnwrap(stage.window.native)
    let surface = try XCTUnwrap(gtk_native_get_surface(native.opaque))
    var error: UnsafeMutablePointer<GError>?
    guard gsk_renderer_realize(renderer, surface, &error) != 0 else {
      let message = error.map { String(cString: $0.pointee.message) } ?? "no reason"
      XCTFail("the renderer does not start: \(message)")
      throw POSIXError(.ENODEV)
    }
    return renderer
  }

  func testTheGraphicsCardDrawsAsCairoDoes() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gl-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try onLoop {
      let stage = try await Stage.show(Label("Renderers"))
      let gl = try Self.realized(Self.makeGLRenderer(), stage)
      let cairo = try Self.realized(gsk_cairo_renderer_new(), stage)
      let kept = Environment.value("HIKIDASHI_PICTURES") ?? folder.path
      var nodes: [OpaquePointer] = []
      for (name, scene) in [
        ("showcase", try SceneExporterTests.showcase()),
        ("stages", try SceneExporterTests.stages()), ("odd", try Self.odd()),
      ] {
        for time in [0, 0.4, 1, 1.3, 2] {
          let paths = ["gl", "cairo"].map { "\(kept)/\(name)-\(time)-\($0).png" }
          nodes.append(try Self.draw(scene, at: time, gl, isPlane: false, to: paths[0]))
          nodes.append(try Self.draw(scene, at: time, cairo, isPlane: true, to: paths[1]))
          let pictures = try paths.map { try XCTUnwrap(PictureSketch(picture: $0)) }
          let difference = try XCTUnwrap(pictures[0].difference(from: pictures[1]))
          // They smooth edges and letters otherwise; a part that is missing or mirrored makes 50.
          XCTAssertTrue(
            difference.mean < 2 && difference.greatest < 40, "\(name) at \(time): \(difference)")
        }
      }
      for node in nodes { gsk_render_node_unref(node) }
      for renderer in [gl, cairo] {
        gsk_renderer_unrealize(renderer)
        g_object_unref(UnsafeMutableRawPointer(renderer))
      }
      try await stage.close()
    }
  }

  /// All that the renderers might not know together.
  @MainActor private static func odd() throws -> HikidashiMotion.Scene {
    try HikidashiMotion.Scene(size: Size(240, 160)) {
      Element(.image("face-smile-symbolic")).set(.size, Size(64, 64)).place(Point(60, 50))
        .set(.perspective, 200).animate(.rotationX, from: 60, to: -60, Timing(2))
        .animate(.clip, from: .none, to: Clip(right: 0.5), Timing(2))
        .set(.tint, Color(0, 0.5, 1, 0.5)).set(.opacity, 0.8)
      Element(.text("Slanted", font: Font(size: 22, isBold: true))).place(Point(160, 50))
        .set(.rotation, 30).animate(.rotationX, from: 0, to: 60, Timing(2))
      Element(.text("Mirrored", font: Font(size: 22, isBold: true))).place(Point(70, 120))
        .set(.zoom, Point(-1, 1)).animate(.hue, from: 0, to: 180, Timing(2))
        .set(.color, Color(0.8, 0.2, 0.2))
      Element(.text("Behind", font: Font(size: 22, isBold: true))).place(Point(175, 120))
        .set(.perspective, 300).animate(.rotationY, from: 120, to: 240, Timing(2))
        .set(.shadow, Shadow(Color(0, 0, 0.5, 0.6), radius: 2, offset: Point(3, 3)))
    }
  }
}
