internal import CHikidashiGTK

/// Keeps a place of a text at the top of its view, however long GTK goes on measuring lines, until the
/// reader moves the view.
///
/// GTK knows how high a line is only once it has laid it out. For a long text that takes seconds, behind
/// what is shown, and `gtk_text_view_scroll_to_mark` goes to where the place was when it began.
@MainActor
final class TextAnchor {
  private let view: NativeWidget
  private let scroller: NativeWidget
  private let buffer: UnsafeMutablePointer<GtkTextBuffer>?
  /// Where the place is.
  private var mark: UnsafeMutablePointer<GtkTextMark>?
  /// How far the view begins below the upper edge of the place, in pixels.
  private var depth = 0.0
  /// Applied to a line to have it measured.
  private var measuring: UnsafeMutablePointer<GtkTextTag>?
  /// False from when the reader moves the view.
  private var isHeld = false
  /// Whether the place is looked after in each frame.
  private(set) var isFollowing = false
  private var isAsking = false
  private var isPutting = false
  /// Whether the lines below the place, as far as GTK has measured them, do not fill the view.
  private var isShort = false
  private var isMeasuredAgain = false
  /// Where the view stands sideways; nil once GTK no longer moves it there.
  private var sideways: Double?
  /// Scrolls by pixels from the place that is held.
  var onWheel: (@MainActor (Double) -> Void)?

  /// - Parameters:
  ///   - view: A `GtkTextView`.
  ///   - scroller: The `GtkScrolledWindow` around it.
  init(view: NativeWidget, scroller: NativeWidget) {
    self.view = view
    self.scroller = scroller
    buffer = gtk_text_view_get_buffer(view.cast(to: GtkTextView.self))
    makeTag()
    connect(view, "map") { [weak self] _ in
      self?.follow()
      return false
    }
    if let vertical = gtk_scrolled_window_get_vadjustment(scroller.opaque) {
      connect(UnsafeMutableRawPointer(vertical), "changed") { [weak self] _ in
        self?.follow()
        return false
      }
      // GTK, which keeps the first line in its place as lines above it are measured, misses it each time
      // by the text's upper margin.
      connect(UnsafeMutableRawPointer(vertical), "value-changed") { [weak self] _ in
        if let self, isFollowing { put() }
        return false
      }
    }
    listen()
  }

  /// A tag that changes nothing, but counts for GTK as one that changes how high a line is.
  private func makeTag() {
    guard let buffer, let tag = gtk_text_tag_new(nil) else { return }
    setProperty(UnsafeMutableRawPointer(tag).assumingMemoryBound(to: GObject.self), "rise", 0)
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), tag)
    // The table keeps it as long as the buffer lives.
    g_object_unref(UnsafeMutableRawPointer(tag))
    measuring = tag
  }

  /// The wheel, the scroll bar, a finger and a drag through the text are the reader's. A press alone moves nothing.
  private func listen() {
    listen(to: scroller) { [weak self] event in
      switch gdk_event_get_event_type(event) {
      case GDK_SCROLL: return self?.wheelTurned(event) ?? false
      case GDK_TOUCH_BEGIN: self?.release()
      default: break
      }
      return false
    }
    listen(to: view) { [weak self] event in
      let buttons = GDK_BUTTON1_MASK.rawValue | GDK_BUTTON2_MASK.rawValue
      if gdk_event_get_event_type(event) == GDK_MOTION_NOTIFY,
        gdk_event_get_modifier_state(event).rawValue & buttons != 0
      {
        self?.release()
      }
      return false
    }
    for bar in [
      gtk_scrolled_window_get_vscrollbar(scroller.opaque),
      gtk_scrolled_window_get_hscrollbar(scroller.opaque),
    ] {
      guard let bar else { continue }
      listen(to: bar) { [weak self] event in
        if gdk_event_get_event_type(event) == GDK_BUTTON_PRESS { self?.release() }
        return false
      }
    }
  }

  private func listen(
    to widget: NativeWidget, _ handle: @escaping @MainActor (OpaquePointer) -> Bool
  ) {
    guard let events = gtk_event_controller_legacy_new() else { return }
    gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(widget, events)
    connect(UnsafeMutableRawPointer(events), "event") { _ in
      guard let event = gtk_event_controller_get_current_event(events) else { return false }
      return handle(event)
    }
  }

  /// Goes on from the place itself while lines are measured: GTK, which takes a line for 0 pixels high until then, would
  /// show lines that stand far above it.
  ///
  /// - Returns: Whether the turn has been dealt with.
  private func wheelTurned(_ event: OpaquePointer) -> Bool {
    let held = gdk_event_get_modifier_state(event).rawValue
    guard isFollowing, let onWheel, held & gtk_accelerator_get_default_mod_mask().rawValue == 0,
      let vertical = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    else {
      release()
      return false
    }
    var (across, down) = (0.0, 0.0)
    switch gdk_scroll_event_get_direction(event) {
    case GDK_SCROLL_UP: down = -1
    case GDK_SCROLL_DOWN: down = 1
    default: gdk_scroll_event_get_deltas(event, &across, &down)
    }
    guard down != 0, abs(down) > abs(across) else { return false }
    let isWheel = gdk_scroll_event_get_unit(event) == GDK_SCROLL_UNIT_WHEEL
    // GTK takes a movement of a touchpad 2.5-fold.
    onWheel(down * (isWheel ? WheelSteps.distance(in: vertical) : 2.5))
    return true
  }

  /// Puts a place at the top of the view, now and until ``release()``; the end of the text stays at the
  /// lower edge.
  ///
  /// - Parameters:
  ///   - offset: The place, in Unicode scalars from the start of the text; 0 is its upper margin, too.
  ///   - depth: How far the view begins below the upper edge of the place's line, in pixels.
  ///   - sideways: Where the view is to stand sideways, in pixels; nil for where it stands.
  func hold(_ offset: Int, depth: Double = 0, sideways: Double? = nil) {
    guard let buffer else { return }
    if let sideways { self.sideways = sideways }
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &place, gint(clamping: max(0, offset)))
    if let mark {
      gtk_text_buffer_move_mark(buffer, mark, &place)
    } else {
      mark = gtk_text_buffer_create_mark(buffer, nil, &place, 1)
    }
    self.depth = depth
    isHeld = true
    isMeasuredAgain = false
    if isAtStart {
      // GTK else draws every line of a text that came while the view was hidden, as none has a height yet.
      scrollToMark()
    } else {
      measure(around: place)
    }
    put()
    follow()
  }

  /// Letters have got another look: GTK, which measures them again, also makes up for a scroll to a mark that it
  /// still owes, sideways, too.
  func lookChanged() {
    guard isHeld else { return }
    let horizontal = gtk_scrolled_window_get_hadjustment(scroller.opaque)
    sideways = sideways ?? gtk_adjustment_get_value(horizontal)
    follow()
  }

  /// Lets the reader move the view.
  func release() {
    isHeld = false
    isFollowing = false
    sideways = nil
  }

  /// The place that is to be at the top of the view, and how far the view begins below its line, while GTK may still
  /// show another; nil once it is there, and where the view begins above its line.
  var arriving: (place: GtkTextIter, depth: Double)? {
    guard isHeld, depth >= 0, isFollowing || gtk_widget_get_mapped(view) == 0 else { return nil }
    return place.map { ($0, depth) }
  }

  private var place: GtkTextIter? {
    guard let buffer, let mark else { return nil }
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &place, mark)
    return place
  }

  private var isAtStart: Bool {
    guard var place else { return true }
    return gtk_text_iter_is_start(&place) != 0 && depth <= 0
  }

  /// Has GTK measure the lines around a place before the next frame: it does so, where it scrolls to a
  /// mark, only after something has changed in the text.
  private func measure(around place: GtkTextIter) {
    guard let buffer, let measuring else { return }
    var start = place
    var end = place
    if gtk_text_iter_forward_char(&end) == 0 { gtk_text_iter_backward_char(&start) }
    gtk_text_buffer_apply_tag(buffer, measuring, &start, &end)
    gtk_text_buffer_remove_tag(buffer, measuring, &start, &end)
    scrollToMark()
  }

  /// GTK forgets to measure below a place that it was sent to before it drew the text for the first time. Once is enough:
  /// at the end of the text there is nothing below.
  private func measureAgain() {
    guard isShort, !isMeasuredAgain, let place else { return }
    isMeasuredAgain = true
    measure(around: place)
  }

  private func scrollToMark() {
    guard let mark else { return }
    let horizontal = gtk_scrolled_window_get_hadjustment(scroller.opaque)
    sideways = sideways ?? gtk_adjustment_get_value(horizontal)
    gtk_text_view_scroll_to_mark(view.cast(to: GtkTextView.self), mark, 0, 1, 0, 0)
  }

  /// Looks after the place in each frame until GTK has measured all lines.
  private func follow() {
    guard isHeld, !isFollowing, gtk_widget_get_mapped(view) != 0 else { return }
    isFollowing = true
    addTick(to: view) { [weak self] in
      guard let self, isFollowing else { return false }
      put()
      measureAgain()
      sideways = nil
      endWhenMeasured()
      return isFollowing
    }
  }

  /// GTK measures whenever it is idle, at a higher priority than this.
  private func endWhenMeasured() {
    guard !isAsking else { return }
    isAsking = true
    whenIdle { [weak self] in
      self?.isAsking = false
      self?.put()
      self?.isFollowing = false
      return false
    }
  }

  /// Puts the place where it belongs, by what GTK knows now.
  private func put() {
    guard isHeld, !isPutting, var place, gtk_widget_get_mapped(view) != 0,
      let vertical = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    else { return }
    isPutting = true
    defer { isPutting = false }
    if let sideways {
      gtk_adjustment_set_value(gtk_scrolled_window_get_hadjustment(scroller.opaque), sideways)
    }
    // The text's margin belongs to its start.
    guard !isAtStart else { return gtk_adjustment_set_value(vertical, 0) }
    let text = view.cast(to: GtkTextView.self)
    var letter = GdkRectangle()
    gtk_text_view_get_iter_location(text, &place, &letter)
    var y: gint = 0
    gtk_text_view_buffer_to_window_coords(text, GTK_TEXT_WINDOW_WIDGET, 0, letter.y, nil, &y)
    // GTK shows whole pixels. To set a value ends the movement to an older one.
    let value = gtk_adjustment_get_value(vertical).rounded(.down) + Double(y) + depth
    gtk_adjustment_set_value(vertical, value)
    isShort = gtk_adjustment_get_value(vertical) < value
  }
}
