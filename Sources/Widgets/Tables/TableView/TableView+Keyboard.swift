internal import CGTK
internal import Outlines
internal import Records
internal import Support

extension TableView {
  func listenToKeys() {
    // Letters filter here; they do not jump.
    view.typeAhead.isOn = false
    search.field.onChange = { [weak self] words in self?.filter(words) }
    search.field.onMoveDown = { [weak self] in self?.goToRows() }
    search.field.onSubmit = { [weak self] _ in self?.goToRows() }
    search.field.onCancel = { [weak self] in
      self?.endFilter()
      self?.goToRows()
    }
    guard let list = view.accessibleNative, let keys = gtk_event_controller_key_new() else {
      return
    }
    gtk_widget_add_controller(list, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      self?.pressed(arguments.uint(1), modifiers: arguments.flags(3), keys) ?? false
    }
  }

  private func pressed(_ key: Int, modifiers: UInt32, _ keys: OpaquePointer) -> Bool {
    let held = modifiers & gtk_accelerator_get_default_mod_mask().rawValue
    switch (Int32(key), held) {
    case (GDK_KEY_c, GDK_CONTROL_MASK.rawValue), (GDK_KEY_C, GDK_CONTROL_MASK.rawValue),
      (GDK_KEY_Insert, GDK_CONTROL_MASK.rawValue):
      return copy()
    case (GDK_KEY_f, GDK_CONTROL_MASK.rawValue), (GDK_KEY_F, GDK_CONTROL_MASK.rawValue):
      search.bar.isVisible = true
      return search.field.focus()
    case (GDK_KEY_Escape, 0):
      guard search.isOpen else { return false }
      endFilter()
      return true
    default:
      let scalar = gdk_keyval_to_unicode(guint(clamping: key))
      let commands = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
      guard state.isLoaded, held & commands == 0, scalar > 0x20, scalar != 0x7F else {
        return false
      }
      return search.take(keys)
    }
  }

  /// Copies the texts of the selected rows, a line each; where none is selected, of the row that has
  /// the keyboard.
  ///
  /// - Returns: False when there is nothing to copy.
  @discardableResult
  public func copy() -> Bool {
    var items = selectedItems
    if items.isEmpty, let row = view.focusedRow { items = [view.outline.item(atRow: row)] }
    guard !items.isEmpty else { return false }
    Clipboard.copy(items.map(copyText).joined(separator: "\n"))
    return true
  }

  /// Keeps the rows that have all these words, with case and width ignored; no words bring all back.
  public func filter(_ words: String) {
    showPending()
    let wanted = WordFilter(words)
    guard !wanted.isEmpty else { return view.change { $0.setFilter(nil) } }
    let text = self.text
    view.change { outline in
      outline.setFilter { _, item in
        // Outlines are filtered where they are changed: here.
        MainActor.assumeIsolated { wanted.matches(text(item)) }
      }
    }
  }

  /// Brings all rows back and closes the field.
  func endFilter() {
    guard search.isOpen else { return }
    if !search.field.text.isEmpty { search.field.text = "" }
    search.bar.isVisible = false
  }

  private func goToRows() {
    guard view.outline.rowCount > 0 else { return }
    let row = view.outline.selectedIDs.compactMap { view.outline.row(of: $0) }.first
    view.focus(row: row ?? 0)
  }
}
