internal import CHikidashiGTK

/// A text of several lines, with undo (Ctrl+Z) and redo (Ctrl+Shift+Z).
///
/// ```swift
/// TextArea("Notes", lines: 6, rules: [.length(0...2000)])
/// ```
///
/// Tab goes on to the next part.
public final class TextArea: Input<String> {
  private let lines: Int

  /// Creates a text area.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The text at first.
  ///   - lines: How many lines it is high at least; more are scrolled to.
  ///   - rules: What the text must fulfil, the most important first.
  ///   - onChange: Called with the text at each change.
  public init(
    _ label: String, value: String = "", lines: Int = 4, rules: [InputRule<String>] = [],
    onChange: (@MainActor (String) -> Void)? = nil
  ) {
    self.lines = lines
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let view: NativeWidget = gtk_text_view_new()
    let text = view.cast(to: GtkTextView.self)
    gtk_text_view_set_wrap_mode(text, GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_accepts_tab(text, 0)
    gtk_text_view_set_left_margin(text, 8)
    gtk_text_view_set_right_margin(text, 8)
    gtk_text_view_set_top_margin(text, 6)
    gtk_text_view_set_bottom_margin(text, 6)
    guard let buffer = gtk_text_view_get_buffer(text) else { return view }
    gtk_text_buffer_set_enable_undo(buffer, 1)
    connect(UnsafeMutableRawPointer(buffer), "changed") { [weak self] _ in
      self?.enter(wholeText(buffer))
      return false
    }
    return view
  }

  /// Puts the control into a larger widget.
  public override func makeRow(_ control: NativeWidget) -> NativeWidget {
    let scroller: NativeWidget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, control)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_add_css_class(scroller, "text-area")
    TextArea.style.install()
    var line: Int32 = 0
    let layout = gtk_widget_create_pango_layout(control, "0")
    if let layout {
      pango_layout_get_pixel_size(layout, nil, &line)
      g_object_unref(UnsafeMutableRawPointer(layout))
    }
    gtk_scrolled_window_set_min_content_height(
      scroller.opaque, Int32(clamping: max(1, lines) * Int(line) + 12))
    return scroller
  }

  override func showMessage() {
    super.showMessage()
    guard let madeControl, let scroller = gtk_widget_get_parent(madeControl) else { return }
    if gtk_widget_has_css_class(madeControl, "error") != 0 {
      gtk_widget_add_css_class(scroller, "error")
    } else {
      gtk_widget_remove_css_class(scroller, "error")
    }
  }

  /// GTK draws no frame around a text view: this is that of its entries.
  private static let style = StyleSheet(
    "hikidashi-text-area",
    css: """
      .text-area { border-radius: 6px; background: alpha(currentColor, .1);
        outline: 0 solid transparent; outline-offset: 2px; }
      .text-area.error { background: alpha(@error_color, .1); color: @error_color; }
      .text-area textview, .text-area text { background: none; }
      .text-area:focus-within { outline: 2px solid alpha(@accent_color, .5); outline-offset: -2px; }
      """)

  /// Shows a text; the change cannot be undone.
  public override func show(_ value: String) {
    guard let text = madeControl?.cast(to: GtkTextView.self),
      let buffer = gtk_text_view_get_buffer(text), wholeText(buffer) != value
    else { return }
    var value = value
    gtk_text_buffer_begin_irreversible_action(buffer)
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        gtk_text_buffer_set_text(buffer, $0.baseAddress, gint(clamping: $0.count))
      }
    }
    gtk_text_buffer_end_irreversible_action(buffer)
  }
}

private func wholeText(_ buffer: UnsafeMutablePointer<GtkTextBuffer>) -> String {
  var (start, end) = (GtkTextIter(), GtkTextIter())
  gtk_text_buffer_get_bounds(buffer, &start, &end)
  guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}
