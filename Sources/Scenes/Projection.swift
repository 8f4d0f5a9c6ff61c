internal import CHikidashiGTK
internal import HikidashiMotion
internal import HikidashiWidgets

/// Projects the pixels of a flat picture to where they are seen in space.
struct Projection {
  private let surface: OpaquePointer
  /// Where the surface is, in its own pixels, of which one of the picture has `scale`.
  private let bounds: Rect
  private let scale: Double

  /// Nil where nothing of it is seen.
  ///
  /// - Parameter scale: How many pixels of what is drawn on one of the picture has.
  init?(_ node: OpaquePointer, _ transform: Transform3D, scale: Double) {
    var native = graphene_rect_t()
    gsk_render_node_get_bounds(node, &native)
    let source = Rect(
      Double(native.origin.x.rounded(.down)) - 1, Double(native.origin.y.rounded(.down)) - 1,
      Double(native.size.width.rounded(.up)) + 3, Double(native.size.height.rounded(.up)) + 3)
    let seen = source.corners.compactMap { transform.project($0) }
    // What reaches behind the viewer has no end.
    guard seen.count == 4, let around = Rect(around: seen), source.width < 8_192,
      source.height < 8_192
    else { return nil }
    let screen = Rect(-512, -512, 17_408, 17_408)
    let target = Rect(
      around.minX.rounded(.down), around.minY.rounded(.down),
      (around.maxX - around.minX).rounded(.up) + 1, (around.maxY - around.minY).rounded(.up) + 1
    ).intersection(screen)
    guard target.width >= 1, target.height >= 1, target.width * target.height < 64e6 else {
      return nil
    }
    // What would be too large is less sharp, rather than not there.
    let scale = min(
      scale, 8_192 / max(source.width, source.height),
      8_000 / (target.width * target.height).squareRoot())
    bounds = Rect(
      (target.minX * scale).rounded(.down), (target.minY * scale).rounded(.down),
      (target.width * scale).rounded(.up) + 1, (target.height * scale).rounded(.up) + 1)
    self.scale = scale
    guard
      let flat = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, gint((source.width * scale).rounded(.up)),
        gint((source.height * scale).rounded(.up))),
      let result = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, gint(bounds.width), gint(bounds.height))
    else { return nil }
    defer { cairo_surface_destroy(flat) }
    let cairo = cairo_create(flat)
    cairo_scale(cairo, scale, scale)
    cairo_translate(cairo, -source.minX, -source.minY)
    gsk_render_node_draw(node, cairo)
    cairo_destroy(cairo)
    cairo_surface_flush(flat)
    surface = result
    copy(flat, source.origin, transform)
  }

  /// Fills each pixel with what is seen there, mixed from the four that are nearest.
  private func copy(_ flat: OpaquePointer, _ origin: Point, _ transform: Transform3D) {
    guard let from = cairo_image_surface_get_data(flat),
      let to = cairo_image_surface_get_data(surface)
    else { return }
    let fromStride = Int(cairo_image_surface_get_stride(flat))
    let toStride = Int(cairo_image_surface_get_stride(surface))
    let width = Int(cairo_image_surface_get_width(flat))
    let height = Int(cairo_image_surface_get_height(flat))
    for y in 0..<Int(bounds.height) {
      for x in 0..<Int(bounds.width) {
        let seen = Point(bounds.minX + Double(x) + 0.5, bounds.minY + Double(y) + 0.5)
        guard let place = transform.unproject(seen * (1 / scale)) else { continue }
        let column = (place.x - origin.x) * scale - 0.5
        let row = (place.y - origin.y) * scale - 0.5
        guard column >= 0, row >= 0, column < Double(width - 1), row < Double(height - 1) else {
          continue
        }
        let (left, top) = (Int(column), Int(row))
        let (right, bottom) = (column - Double(left), row - Double(top))
        let first = from + top * fromStride + left * 4
        for channel in 0..<4 {
          let upper =
            Double(first[channel]) * (1 - right) + Double(first[channel + 4]) * right
          let lower =
            Double(first[channel + fromStride]) * (1 - right)
            + Double(first[channel + fromStride + 4]) * right
          to[y * toStride + x * 4 + channel] = UInt8(
            (upper * (1 - bottom) + lower * bottom).rounded())
        }
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  @MainActor
  func paint(on snapshot: OpaquePointer) {
    var rect = Rect(
      bounds.minX / scale, bounds.minY / scale, bounds.width / scale, bounds.height / scale
    ).native
    if let cairo = gtk_snapshot_append_cairo(snapshot, &rect) {
      cairo_scale(cairo, 1 / scale, 1 / scale)
      cairo_set_source_surface(cairo, surface, bounds.minX, bounds.minY)
      cairo_paint(cairo)
      cairo_destroy(cairo)
    }
    cairo_surface_destroy(surface)
  }
}
