package import CHikidashiGTK

/// Draws shapes as render nodes, which GTK turns into pixels on the graphics card where there is one.
///
/// Rectangles, text, pictures and gradients are nodes of their own; GTK 4.8 knows no node for other
/// paths, and these are drawn with cairo, each in a node that is as large as the path.
@MainActor
struct SnapshotPainter {
  /// A `GtkSnapshot`.
  let snapshot: OpaquePointer
  let palette: Palette
  let cache: PaintCache

  init(snapshot: OpaquePointer?, palette: Palette, cache: PaintCache) {
    self.snapshot = snapshot ?? gtk_snapshot_new()
    self.palette = palette
    self.cache = cache
  }

  func paint(_ shapes: [Shape]) {
    for shape in shapes { paint(shape) }
  }

  private func paint(_ shape: Shape) {
    guard shape.opacity > 0, shape.transform.inverse != nil else { return }
    gtk_snapshot_save(snapshot)
    apply(shape.transform)
    let isFaded = shape.opacity < 1
    if isFaded { gtk_snapshot_push_opacity(snapshot, shape.opacity) }
    if let clip = shape.clip {
      paint(shape, clippedTo: clip)
    } else {
      paintContent(of: shape)
    }
    if isFaded { gtk_snapshot_pop(snapshot) }
    gtk_snapshot_restore(snapshot)
  }

  private func paint(_ shape: Shape, clippedTo clip: Path) {
    if let (bounds, corner) = clip.rectangle {
      push(clip: bounds, corner: corner)
      paintContent(of: shape)
      gtk_snapshot_pop(snapshot)
    } else if var bounds = clip.bounds {
      // What is outside of the shape need not be drawn either.
      var inner = shape
      inner.transform = .identity
      inner.opacity = 1
      if let own = inner.bounds(cache.size) { bounds = bounds.intersection(own) }
      withCairo(in: bounds) { $0.paint([inner]) }
    }
  }

  private func paintContent(of shape: Shape) {
    switch shape.content {
    case .group(let children): paint(children)
    case .path(let path):
      if let (bounds, corner) = path.rectangle, shape.stroke == nil, let fill = shape.effectiveFill
      {
        paintRectangle(bounds, corner: corner, fill)
      } else {
        drawWithCairo(shape)
      }
    case .text(let block):
      guard block.origin.isFinite, let layout = cache.layout(of: block) else { return }
      guard let color = palette.color(of: shape.effectiveFill ?? .foreground) else {
        return drawWithCairo(shape)
      }
      var native = color.native
      move(to: block.origin)
      gtk_snapshot_append_layout(snapshot, layout, &native)
    case .picture(let picture, let bounds): paint(picture, in: bounds)
    }
  }

  private func paintRectangle(_ bounds: Rect, corner: Double, _ fill: Paint) {
    guard Rect(around: bounds.corners) != nil, bounds.width > 0, bounds.height > 0 else { return }
    if corner > 0 { push(clip: bounds, corner: corner) }
    if let color = palette.color(of: fill) {
      var native = color.native
      var rect = bounds.native
      gtk_snapshot_append_color(snapshot, &native, &rect)
    } else if case .gradient(let gradient) = fill, gradient.isDrawable {
      append(gradient, in: bounds)
    }
    if corner > 0 { gtk_snapshot_pop(snapshot) }
  }

  private func append(_ gradient: Gradient, in bounds: Rect) {
    var rect = bounds.native
    let stops = gradient.drawnStops.map {
      GskColorStop(offset: Float($0.offset), color: $0.color.native)
    }
    switch gradient.course {
    case .line(let start, let end):
      var start = start.native
      var end = end.native
      gtk_snapshot_append_linear_gradient(
        snapshot, &rect, &start, &end, stops, gsize(stops.count))
    case .circle(let center, let radius):
      var center = center.native
      gtk_snapshot_append_radial_gradient(
        snapshot, &rect, &center, Float(radius), Float(radius), 0, 1, stops, gsize(stops.count))
    }
  }

  func paint(_ picture: Picture, in bounds: Rect) {
    guard Rect(around: bounds.corners) != nil, bounds.width > 0, bounds.height > 0,
      let paintable = cache.paintable(of: picture)
    else { return }
    gtk_snapshot_save(snapshot)
    move(to: bounds.origin)
    if case .icon = picture.source {
      var color = palette.foreground.native
      gtk_symbolic_paintable_snapshot_symbolic(
        paintable, snapshot, bounds.width, bounds.height, &color, 1)
    } else {
      gdk_paintable_snapshot(paintable, snapshot, bounds.width, bounds.height)
    }
    gtk_snapshot_restore(snapshot)
  }

  private func drawWithCairo(_ shape: Shape) {
    var inner = shape
    inner.transform = .identity
    inner.opacity = 1
    inner.clip = nil
    guard let bounds = inner.bounds(cache.size) else { return }
    withCairo(in: bounds) { $0.paint([inner]) }
  }

  private func withCairo(in bounds: Rect, _ body: (CairoPainter) -> Void) {
    // A pixel more, for the soft edge.
    var rect = bounds.inset(by: -1).native
    guard bounds.width < 1e5, bounds.height < 1e5,
      let cairo = gtk_snapshot_append_cairo(snapshot, &rect)
    else { return }
    body(CairoPainter(cairo: cairo, palette: palette, cache: cache))
    cairo_destroy(cairo)
  }

  private func push(clip bounds: Rect, corner: Double) {
    var rect = bounds.native
    guard corner > 0 else { return gtk_snapshot_push_clip(snapshot, &rect) }
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &rect, Float(corner))
    gtk_snapshot_push_rounded_clip(snapshot, &rounded)
  }

  private func move(to point: Point) {
    var native = point.native
    gtk_snapshot_translate(snapshot, &native)
  }

  /// GTK's renderers handle only transforms that they can take apart, so they get the parts: a move,
  /// a turn, a slant and a scale.
  private func apply(_ transform: Transform) {
    move(to: Point(transform.tx, transform.ty))
    if transform.b == 0, transform.c == 0 {
      if transform.a != 1 || transform.d != 1 {
        gtk_snapshot_scale(snapshot, Float(transform.a), Float(transform.d))
      }
      return
    }
    let degrees = Point(transform.a, transform.b).degrees
    let width = Point(transform.a, transform.b).length
    guard width > 0 else { return }
    let slant = (transform.a * transform.c + transform.b * transform.d) / transform.determinant
    gtk_snapshot_rotate(snapshot, Float(degrees))
    if abs(slant) > 1e-9 {
      gtk_snapshot_transform(
        snapshot, gsk_transform_skew(nil, Float(Point(1, slant).degrees), 0))
    }
    gtk_snapshot_scale(snapshot, Float(width), Float(transform.determinant / width))
  }
}

extension Point {
  package var native: graphene_point_t { graphene_point_t(x: Float(x), y: Float(y)) }
}

extension Rect {
  package var native: graphene_rect_t {
    graphene_rect_t(
      origin: origin.native,
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}

extension Transform {
  /// As GTK has it, of pieces that its renderers can take apart; owned by who asks.
  package var native: OpaquePointer? {
    var origin = Point(tx, ty).native
    var result = gsk_transform_translate(nil, &origin)
    let width = Point(a, b).length
    guard b != 0 || c != 0 || a < 0, width > 0 else {
      return gsk_transform_scale(result, Float(a), Float(d))
    }
    result = gsk_transform_rotate(result, Float(Point(a, b).degrees))
    let slant = (a * c + b * d) / determinant
    if abs(slant) > 1e-9 {
      result = gsk_transform_skew(result, Float(Point(1, slant).degrees), 0)
    }
    return gsk_transform_scale(result, Float(width), Float(determinant / width))
  }
}
