internal import CHikidashiGTK
internal import Glibc
internal import HikidashiWidgets

/// Measures the contrast of letters to what is behind them, in the picture of a window or popover.
///
/// By WCAG 2.2: <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>.
@MainActor
final class ContrastMeter {
  private let node: OpaquePointer
  private let renderer: OpaquePointer
  private let origin: (x: Double, y: Double)
  /// The light of each value of a channel, of which 65,535 is most.
  private let light: [Int]
  /// The level of each sum of them.
  private let level: [Int]

  /// So much larger is the picture than the window, so that thin strokes have pixels of their own.
  private static let scale = 3.0
  /// Most of a text tells as much as all of it.
  private static let mostWidth = 160.0
  private static let mostHeight = 48.0
  private static let levelCount = 1_024

  private static let lights = (0...255).map { value in
    let part = Double(value) / 255
    let light = part <= 0.040_45 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    return Int((light * 65_535).rounded())
  }
  private static let levels = (0...65_535).map { light in
    min(Int(pow(Double(light) / 65_535, 1 / 2.2) * Double(levelCount)), levelCount - 1)
  }

  /// nil where the root has not been drawn.
  init?(_ root: NativeWidget) {
    guard let native = gtk_widget_get_native(root), let renderer = gtk_native_get_renderer(native),
      let bounds = LayoutBox(of: root, in: root), let snapshot = gtk_snapshot_new(),
      let paintable = gtk_widget_paintable_new(root)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    gtk_snapshot_scale(snapshot, Float(Self.scale), Float(Self.scale))
    gdk_paintable_snapshot(paintable, snapshot, bounds.width, bounds.height)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    self.node = node
    self.renderer = renderer
    origin = (bounds.left, bounds.top)
    (light, level) = (Self.lights, Self.levels)
  }

  isolated deinit { gsk_render_node_unref(node) }

  /// The contrast of the letters in a box, from 1 to 21; nil where there is one colour alone.
  func contrast(in box: LayoutBox) -> Double? {
    guard !box.isEmpty else { return nil }
    let levels = levels(in: box)
    let count = levels.reduce(0, +)
    guard let back = levels.indices.max(by: { levels[$0] < levels[$1] }), count > 0 else {
      return nil
    }
    // A few pixels may belong to a neighbour.
    let least = max(3, count / 500)
    let found = levels.indices.filter { levels[$0] >= least }
    let contrasts = [found.first, found.last].compactMap { $0 }.map { contrast($0, back) }
    return contrasts.max().flatMap { $0 > 1.05 ? $0 : nil }
  }

  private func contrast(_ one: Int, _ other: Int) -> Double {
    func light(_ level: Int) -> Double {
      pow((Double(level) + 0.5) / Double(Self.levelCount), 2.2) + 0.05
    }
    return light(max(one, other)) / light(min(one, other))
  }

  /// How many pixels are how light, in steps that look alike.
  private func levels(in box: LayoutBox) -> [Int] {
    let width = min(box.width, Self.mostWidth)
    let height = min(box.height, Self.mostHeight)
    var area = graphene_rect_t()
    graphene_rect_init(
      &area, Float((box.left - origin.x) * Self.scale), Float((box.top - origin.y) * Self.scale),
      Float((width * Self.scale).rounded(.up)), Float((height * Self.scale).rounded(.up)))
    var levels = [Int](repeating: 0, count: Self.levelCount)
    guard let texture = gsk_renderer_render_texture(renderer, node, &area) else { return levels }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    let (columns, lines) = (
      Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture))
    )
    var pixels = [UInt8](repeating: 0, count: columns * lines * 4)
    gdk_texture_download(texture, &pixels, gsize(columns * 4))
    pixels.withUnsafeBufferPointer { pixels in
      for pixel in stride(from: 0, to: pixels.count, by: 4) {
        // The processor's order of bytes: blue, green, red, alpha.
        let sum =
          722 * light[Int(pixels[pixel])] + 7_152 * light[Int(pixels[pixel + 1])]
          + 2_126 * light[Int(pixels[pixel + 2])]
        levels[level[sum / 10_000]] += 1
      }
    }
    return levels
  }
}
