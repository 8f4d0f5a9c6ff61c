internal import CGTK
internal import Motion

/// What the parts of a scene look like in themselves, kept as render nodes while they do not change.
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
  let cache: PaintCache
  /// The size that a part's widget takes where it is given one, or its own; nil for one that is no
  /// widget.
  var widgetSize: (Int, Size?) -> Size? = { _, _ in nil }
  private var kept: [Int: Kept] = [:]

  init(_ scene: Scene, pictures: @escaping (String) -> Picture?, widget: NativeWidget? = nil) {
    self.scene = scene
    self.pictures = pictures
    cache = PaintCache(widget: widget)
  }

  isolated deinit {
    for kept in kept.values { if let node = kept.look.node { gsk_render_node_unref(node) } }
  }

  /// The look of a part as it is seen now.
  func look(of part: SceneState.Part) -> Look {
    if let kept = kept[part.index], kept.size == part.effects.size, kept.color == part.effects.color
    {
      return kept.look
    }
    if let node = kept[part.index]?.look.node { gsk_render_node_unref(node) }
    let look = makeLook(part)
    // A widget's size is its own to change.
    if case .widget = scene.parts[part.index].content {
      kept[part.index] = nil
    } else {
      kept[part.index] = Kept(size: part.effects.size, color: part.effects.color, look: look)
    }
    return look
  }

  private func makeLook(_ part: SceneState.Part) -> Look {
    // As large as pictures are at most.
    let size = part.effects.size.map { Size(min($0.width, 16_384), min($0.height, 16_384)) }
    switch scene.parts[part.index].content {
    case .text(let text, let font, let color):
      let block = TextBlock(text, at: .zero, font: font, width: size?.width)
      guard let layout = cache.layout(of: block) else { return Look(size: .zero, node: nil) }
      let natural = cache.size(of: block)
      var native = (part.effects.color ?? color).native
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
