internal import CGTK
internal import Support

/// A long text to read, with links: plain in a fixed-width face, or ``RichText``.
///
/// Links are followed by a click; Tab and Shift-Tab go from link to link and Enter follows the one at
/// the cursor.
///
/// ```swift
/// let reader = TextReader { target in open(target) }
/// reader.show("See RFC 2119.", spans: [StyledRange(4..<12, .link("2119"))])
/// ```
public final class TextReader: Part {
  /// Called with a link's target when the user follows it.
  public var onLink: (@MainActor (String) -> Void)?
  /// The links in the order of the text.
  var links: [StyledRange] = []
  private var shown = RichText("")
  private var isFixed = true
  /// Counts the calls to scroll, of which the last one counts.
  private var scrolls = 0
  /// Reads the pictures of what is shown.
  var reading: Task<Void, Never>?
  /// The `GtkTextView`.
  let view: NativeWidget

  public override func nativeDied() {
    super.nativeDied()
    onLink = nil
    reading?.cancel()
  }

  public init(onLink: (@MainActor (String) -> Void)? = nil) {
    Toolkit.start()
    self.onLink = onLink
    view = gtk_text_view_new()
    super.init(native: gtk_scrolled_window_new())
    guard let native else { return }
    gtk_scrolled_window_set_child(native.opaque, view)
    let text = view.cast(to: GtkTextView.self)
    gtk_text_view_set_editable(text, 0)
    setFace(isFixed: true)
    gtk_text_view_set_accepts_tab(text, 0)
    gtk_text_view_set_left_margin(text, 24)
    gtk_text_view_set_right_margin(text, 24)
    gtk_text_view_set_top_margin(text, 18)
    gtk_text_view_set_bottom_margin(text, 18)
    accessibleLabel(tr("Document"))
    makeTags()
    listen()
    expand()
  }

  /// Replaces the text, and goes to its start.
  ///
  /// Control characters that have no shape are shown by their pictures (`␀`, `␛`), one for one, so
  /// that ranges keep their meaning.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - spans: Ranges outside the text are cut to it. Links must not overlap one another.
  ///   - isFixedWidth: Whether every letter is as wide as the others and lines break only where the text
  ///     has them, as in code and tables; prose is easier to read without.
  public func show(_ text: String, spans: [StyledRange] = [], isFixedWidth: Bool = true) {
    fill(RichText(text, spans: spans), isFixed: isFixedWidth)
  }

  /// Replaces the text, and goes to its start: lines break where they have to, in the desktop's face.
  public func show(_ text: RichText) {
    fill(text, isFixed: false)
  }

  private func setFace(isFixed: Bool) {
    self.isFixed = isFixed
    let text = view.cast(to: GtkTextView.self)
    gtk_text_view_set_monospace(text, isFixed ? 1 : 0)
    gtk_text_view_set_wrap_mode(text, isFixed ? GTK_WRAP_NONE : GTK_WRAP_WORD_CHAR)
  }

  /// What is shown, on pages.
  func printedText(room: Size) -> TextPages { TextPages(shown, isFixed: isFixed, room: room) }

  private func fill(_ text: RichText, isFixed: Bool) {
    guard native != nil, let buffer else { return }
    setFace(isFixed: isFixed)
    shown = text
    // A view that is laid out again at every change is slow: take the text away while it changes.
    gtk_text_buffer_set_text(buffer, "", 0)
    var printable = text.text.withControlPictures
    let length = printable.unicodeScalars.count
    printable.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        gtk_text_buffer_set_text(buffer, $0.baseAddress, gint(clamping: $0.count))
      }
    }
    links = []
    var pictures: [(place: Int, path: String)] = []
    for span in text.spans {
      let range = span.range.clamped(to: 0..<length)
      guard !range.isEmpty else { continue }
      if case .picture(let path) = span.kind {
        pictures.append((range.lowerBound, path))
      } else {
        apply(StyledRange(range, span.kind), buffer)
      }
    }
    links.sort { $0.range.lowerBound < $1.range.lowerBound }
    show(pictures)
    scroll(to: 0)
  }

  /// The text as it is shown; a picture is U+FFFC.
  public var text: String {
    guard native != nil, let buffer else { return "" }
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = gtk_text_buffer_get_slice(buffer, &start, &end, 1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Pixels below each line, beside what the face needs; 0 or more.
  public var lineSpacing: Int {
    get {
      native == nil ? 0 : Int(gtk_text_view_get_pixels_below_lines(view.cast(to: GtkTextView.self)))
    }
    set {
      guard native != nil else { return }
      gtk_text_view_set_pixels_below_lines(
        view.cast(to: GtkTextView.self), gint(clamping: max(0, newValue)))
    }
  }

  /// Where the text at the top of the view begins, in Unicode scalars from the start of the text.
  public var top: Int {
    guard native != nil else { return 0 }
    let text = view.cast(to: GtkTextView.self)
    var visible = GdkRectangle()
    gtk_text_view_get_visible_rect(text, &visible)
    var iterator = GtkTextIter()
    gtk_text_view_get_line_at_y(text, &iterator, visible.y, nil)
    return Int(gtk_text_iter_get_offset(&iterator))
  }

  /// Puts the cursor at a place in the text, in Unicode scalars from its start, and that place at the
  /// top of the view.
  public func scroll(to offset: Int) {
    guard native != nil, let buffer else { return }
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &place, gint(clamping: max(0, offset)))
    gtk_text_buffer_place_cursor(buffer, &place)
    scrolls += 1
    guard offset > 0 else {
      // The text's margin belongs to its start.
      gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(native?.opaque), 0)
      gtk_adjustment_set_value(gtk_scrolled_window_get_hadjustment(native?.opaque), 0)
      return
    }
    if let mark = gtk_text_buffer_get_mark(buffer, TextReader.topMark) {
      gtk_text_buffer_delete_mark(buffer, mark)
    }
    gtk_text_buffer_create_mark(buffer, TextReader.topMark, &place, 1)
    scrollToTopMark()
    // How high the lines above are is known only after some frames.
    let scroll = scrolls
    var frames = 0
    addTick(to: view) { [weak self] in
      guard let self, scrolls == scroll, frames < 6 else { return false }
      frames += 1
      scrollToTopMark()
      return true
    }
  }

  private static let topMark = "hk-top"

  private func scrollToTopMark() {
    guard let buffer, let mark = gtk_text_buffer_get_mark(buffer, TextReader.topMark) else {
      return
    }
    // Aligned to the right, a place near the left edge leaves the view unmoved sideways.
    gtk_text_view_scroll_to_mark(view.cast(to: GtkTextView.self), mark, 0, 1, 1, 0)
  }

  /// The cursor's place in the text, in Unicode scalars from its start.
  public var cursor: Int {
    guard native != nil, let buffer else { return 0 }
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &iterator, gtk_text_buffer_get_insert(buffer))
    return Int(gtk_text_iter_get_offset(&iterator))
  }

  public override var accessibleNative: NativeWidget? { native == nil ? nil : view }

  @discardableResult
  public override func focus() -> Bool {
    native != nil && gtk_widget_grab_focus(view) != 0
  }

  var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
    gtk_text_view_get_buffer(view.cast(to: GtkTextView.self))
  }

  private func apply(_ span: StyledRange, _ buffer: UnsafeMutablePointer<GtkTextBuffer>) {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(clamping: span.range.lowerBound))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: span.range.upperBound))
    gtk_text_buffer_apply_tag_by_name(buffer, span.kind.tag, &start, &end)
    if case .link = span.kind { links.append(span) }
  }
}
