internal import CHikidashiGTK

/// The page of a text: as wide as so many letters, in the middle of a wider view.
@MainActor
final class ReaderPage {
  /// What stands in the scrolled window for the text.
  let native: NativeWidget
  private let view: NativeWidget
  private var isDue = false
  private var scale: SignalConnection?
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
      return false
    }
    scale = TextScale.onChange { [weak self] in self?.update() }
  }

  /// At most so many letters in a line; nil for as many as there is room for.
  var columns: Int? {
    didSet { if columns != oldValue { update() } }
  }

  func release() { scale?.disconnect() }

  /// Fits the page to the letters, whose size GTK knows in the next frame.
  func update() {
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
