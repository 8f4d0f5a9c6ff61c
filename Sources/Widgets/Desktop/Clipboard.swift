internal import CHikidashiGTK

/// The clipboard of the desktop, shared by all apps.
///
/// ```swift
/// Clipboard.copy("RFC 2119")
/// if let picture = await Clipboard.picture() { canvas.add(picture) }
/// ```
@MainActor
public enum Clipboard {
  /// Copies a text.
  public static func copy(_ text: String) {
    if let native { gdk_clipboard_set_text(native, text) }
  }

  /// Copies a picture; does nothing if it cannot be read.
  public static func copy(_ picture: Picture) {
    guard let native, let texture = picture.makeTexture() else { return }
    gdk_clipboard_set_texture(native, texture)
    g_object_unref(UnsafeMutableRawPointer(texture))
  }

  /// Copies files, as a file manager does; a file manager can then paste them.
  public static func copy(files paths: [String]) {
    guard let native else { return }
    var value = FileList.value(of: paths)
    defer { g_value_unset(&value) }
    gdk_clipboard_set_value(native, &value)
  }

  /// Returns the copied text, or nil if there is none.
  public static func text() async -> String? {
    guard let native else { return nil }
    return await withCheckedContinuation { continuation in
      gdk_clipboard_read_text_async(
        native, nil,
        { source, result, data in
          let text = gdk_clipboard_read_text_finish(source.map { OpaquePointer($0) }, result, nil)
          defer { g_free(text) }
          Answer<String?>.of(data)?.give(text.map { String(cString: $0) })
        }, Answer(continuation).pointer)
    }
  }

  /// Returns the copied picture, or nil if there is none.
  public static func picture() async -> Picture? {
    guard let native else { return nil }
    return await withCheckedContinuation { continuation in
      gdk_clipboard_read_texture_async(
        native, nil,
        { source, result, data in
          let texture = gdk_clipboard_read_texture_finish(
            source.map { OpaquePointer($0) }, result, nil)
          defer { if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) } }
          Answer<Picture?>.of(data)?.give(texture.flatMap { Picture(texture: $0) })
        }, Answer(continuation).pointer)
    }
  }

  /// Returns the paths of the copied files; empty if there are none.
  public static func files() async -> [String] {
    guard let native else { return [] }
    return await withCheckedContinuation { continuation in
      gdk_clipboard_read_value_async(
        native, gdk_file_list_get_type(), G_PRIORITY_DEFAULT, nil,
        { source, result, data in
          let value = gdk_clipboard_read_value_finish(
            source.map { OpaquePointer($0) }, result, nil)
          Answer<[String]>.of(data)?.give(value.map { FileList.paths(in: $0) } ?? [])
        }, Answer(continuation).pointer)
    }
  }

  /// Whether files were copied.
  static var hasFiles: Bool {
    guard let native, let formats = gdk_clipboard_get_formats(native) else { return false }
    return gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0
      || gdk_content_formats_contain_mime_type(formats, "text/uri-list") != 0
  }

  private static var native: OpaquePointer? {
    Toolkit.start()
    return gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) }
  }
}
