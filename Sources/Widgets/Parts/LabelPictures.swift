internal import CHikidashiGTK

/// Draws pictures in place of letters of a `GtkLabel`, whose text stays as it is.
///
/// The first letter of each range has the shape of the picture, and the others have none. Pango leaves the room,
/// and calls back for the drawing.
///
/// - Source: Pango, "Shape attributes", <https://docs.gtk.org/Pango/type_func.AttrShape.new_with_data.html>
@MainActor
final class LabelPictures {
  private weak var label: Label?
  private let loads: InlinePictureLoads
  /// The letters, in bytes of UTF-8: the first, and the others.
  private let places: [(first: Range<Int>, others: Range<Int>)]
  private var line: TextLine

  var pictures: [InlinePicture] { loads.pictures }

  init(_ pictures: [InlinePicture], of text: String, in label: Label, from store: PictureStore) {
    self.label = label
    line = TextLine(of: label.native)
    places = Self.places(of: pictures, in: text)
    loads = InlinePictureLoads(
      pictures, from: store, room: line.pixels * label.pixelScale)
    loads.onEnd = { [weak self] _ in self?.apply() }
    if let native = label.native {
      pango_cairo_context_set_shape_renderer(
        gtk_widget_get_pango_context(native), drawInlineShape, nil, nil)
    }
    apply()
  }

  private static func places(
    of pictures: [InlinePicture], in text: String
  ) -> [(first: Range<Int>, others: Range<Int>)] {
    let scalars = text.unicodeScalars
    var (place, index, byte) = (0, scalars.startIndex, 0)
    func advance(to end: Int) -> Int {
      while place < end {
        byte += UTF8.width(scalars[index])
        index = scalars.index(after: index)
        place += 1
      }
      return byte
    }
    return pictures.map { picture in
      let start = advance(to: picture.range.lowerBound)
      let second = advance(to: picture.range.lowerBound + 1)
      return (start..<second, second..<advance(to: picture.range.upperBound))
    }
  }

  /// Waits for no picture any more, and shows the letters.
  func end() {
    loads.cancel()
    if let native = label?.native { gtk_label_set_attributes(native.opaque, nil) }
  }

  /// The letters have another size, which nothing tells but the drawing.
  fileprivate func check() {
    guard let label, TextLine(of: label.native) != line else { return }
    Task { [weak self] in self?.apply() }
  }

  private func apply() {
    guard let label, let native = label.native, let list = pango_attr_list_new() else { return }
    line = TextLine(of: native)
    for (state, place) in zip(loads.states, places) {
      var texture: PictureStore.Texture?
      switch state {
      case .failed: continue
      case .waiting: break
      case .shown(let found): texture = found
      }
      let shape = InlineShape(texture, self)
      insert(line.ascent, line.height, shape, place.first, list)
      if !place.others.isEmpty { insert(line.ascent, 0, nil, place.others, list) }
    }
    gtk_label_set_attributes(native.opaque, list)
    pango_attr_list_unref(list)
  }

  private func insert(
    _ ascent: gint, _ width: gint, _ shape: InlineShape?, _ bytes: Range<Int>, _ list: OpaquePointer
  ) {
    var room = PangoRectangle(x: 0, y: -ascent, width: width, height: line.height)
    let attribute = pango_attr_shape_new_with_data(
      &room, &room, shape.map { Unmanaged.passRetained($0).toOpaque() },
      { data in
        data.map { UnsafeMutableRawPointer(mutating: $0) }.map {
          Unmanaged<InlineShape>.fromOpaque($0).retain().toOpaque()
        }
      }, { data in data.map { Unmanaged<InlineShape>.fromOpaque($0).release() } })
    attribute?.pointee.start_index = guint(clamping: bytes.lowerBound)
    attribute?.pointee.end_index = guint(clamping: bytes.upperBound)
    pango_attr_list_insert(list, attribute)
  }
}

/// How high a line of a widget's letters is, in Pango's units.
struct TextLine: Hashable {
  var height: gint = 0
  var ascent: gint = 0

  @MainActor
  init(of native: NativeWidget?) {
    guard let native, let context = gtk_widget_get_pango_context(native),
      let metrics = pango_context_get_metrics(context, nil, nil)
    else { return }
    ascent = pango_font_metrics_get_ascent(metrics)
    height = ascent + pango_font_metrics_get_descent(metrics)
    pango_font_metrics_unref(metrics)
  }

  /// The height in pixels, 1 or more.
  var pixels: Int { max(1, Int(height) / Int(PANGO_SCALE)) }
}

/// What is drawn in the room of a picture: nothing until it is there.
private final class InlineShape {
  let surface: OpaquePointer?
  weak var owner: LabelPictures?

  @MainActor
  init(_ texture: PictureStore.Texture?, _ owner: LabelPictures) {
    self.owner = owner
    surface = texture.flatMap { texture in
      let (width, height) = (
        gdk_texture_get_width(texture.native), gdk_texture_get_height(texture.native)
      )
      guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height),
        let pixels = cairo_image_surface_get_data(surface)
      else { return nil }
      gdk_texture_download(texture.native, pixels, gsize(cairo_image_surface_get_stride(surface)))
      cairo_surface_mark_dirty(surface)
      return surface
    }
  }

  deinit { if let surface { cairo_surface_destroy(surface) } }

  /// Draws in the middle of a room whose upper left corner is given.
  func draw(_ cairo: OpaquePointer, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    guard let surface else { return }
    let size = (
      Double(cairo_image_surface_get_width(surface)),
      Double(cairo_image_surface_get_height(surface))
    )
    let scale = min(width / size.0, height / size.1)
    cairo_save(cairo)
    cairo_translate(
      cairo, x + (width - size.0 * scale) / 2, y + (height - size.1 * scale) / 2)
    cairo_scale(cairo, scale, scale)
    cairo_set_source_surface(cairo, surface, 0, 0)
    cairo_paint(cairo)
    cairo_restore(cairo)
  }
}

private let drawInlineShape: PangoCairoShapeRendererFunc = { cairo, attribute, _, _ in
  guard let cairo, let attribute, let data = attribute.pointee.data else { return }
  let shape = Unmanaged<InlineShape>.fromOpaque(data).takeUnretainedValue()
  let room = attribute.pointee.logical_rect
  var (x, y) = (0.0, 0.0)
  cairo_get_current_point(cairo, &x, &y)
  let unit = Double(PANGO_SCALE)
  shape.draw(
    cairo, x, y + Double(room.y) / unit, Double(room.width) / unit, Double(room.height) / unit)
  // GTK draws on the main thread.
  let owner = shape.owner
  MainActor.assumeIsolated { owner?.check() }
}
