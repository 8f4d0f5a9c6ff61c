internal import CHikidashiGTK
internal import Glibc

/// Small versions of picture files, made off the main thread and kept where the desktop keeps them.
///
/// - Source: The freedesktop thumbnail managing standard 0.9: a PNG named by the MD5 of the file's
///   URI, good as long as the time of change that it names is the file's.
enum Thumbnails {
  /// The size of a picture that is made no larger than `room`, by the first bytes of its file; nil
  /// for what is no picture. Any thread.
  static func size(of path: String, fitting room: Size) -> Size? {
    var width: gint = 0
    var height: gint = 0
    guard gdk_pixbuf_get_file_info(path, &width, &height) != nil, width > 0, height > 0 else {
      return nil
    }
    let scale = min(1, room.width / Double(width), room.height / Double(height))
    return Size(
      max(1, (Double(width) * scale).rounded()), max(1, (Double(height) * scale).rounded()))
  }

  /// A new `GdkPixbuf` of a picture no larger than `room`; nil for what cannot be read. Any thread.
  static func pixbuf(of path: String, fitting room: Size) -> OpaquePointer? {
    guard let size = size(of: path, fitting: room) else { return nil }
    return gdk_pixbuf_new_from_file_at_scale(path, gint(size.width), gint(size.height), 1, nil)
      .flatMap(upright)
  }

  /// A new `GdkTexture` of a picture no larger than `room`; nil for what cannot be read. Any thread.
  static func texture(of path: String, fitting room: Size) -> OpaquePointer? {
    guard let pixbuf = pixbuf(of: path, fitting: room) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    return gdk_texture_new_for_pixbuf(pixbuf)
  }

  /// A new `GdkTexture` of at most 128 × 128 pixels, from the desktop's cache where it is there, and
  /// else made and put there. Nil for what cannot be read. Any thread.
  static func small(of path: String) -> OpaquePointer? {
    guard let place = CachePlace(of: path) else { return texture(of: path, fitting: side) }
    if let pixbuf = gdk_pixbuf_new_from_file(place.path, nil) {
      defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
      let time = gdk_pixbuf_get_option(pixbuf, "tEXt::Thumb::MTime")
      if let time, String(cString: time) == place.time {
        return gdk_texture_new_for_pixbuf(pixbuf)
      }
    }
    let made = gdk_pixbuf_new_from_file_at_scale(path, gint(side.width), gint(side.height), 1, nil)
    guard let pixbuf = made.flatMap(upright) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    place.save(pixbuf)
    return gdk_texture_new_for_pixbuf(pixbuf)
  }

  private static let side = Size(128, 128)

  /// A camera that was held sideways says so in the file. Takes the reference, and gives one.
  private static func upright(_ pixbuf: OpaquePointer) -> OpaquePointer? {
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    return gdk_pixbuf_apply_embedded_orientation(pixbuf)
  }

  /// Where the desktop keeps the small version of a file.
  private struct CachePlace {
    let uri: String
    let path: String
    /// Seconds since 1970 at which the file was changed.
    let time: String

    init?(of file: String) {
      var status = stat()
      guard stat(file, &status) == 0, let name = g_canonicalize_filename(file, nil) else {
        return nil
      }
      defer { g_free(name) }
      guard let uri = g_filename_to_uri(name, nil, nil) else { return nil }
      defer { g_free(uri) }
      guard let sum = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1),
        let cache = g_get_user_cache_dir()
      else { return nil }
      defer { g_free(sum) }
      let folder = String(cString: cache) + "/thumbnails/normal"
      // A thumbnail of a thumbnail is itself.
      guard !String(cString: name).hasPrefix(String(cString: cache) + "/thumbnails/"),
        g_mkdir_with_parents(folder, 0o700) == 0
      else { return nil }
      self.uri = String(cString: uri)
      path = folder + "/" + String(cString: sum) + ".png"
      time = String(status.st_mtim.tv_sec)
    }

    /// Appears whole or not at all, also where two programs make it at once.
    func save(_ pixbuf: OpaquePointer) {
      let draft = "\(path).\(getpid())-\(pthread_self()).part"
      let keys = ["tEXt::Thumb::URI", "tEXt::Thumb::MTime"]
      let isSaved = withMutableCStrings(keys) { keys in
        withMutableCStrings([uri, time]) { gdk_pixbuf_savev(pixbuf, draft, "png", keys, $0, nil) }
      }
      if isSaved == 0 || chmod(draft, 0o600) != 0 || rename(draft, path) != 0 { unlink(draft) }
    }
  }
}

/// Calls `body` with a C array of C strings that ends in NULL, for functions that could change it.
private func withMutableCStrings<Result>(
  _ strings: [String],
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  withCStrings(strings) { list in
    UnsafeMutableRawPointer(mutating: list)
      .withMemoryRebound(to: UnsafeMutablePointer<CChar>?.self, capacity: strings.count + 1, body)
  }
}
