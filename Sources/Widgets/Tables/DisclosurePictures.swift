internal import CHikidashiGTK

/// The pictures of open and closed rows, read once for all rows of a table.
@MainActor
final class DisclosurePictures {
  private var paintables: [Picture: OpaquePointer] = [:]

  isolated deinit {
    for paintable in paintables.values { g_object_unref(UnsafeMutableRawPointer(paintable)) }
  }

  /// Shows a picture in a `GtkImage`; an icon of the theme follows the text's colour and direction.
  func show(_ picture: Picture, in image: NativeWidget) {
    if case .icon(let name) = picture.source {
      return gtk_image_set_from_icon_name(image.opaque, name)
    }
    if paintables[picture] == nil { paintables[picture] = picture.makePaintable() }
    gtk_image_set_from_paintable(image.opaque, paintables[picture])
  }
}
