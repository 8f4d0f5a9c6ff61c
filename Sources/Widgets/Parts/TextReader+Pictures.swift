internal import CGTK
internal import Dispatch

// Pictures stand in the text like a letter each. They are read off the main thread.
extension TextReader {
  /// No picture is shown larger than it is looked at with comfort.
  nonisolated static let room = Size(640, 480)

  /// Shows pictures, each in place of one scalar: at once room of their size, so that the text stays
  /// where it is when they have been read. What is no picture shows nothing.
  func show(_ pictures: [(place: Int, path: String)]) {
    reading?.cancel()
    reading = nil
    let readable = pictures.filter { picture in
      guard let size = Thumbnails.size(of: picture.path, fitting: TextReader.room),
        let room = gdk_paintable_new_empty(gint(size.width), gint(size.height))
      else { return false }
      put(room, at: picture.place)
      return true
    }
    guard !readable.isEmpty else { return }
    reading = Task { [weak self] in
      for picture in readable {
        let texture = await TextReader.texture(of: picture.path)
        guard !Task.isCancelled else { return }
        if let texture {
          g_object_ref(UnsafeMutableRawPointer(texture.native))
          self?.put(texture.native, at: picture.place)
        }
      }
    }
  }

  private nonisolated static func texture(of path: String) async -> ThumbnailLoader.Texture? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        let texture = Thumbnails.texture(of: path, fitting: room)
        continuation.resume(returning: texture.map(ThumbnailLoader.Texture.init))
      }
    }
  }

  /// Puts a `GdkPaintable`, whose reference it takes, in place of a scalar.
  private func put(_ paintable: OpaquePointer, at place: Int) {
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    guard native != nil, let buffer else { return }
    var start = GtkTextIter()
    var end = GtkTextIter()
    // Behind the old one first: a cursor before it, which moves with what is inserted, stays there.
    gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: place + 1))
    gtk_text_buffer_insert_paintable(buffer, &end, paintable)
    gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(clamping: place))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: place + 1))
    gtk_text_buffer_delete(buffer, &start, &end)
  }
}
