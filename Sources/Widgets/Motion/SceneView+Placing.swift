internal import CGTK
internal import Motion

/// GTK has widgets in the plane alone, for what is pressed and where popovers go. One that stands in
/// space is therefore placed as it looks near a point: near its middle, and near the pointer whenever
/// GTK looks for what is under it.
extension SceneView {
  /// The id of the foremost part at a point of the view, as it was drawn last; nil beside all.
  ///
  /// A part counts where it is seen: not beyond its clip and wipe, not from a back that is hidden, and
  /// not where it reaches behind the viewer.
  ///
  /// - Complexity: O(*n*) in the parts that are seen.
  public func part(at point: Point) -> String? { seenPart(at: point)?.id }

  private func seenPart(at point: Point) -> SceneState.Part? {
    let point = point - corner
    return state.last { part in
      guard let (look, transform) = painter.seen(part), let place = transform.unproject(point)
      else { return false }
      let area = painter.clip(part, look.size) ?? Rect(origin: .zero, size: look.size)
      return area.contains(place)
    }
  }

  /// Puts the widgets where they are seen.
  func placeWidgets() {
    guard !widgets.isEmpty else { return }
    let seen = Dictionary(state.map { ($0.index, $0) }, uniquingKeysWith: { $1 })
    for (number, widget) in widgets {
      guard let child = widget.native else { continue }
      let part = seen[number].flatMap { painter.seen($0) == nil ? nil : $0 }
      gtk_widget_set_child_visible(child, part == nil ? 0 : 1)
      if let part { place(part, child, near: nil) }
    }
  }

  /// Sees to it that GTK finds the widget that is seen at a point, and tells it the right place there.
  func prepareToPick(_ point: Point) {
    guard !widgets.isEmpty else { return }
    let hit = seenPart(at: point)
    for part in state {
      guard let child = widgets[part.index]?.native, gtk_widget_get_child_visible(child) != 0
      else { continue }
      place(part, child, near: point)
      // What the app has closed to the pointer stays so.
      if part.index == hit?.index {
        if covered.remove(part.index) != nil { gtk_widget_set_can_target(child, 1) }
      } else if gtk_widget_get_can_target(child) != 0 {
        covered.insert(part.index)
        gtk_widget_set_can_target(child, 0)
      }
    }
  }

  private func place(_ part: SceneState.Part, _ child: NativeWidget, near point: Point?) {
    let size = contents.look(of: part).size
    let transform = part.transform(size: size)
    guard
      let flat = transform.flattened(
        near: point.map { $0 - corner }, middle: Point(size.width / 2, size.height / 2))
    else { return }
    var place = flat
    place.tx += corner.x
    place.ty += corner.y
    places[part.index] = place
    gtk_widget_allocate(
      child, Self.pixels(size.width), Self.pixels(size.height), -1, place.native)
  }

  /// A length that GTK bears.
  private static func pixels(_ length: Double) -> gint {
    gint(min(max(0, length.rounded()), 16_384))
  }
}

extension Transform3D {
  /// The transform of the plane that does the same as this one near a point that is seen, or near the
  /// middle; nil where there is none.
  func flattened(near seen: Point?, middle: Point) -> Transform? {
    if let plane { return plane.inverse == nil ? nil : plane }
    guard let place = seen.map({ unproject($0) }) ?? middle, let seen = project(place) else {
      return nil
    }
    let (x, y, w) = (columns.x, columns.y, columns.w)
    let depth = x.w * place.x + y.w * place.y + w.w
    let across = Point((x.x - seen.x * x.w) / depth, (x.y - seen.y * x.w) / depth)
    let down = Point((y.x - seen.x * y.w) / depth, (y.y - seen.y * y.w) / depth)
    let origin = seen - across * place.x - down * place.y
    let result = Transform(
      a: across.x, b: across.y, c: down.x, d: down.y, tx: origin.x, ty: origin.y)
    return result.inverse == nil ? nil : result
  }
}

extension Transform {
  /// As GTK has it, of pieces that its renderers can take apart; owned by who asks.
  var native: OpaquePointer? {
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
