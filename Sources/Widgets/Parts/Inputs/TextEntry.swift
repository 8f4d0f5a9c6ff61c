internal import CHikidashiGTK

/// A text in one line.
///
/// ```swift
/// let mail = TextEntry("E-mail", placeholder: "name@example.org", rules: [.required])
/// let word = TextEntry("Password", isSecret: true)
/// ```
///
/// ``SuggestingInput/suggests(_:in:)`` has it suggest texts while a person types.
///
/// Text that an input method is still composing, as in Japanese, does not count until it is
/// committed. Enter applies the ``Form`` that the entry stands in.
public final class TextEntry: SuggestingInput<String> {
  /// Called when the user presses Enter.
  public var onSubmit: (@MainActor (String) -> Void)?
  private let placeholder: String
  private let isSecret: Bool
  private var isShown = false

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onSubmit = nil
  }

  /// Creates a text entry.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The text at first.
  ///   - placeholder: What the empty entry shows in grey, such as an example.
  ///   - isSecret: Whether dots stand for the letters; a button shows them.
  ///   - rules: What the text must fulfil, the most important first.
  ///   - onChange: Called with the text at each change, at once.
  public init(
    _ label: String, value: String = "", placeholder: String = "", isSecret: Bool = false,
    rules: [InputRule<String>] = [], onChange: (@MainActor (String) -> Void)? = nil
  ) {
    self.placeholder = placeholder
    self.isSecret = isSecret
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let entry: NativeWidget = isSecret ? gtk_password_entry_new() : gtk_entry_new()
    if isSecret { gtk_password_entry_set_show_peek_icon(entry.opaque, 1) }
    if !placeholder.isEmpty { setProperty(entry.object, "placeholder-text", placeholder) }
    connect(entry, "changed") { [weak self] _ in
      guard let self, !isShown else { return false }
      enter(editableText(entry))
      suggest(for: editableText(entry))
      return false
    }
    connect(entry, "activate") { [weak self] _ in
      guard let self else { return false }
      onSubmit?(value)
      form?.apply()
      if onSubmit == nil, form == nil { pressDefault() }
      return false
    }
    return entry
  }

  /// Puts the control into a larger widget.
  public override func makeRow(_ control: NativeWidget) -> NativeWidget {
    guard isSuggesting else { return control }
    let row: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_hexpand(control, 1)
    gtk_box_append(row.cast(to: GtkBox.self), control)
    placeSuggestions(of: control, in: row)
    return row
  }

  /// Shows a value in the control.
  public override func show(_ value: String) {
    guard let control = madeControl else { return }
    isShown = true
    setEditableText(control, value)
    isShown = false
  }

  override func took(_ text: String) {
    choose(text)
    if let control = madeControl { gtk_editable_set_position(control.opaque, -1) }
  }
}

func editableText(_ widget: NativeWidget) -> String {
  gtk_editable_get_text(widget.opaque).map { String(cString: $0) } ?? ""
}

/// Leaves the cursor where it is while the text is the same.
func setEditableText(_ widget: NativeWidget, _ text: String) {
  if editableText(widget) != text { gtk_editable_set_text(widget.opaque, text) }
}
