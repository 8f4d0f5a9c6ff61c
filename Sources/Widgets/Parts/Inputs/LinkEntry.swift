internal import CHikidashiGTK
internal import HikidashiBase

/// The address of a page or a mail, with a button that opens it.
///
/// ```swift
/// let home = LinkEntry("_Home page", value: "https://example.org")
/// ```
///
/// What was typed without its beginning gets one when the keyboard leaves the entry: `example.org` becomes
/// `https://example.org`, and `ada@example.org` becomes `mailto:ada@example.org`. Other addresses than those of pages and
/// mails are refused, as they could make any program of the desktop do something.
public final class LinkEntry: Input<String> {
  /// Called with the address when the button is pressed, in place of opening it.
  public var onOpen: (@MainActor (String) -> Void)?
  private var button: NativeWidget?
  private var isShown = false

  /// Creates an entry for an address.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The address at first.
  ///   - rules: What the address must fulfil, besides being one.
  ///   - onChange: Called with the address at each change.
  public init(
    _ label: String, value: String = "", rules: [InputRule<String>] = [],
    onChange: (@MainActor (String) -> Void)? = nil
  ) {
    super.init(label, value: value, rules: rules + [.link])
    self.onChange = onChange
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onOpen = nil
    button = nil
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let entry: NativeWidget = gtk_entry_new()
    setProperty(entry.object, "placeholder-text", "https://example.org")
    gtk_entry_set_input_purpose(entry.cast(to: GtkEntry.self), GTK_INPUT_PURPOSE_URL)
    connect(entry, "changed") { [weak self] _ in
      guard let self, !isShown else { return false }
      enter(editableText(entry).asLink)
      showButton(for: value)
      return false
    }
    connect(entry, "activate") { [weak self] _ in
      guard let self else { return false }
      tidy()
      if let form { form.apply() } else { pressDefault() }
      return false
    }
    onKeyboardLeave(entry) { [weak self] in self?.tidy() }
    return entry
  }

  /// Puts the control into a larger widget.
  public override func makeRow(_ control: NativeWidget) -> NativeWidget {
    let row: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    let button: NativeWidget = gtk_button_new_from_icon_name("adw-external-link-symbolic")
    gtk_widget_add_css_class(row, "linked")
    gtk_widget_set_hexpand(control, 1)
    gtk_widget_set_tooltip_text(button, tr("Open"))
    setAccessible(button, GTK_ACCESSIBLE_PROPERTY_LABEL, tr("Open {}", label))
    connect(button, "clicked") { [weak self] _ in
      self?.open()
      return false
    }
    gtk_box_append(row.cast(to: GtkBox.self), control)
    gtk_box_append(row.cast(to: GtkBox.self), button)
    self.button = button
    return row
  }

  /// Shows a value in the control.
  public override func show(_ value: String) {
    guard let control = madeControl else { return }
    isShown = true
    setEditableText(control, value)
    isShown = false
    showButton(for: value)
  }

  private func showButton(for link: String) {
    button.map { gtk_widget_set_sensitive($0, link.isLink ? 1 : 0) }
  }

  private func open() {
    let link = value
    guard link.isLink else { return }
    if let onOpen { return onOpen(link) }
    let body: @MainActor () async throws -> Void = { [weak self] in
      try await Desktop.open(link: link, over: self?.window)
    }
    Work(title: { tr("Open {}", link) }, body).start()
  }
}
