internal import CHikidashiGTK

/// A cache that keeps laid out text and decoded pictures from one frame to the next.
///
/// An entry that a frame did not use is released after the next one.
@MainActor
package final class PaintCache {
  private var layouts: [TextBlock: Kept] = [:]
  private var pictures: [Picture: Kept] = [:]
  private var frame = 0
  /// Of the widget that is drawn on; nil draws text as on paper.
  private let context: OpaquePointer?

  /// An object, or that there is none, and the frame in which it was last asked for.
  private struct Kept {
    var object: Held?
    var frame: Int
  }

  /// Holds a reference to a GObject.
  private final class Held {
    let object: OpaquePointer
    init(_ object: OpaquePointer) { self.object = object }
    deinit { g_object_unref(UnsafeMutableRawPointer(object)) }
  }

  package init(widget: NativeWidget? = nil) {
    context =
      widget.flatMap { gtk_widget_create_pango_context($0) }
      ?? pango_cairo_font_map_get_default().flatMap { pango_font_map_create_context($0) }
  }

  isolated deinit {
    if let context { g_object_unref(UnsafeMutableRawPointer(context)) }
  }

  /// How many texts are kept laid out.
  var layoutCount: Int { layouts.count }

  /// Begins a frame: drops the entries that neither this nor the last frame has used.
  package func beginFrame() {
    layouts = layouts.filter { $0.value.frame >= frame }
    pictures = pictures.filter { $0.value.frame >= frame }
    frame += 1
  }

  /// Returns the `PangoLayout` of a text; the cache owns it.
  package func layout(of block: TextBlock) -> OpaquePointer? {
    if let kept = layouts[block] {
      layouts[block]?.frame = frame
      return kept.object?.object
    }
    let layout = context.flatMap { pango_layout_new($0) }
    if let layout { PaintCache.fill(layout, block) }
    layouts[block] = Kept(object: layout.map(Held.init), frame: frame)
    return layout
  }

  /// Returns the size of a text in pixels.
  package func size(of block: TextBlock) -> Size {
    guard let layout = layout(of: block) else { return .zero }
    var width: gint = 0
    var height: gint = 0
    pango_layout_get_size(layout, &width, &height)
    return Size(
      block.width ?? Double(width) / Double(PANGO_SCALE), Double(height) / Double(PANGO_SCALE))
  }

  /// Returns the `GdkPaintable` of a picture, owned by the cache, or nil if it cannot be read.
  package func paintable(of picture: Picture) -> OpaquePointer? {
    if let kept = pictures[picture] {
      pictures[picture]?.frame = frame
      return kept.object?.object
    }
    let made = picture.makePaintable()
    pictures[picture] = Kept(object: made.map(Held.init), frame: frame)
    return made
  }

  private static func fill(_ layout: OpaquePointer, _ block: TextBlock) {
    pango_layout_set_text(layout, block.text, gint(clamping: block.text.utf8.count))
    let font = block.font.description
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    if let width = block.width, width.isFinite, width > 0 {
      pango_layout_set_width(layout, gint(min(width, 1e6) * Double(PANGO_SCALE)))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }
    switch block.alignment {
    case .start: break
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .end: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    case .fill: pango_layout_set_justify(layout, 1)
    }
  }
}

extension Font {
  /// A new `PangoFontDescription`.
  var description: OpaquePointer? {
    let font = pango_font_description_new()
    if let family { pango_font_description_set_family(font, family) }
    pango_font_description_set_absolute_size(
      font, (size.isFinite ? min(max(size, 1), 10_000) : 14) * Double(PANGO_SCALE))
    if isBold { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
    if isItalic { pango_font_description_set_style(font, PANGO_STYLE_ITALIC) }
    return font
  }
}
