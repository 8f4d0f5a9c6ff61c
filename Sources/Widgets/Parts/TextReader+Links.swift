internal import CGTK

extension TextReader {
  func listen() {
    guard let click = gtk_gesture_click_new(), let keys = gtk_event_controller_key_new(),
      let motion = gtk_event_controller_motion_new()
    else { return }
    gtk_widget_add_controller(view, click)
    connect(UnsafeMutableRawPointer(click), "released") { [weak self] arguments in
      self?.clicked(x: arguments.double(2), y: arguments.double(3))
      return false
    }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(view, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      self?.pressed(key: arguments.uint(1), modifiers: arguments.flags(3)) ?? false
    }
    gtk_widget_add_controller(view, motion)
    connect(UnsafeMutableRawPointer(motion), "motion") { [weak self] arguments in
      guard let self else { return false }
      let link = link(at: offset(x: arguments.double(1), y: arguments.double(2)))
      gtk_widget_set_cursor_from_name(view, link == nil ? "text" : "pointer")
      return false
    }
  }

  private func clicked(x: Double, y: Double) {
    guard let buffer, gtk_text_buffer_get_has_selection(buffer) == 0 else { return }
    follow(link(at: offset(x: x, y: y)))
  }

  private func pressed(key: Int, modifiers: UInt32) -> Bool {
    switch Int32(key) {
    case GDK_KEY_Tab where !links.isEmpty && modifiers & GDK_CONTROL_MASK.rawValue == 0:
      return goToLink { cursor in links.first { $0.range.lowerBound > cursor } }
    case GDK_KEY_ISO_Left_Tab where !links.isEmpty:
      return goToLink { cursor in links.last { $0.range.lowerBound < cursor } }
    case GDK_KEY_Return, GDK_KEY_KP_Enter:
      let found = link(at: cursor)
      follow(found)
      return found != nil
    default: return false
    }
  }

  /// Puts the cursor on a link. False, which lets the focus move on, behind the last one.
  private func goToLink(_ choose: (Int) -> StyledRange?) -> Bool {
    guard let link = choose(cursor), let buffer else { return false }
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &iterator, gint(clamping: link.range.lowerBound))
    gtk_text_buffer_place_cursor(buffer, &iterator)
    gtk_text_view_scroll_mark_onscreen(
      view.cast(to: GtkTextView.self), gtk_text_buffer_get_insert(buffer))
    return true
  }

  private func follow(_ span: StyledRange?) {
    if case .link(let target)? = span?.kind { onLink?(target) }
  }

  private func link(at offset: Int?) -> StyledRange? {
    guard let offset else { return nil }
    // The last link that begins at or before the place, by halving.
    var low = 0
    var high = links.count
    while low < high {
      let middle = (low + high) / 2
      if links[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, links[low - 1].range.contains(offset) else { return nil }
    return links[low - 1]
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
