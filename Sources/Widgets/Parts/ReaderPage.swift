internal import CHikidashiGTK
internal import HikidashiBase

/// The page of a text: as wide as so many letters, in the middle of a wider view.
@MainActor
final class ReaderPage {
  /// What stands in the scrolled window for the text.
  let native: NativeWidget
  private let view: NativeWidget
  private var isDue = false
  private var scale: SignalConnection?
  private let observed = ObservedState()
  private var clock: SignalConnection?
  /// The width of the view, in pixels and in letters, when it was laid out last.
  private var width = 0
  private var letters: Int?
  /// Called when the view has another width, while it is laid out.
  var onWidth: (@MainActor () -> Void)?
  private static let unlimited = gint(1) << 24

  /// - Parameter view: A `GtkTextView`.
  init(_ view: NativeWidget) {
    self.view = view
    native = adw_clamp_scrollable_new()
    adw_clamp_scrollable_set_child(native.opaque, view)
    adw_clamp_scrollable_set_maximum_size(native.opaque, Self.unlimited)
    adw_clamp_scrollable_set_tightening_threshold(native.opaque, Self.unlimited)
    connect(view, "map", after: true) { [weak self] _ in
      self?.fit()
      self?.watch()
      return false
    }
    connect(view, "unmap", after: true) { [weak self] _ in
      self?.clock?.disconnect()
      return false
    }
    scale = TextScale.onChange { [weak self] in self?.update() }
  }

  /// At most so many letters in a line; nil for as many as there is room for.
  var columns: Int? {
    didSet { if columns != oldValue { update() } }
  }

  func release() {
    scale?.disconnect()
    clock?.disconnect()
  }

  /// How many letters of a fixed width fit beside one another in the view; nil before it is shown.
  var columnsInView: Int? {
    observed.willRead()
    return letters
  }

  /// Watches the width: a page that is as wide as it may be does not tell of a view that gets wider.
  private func watch() {
    clock?.disconnect()
    guard let frames = gtk_widget_get_frame_clock(view) else { return }
    clock = connect(UnsafeMutableRawPointer(frames), "layout", after: true) { [weak self] _ in
      self?.measure()
      return false
    }
  }

  private func measure() {
    let now = Int(gtk_widget_get_width(native))
    guard now != width, now > 0, let letter = fixedLetter, letter > 0 else { return }
    width = now
    onWidth?()
    let count = max(0, Int((Double(now - 2 * TextReader.margin) / letter).rounded(.down)))
    guard count != letters else { return }
    letters = count
    observed.didChange()
  }

  /// The width of a letter of the font in which all are equally wide, in pixels, whatever is shown now.
  private var fixedLetter: Double? {
    let context = gtk_widget_get_pango_context(view)
    guard let font = pango_font_description_copy(pango_context_get_font_description(context)) else {
      return nil
    }
    defer { pango_font_description_free(font) }
    if gtk_text_view_get_monospace(view.cast(to: GtkTextView.self)) == 0 {
      pango_font_description_set_family(font, "monospace")
    }
    guard let metrics = pango_context_get_metrics(context, font, nil) else { return nil }
    defer { pango_font_metrics_unref(metrics) }
    return Double(pango_font_metrics_get_approximate_char_width(metrics)) / Double(PANGO_SCALE)
  }

  /// Fits the page to the letters, whose size GTK knows in the next frame.
  func update() {
    width = 0
    guard columns != nil || isDue else { return fit() }
    guard !isDue else { return }
    isDue = true
    addTick(to: view) { [weak self] in
      self?.isDue = false
      self?.fit()
      return false
    }
  }

  private func fit() {
    var width = Self.unlimited
    if let columns, columns > 0,
      let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(view), nil, nil)
    {
      let letter = Double(pango_font_metrics_get_approximate_char_width(metrics))
      pango_font_metrics_unref(metrics)
      let text = letter / Double(PANGO_SCALE) * Double(min(columns, 10_000))
      width = gint(text.rounded(.up)) + gint(2 * TextReader.margin)
    }
    adw_clamp_scrollable_set_maximum_size(native.opaque, width)
    adw_clamp_scrollable_set_tightening_threshold(native.opaque, width)
  }
}
