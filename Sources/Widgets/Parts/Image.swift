internal import CHikidashiGTK

/// A picture: a named icon, or a file.
public final class Image: Part {
  /// Creates an image of an icon of the desktop's theme, such as `folder-symbolic`; `size` in
  /// pixels.
  public init(icon: String, size: Int = 16) {
    super.init(native: gtk_image_new_from_icon_name(icon))
    guard let native else { return }
    gtk_image_set_pixel_size(native.opaque, Int32(clamping: size))
  }

  /// Creates an image of the icon that the closure names, which is another when something that it read
  /// changes.
  public convenience init(size: Int = 16, icon: @escaping @MainActor () -> String) {
    self.init(icon: "", size: size)
    keepUpToDate(.part, icon) { [weak self] in
      if let native = self?.native { gtk_image_set_from_icon_name(native.opaque, $0) }
    }
  }

  /// Creates an image of a picture file, scaled to the space it gets with its proportions kept. A
  /// file that cannot be read shows nothing.
  ///
  /// - Parameters:
  ///   - file: The path of a file in any format that GDK reads.
  ///   - description: What the picture shows, for a screen reader.
  public init(file: String, description: String) {
    super.init(native: gtk_picture_new_for_filename(file))
    guard let native else { return }
    gtk_picture_set_alternative_text(native.opaque, description)
    gtk_picture_set_can_shrink(native.opaque, 1)
  }
}
