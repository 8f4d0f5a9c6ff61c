internal import CHikidashiGTK

/// What is shown beside a place of a text, as long as the pointer rests on it or until a key is pressed.
@MainActor
final class TextPreview {
  private unowned let reader: TextReader
  private var popover: NativeWidget?
  /// The stretch that it is shown for, or will be.
  private var range: Range<Int>?
  private var isByKey = false
  private var isFollowing = false
  /// Where the pointer was last, in pixels of the view.
  private var pointer: Point?
  private var waiting: Task<Void, Never>?
  /// Closes it, unless the pointer comes back or goes to it.
  private var leaving: Task<Void, Never>?
  /// Who passes over a link on the way elsewhere is not to be disturbed.
  private static let delay = Duration.milliseconds(450)

  init(_ reader: TextReader) { self.reader = reader }

  /// Has it go with the text, while its window still has a surface. A text view that ends with a popover in it
  /// never does: GTK 4.8 goes on removing it, in vain.
  private func followView() {
    guard !isFollowing else { return }
    isFollowing = true
    connect(reader.view, "unmap") { [weak self] _ in
      self?.close()
      return false
    }
  }

  /// Whether it is shown once the pointer has rested.
  var isWaiting: Bool { waiting != nil && popover == nil }

  var isShown: Bool { popover != nil }

  /// Follows the pointer. GTK also tells of a text that moves under a pointer at rest, which is not followed.
  func pointerMoved(to point: Point, over offset: Int?) {
    let isAtRest = point == pointer
    pointer = point
    if !isAtRest { pointerIsOver(offset) }
  }

  func pointerLeft() { pointerIsOver(nil) }

  private func pointerIsOver(_ offset: Int?) {
    guard reader.preview != nil, !isByKey else { return }
    if let offset, let range, range.contains(offset) {
      leaving?.cancel()
      return
    }
    // Where it lies over its link for want of room, the pointer has left for it alone.
    if offset == nil, isShown { return closeSoon() }
    close()
    guard let offset else { return }
    let place = reader.previewPlace(at: offset)
    guard place.isAnything else { return }
    range = place.range
    waiting = Task { [weak self] in
      try? await Task.sleep(for: Self.delay)
      guard !Task.isCancelled else { return }
      self?.show(place, isByKey: false)
    }
  }

  /// Shows it for the place of the cursor.
  func show(at offset: Int) {
    close()
    let place = reader.previewPlace(at: offset)
    range = place.range
    show(place, isByKey: true)
  }

  /// The text has moved away under it. What a key has asked for stays until another key.
  func scrolled() {
    if !isByKey { close() }
  }

  private func closeSoon() {
    leaving?.cancel()
    leaving = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(150))
      if !Task.isCancelled { self?.close() }
    }
  }

  /// Has it stay while the pointer is over it.
  private func stayUnderPointer(_ popover: NativeWidget) {
    let motion: OpaquePointer = gtk_event_controller_motion_new()
    connect(UnsafeMutableRawPointer(motion), "enter") { [weak self] _ in
      self?.leaving?.cancel()
      return false
    }
    connect(UnsafeMutableRawPointer(motion), "leave") { [weak self] _ in
      self?.closeSoon()
      return false
    }
    gtk_widget_add_controller(popover, motion)
  }

  func close() {
    isByKey = false
    leaving?.cancel()
    waiting?.cancel()
    waiting = nil
    range = nil
    guard let popover else { return }
    self.popover = nil
    gtk_popover_popdown(popover.cast(to: GtkPopover.self))
    gtk_widget_unparent(popover)
  }

  /// - Parameter isByKey: Whether it takes the keyboard, and goes with Escape.
  private func show(_ place: TextReader.PreviewPlace, isByKey: Bool) {
    guard let part = reader.preview?(place), let popover: NativeWidget = gtk_popover_new() else {
      return
    }
    followView()
    let native = popover.cast(to: GtkPopover.self)
    gtk_popover_set_autohide(native, isByKey ? 1 : 0)
    gtk_popover_set_position(native, GTK_POS_BOTTOM)
    gtk_widget_set_parent(popover, reader.view)
    part.adopt { gtk_popover_set_child(native, $0) }
    var rectangle = reader.rectangle(of: place.range)
    // What is out of view is pointed to at the edge where it left.
    let (width, height) = (gtk_widget_get_width(reader.view), gtk_widget_get_height(reader.view))
    rectangle.x = min(max(rectangle.x, 0), max(width - 1, 0))
    rectangle.y = min(max(rectangle.y, 0), max(height - 1, 0))
    rectangle.width = min(rectangle.width, max(width - rectangle.x, 1))
    rectangle.height = min(rectangle.height, max(height - rectangle.y, 1))
    gtk_popover_set_pointing_to(native, &rectangle)
    (self.popover, self.isByKey) = (popover, isByKey)
    if !isByKey { stayUnderPointer(popover) }
    if isByKey {
      connect(popover, "closed") { [weak self] _ in
        // Not while GTK is closing it.
        Task { self?.closed(popover) }
        return false
      }
    }
    gtk_popover_popup(native)
  }

  private func closed(_ popover: NativeWidget) {
    guard self.popover == popover else { return }
    close()
    reader.focus()
  }
}

extension TextReader {
  /// A place of the text, and what is there.
  public struct PreviewPlace: Sendable, Hashable {
    /// The stretch of the link, the remarks or the word, in Unicode scalars from the start of the text.
    public var range: Range<Int>
    /// The target of the link; nil where there is none.
    public var link: String?
    /// The targets of the remarks.
    public var remarks: [String]
    /// The word; empty where there is none.
    public var word: String

    var isAnything: Bool { link != nil || !remarks.isEmpty || !word.isEmpty }
  }

  /// What is at a place of the text.
  ///
  /// - Complexity: O(number of remarks)
  func previewPlace(at offset: Int) -> PreviewPlace {
    let word = word(at: offset)
    var place = PreviewPlace(range: word.range, remarks: [], word: word.text)
    for span in remarks where span.range.contains(offset) {
      if case .remark(let target) = span.kind { place.remarks.append(target) }
      place.range = span.range
    }
    if let found = link(at: offset), case .link(let target) = found.kind {
      place.link = target
      place.range = found.range
    }
    return place
  }

  private func word(at offset: Int) -> (range: Range<Int>, text: String) {
    let none = (offset..<offset + 1, "")
    guard let buffer else { return none }
    var start = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(clamping: offset))
    guard gtk_text_iter_inside_word(&start) != 0 else { return none }
    var end = start
    if gtk_text_iter_starts_word(&start) == 0 { gtk_text_iter_backward_word_start(&start) }
    gtk_text_iter_forward_word_end(&end)
    guard let text = gtk_text_buffer_get_slice(buffer, &start, &end, 1) else { return none }
    defer { g_free(text) }
    let range = Int(gtk_text_iter_get_offset(&start))..<Int(gtk_text_iter_get_offset(&end))
    return (range, String(cString: text))
  }

  /// Where the beginning of a stretch is in the view.
  func rectangle(of range: Range<Int>) -> GdkRectangle {
    let text = view.cast(to: GtkTextView.self)
    var (place, letter, last) = (GtkTextIter(), GdkRectangle(), GdkRectangle())
    gtk_text_buffer_get_iter_at_offset(buffer, &place, gint(clamping: range.lowerBound))
    gtk_text_view_get_iter_location(text, &place, &letter)
    gtk_text_buffer_get_iter_at_offset(buffer, &place, gint(clamping: range.upperBound))
    gtk_text_view_get_iter_location(text, &place, &last)
    // A stretch of several lines is pointed to at its first one.
    let width = last.y == letter.y ? max(last.x - letter.x, 1) : 24
    var (x, y): (gint, gint) = (0, 0)
    gtk_text_view_buffer_to_window_coords(
      text, GTK_TEXT_WINDOW_WIDGET, letter.x, letter.y, &x, &y)
    return GdkRectangle(x: x, y: y, width: width, height: letter.height)
  }
}
