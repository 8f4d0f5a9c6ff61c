internal import CHikidashiGTK
internal import Dispatch
internal import HikidashiBase

// MARK: - Links

extension TextReader {
  func listen() {
    guard let click = gtk_gesture_click_new(), let keys = gtk_event_controller_key_new(),
      let motion = gtk_event_controller_motion_new()
    else { return }
    gtk_widget_add_controller(view, click)
    connect(UnsafeMutableRawPointer(click), "released") { [weak self] arguments in
      let held = gtk_event_controller_get_current_event_state(click).rawValue
      self?.clicked(
        x: arguments.double(2), y: arguments.double(3),
        elsewhere: held & GDK_CONTROL_MASK.rawValue != 0)
      return false
    }
    listenToMiddleButton(of: view) { [weak self] point in
      guard let self, let onLinkElsewhere,
        case .link(let target)? = link(at: offset(x: point.x, y: point.y))?.kind
      else { return false }
      onLinkElsewhere(target)
      return true
    }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(view, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      self?.pressed(key: arguments.uint(1), modifiers: arguments.flags(3)) ?? false
    }
    gtk_widget_add_controller(view, motion)
    connect(UnsafeMutableRawPointer(motion), "motion") { [weak self] arguments in
      guard let self else { return false }
      let pointer = Point(arguments.double(1), arguments.double(2))
      let place = offset(x: pointer.x, y: pointer.y)
      let link = link(at: place)
      gtk_widget_set_cursor_from_name(view, link == nil ? "text" : "pointer")
      // Words of a link may name another target than it has.
      if preview == nil { showTarget(of: link) }
      hover.pointerMoved(to: pointer, over: place)
      return false
    }
    connect(UnsafeMutableRawPointer(motion), "leave") { [weak self] _ in
      self?.hover.pointerLeft()
      return false
    }
    for signal in ["notify::has-focus", "notify::cursor-visible"] {
      connect(view, signal) { [weak self] _ in
        self?.markLink()
        return false
      }
    }
    if let buffer {
      connect(UnsafeMutableRawPointer(buffer), "notify::cursor-position") { [weak self] _ in
        self?.markLink()
        return false
      }
    }
    ContextMenu { [weak self] in self?.menu(at: $0) ?? [] }.attach(to: view)
  }

  private func showTarget(of link: StyledRange?) {
    var shown: String?
    if case .link(let target)? = link?.kind { shown = target }
    if shown != toldTarget { tooltip(shown) }
    toldTarget = shown
  }

  private func clicked(x: Double, y: Double, elsewhere: Bool) {
    guard let buffer, gtk_text_buffer_get_has_selection(buffer) == 0 else { return }
    follow(link(at: offset(x: x, y: y)), elsewhere: elsewhere)
  }

  private func pressed(key: Int, modifiers: UInt32) -> Bool {
    let held = modifiers & gtk_accelerator_get_default_mod_mask().rawValue
    switch Int32(key) {
    case GDK_KEY_i where held == 0 && preview != nil:
      hover.show(at: cursor)
      return true
    case GDK_KEY_Tab where !links.isEmpty && modifiers & GDK_CONTROL_MASK.rawValue == 0:
      return goToLink(forward: true)
    case GDK_KEY_ISO_Left_Tab where !links.isEmpty:
      return goToLink(forward: false)
    case GDK_KEY_Return, GDK_KEY_KP_Enter:
      let found = link(at: cursor)
      follow(found, elsewhere: modifiers & GDK_CONTROL_MASK.rawValue != 0)
      return found != nil
    default:
      return scrolled(key: Int32(key), held: modifiers)
    }
  }

  /// Puts the cursor on the next link, or the one before. False, which lets the focus move on, where
  /// there is none.
  private func goToLink(forward: Bool) -> Bool {
    // Where the reader has scrolled away from the cursor, what is seen counts.
    let place = isInView(cursor) ? cursor : forward ? top - 1 : bottom
    let next =
      forward
      ? links.first { $0.range.lowerBound > place } : links.last { $0.range.lowerBound < place }
    guard let next else { return false }
    placeCursor(next.range.lowerBound)
    bringIntoView(next.range.lowerBound)
    bringIntoViewSideways(next.range)
    return true
  }

  /// Shows which link Enter follows, while the keyboard is in the text.
  func markLink() {
    guard let buffer, let table = gtk_text_buffer_get_tag_table(buffer),
      let tag = gtk_text_tag_table_lookup(table, TextReader.currentTag)
    else { return }
    if isLinkMarked {
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      gtk_text_buffer_remove_tag(buffer, tag, &start, &end)
      isLinkMarked = false
    }
    guard gtk_widget_has_focus(view) != 0, let link = link(at: cursor) else { return }
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(clamping: link.range.lowerBound))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: link.range.upperBound))
    gtk_text_buffer_apply_tag(buffer, tag, &start, &end)
    isLinkMarked = true
  }

  /// What the context menu offers over a point of the view; over the cursor without one.
  func menu(at point: Point?) -> [Menu] {
    menuPlace = point.map { offset(x: $0.x, y: $0.y) } ?? cursor
    let link = link(at: menuPlace)
    var target: String?
    if case .link(let found)? = link?.kind { target = found }
    return .ofLink(target, open: onLink, address: linkAddress) + [.separator]
      + (menu?(target) ?? []) + [.separator] + textMenu
  }

  private var textMenu: [Menu] {
    guard let buffer else { return [] }
    let all = Action("select-all", title: tr("Select All"), shortcuts: "<Control>a") {
      [weak self] in self?.selectAll()
    }
    guard gtk_text_buffer_get_has_selection(buffer) != 0 else { return [.item(all)] }
    let copy = Action("copy", title: tr("Copy"), shortcuts: "<Control>c") { [weak self] in
      guard let self, let buffer = self.buffer else { return }
      gtk_text_buffer_copy_clipboard(buffer, gtk_widget_get_clipboard(view))
    }
    return [.item(copy), .item(all)]
  }

  private func selectAll() {
    guard let buffer else { return }
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    gtk_text_buffer_select_range(buffer, &start, &end)
  }

  private func follow(_ span: StyledRange?, elsewhere: Bool) {
    guard case .link(let target)? = span?.kind else { return }
    if elsewhere, let onLinkElsewhere { onLinkElsewhere(target) } else { onLink?(target) }
  }

  func link(at offset: Int?) -> StyledRange? {
    guard let offset else { return nil }
    // The last link that begins at or before the place.
    let next = links.partitioningIndex { $0.range.lowerBound > offset }
    guard next > 0, links[next - 1].range.contains(offset) else { return nil }
    return links[next - 1]
  }

  /// The place in the text under a point of the view; nil where there is no text.
  private func offset(x: Double, y: Double) -> Int? {
    let text = view.cast(to: GtkTextView.self)
    var bufferX: gint = 0
    var bufferY: gint = 0
    gtk_text_view_window_to_buffer_coords(
      text, GTK_TEXT_WINDOW_WIDGET, gint(x), gint(y), &bufferX, &bufferY)
    var iterator = GtkTextIter()
    guard gtk_text_view_get_iter_at_location(text, &iterator, bufferX, bufferY) != 0 else {
      return nil
    }
    return Int(gtk_text_iter_get_offset(&iterator))
  }
}

extension [Menu] {
  /// What the context menu of a text offers over a link; nothing where there is none.
  ///
  /// - Parameters:
  ///   - open: Follows the link; nil where nobody does.
  ///   - address: What is copied of a target; nil copies the target itself.
  @MainActor
  static func ofLink(
    _ target: String?, open: (@MainActor (String) -> Void)?,
    address: (@MainActor (String) -> String?)?
  ) -> [Menu] {
    guard let target else { return [] }
    var lines: [Menu] = []
    if let open {
      lines.append(.item(Action("open-link", title: tr("Open Link")) { open(target) }))
    }
    if let copied = address.map({ $0(target) }) ?? target {
      lines.append(.item(Action("copy-link", title: tr("Copy Link")) { Clipboard.copy(copied) }))
    }
    return lines
  }
}

extension Size {
  /// A picture's size as its document gives it, in whole pixels: never larger than the picture, and never of another
  /// form. Sides are taken as they are where the document says nothing, which is 0.
  func fitting(asGiven given: Size) -> Size {
    var scale = given.width > 0 ? given.width / max(width, 1) : 1
    if given.width <= 0, given.height > 0 { scale = given.height / max(height, 1) }
    guard scale < 1 else { return self }
    return Size(max(1, (width * scale).rounded()), max(1, (height * scale).rounded()))
  }
}

// MARK: - Pictures

// Pictures stand in the text like a letter each. They are read off the main thread.
extension TextReader {
  /// No picture is shown larger than it is looked at with comfort.
  nonisolated static let room = Size(640, 480)

  /// Shows pictures, each in place of one scalar: at once room of their size, so that the text stays
  /// where it is when they have been read. What is no picture shows nothing.
  ///
  /// - Parameter pictures: Each with the size that its document gives it, 0 for a side of which nothing is said.
  func show(_ pictures: [(place: Int, path: String, size: Size)]) {
    reading?.cancel()
    reading = nil
    let readable = pictures.filter { picture in
      guard let whole = Thumbnails.size(of: picture.path, fitting: TextReader.room) else {
        return false
      }
      let size = whole.fitting(asGiven: picture.size)
      guard let room = gdk_paintable_new_empty(gint(size.width), gint(size.height))
      else { return false }
      put(room, at: picture.place)
      return true
    }
    guard !readable.isEmpty else { return }
    reading = Task { [weak self] in
      for picture in readable {
        let texture = await TextReader.texture(of: picture.path)
        guard !Task.isCancelled else { return }
        guard let texture else { continue }
        let whole = Size(
          Double(gdk_texture_get_width(texture.native)),
          Double(gdk_texture_get_height(texture.native)))
        let size = whole.fitting(asGiven: picture.size)
        if size == whole {
          g_object_ref(UnsafeMutableRawPointer(texture.native))
          self?.put(texture.native, at: picture.place)
        } else if let drawn = texture.drawn(in: size) {
          self?.put(drawn, at: picture.place)
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
  func put(_ paintable: OpaquePointer, at place: Int) {
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
