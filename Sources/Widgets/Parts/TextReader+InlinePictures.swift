internal import CHikidashiGTK

extension TextReader {
  /// Replaces the text with rich text in which pictures stand for some letters, and scrolls to its start.
  ///
  /// Each is as high as a line, and has its room at once. Of its letters the first makes room for it, so that
  /// places in the text keep their meaning; the others are too small to be seen, but are read, found and copied.
  /// Let a range begin with U+2060, which is never seen, before the letters that are to be kept. Where a
  /// picture cannot be had all letters are seen.
  ///
  /// ```swift
  /// let text = RichText("Good night \u{2060}:cat:")
  /// reader.show(text, pictures: [InlinePicture(11..<17, url)], from: store)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - pictures: The pictures. Ranges must not overlap; those outside of the text are left out.
  ///   - store: Loads them.
  public func show(_ text: RichText, pictures: [InlinePicture], from store: PictureStore) {
    show(text)
    let length = text.text.unicodeScalars.count
    let shown = pictures.filter { !$0.range.isEmpty && $0.range.upperBound <= length }
    guard native != nil, !shown.isEmpty else { return }
    let pixels = TextLine(of: view).pixels
    let loads = InlinePictureLoads(shown, from: store, room: pixels * pixelScale)
    inlineLoads = loads
    let letters = shown.map { picture in
      text.text.unicodeScalars.dropFirst(picture.range.lowerBound).first.map { String($0) } ?? ""
    }
    for index in shown.indices {
      if case .failed = loads.states[index] { continue }
      if let room = gdk_paintable_new_empty(gint(pixels), gint(pixels)) {
        put(room, at: shown[index].range.lowerBound)
        hide(shown[index].range.dropFirst(), true)
      }
      show(loads, index, pixels, letters[index])
    }
    loads.onEnd = { [weak self, unowned loads] index in
      self?.show(loads, index, pixels, letters[index])
    }
  }

  private func show(_ loads: InlinePictureLoads, _ index: Int, _ pixels: Int, _ letter: String) {
    guard native != nil, inlineLoads === loads else { return }
    let range = loads.pictures[index].range
    switch loads.states[index] {
    case .waiting: break
    case .shown(let texture):
      if let picture = Self.paintable(texture, pixels) { put(picture, at: range.lowerBound) }
    case .failed:
      put(letter, at: range.lowerBound)
      hide(range.dropFirst(), false)
    }
  }

  /// A texture in the middle of a square.
  private static func paintable(
    _ texture: PictureStore.Texture, _ pixels: Int
  ) -> OpaquePointer? {
    let width = Double(gdk_texture_get_width(texture.native))
    let height = Double(gdk_texture_get_height(texture.native))
    let scale = Double(pixels) / max(width, height)
    guard let snapshot = gtk_snapshot_new() else { return nil }
    var room = graphene_rect_t()
    graphene_rect_init(
      &room, Float(Double(pixels) - width * scale) / 2, Float(Double(pixels) - height * scale) / 2,
      Float(width * scale), Float(height * scale))
    gtk_snapshot_append_texture(snapshot, texture.native, &room)
    var size = graphene_size_t()
    graphene_size_init(&size, Float(pixels), Float(pixels))
    return gtk_snapshot_free_to_paintable(snapshot, &size)
  }

  /// Makes letters too small to be seen, or shows them again.
  private func hide(_ letters: Range<Int>.SubSequence, _ isHidden: Bool) {
    guard let buffer, let last = letters.last, let first = letters.first else { return }
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(clamping: first))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: last + 1))
    if isHidden {
      gtk_text_buffer_apply_tag_by_name(buffer, Self.hiddenTag, &start, &end)
    } else {
      gtk_text_buffer_remove_tag_by_name(buffer, Self.hiddenTag, &start, &end)
    }
  }

  /// Puts a letter in place of a picture.
  private func put(_ letter: String, at place: Int) {
    guard let buffer else { return }
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: place + 1))
    gtk_text_buffer_insert(buffer, &end, letter, -1)
    gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(clamping: place))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: place + 1))
    gtk_text_buffer_delete(buffer, &start, &end)
  }

  /// Letters that a picture stands for.
  static let hiddenTag = "hidden"
}
