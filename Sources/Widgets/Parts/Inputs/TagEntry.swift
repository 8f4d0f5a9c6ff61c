internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiBase
internal import HikidashiRecords

/// Several short texts, each shown as a chip that can be removed, with an entry to add another.
///
/// ```swift
/// TagEntry("_Topics", value: ["birds"]).suggests(["birds", "trees", "weather"])
/// ```
///
/// Enter or a comma makes what was typed a tag, as does leaving the entry. Backspace in the empty entry removes the last
/// tag; Shift+Tab goes to the chips, where Backspace, Delete and Space remove one. A tag is there once.
public final class TagEntry: SuggestingInput<[String]> {
  private let placeholder: String
  private var box: NativeWidget?
  private var chips: [NativeWidget] = []

  /// Creates an entry for tags.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The tags at first.
  ///   - placeholder: What the entry shows in grey while nothing is typed.
  ///   - rules: What the tags must fulfil.
  ///   - onChange: Called with the tags at each change.
  public init(
    _ label: String, value: [String] = [], placeholder: String = "",
    rules: [InputRule<[String]>] = [], onChange: (@MainActor ([String]) -> Void)? = nil
  ) {
    self.placeholder = placeholder
    super.init(label, value: TagText.distinct(value), rules: rules)
    self.onChange = onChange
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    box = nil
    chips = []
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    StyleSheet.tags.install()
    let entry: NativeWidget = gtk_entry_new()
    // It stands beside the chips as long as there is any room, and takes all of that.
    gtk_editable_set_width_chars(entry.opaque, 8)
    gtk_editable_set_max_width_chars(entry.opaque, 8)
    setProperty(entry.object, "placeholder-text", placeholder.isEmpty ? tr("Add") : placeholder)
    connect(entry, "changed") { [weak self] _ in
      self?.typed(editableText(entry), in: entry)
      return false
    }
    connect(entry, "activate") { [weak self] _ in
      guard let self else { return false }
      if editableText(entry).allSatisfy(\.isWhitespace) {
        form?.apply()
        if form == nil { pressDefault() }
      } else {
        addTyped(in: entry)
      }
      return false
    }
    onKeyboardLeave(entry) { [weak self] in self?.addTyped(in: entry) }
    return entry
  }

  /// Puts the control into a larger widget.
  public override func makeRow(_ control: NativeWidget) -> NativeWidget {
    let box: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    hk_box_flow(box, 6)
    gtk_box_append(box.cast(to: GtkBox.self), control)
    // Before that of the list, which takes no Backspace.
    listenToBackspace(in: control)
    placeSuggestions(of: control, in: box)
    self.box = box
    return box
  }

  /// Shows a value in the control.
  public override func show(_ value: [String]) {
    guard let box, let entry = madeControl else { return }
    for chip in chips { gtk_box_remove(box.cast(to: GtkBox.self), chip) }
    chips = []
    for tag in value {
      let chip = makeChip(tag)
      gtk_box_insert_child_after(box.cast(to: GtkBox.self), chip, chips.last)
      chips.append(chip)
    }
    gtk_box_reorder_child_after(box.cast(to: GtkBox.self), entry, chips.last)
  }

  private func makeChip(_ tag: String) -> NativeWidget {
    let button: NativeWidget = gtk_button_new()
    let row: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    let label: NativeWidget = gtk_label_new(tag)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_box_append(row.cast(to: GtkBox.self), label)
    gtk_box_append(
      row.cast(to: GtkBox.self), gtk_image_new_from_icon_name("window-close-symbolic"))
    gtk_button_set_child(button.cast(to: GtkButton.self), row)
    gtk_widget_add_css_class(button, "pill")
    gtk_widget_add_css_class(button, "tag")
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(button, tr("Remove {}", tag))
    setAccessible(button, GTK_ACCESSIBLE_PROPERTY_LABEL, tr("Remove {}", tag))
    connect(button, "clicked") { [weak self] _ in
      self?.remove(tag)
      return false
    }
    listen(to: button) { [weak self] key in
      guard [GDK_KEY_BackSpace, GDK_KEY_Delete, GDK_KEY_KP_Delete].contains(key) else {
        return false
      }
      self?.remove(tag)
      return true
    }
    return button
  }

  private func listenToBackspace(in entry: NativeWidget) {
    listen(to: entry) { [weak self] key in
      guard let self, key == GDK_KEY_BackSpace, editableText(entry).isEmpty, !value.isEmpty else {
        return false
      }
      choose(value.dropLast())
      return true
    }
  }

  private func listen(
    to widget: NativeWidget, _ pressed: @escaping @MainActor (Int32) -> Bool
  ) {
    guard let keys = gtk_event_controller_key_new() else { return }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(widget, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { arguments in
      pressed(Int32(arguments.uint(1)))
    }
  }

  private func remove(_ tag: String) {
    // The chip that has the keyboard goes.
    focus()
    choose(value.filter { $0 != tag })
  }

  private func typed(_ text: String, in entry: NativeWidget) {
    guard let end = text.lastIndex(where: TagText.separators.contains) else {
      return suggest(for: text)
    }
    // Several may have been pasted; what is behind the last comma goes on.
    let rest = text[text.index(after: end)...].drop(while: \.isWhitespace)
    add(TagText.tags(String(text[...end])))
    gtk_editable_set_text(entry.opaque, String(rest))
    gtk_editable_set_position(entry.opaque, -1)
  }

  private func addTyped(in entry: NativeWidget) {
    let tags = TagText.tags(editableText(entry))
    setEditableText(entry, "")
    add(tags)
  }

  private func add(_ tags: [String]) {
    let all = TagText.distinct(value + tags)
    if all != value { choose(all) }
  }

  override func took(_ text: String) {
    if let entry = madeControl { setEditableText(entry, "") }
    // A text with a comma is one tag.
    if !value.contains(text) { choose(value + [text]) }
  }
}

extension StyleSheet {
  /// Chips that are no higher than the entry beside them.
  fileprivate static var tags: StyleSheet {
    StyleSheet("tags", css: "button.pill.tag { padding: 2px 10px; min-height: 24px; }")
  }
}
