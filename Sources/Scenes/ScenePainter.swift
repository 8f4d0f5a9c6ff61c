internal import CHikidashiGTK
internal import HikidashiMotion
internal import HikidashiWidgets

/// Draws a state of a scene as render nodes.
///
/// Cairo cannot draw what stands in space. Where it does the drawing, such a part is drawn flat, and
/// its pixels are brought to where they are seen.
@MainActor
struct ScenePainter {
  /// In pixels; what is blurred more cannot be told from this, and takes memory for all of it.
  private static let widestBlur = 256.0

  let scene: Scene
  let contents: SceneContents
  /// Whether the renderer can only draw in the plane.
  var isPlane: Bool
  /// How many pixels of what is drawn on one of the scene has.
  var scale = 1.0
  /// Draws the widget of a part in its own coordinates; nil where a scene is shown without widgets.
  var drawWidget: ((Int, OpaquePointer) -> Void)?

  func paint(_ state: SceneState, on snapshot: OpaquePointer) {
    contents.cache.beginFrame()
    for part in state { paint(part, on: snapshot) }
  }

  /// What a part looks like and where it stands in the picture; nil where nothing of it is drawn.
  func seen(_ part: SceneState.Part) -> (look: SceneContents.Look, transform: Transform3D)? {
    guard part.opacity > 0, part.effects.wipe > 0, part.transform.isFinite,
      scene.parts[part.index].showsBack || part.transform.showsFront
    else { return nil }
    let look = contents.look(of: part)
    let transform = part.transform(size: look.size)
    return transform.isDrawable(look.size) ? (look, transform) : nil
  }

  private func paint(_ part: SceneState.Part, on snapshot: OpaquePointer) {
    guard let (look, transform) = seen(part) else { return }
    gtk_snapshot_save(snapshot)
    defer { gtk_snapshot_restore(snapshot) }
    let plane = transform.plane
    // The renderer of the graphics card cannot mirror letters in the plane, and crashes.
    if let plane, isPlane || plane.determinant > 0 {
      let native = plane.native
      gtk_snapshot_transform(snapshot, native)
      gsk_transform_unref(native)
      paintFlat(part, look, on: snapshot)
    } else if plane == nil, !isPlane {
      var numbers = transform.numbers.map { Float($0) }
      var matrix = graphene_matrix_t()
      graphene_matrix_init_from_float(&matrix, &numbers)
      let native = gsk_transform_matrix(nil, &matrix)
      gtk_snapshot_transform(snapshot, native)
      gsk_transform_unref(native)
      paintFlat(part, look, on: snapshot)
    } else {
      let flat = gtk_snapshot_new()
      guard let flat else { return }
      paintFlat(part, look, on: flat)
      guard let node = gtk_snapshot_free_to_node(flat) else { return }
      defer { gsk_render_node_unref(node) }
      Projection(node, transform, scale: scale)?.paint(on: snapshot)
    }
  }

  /// Draws a part in its own coordinates, with all that is done to its picture.
  private func paintFlat(
    _ part: SceneState.Part, _ look: SceneContents.Look, on snapshot: OpaquePointer
  ) {
    let effects = part.effects
    var pushed = 0
    if part.opacity < 1 {
      gtk_snapshot_push_opacity(snapshot, part.opacity)
      pushed += 1
    }
    if effects.shadow.color.alpha > 0 {
      let offset = effects.shadow.offset
      var shadow = GskShadow(
        color: effects.shadow.color.native, dx: Float(min(max(-16_384, offset.x), 16_384)),
        dy: Float(min(max(-16_384, offset.y), 16_384)),
        radius: Float(min(effects.shadow.radius, Self.widestBlur)))
      gtk_snapshot_push_shadow(snapshot, &shadow, 1)
      pushed += 1
    }
    // It takes memory for all of the part, seen or not.
    if effects.blur > 0, look.size.width * look.size.height < 16e6 {
      gtk_snapshot_push_blur(snapshot, radius(ofBlur: min(effects.blur, Self.widestBlur)))
      pushed += 1
    }
    if let change = ColorChange(effects) {
      change.push(on: snapshot)
      pushed += 1
    }
    if let clip = clip(part, look.size) {
      var rect = clip.native
      gtk_snapshot_push_clip(snapshot, &rect)
      pushed += 1
    }
    if let node = look.node {
      gtk_snapshot_append_node(snapshot, node)
    } else {
      drawWidget?(part.index, snapshot)
    }
    for _ in 0..<pushed { gtk_snapshot_pop(snapshot) }
  }

  /// What GSK calls the radius of a blur of this standard deviation. On the graphics card that is twice
  /// as much; cairo takes, three times, the mean of so many whole pixels of what is drawn on to each
  /// side.
  private func radius(ofBlur deviation: Double) -> Double {
    guard isPlane else { return 2 * deviation }
    let deviation = deviation * scale
    return (((1 + 4 * deviation * deviation).squareRoot() - 1) / 2).rounded()
  }

  /// What of a part is left by wipe and clip; nil for all of it.
  func clip(_ part: SceneState.Part, _ size: Size) -> Rect? {
    let (clip, wipe) = (part.effects.clip, part.effects.wipe)
    guard clip != .none || wipe < 1 else { return nil }
    // What is negative lets be seen what hangs over, as far as anything does.
    func share(_ fraction: Double) -> Double { min(max(-16, fraction), 1) }
    var (left, top) = (share(clip.left) * size.width, share(clip.top) * size.height)
    var right = size.width * (1 - share(clip.right))
    var bottom = size.height * (1 - share(clip.bottom))
    let hidden = 1 - wipe
    switch scene.parts[part.index].wipeEdge {
    case .left: right = min(right, size.width * wipe)
    case .right: left = max(left, size.width * hidden)
    case .top: bottom = min(bottom, size.height * wipe)
    case .bottom: top = max(top, size.height * hidden)
    }
    return Rect(left, top, max(0, right - left), max(0, bottom - top))
  }
}

extension Transform3D {
  var isFinite: Bool { numbers.allSatisfy(\.isFinite) }

  /// Whether something of this size is seen in a size and at a place that renderers can draw, which
  /// reckon with numbers of 24 bits.
  func isDrawable(_ size: Size) -> Bool {
    let seen = Rect(origin: .zero, size: size).corners.compactMap { project($0) }
    // What reaches behind the viewer has no end.
    guard isFinite, seen.count == 4, let around = Rect(around: seen) else { return false }
    let reach = [around.minX, around.minY, around.maxX, around.maxY].allSatisfy { abs($0) < 1e6 }
    guard let plane else { return reach && max(around.width, around.height) > 1e-3 }
    return reach && abs(plane.determinant) * size.width * size.height > 1e-6
  }
}
