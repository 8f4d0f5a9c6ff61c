internal import CHikidashiGTK
internal import HikidashiBase

/// Pictures made of the bytes of their files, on any thread.
enum PictureBytes {
  /// A new `GdkTexture` of a picture no larger than `room`, as the camera was held; nil for what
  /// cannot be read, and for what is larger than the limits.
  ///
  /// Decoders that can make a smaller picture right away do; a file that claims to be larger than the limits is
  /// refused before room is taken for it. Of a film of pictures the first is decoded alone.
  static func texture(
    of bytes: [UInt8], fitting room: Size, _ limits: PictureLimits = PictureLimits()
  ) -> OpaquePointer? {
    guard let read = pixbuf(of: bytes, Fit(room: room, limits: limits)) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(read)) }
    guard let pixbuf = gdk_pixbuf_apply_embedded_orientation(read) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    return gdk_texture_new_for_pixbuf(pixbuf)
  }

  /// The limits of a picture that is shown as large as it is.
  static let whole = PictureLimits(bytes: 256 << 20, pixels: 1 << 27)

  /// A new `GdkTexture` of a picture in all its pixels and colours; nil for what cannot be read, and for what is
  /// larger than ``whole``. Any thread.
  static func texture(of bytes: [UInt8]) -> OpaquePointer? {
    // GTK reads these itself, with more than eight bits a colour.
    let isOwn = bytes.starts(with: [0x89, 0x50]) || bytes.starts(with: [0xFF, 0xD8])
    guard isOwn else { return texture(of: bytes, fitting: Size(32_768, 32_768), whole) }
    guard bytes.count <= whole.bytes, fits(bytes) else { return nil }
    return Picture.withBytes(bytes) { gdk_texture_new_from_bytes($0, nil) }
  }

  /// A new `GdkTexture` of a picture's file, which may be any path that a record or a scene names: what is no
  /// regular file is not opened. Any thread.
  static func texture(ofFile path: String) -> OpaquePointer? {
    (try? FileBytes.read(regular: path, limit: whole.bytes)).flatMap { texture(of: $0) }
  }

  /// A new `GdkTexture` of a picture's file no larger than `room`, under the same rules. Any thread.
  static func texture(ofFile path: String, fitting room: Size) -> OpaquePointer? {
    (try? FileBytes.read(regular: path, limit: whole.bytes))
      .flatMap { texture(of: $0, fitting: room, whole) }
  }

  /// Whether a PNG or a JPEG is no larger than ``whole``, by its head.
  private static func fits(_ bytes: [UInt8]) -> Bool {
    guard let loader = gdk_pixbuf_loader_new() else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    var size: (width: gint, height: gint) = (0, 0)
    withUnsafeMutablePointer(to: &size) { size in
      let prepared:
        @convention(c) (
          UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, UnsafeMutableRawPointer?
        ) -> Void = { loader, width, height, size in
          size?.assumingMemoryBound(to: (width: gint, height: gint).self).pointee = (width, height)
          if let loader { gdk_pixbuf_loader_set_size(loader, 1, 1) }
        }
      g_signal_connect_data(
        UnsafeMutableRawPointer(loader), "size-prepared",
        unsafeBitCast(prepared, to: GCallback.self), UnsafeMutableRawPointer(size), nil,
        GConnectFlags(rawValue: 0))
      var place = 0
      while place < bytes.count, size.pointee.width == 0 {
        let piece = Array(bytes[place..<min(place + 4_096, bytes.count)])
        if gdk_pixbuf_loader_write(loader, piece, gsize(piece.count), nil) == 0 { break }
        place += piece.count
      }
      gdk_pixbuf_loader_close(loader, nil)
    }
    let (area, isEndless) = Int(size.width).multipliedReportingOverflow(by: Int(size.height))
    return area > 0 && !isEndless && area <= whole.pixels
  }

  private static func pixbuf(of bytes: [UInt8], _ fit: Fit) -> OpaquePointer? {
    guard !bytes.isEmpty, bytes.count <= fit.limits.bytes, let loader = gdk_pixbuf_loader_new()
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    var fit = fit
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
      let first = firstFrame(of: bytes) ?? bytes
      let isWritten = gdk_pixbuf_loader_write(loader, first, gsize(first.count), nil) != 0
      // A loader must be closed also where nothing can come of it.
      return gdk_pixbuf_loader_close(loader, nil) != 0 && isWritten
    }
    guard isRead, !fit.isTooLarge, let read = gdk_pixbuf_loader_get_pixbuf(loader) else {
      return nil
    }
    g_object_ref(UnsafeMutableRawPointer(read))
    return read
  }

  /// A GIF that ends behind its first picture: one of a million takes minutes. Nil for other files.
  ///
  /// - Source: GIF89a, "Graphics Interchange Format", 18 to 27.
  static func firstFrame(of bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: "GIF8".utf8), bytes.count > 13 else { return nil }
    func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
    var place = 13 + tableSize(bytes[10])
    /// Goes behind a row of blocks, each of which begins with its length.
    func skipBlocks() {
      while place < bytes.count, bytes[place] > 0 { place += 1 + Int(bytes[place]) }
      place += 1
    }
    while place + 10 < bytes.count {
      switch bytes[place] {
      case 0x21:
        place += 2
        skipBlocks()
      case 0x2C:
        place += 11 + tableSize(bytes[place + 9])
        skipBlocks()
        return place < bytes.count ? bytes[..<place] + [0x3B] : nil
      default: return nil
      }
    }
    return nil
  }

  private struct Fit {
    let room: Size
    let limits: PictureLimits
    var isTooLarge = false

    mutating func prepare(
      _ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: gint, _ height: gint
    ) {
      let (area, isEndless) = Int(width).multipliedReportingOverflow(by: Int(height))
      guard width > 0, height > 0, !isEndless, area <= limits.pixels * (scales(loader) ? 4 : 1)
      else {
        isTooLarge = true
        // A loader that has no size has nothing to decode.
        return gdk_pixbuf_loader_set_size(loader, 0, 0)
      }
      let scale = min(room.width / Double(width), room.height / Double(height), 1)
      guard scale < 1 else { return }
      gdk_pixbuf_loader_set_size(
        loader, max(gint(Double(width) * scale), 1), max(gint(Double(height) * scale), 1))
    }

    /// Whether the decoder makes a smaller picture without the whole one.
    private func scales(_ loader: UnsafeMutablePointer<GdkPixbufLoader>) -> Bool {
      guard let format = gdk_pixbuf_loader_get_format(loader),
        let name = gdk_pixbuf_format_get_name(format)
      else { return false }
      defer { g_free(name) }
      return ["jpeg", "svg"].contains(String(cString: name))
    }
  }
}
