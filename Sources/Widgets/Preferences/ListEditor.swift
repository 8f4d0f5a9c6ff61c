internal import CHikidashiGTK
internal import HikidashiBase

/// An input for a list of texts: an entry for each, with a button to remove it, and one to add
/// another.
///
/// ```swift
/// let mirrors = ListEditor("Mirrors", value: ["https://www.rfc-editor.org"])
/// mirrors.onChange = { print($0) }
/// ```
public final class ListEditor: Input<[String]> {
  private var entries: [NativeWidget] = []
  private var rows: [NativeWidget] = []

  /// Makes a list editor.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The texts at first.
  ///   - rules: What the texts must fulfil.
  ///   - onChange: Called with the texts at each change.
  public init(
    _ label: String, value: [String] = [], rules: [InputRule<[String]>] = [],
    onChange: (@MainActor ([String]) -> Void)? = nil
  ) {
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    entries = []
    rows = []
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let box: NativeWidget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    let add: NativeWidget = gtk_button_new_with_label(tr("Add"))
    gtk_widget_set_halign(add, GTK_ALIGN_END)
    setAccessible(add, GTK_ACCESSIBLE_PROPERTY_LABEL, tr("Add to {}", label))
    connect(add, "clicked") { [weak self] _ in
      guard let self else { return false }
      append("")
      enter(texts)
      if let entry = entries.last { gtk_widget_grab_focus(entry) }
      return false
    }
    gtk_box_append(box.cast(to: GtkBox.self), add)
    return box
  }

  /// Shows a value in the control.
  public override func show(_ value: [String]) {
    guard let control = madeControl else { return }
    while rows.count > value.count { remove(rows.count - 1, from: control) }
    for (entry, text) in zip(entries, value) { setEditableText(entry, text) }
    for text in value.dropFirst(entries.count) { append(text) }
  }

  private var texts: [String] { entries.map(editableText) }

  private func append(_ text: String) {
    guard let control = madeControl else { return }
    let row: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_add_css_class(row, "linked")
    let entry: NativeWidget = gtk_entry_new()
    gtk_widget_set_hexpand(entry, 1)
    setEditableText(entry, text)
    let name = "\(label) \(rows.count + 1)"
    setAccessible(entry, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
    connect(entry, "changed") { [weak self] _ in
      guard let self else { return false }
      enter(texts)
      return false
    }
    let button: NativeWidget = gtk_button_new_from_icon_name("list-remove-symbolic")
    gtk_widget_set_tooltip_text(button, tr("Remove"))
    setAccessible(button, GTK_ACCESSIBLE_PROPERTY_LABEL, tr("Remove {}", name))
    connect(button, "clicked") { [weak self] _ in
      self?.removed(row)
      return false
    }
    gtk_box_append(row.cast(to: GtkBox.self), entry)
    gtk_box_append(row.cast(to: GtkBox.self), button)
    // Before the button that adds.
    gtk_box_insert_child_after(control.cast(to: GtkBox.self), row, rows.last)
    entries.append(entry)
    rows.append(row)
  }

  /// A person has pressed the button of a row.
  private func removed(_ row: NativeWidget) {
    guard let control = madeControl, let index = rows.firstIndex(of: row) else { return }
    // Names are by number, so the last row goes and the texts move up.
    var left = texts
    left.remove(at: index)
    remove(rows.count - 1, from: control)
    choose(left)
    let next = entries.indices.contains(index) ? entries[index] : entries.last
    if let next {
      gtk_widget_grab_focus(next)
    } else {
      gtk_widget_child_focus(control, GTK_DIR_TAB_FORWARD)
    }
  }

  private func remove(_ index: Int, from control: NativeWidget) {
    // Its entry must not tell that it is emptied while it goes.
    entries.remove(at: index)
    gtk_box_remove(control.cast(to: GtkBox.self), rows.remove(at: index))
  }
}
