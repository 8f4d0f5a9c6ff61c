internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiRecords

/// A view of a long text with links: plain text in a fixed-width font, or ``RichText``.
///
/// The arrow keys, `j` and `k` scroll by a line, Space, Shift+Space and the Page keys by a page, Home and
/// End go to the ends. Links are followed by a click; Tab and Shift-Tab go from link to link and Enter
/// follows the one at the cursor. F7 shows a caret, which the arrow keys then move; see ``showsCaret``.
/// The context menu copies, and opens the link under the pointer.
///
/// ```swift
/// let reader = TextReader { target in open(target) }
/// reader.show("See RFC 2119.", spans: [StyledRange(4..<12, .link("2119"))])
/// ```
public final class TextReader: Part {
  /// Called with a link's target when the user follows it.
  public var onLink: (@MainActor (String) -> Void)?
  /// Called with a link's target when the user clicks it with the middle button or with Ctrl, or presses
  /// Ctrl+Enter on it: people expect a window or tab of its own. Nil, as at first, follows it by Ctrl and does
  /// nothing by the middle button.
  public var onLinkElsewhere: (@MainActor (String) -> Void)?
  /// Returns further lines for the context menu, given the target of the link under the pointer.
  /// They stand above Copy and Select All.
  public var menu: (@MainActor (_ link: String?) -> [Menu])?
  /// The place in the text, in Unicode scalars, over which the context menu was opened last; nil where that
  /// was beside the text.
  public internal(set) var menuPlace: Int?
  /// Returns what Copy Link copies for a target, such as its address, or nil for a link that cannot
  /// be copied. Without this closure the target itself is copied.
  public var linkAddress: (@MainActor (String) -> String?)?
  /// Makes what is shown beside a place on which the pointer rests, or for which `i` is pressed; nil shows
  /// nothing. A part that learns more later may change while it is shown.
  ///
  /// ```swift
  /// reader.preview = { place in place.link.map { Label(titles[$0] ?? $0) } }
  /// ```
  public var preview: (@MainActor (PreviewPlace) -> Part?)?
  /// The links in the order of the text.
  var links: [StyledRange] = []
  /// The stretches that something is to be said of.
  var remarks: [StyledRange] { overlay.filter(\.isRemark) }
  private(set) lazy var hover = TextPreview(self)
  private(set) var shown = RichText("")
  private var shownHeadings: [RichText.Heading]?
  /// What is styled besides the text's own stretches.
  var overlay: [StyledRange] = []
  private let observed = ObservedState()
  /// How much of each line may be styled.
  private(set) var styleRoom = StyleRoom("")
  /// What marks the places that were found; nil until some are.
  private(set) var marks: TextMarks?
  /// Called after the view has moved over the text, as when a person scrolls.
  public var onScroll: (@MainActor () -> Void)?
  /// Called when Space is pressed where the end of the text is in view.
  public var onReadThrough: (@MainActor () -> Void)?
  /// The target that is told where the pointer rests.
  var toldTarget: String?
  /// Called after another text is shown.
  var didShow: (@MainActor () -> Void)?
  private(set) var isFixed = true
  /// Reads the pictures of what is shown.
  var reading: Task<Void, Never>?
  /// The pictures that stand for letters of what is shown.
  var inlineLoads: InlinePictureLoads? { didSet { oldValue?.cancel() } }
  /// The `GtkTextView`.
  let view: NativeWidget
  let anchor: TextAnchor
  private let page: ReaderPage
  var isLinkMarked = false
  /// How far the wheel was turned since the last line that it went on, in pixels.
  var turned = 0.0
  /// Keeps where it is read.
  var kept: KeptReading?

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onLink = nil
    onLinkElsewhere = nil
    menu = nil
    linkAddress = nil
    preview = nil
    hover.close()
    anchor.release()
    kept = nil
    marks = nil
    (didShow, onScroll) = (nil, nil)
    page.release()
    reading?.cancel()
    inlineLoads = nil
  }

  /// Creates an empty reader.
  public init(onLink: (@MainActor (String) -> Void)? = nil) {
    Toolkit.start()
    self.onLink = onLink
    let view: NativeWidget = gtk_text_view_new()
    let scroller: NativeWidget = gtk_scrolled_window_new()
    page = ReaderPage(view)
    gtk_scrolled_window_set_child(scroller.opaque, page.native)
    self.view = view
    anchor = TextAnchor(view: view, scroller: scroller)
    super.init(native: scroller)
    let text = view.cast(to: GtkTextView.self)
    gtk_text_view_set_editable(text, 0)
    gtk_text_view_set_cursor_visible(text, 0)
    setFace(isFixed: true)
    gtk_text_view_set_accepts_tab(text, 0)
    gtk_text_view_set_left_margin(text, 24)
    gtk_text_view_set_right_margin(text, 24)
    gtk_text_view_set_top_margin(text, 18)
    gtk_text_view_set_bottom_margin(text, 18)
    accessibleLabel(tr("Document"))
    makeTags()
    listen()
    anchor.onWheel = { [weak self] in self?.turn(by: $0) }
    page.onWidth = { [weak self] in
      guard let self, let loads = inlineLoads, loads.pictures.contains(where: \.isBlock) else {
        return
      }
      addTick(to: self.view) { [weak self] in
        self?.fitPictures()
        return false
      }
    }
    if let vertical = gtk_scrolled_window_get_vadjustment(scroller.opaque) {
      connect(UnsafeMutableRawPointer(vertical), "value-changed") { [weak self] _ in
        self?.hover.scrolled()
        self?.onScroll?()
        return false
      }
    }
    expand()
  }

  /// The greatest width of the page, in letters of average width, 1 or more. In a wider view the page stands in the
  /// middle. Nil, as at first, lets the text begin at the edge of the view.
  ///
  /// ```swift
  /// reader.pageColumns = 80
  /// ```
  public var pageColumns: Int? {
    get { page.columns }
    set {
      page.columns = newValue
      if newValue != nil { styleClass("view") }
    }
  }

  /// The width of the lines, in pixels; nil before the text is shown.
  var textWidth: Double? {
    guard native != nil else { return nil }
    // GTK keeps a pixel for the cursor.
    let width = Int(gtk_widget_get_width(view)) - 2 * TextReader.margin - 1
    return width > 0 ? Double(width) : nil
  }

  /// How many letters of a fixed width fit beside one another in the view; nil before it is shown.
  ///
  /// It follows the width of the view: who reads it in a closure that is followed can show another text where
  /// lines would be cut.
  ///
  /// ```swift
  /// reader.follow { $0.show((reader.columnsInView ?? 80) < 72 ? reflowed : original) }
  /// ```
  public var columnsInView: Int? { page.columnsInView }

  /// Replaces the text and scrolls to its start.
  ///
  /// Control characters that have no shape are shown by their pictures (`␀`, `␛`), one for one, so
  /// that ranges keep their meaning.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - spans: Ranges outside the text are cut to it. Links must not overlap one another. Of a line of
  ///     many thousand letters only the first are styled, as GTK counts its letters for each.
  ///   - isFixedWidth: Whether every letter is as wide as the others and lines break only where the text
  ///     has them, as in code and tables; prose is easier to read without.
  ///   - headings: The outline of the text, in its order; nil takes what is styled as a heading.
  public func show(
    _ text: String, spans: [StyledRange] = [], isFixedWidth: Bool = true,
    headings: [RichText.Heading]? = nil
  ) {
    fill(RichText(text, spans: spans), isFixed: isFixedWidth)
    shownHeadings = headings
  }

  /// Replaces the text with rich text and scrolls to its start. Lines wrap, in the desktop's font.
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
  func printedText(room: Size) -> TextPages {
    TextPages(
      RichText(shown.text, spans: shown.spans + overlay), isFixed: isFixed, headings: headings,
      room: room)
  }

  private func fill(_ text: RichText, isFixed: Bool) {
    guard native != nil, let buffer else { return }
    kept?.willShow()
    setFace(isFixed: isFixed)
    shown = text
    shownHeadings = nil
    inlineLoads = nil
    marks?.forget()
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
    overlay = []
    isLinkMarked = false
    hover.close()
    var pictures: [(place: Int, path: String, size: Size)] = []
    styleRoom = StyleRoom(text.text)
    var room = styleRoom
    for span in text.spans {
      let range = span.range.clamped(to: 0..<length)
      guard !range.isEmpty, room.takes(range.lowerBound) else { continue }
      if case .picture(let path, let size) = span.kind {
        pictures.append((range.lowerBound, path, size))
      } else {
        apply(StyledRange(range, span.kind), buffer)
      }
    }
    links.sort { $0.range.lowerBound < $1.range.lowerBound }
    show(pictures)
    page.update()
    scroll(to: 0)
    kept?.didShow()
    observed.didChange()
    didShow?()
  }

  var madeMarks: TextMarks {
    let made = marks ?? TextMarks(self)
    marks = made
    return made
  }

  /// The headings of the shown text, in its order, as for a pane with its outline. A closure that reads them
  /// is called again when another text is shown.
  ///
  /// ```swift
  /// reader.scroll(to: reader.headings[2].range.lowerBound)
  /// ```
  public var headings: [RichText.Heading] {
    observed.willRead()
    let headings = shownHeadings ?? shown.headings
    shownHeadings = headings
    return headings
  }

  /// The shown text, with U+FFFC for each picture.
  public var text: String {
    guard native != nil, let buffer else { return "" }
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = gtk_text_buffer_get_slice(buffer, &start, &end, 1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// The extra space below each line, in pixels, 0 or more.
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

  /// The size of the letters in points, above 0; nil for the desktop's size. A change keeps the
  /// same text at the top of the view.
  public var textSize: Double? {
    didSet {
      guard let native, textSize != oldValue else { return }
      if !anchor.isFollowing { anchor.hold(top) }
      if let oldValue { gtk_widget_remove_css_class(native, TextReader.sheet(oldValue).name) }
      if let textSize {
        TextReader.sheet(textSize).install()
        styleClass(TextReader.sheet(textSize).name)
      }
      page.update()
    }
  }

  private static func sheet(_ size: Double) -> StyleSheet {
    let name = "hk-text-\(Int((size * 100).rounded()))"
    return StyleSheet(name, css: ".\(name) textview { font-size: \(size)pt; }")
  }

  /// Whether a caret is shown, which the arrow keys move; F7 turns it on and off. Without a caret
  /// the arrow keys scroll.
  public var showsCaret: Bool {
    get { native != nil && gtk_text_view_get_cursor_visible(view.cast(to: GtkTextView.self)) != 0 }
    set {
      guard native != nil else { return }
      gtk_text_view_set_cursor_visible(view.cast(to: GtkTextView.self), newValue ? 1 : 0)
    }
  }

  /// The text offset at the top of the view, in Unicode scalars from the start. A place to which the
  /// text was scrolled is told at once, also while lines above it are still being measured.
  public var top: Int {
    guard native != nil else { return 0 }
    guard var place = anchor.arriving?.place else { return topInView }
    moveToLineStart(&place)
    return Int(gtk_text_iter_get_offset(&place))
  }

  /// The text offset at the top of what is in view at this moment.
  package var topInView: Int {
    guard native != nil else { return 0 }
    var first = line(atY: topY)
    return Int(gtk_text_iter_get_offset(&first))
  }

  /// How far the view begins below the upper edge of the line at its ``top``, in pixels: with it, ``scroll(to:depth:cursor:)``
  /// shows again what was in view.
  public var topDepth: Double {
    guard native != nil else { return 0 }
    return anchor.arriving?.depth ?? depthInView
  }

  /// Scrolls so that a text offset is at the top of the view, and moves the cursor there or to
  /// another offset. The text stays in place until the user scrolls, a key moves the view, or
  /// another text is shown.
  ///
  /// - Parameters:
  ///   - offset: What is to be at the top, in Unicode scalars from the start of the text.
  ///   - depth: How far the view begins below the upper edge of its line, in pixels, 0 or more.
  ///   - cursor: Where the cursor goes; nil puts it at the top.
  public func scroll(to offset: Int, depth: Double = 0, cursor: Int? = nil) {
    guard native != nil else { return }
    placeCursor(cursor ?? offset)
    anchor.hold(offset, depth: depth.isFinite ? max(0, depth) : 0, sideways: offset <= 0 ? 0 : nil)
  }

  /// The text offset of the cursor, in Unicode scalars from the start.
  public var cursor: Int {
    guard native != nil, let buffer else { return 0 }
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &iterator, gtk_text_buffer_get_insert(buffer))
    return Int(gtk_text_iter_get_offset(&iterator))
  }

  func placeCursor(_ offset: Int) {
    guard let buffer else { return }
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &place, gint(clamping: max(0, offset)))
    gtk_text_buffer_place_cursor(buffer, &place)
  }

  /// The widget of the part that a screen reader reads.
  public override var accessibleNative: NativeWidget? { native == nil ? nil : view }

  /// Moves the keyboard focus to the part.
  @discardableResult
  public override func focus() -> Bool {
    native != nil && giveFocus(to: view)
  }

  var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
    gtk_text_view_get_buffer(view.cast(to: GtkTextView.self))
  }

  private func apply(_ span: StyledRange, _ buffer: UnsafeMutablePointer<GtkTextBuffer>) {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(clamping: span.range.lowerBound))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: span.range.upperBound))
    if span.kind == .bookmark { gtk_text_iter_set_line_offset(&start, 0) }
    if case .link = span.kind {
      links.append(span)
      return markWithoutIndents(span.kind.tag, from: start, to: end)
    }
    gtk_text_buffer_apply_tag_by_name(buffer, span.kind.tag, &start, &end)
  }
}
