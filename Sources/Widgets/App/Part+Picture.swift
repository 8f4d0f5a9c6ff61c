internal import CHikidashiGTK
internal import HikidashiBase

/// An error of making a picture of a part.
public enum PictureError: Error, CustomStringConvertible, Sendable {
  /// The part is not in a window on the screen, or has no size yet.
  case notShown
  case cannotWrite(path: String)

  /// The error as a sentence for the user.
  public var description: String {
    switch self {
    case .notShown: tr("Cannot make a picture: the part is in no window that is shown yet.")
    case .cannotWrite(let path):
      tr("Cannot write the picture {}: check that its folder exists and can be written.", path)
    }
  }
}

extension Part {
  /// Saves a picture of the part as a PNG file after its window has drawn all changes so far.
  ///
  /// A part that is to be laid out anew has no picture, and lists change twice: first the rows in
  /// view, then the others. So this tries again for some frames.
  public func savePictureWhenDrawn(to path: String) async throws(PictureError) {
    for _ in 0..<60 {
      guard let root = native.flatMap({ gtk_widget_get_root($0) }),
        let window = Part.of(root.widget) as? Window
      else { break }
      await window.drawn()
      do throws(PictureError) {
        return try savePicture(to: path)
      } catch .notShown {
        continue
      }
    }
    throw .notShown
  }

  /// Saves a picture of the current state of the part as a PNG file, with or without a screen.
  ///
  /// ```swift
  /// try window.savePicture(to: "window.png")
  /// ```
  public func savePicture(to path: String) throws(PictureError) {
    guard let native, gtk_widget_get_mapped(native) != 0, let root = gtk_widget_get_native(native),
      let renderer = gtk_native_get_renderer(root)
    else { throw .notShown }
    let paintable = gtk_widget_paintable_new(native)
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    let width = gdk_paintable_get_intrinsic_width(paintable)
    let height = gdk_paintable_get_intrinsic_height(paintable)
    guard width > 0, height > 0 else { throw .notShown }
    let snapshot = gtk_snapshot_new()
    gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { throw .notShown }
    defer { gsk_render_node_unref(node) }
    guard let texture = gsk_renderer_render_texture(renderer, node, nil) else { throw .notShown }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    guard gdk_texture_save_to_png(texture, path) != 0 else { throw .cannotWrite(path: path) }
  }
}
