internal import CHikidashiGTK
internal import HikidashiMotion
internal import HikidashiWidgets

/// Keeps a render node of each part of a scene until the part changes.
@MainActor
final class SceneContents {
  /// What one part looks like: its size, and its picture unless a widget draws it.
  struct Look {
    var size: Size
    var node: OpaquePointer?
  }

  private struct Kept {
    var size: Size?
    var color: Color?
    var look: Look
  }

  private let scene: Scene
  private let pictures: (String) -> Picture?
  private(set) var cache: PaintCache
  /// Whose colours and fonts it has; nil for those of paper.
  private var widget: NativeWidget?
  /// The size that a part's widget takes where it is given one, or its own; nil for one that is no
  /// widget.
  var widgetSize: (Int, Size?) -> Size? = { _, _ in nil }
  private var kept: [Int: Kept] = [:]

  init(_ scene: Scene, pictures: @escaping (String) -> Picture?) {
    self.scene = scene
    self.pictures = pictures
    cache = PaintCache()
  }

  isolated deinit { forget() }

  /// Lets the parts look as on a widget, whose style is known from when it is seen; nil for paper.
  func drawn(on widget: NativeWidget?) {
    forget()
    self.widget = widget
    cache = PaintCache(widget: widget)
  }

  private func forget() {
    for kept in kept.values { if let node = kept.look.node { gsk_render_node_unref(node) } }
    kept = [:]
  }

  /// The colour of a part that is a text.
  private func color(of part: SceneState.Part) -> Color? {
    guard case .text(_, _, let color) = scene.parts[part.index].content else { return nil }
    return part.effects.color ?? color ?? (widget.map { Palette(of: $0) } ?? Palette()).foreground
  }

  /// The look of a part as it is seen now.
  func look(of part: SceneState.Part) -> Look {
    let color = color(of: part)
    if let kept = kept[part.index], kept.size == part.effects.size, kept.color == color {
      return kept.look
    }
    if let node = kept[part.index]?.look.node { gsk_render_node_unref(node) }
    let look = makeLook(part, color)
    // A widget's size is its own to change.
    if case .widget = scene.parts[part.index].content {
      kept[part.index] = nil
    } else {
      kept[part.index] = Kept(size: part.effects.size, color: color, look: look)
    }
    return look
  }

  private func makeLook(_ part: SceneState.Part, _ color: Color?) -> Look {
    // As large as pictures are at most.
    let size = part.effects.size.map { Size(min($0.width, 16_384), min($0.height, 16_384)) }
    switch scene.parts[part.index].content {
    case .text(let text, let font, _):
      let block = TextBlock(text, at: .zero, font: font, width: size?.width)
      guard let layout = cache.layout(of: block) else { return Look(size: .zero, node: nil) }
      let natural = cache.size(of: block)
      var native = (color ?? .black).native
      let snapshot = gtk_snapshot_new()
      gtk_snapshot_append_layout(snapshot, layout, &native)
      return Look(size: size ?? natural, node: gtk_snapshot_free_to_node(snapshot))
    case .image(let name):
      guard let paintable = pictures(name).flatMap({ cache.paintable(of: $0) }) else {
        return Look(size: size ?? .zero, node: nil)
      }
      let natural = Size(
        Double(gdk_paintable_get_intrinsic_width(paintable)),
        Double(gdk_paintable_get_intrinsic_height(paintable)))
      let size = size ?? natural
      let snapshot = gtk_snapshot_new()
      gdk_paintable_snapshot(paintable, snapshot, size.width, size.height)
      return Look(size: size, node: gtk_snapshot_free_to_node(snapshot))
    case .widget: return Look(size: widgetSize(part.index, size) ?? size ?? .zero, node: nil)
    }
  }
}
