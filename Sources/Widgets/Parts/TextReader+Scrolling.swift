internal import CHikidashiGTK
internal import HikidashiBase

// How keys scroll: without a caret, by lines and pages. The cursor, which a screen reader follows and
// from which Tab goes on, comes along.
extension TextReader {
  /// Returns the reader's keys as actions, for the window's list of shortcuts.
  ///
  /// ```swift
  /// window.actions { TextReader.keys(group: "Document") }
  /// ```
  public static func keys(group: String? = nil) -> [Action] {
    [
      .listed(tr("Scroll by a page"), keys: "space", "<Shift>space", group: group),
      .listed(tr("Scroll by a line"), keys: "j", "k", group: group),
      .listed(tr("Go to the next link"), keys: "Tab", group: group),
      .listed(tr("Follow the link"), keys: "Return", group: group),
      .listed(tr("Show more about what is at the cursor"), keys: "i", group: group),
      .listed(tr("Show the caret"), keys: "F7", group: group),
    ]
  }

  /// - Returns: True when the key has been dealt with.
  func scrolled(key: Int32, held: UInt32) -> Bool {
    let held = held & gtk_accelerator_get_default_mod_mask().rawValue
    let isPlain = held & ~GDK_SHIFT_MASK.rawValue == 0
    let isEnd = isPlain || held == GDK_CONTROL_MASK.rawValue
    let isBack = held & GDK_SHIFT_MASK.rawValue != 0
    switch key {
    case GDK_KEY_space, GDK_KEY_KP_Space:
      guard isPlain else { return false }
      if !scrollByPage(forward: !isBack), !isBack { onReadThrough?() }
      return true
    default: break
    }
    guard !showsCaret else {
      // The caret takes the view with it.
      anchor.release()
      return false
    }
    switch key {
    case GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_j:
      guard isPlain else { return false }
      scroll(by: lineHeight)
    case GDK_KEY_Up, GDK_KEY_KP_Up, GDK_KEY_k:
      guard isPlain else { return false }
      scroll(by: -lineHeight)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down:
      guard isPlain else { return false }
      scroll(by: page)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up:
      guard isPlain else { return false }
      scroll(by: -page)
    case GDK_KEY_Home, GDK_KEY_KP_Home:
      guard isEnd else { return false }
      gtk_adjustment_set_value(sideways, 0)
      go(to: 0)
    case GDK_KEY_End, GDK_KEY_KP_End:
      guard isEnd, let buffer else { return false }
      go(to: Int(gtk_text_buffer_get_char_count(buffer)))
    default: return false
    }
    return true
  }

  private var page: Double { max(viewHeight - 2 * lineHeight, lineHeight) }

  /// Scrolls by a page, less two lines, as Space does.
  ///
  /// - Returns: False where the text ends in that direction.
  @discardableResult
  public func scrollByPage(forward isForward: Bool) -> Bool {
    guard let rows = gtk_scrolled_window_get_vadjustment(native?.opaque) else { return false }
    let (top, end) = (gtk_adjustment_get_value(rows), gtk_adjustment_get_upper(rows))
    let isMore = isForward ? top + gtk_adjustment_get_page_size(rows) < end - 1 : top > 0
    if isMore { scroll(by: isForward ? page : -page) }
    return isMore
  }

  /// Scrolls as the wheel is turned; a touchpad, which turns it by a pixel or two, moves on by a line once it has come that
  /// far.
  func turn(by pixels: Double) {
    turned = turned * pixels < 0 ? pixels : turned + pixels
    guard abs(turned) >= lineHeight else { return }
    scroll(by: turned)
    turned = 0
  }

  /// Scrolls by about so many pixels, to where a line begins; a line that is higher than three others,
  /// as one with a picture, is passed a part at a time.
  private func scroll(by pixels: Double) {
    let y = Double(topY)
    var place = line(atY: topY)
    let first = bounds(of: place)
    // Above the first line is a margin.
    let passed = max(0, y - first.y)
    let (line, depth) =
      pixels > 0
      ? descend(from: &place, first, by: passed + max(pixels, isHigh(first) ? 1 : first.height))
      : climb(from: &place, first, passed, by: -pixels)
    go(to: Int(gtk_text_iter_get_offset(&place)), depth: isHigh(line) ? depth : 0)
  }

  private typealias Line = (y: Double, height: Double)

  private func isHigh(_ line: Line) -> Bool { line.height > 3 * lineHeight }

  /// Goes down from where a line begins.
  ///
  /// - Returns: The line that is reached, and how far below its upper edge.
  private func descend(
    from place: inout GtkTextIter, _ first: Line, by pixels: Double
  ) -> (Line, depth: Double) {
    let text = view.cast(to: GtkTextView.self)
    var left = pixels
    var line = first
    while left >= line.height, gtk_text_view_forward_display_line(text, &place) != 0 {
      left -= line.height
      gtk_text_view_backward_display_line_start(text, &place)
      line = bounds(of: place)
    }
    return (line, left)
  }

  /// Goes up from below the upper edge of a line: over whole lines, and one at least.
  private func climb(
    from place: inout GtkTextIter, _ first: Line, _ passed: Double, by pixels: Double
  ) -> (Line, depth: Double) {
    let text = view.cast(to: GtkTextView.self)
    var climbed = passed
    var line = first
    while climbed < pixels {
      var above = place
      guard gtk_text_view_backward_display_line(text, &above) != 0 else { return (line, 0) }
      gtk_text_view_backward_display_line_start(text, &above)
      let next = bounds(of: above)
      if climbed > 0, !isHigh(next), climbed + next.height > pixels { break }
      climbed += next.height
      place = above
      line = next
    }
    return (line, max(0, climbed - pixels))
  }

  /// Goes to a place, with the cursor unless that would end a selection.
  private func go(to offset: Int, depth: Double = 0) {
    guard let buffer else { return }
    if gtk_text_buffer_get_has_selection(buffer) == 0 { placeCursor(offset) }
    anchor.hold(offset, depth: depth)
  }

  /// Scrolls, where a place is not seen, so that it stands in the upper part of the view.
  func bringIntoView(_ offset: Int) {
    if !isInView(offset) { anchor.hold(offset, depth: -(viewHeight / 3).rounded()) }
  }

  /// Scrolls sideways, where not all of a stretch of one line is seen: its end comes into view, and its
  /// beginning for certain.
  func bringIntoViewSideways(_ range: Range<Int>) {
    guard let buffer, let sideways else { return }
    func left(of offset: Int) -> Double {
      var place = GtkTextIter()
      var letter = GdkRectangle()
      gtk_text_buffer_get_iter_at_offset(buffer, &place, gint(clamping: offset))
      gtk_text_view_get_iter_location(view.cast(to: GtkTextView.self), &place, &letter)
      return Double(letter.x)
    }
    let margin = Double(TextReader.margin)
    let (start, end) = (left(of: range.lowerBound), left(of: range.upperBound) + 2 * margin)
    let width = gtk_adjustment_get_page_size(sideways)
    let place = min(max(gtk_adjustment_get_value(sideways), end - width), start)
    gtk_adjustment_set_value(sideways, place)
  }

  private var sideways: UnsafeMutablePointer<GtkAdjustment>? {
    gtk_scrolled_window_get_hadjustment(native?.opaque)
  }

  func isInView(_ offset: Int) -> Bool {
    guard let buffer else { return false }
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &place, gint(clamping: max(0, offset)))
    let line = bounds(of: place)
    return line.y >= Double(topY) && line.y + line.height <= Double(topY) + viewHeight
  }

  /// Where the text at the lower edge of the view begins.
  var bottom: Int {
    var last = line(atY: topY + gint(viewHeight))
    return Int(gtk_text_iter_get_offset(&last))
  }

  /// The upper edge of the view, in GTK's buffer coordinates.
  var topY: gint {
    var y: gint = 0
    gtk_text_view_window_to_buffer_coords(
      view.cast(to: GtkTextView.self), GTK_TEXT_WINDOW_WIDGET, 0, 0, nil, &y)
    return y
  }

  /// How far the view begins below the upper edge of its first line, at this moment; 0 in the margin above the text.
  var depthInView: Double { max(0, Double(topY) - bounds(of: line(atY: topY)).y) }

  var viewHeight: Double { Double(gtk_widget_get_height(view)) }

  /// The height of a line of plain text, with what stands below it.
  private var lineHeight: Double {
    let font = gtk_widget_get_pango_context(view)
    guard let metrics = pango_context_get_metrics(font, nil, nil) else { return 16 }
    defer { pango_font_metrics_unref(metrics) }
    let height = pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics)
    return Double(height / PANGO_SCALE + 1) + Double(lineSpacing)
  }

  /// Where the line at a height of the text begins; a line is what stands beside one another, also of a
  /// paragraph that is broken into several.
  func line(atY y: gint) -> GtkTextIter {
    let text = view.cast(to: GtkTextView.self)
    var place = GtkTextIter()
    gtk_text_view_get_line_at_y(text, &place, y, nil)
    if !isFixed {
      // Such lines begin between two pixels.
      gtk_text_view_get_iter_at_location(text, &place, 0, y + 1)
      moveToLineStart(&place)
    }
    return place
  }

  /// Moves a place to where its line begins, of a paragraph that is broken into several, too.
  func moveToLineStart(_ place: inout GtkTextIter) {
    if isFixed {
      gtk_text_iter_set_line_offset(&place, 0)
    } else {
      gtk_text_view_backward_display_line_start(view.cast(to: GtkTextView.self), &place)
    }
  }

  /// The upper edge and the height of the line of a place.
  private func bounds(of place: GtkTextIter) -> Line {
    var place = place
    var letter = GdkRectangle()
    gtk_text_view_get_iter_location(view.cast(to: GtkTextView.self), &place, &letter)
    return (Double(letter.y), Double(letter.height) + Double(lineSpacing))
  }
}
