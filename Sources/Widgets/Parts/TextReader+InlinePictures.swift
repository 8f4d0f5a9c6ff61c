internal import CHikidashiGTK
internal import FoundationEssentials

extension TextReader {
  /// Replaces the text with rich text in which pictures stand for some letters, and scrolls to its start.
  ///
  /// Each is as high as a line, and has its room at once. Of its letters the first makes room for it, so that
  /// places in the text keep their meaning; the others are too small to be seen, but are read, found and copied.
  /// Let a range begin with U+2060, which is never seen, before the letters that are to be kept. Where a
  /// picture cannot be had all letters are seen.
  ///
  /// Pictures of the text itself that are addresses of the web (``StyledRange/Kind/picture(_:)``) are loaded from the
  /// store, too. Each stands on a line of its own, as large as it is, or as wide as the lines; a frame takes the
  /// place of one that is not loaded.
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
    let shown = (pictures + text.webPictures).filter {
      !$0.range.isEmpty && $0.range.upperBound <= length
    }
    guard native != nil, !shown.isEmpty else { return }
    let pixels = TextLine(of: view).pixels
    let (scale, most) = (Double(pixelScale), TextReader.room)
    let loads = InlinePictureLoads(
      shown, from: store, room: pixels * pixelScale,
      block: Size(most.width * scale, most.height * scale))
    inlineLoads = loads
    let scalars = text.text.unicodeScalars
    let letters = shown.map { picture in
      picture.isBlock
        ? "" : scalars.dropFirst(picture.range.lowerBound).first.map { String($0) } ?? ""
    }
    for index in shown.indices {
      if case .waiting = loads.states[index] { makeRoom(for: shown[index], pixels) }
      if case .shown = loads.states[index] { hide(shown[index].range.dropFirst(), true) }
      show(loads, index, pixels, letters[index])
    }
    loads.onEnd = { [weak self, unowned loads] index in
      self?.show(loads, index, pixels, letters[index])
    }
  }

  /// Keeps the room of a picture that has not come.
  private func makeRoom(for picture: InlinePicture, _ pixels: Int) {
    let place = picture.range.lowerBound
    let given = picture.size
    // Most documents give no size, and most pictures are wider than high.
    let width = given.width > 0 ? given.width : given.height > 0 ? given.height * 16 / 9 : 320
    let expected = Size(width, given.height > 0 ? given.height : width * 9 / 16)
    let size =
      picture.isBlock
      ? blockSize(of: expected, at: place) : Size(Double(pixels), Double(pixels))
    guard let room = gdk_paintable_new_empty(gint(size.width), gint(size.height)) else { return }
    put(room, at: place)
    hide(picture.range.dropFirst(), true)
  }

  private func show(_ loads: InlinePictureLoads, _ index: Int, _ pixels: Int, _ letter: String) {
    guard native != nil, inlineLoads === loads else { return }
    let range = loads.pictures[index].range
    let (isBlock, given) = (loads.pictures[index].isBlock, loads.pictures[index].size)
    switch loads.states[index] {
    case .waiting: break
    case .shown(let texture):
      let width = Double(gdk_texture_get_width(texture.native))
      let height = Double(gdk_texture_get_height(texture.native))
      let size =
        isBlock
        ? blockSize(of: Size(width, height).fitting(asGiven: given), at: range.lowerBound)
        : Size(Double(pixels), Double(pixels))
      if let picture = texture.drawn(in: size) { put(picture, at: range.lowerBound) }
    case .failed where isBlock:
      let size = blockSize(of: Size(160, 90), at: range.lowerBound)
      if let frame = Self.emptyFrame(size) { put(frame, at: range.lowerBound) }
    case .failed:
      put(letter, at: range.lowerBound)
      hide(range.dropFirst(), false)
    }
  }

  /// Fits the pictures on lines of their own to another width of the page.
  func fitPictures() {
    guard let loads = inlineLoads else { return }
    for (index, picture) in loads.pictures.enumerated() where picture.isBlock {
      if case .waiting = loads.states[index] { continue }
      show(loads, index, 0, "")
    }
  }

  /// The size on the screen of a picture on a line of its own: no larger than it is, and no wider than the lines.
  private func blockSize(of picture: Size, at place: Int) -> Size {
    let insets = shown.spans.filter { $0.range.contains(place) }.map(\.kind.inset)
    let lines = (textWidth ?? TextReader.room.width) - Double(insets.max() ?? 0)
    let most = TextReader.room
    let scale = min(
      max(lines, 48) / max(picture.width, 1), most.width / max(picture.width, 1),
      most.height / max(picture.height, 1), 1)
    return Size(
      max(1, (picture.width * scale).rounded(.down)),
      max(1, (picture.height * scale).rounded(.down)))
  }

  /// Draws a frame in place of a picture that was not loaded, in a grey that is seen on light and on dark.
  private static func emptyFrame(_ size: Size) -> OpaquePointer? {
    drawnPaintable(size) { snapshot in
      var colour = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.7)
      let (width, height) = (Float(size.width), Float(size.height))
      for (x, y, w, h) in [
        (0, 0, width, 1), (0, height - 1, width, 1), (0, 0, 1, height), (width - 1, 0, 1, height),
      ] as [(Float, Float, Float, Float)] {
        var bounds = graphene_rect_t()
        graphene_rect_init(&bounds, x, y, w, h)
        gtk_snapshot_append_color(snapshot, &colour, &bounds)
      }
    }
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

extension RichText {
  /// The pictures of the web, which a store loads.
  var webPictures: [InlinePicture] {
    spans.compactMap { span in
      guard case .picture(let address, let size) = span.kind, WebAddress.isPage(address),
        let url = URL(string: address)
      else { return nil }
      var picture = InlinePicture(span.range, url)
      picture.isBlock = true
      picture.size = size
      return picture
    }
  }
}

extension StyledRange.Kind {
  /// How far the lines of a range stand within the others, in pixels.
  fileprivate var inset: Int {
    switch self {
    case .item(let depth), .inset(let depth): 24 * min(max(depth, 1), Self.deepest)
    case .quote: 24
    default: 0
    }
  }
}
