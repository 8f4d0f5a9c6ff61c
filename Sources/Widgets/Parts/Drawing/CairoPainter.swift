internal import CHikidashiGTK

/// Draws shapes with cairo: into pixels, onto paper, or what render nodes have no kind for.
@MainActor
struct CairoPainter {
  /// A `cairo_t`.
  let cairo: OpaquePointer
  let palette: Palette
  let cache: PaintCache

  func paint(_ shapes: [Shape]) {
    for shape in shapes { paint(shape) }
  }

  private func paint(_ shape: Shape) {
    guard shape.opacity > 0, shape.transform.inverse != nil else { return }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    apply(shape.transform)
    if let clip = shape.clip {
      trace(clip)
      cairo_clip(cairo)
    }
    let isFaded = shape.opacity < 1
    if isFaded { cairo_push_group(cairo) }
    paintContent(of: shape)
    if isFaded {
      cairo_pop_group_to_source(cairo)
      cairo_paint_with_alpha(cairo, shape.opacity)
    }
  }

  private func paintContent(of shape: Shape) {
    switch shape.content {
    case .group(let children): paint(children)
    case .path(let path): paint(path, of: shape)
    case .text(let block):
      guard block.origin.isFinite, let layout = cache.layout(of: block),
        use(shape.effectiveFill ?? .foreground)
      else { return }
      cairo_move_to(cairo, block.origin.x, block.origin.y)
      pango_cairo_show_layout(cairo, layout)
    case .picture(let picture, let bounds): paint(picture, in: bounds)
    }
  }

  private func paint(_ path: Path, of shape: Shape) {
    guard path.bounds != nil else { return }
    trace(path)
    if let fill = shape.effectiveFill, use(fill) {
      cairo_set_fill_rule(
        cairo, shape.fillRule == .nonzero ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
      cairo_fill_preserve(cairo)
    }
    if let stroke = shape.stroke, stroke.width > 0, stroke.width.isFinite, use(stroke.paint) {
      prepare(stroke)
      cairo_stroke_preserve(cairo)
    }
    cairo_new_path(cairo)
  }

  func prepare(_ stroke: Stroke) {
    cairo_set_line_width(cairo, stroke.width)
    cairo_set_miter_limit(cairo, Stroke.miterLimit)
    cairo_set_line_cap(cairo, stroke.cap.native)
    cairo_set_line_join(cairo, stroke.join.native)
    let dashes = stroke.drawnDashes
    cairo_set_dash(cairo, dashes, gint(clamping: dashes.count), 0)
  }

  /// Makes `path` cairo's current path.
  func trace(_ path: Path) {
    cairo_new_path(cairo)
    for step in path.steps {
      switch step {
      case .move(let point): cairo_move_to(cairo, point.x, point.y)
      case .line(let point): cairo_line_to(cairo, point.x, point.y)
      case .curve(let first, let second, let end):
        cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
      case .close: cairo_close_path(cairo)
      }
    }
  }

  private func apply(_ transform: Transform) {
    var matrix = cairo_matrix_t(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx,
      y0: transform.ty)
    cairo_transform(cairo, &matrix)
  }

  /// Makes a paint cairo's source. False for a gradient that has no course.
  private func use(_ paint: Paint) -> Bool {
    guard case .gradient(let gradient) = paint else {
      let color = palette.color(of: paint) ?? .black
      cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
      return true
    }
    guard gradient.isDrawable else { return false }
    let pattern =
      switch gradient.course {
      case .line(let start, let end): cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
      case .circle(let center, let radius):
        cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius)
      }
    for stop in gradient.drawnStops {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.offset, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(cairo, pattern)
    cairo_pattern_destroy(pattern)
    return true
  }

  /// A paintable draws itself as render nodes, which draw themselves with cairo.
  private func paint(_ picture: Picture, in bounds: Rect) {
    guard Rect(around: bounds.corners) != nil, bounds.width > 0, bounds.height > 0 else { return }
    let snapshot = gtk_snapshot_new()
    let painter = SnapshotPainter(snapshot: snapshot, palette: palette, cache: cache)
    painter.paint(picture, in: bounds)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return }
    gsk_render_node_draw(node, cairo)
    gsk_render_node_unref(node)
  }
}

extension Stroke.Cap {
  fileprivate var native: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension Stroke.Join {
  fileprivate var native: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}
