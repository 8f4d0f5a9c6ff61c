internal import CHikidashiGTK

/// Pictures made of the bytes of their files, on any thread.
enum PictureBytes {
  /// A new `GdkTexture` of a picture no larger than `room`, as the camera was held; nil for what
  /// cannot be read.
  ///
  /// Decoders that can make a smaller picture right away do; a file that claims to be larger than a
  /// wall is refused before room is taken for it.
  static func texture(of bytes: [UInt8], fitting room: Size) -> OpaquePointer? {
    guard !bytes.isEmpty, let loader = gdk_pixbuf_loader_new() else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    var fit = Fit(room: room)
    let isRead = withUnsafeMutablePointer(to: &fit) { fit in
      let prepared:
        @convention(c) (
          UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, UnsafeMutableRawPointer?
        ) -> Void = { loader, width, height, fit in
          guard let loader, let fit else { return }
          fit.assumingMemoryBound(to: Fit.self).pointee.prepare(loader, width, height)
        }
      g_signal_connect_data(
        UnsafeMutableRawPointer(loader), "size-prepared",
        unsafeBitCast(prepared, to: GCallback.self), UnsafeMutableRawPointer(fit), nil,
        GConnectFlags(rawValue: 0))
      let isWritten = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) != 0
      // A loader must be closed also where nothing can come of it.
      return gdk_pixbuf_loader_close(loader, nil) != 0 && isWritten
    }
    guard isRead, !fit.isTooLarge, let read = gdk_pixbuf_loader_get_pixbuf(loader),
      let pixbuf = gdk_pixbuf_apply_embedded_orientation(read)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    return gdk_texture_new_for_pixbuf(pixbuf)
  }

  private struct Fit {
    let room: Size
    var isTooLarge = false

    mutating func prepare(
      _ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: gint, _ height: gint
    ) {
      guard width > 0, height > 0, Int(width) * Int(height) <= 1 << 27 else {
        isTooLarge = true
        // A loader that has no size has nothing to decode.
        return gdk_pixbuf_loader_set_size(loader, 0, 0)
      }
      let scale = min(room.width / Double(width), room.height / Double(height), 1)
      guard scale < 1 else { return }
      gdk_pixbuf_loader_set_size(
        loader, max(gint(Double(width) * scale), 1), max(gint(Double(height) * scale), 1))
    }
  }
}
