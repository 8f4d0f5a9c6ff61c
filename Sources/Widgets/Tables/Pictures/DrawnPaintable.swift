internal import CHikidashiGTK

/// Draws a `GdkPaintable` of a size, which is the caller's to release.
@MainActor
func drawnPaintable(_ size: Size, _ draw: (OpaquePointer) -> Void) -> OpaquePointer? {
  guard let snapshot = gtk_snapshot_new() else { return nil }
  draw(snapshot)
  var whole = graphene_size_t()
  graphene_size_init(&whole, Float(size.width), Float(size.height))
  return gtk_snapshot_free_to_paintable(snapshot, &whole)
}

extension ThumbnailLoader.Texture {
  /// Draws the texture in the middle of a room, as large as the room allows.
  ///
  /// - Parameter most: The greatest scale; 1 does not enlarge it.
  @MainActor
  func drawn(in room: Size, enlargedBy most: Double = .infinity) -> OpaquePointer? {
    let width = Double(gdk_texture_get_width(native))
    let height = Double(gdk_texture_get_height(native))
    let scale = min(room.width / width, room.height / height, most)
    return drawnPaintable(room) { snapshot in
      var bounds = graphene_rect_t()
      graphene_rect_init(
        &bounds, Float((room.width - width * scale) / 2), Float((room.height - height * scale) / 2),
        Float(width * scale), Float(height * scale))
      gtk_snapshot_append_texture(snapshot, native, &bounds)
    }
  }
}
