import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Pictures of a window and of what is open over it, in light and in dark.
@MainActor
enum Portrait {
  /// Draws all of it into the folder that `HIKIDASHI_PICTURES` names, to be looked at, or else into
  /// none that stays. The two schemes must differ.
  static func take(
    _ stage: Stage, _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let kept = Environment.value("HIKIDASHI_PICTURES")
    let folder = kept ?? NSTemporaryDirectory() + "portraits-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { if kept == nil { try? FileManager.default.removeItem(atPath: folder) } }
    let manager = adw_style_manager_get_default()
    defer { adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_DEFAULT) }
    var bytes: [Data] = []
    for (scheme, suffix) in [
      (ADW_COLOR_SCHEME_FORCE_LIGHT, "light"), (ADW_COLOR_SCHEME_FORCE_DARK, "dark"),
    ] {
      adw_style_manager_set_color_scheme(manager, scheme)
      await stage.nextFrame()
      let path = "\(folder)/\(name)-\(suffix).png"
      try await stage.savePicture(to: path)
      bytes.append(try Data(contentsOf: URL(fileURLWithPath: path)))
      for (number, popover) in popovers(of: stage).enumerated() {
        let path = "\(folder)/\(name)-popup\(number)-\(suffix).png"
        XCTAssertTrue(draw(popover, to: path), "no picture of what \(name) opens")
      }
    }
    XCTAssertNotEqual(bytes[0], bytes[1], "\(name) is the same in dark", file: file, line: line)
  }

  private static func popovers(of stage: Stage) -> [NativeWidget] {
    guard let window = stage.window.native else { return [] }
    return AccessibleElement(window).all.map(\.native).filter {
      isWidget($0, gtk_popover_get_type())
    }
  }

  /// A popover has a surface of its own, which the window's picture lacks.
  private static func draw(_ widget: NativeWidget, to path: String) -> Bool {
    guard let paintable = gtk_widget_paintable_new(widget), let snapshot = gtk_snapshot_new(),
      let surface = gtk_widget_get_native(widget),
      let renderer = gtk_native_get_renderer(surface)
    else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    gdk_paintable_snapshot(
      paintable, snapshot, Double(gdk_paintable_get_intrinsic_width(paintable)),
      Double(gdk_paintable_get_intrinsic_height(paintable)))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return false }
    defer { gsk_render_node_unref(node) }
    guard let texture = gsk_renderer_render_texture(renderer, node, nil) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    return gdk_texture_save_to_png(texture, path) != 0
  }
}
