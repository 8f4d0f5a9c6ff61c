internal import CHikidashiGTK
internal import HikidashiBase

/// The list of suggestions below an entry, which keeps the keyboard meanwhile.
///
/// Down and Up go through the list, Enter takes the one that is selected, Escape closes it.
@MainActor
final class SuggestionPopover {
  /// Called with the text that was chosen.
  var onChoose: (String) -> Void = { _ in }
  /// Called when Down is pressed and the list is closed.
  var onOpen: () -> Void = {}
  /// Called when the list was closed, by Escape or as the keyboard left.
  var onClose: () -> Void = {}
  /// Called with what a screen reader is to say of the selection; nil for none.
  var onSelect: (String?) -> Void = { _ in }
  private(set) var texts: [String] = []
  private(set) var selected: Int?
  private let entry: NativeWidget
  private let name: String
  private var popover: NativeWidget?
  private var list: NativeWidget?
  private var rows: [(row: NativeWidget, label: NativeWidget)] = []
  /// An input method has keys of its own while it composes a text.
  private var isComposing = false

  /// - Parameters:
  ///   - entry: Where the text is typed.
  ///   - box: What stands around the entry, with a width of its own.
  ///   - name: What a screen reader calls the list.
  init(of entry: NativeWidget, in box: NativeWidget, name: String) {
    self.entry = entry
    self.name = name
    setAccessible(entry, GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, true)
    listen()
    makeList(in: box)
  }

  var isOpen: Bool { popover.map { gtk_widget_get_visible($0) != 0 } ?? false }

  /// Shows the texts, or closes the list where there are none. What was selected is selected no more, unless it
  /// stands where it stood.
  func show(_ texts: [String]) {
    guard texts != self.texts || !isOpen else { return }
    let kept = selected.flatMap { number in
      texts.indices.contains(number) && self.texts[number] == texts[number] ? number : nil
    }
    self.texts = texts
    guard !texts.isEmpty, let popover else { return close() }
    for (number, text) in texts.enumerated() { setRow(number, text) }
    for row in rows.dropFirst(texts.count) { gtk_widget_set_visible(row.row, 0) }
    select(kept)
    if !isOpen {
      // As wide as what it belongs to, so that it stays so while the texts change.
      let width = gtk_widget_get_parent(popover).map { gtk_widget_get_width($0) } ?? 0
      gtk_widget_set_size_request(list, max(width - 24, 120), -1)
      gtk_popover_popup(popover.cast(to: GtkPopover.self))
    }
    setAccessible(entry, GTK_ACCESSIBLE_STATE_EXPANDED, true)
  }

  /// Closes the list.
  func close() {
    texts = []
    select(nil)
    guard isOpen, let popover else { return }
    gtk_popover_popdown(popover.cast(to: GtkPopover.self))
    setAccessible(entry, GTK_ACCESSIBLE_STATE_EXPANDED, false)
    onClose()
  }

  // MARK: - Widgets

  private func makeList(in box: NativeWidget) {
    guard let popover: NativeWidget = gtk_popover_new(), let list: NativeWidget = gtk_list_box_new()
    else { return }
    let native = popover.cast(to: GtkPopover.self)
    let scroller: NativeWidget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, 320)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_popover_set_child(native, scroller)
    gtk_popover_set_autohide(native, 0)
    gtk_popover_set_has_arrow(native, 0)
    gtk_popover_set_position(native, GTK_POS_BOTTOM)
    // The keyboard stays in the entry.
    gtk_widget_set_can_focus(popover, 0)
    gtk_widget_add_css_class(list, "navigation-sidebar")
    setAccessible(list, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    gtk_widget_set_parent(popover, box)
    connect(list, "row-activated") { [weak self] arguments in
      guard let self, let row = arguments.object(1) else { return false }
      choose(rows.firstIndex { UnsafeMutableRawPointer($0.row) == row })
      return false
    }
    connect(popover, "destroy") { [weak self] _ in
      self?.popover = nil
      self?.list = nil
      self?.rows = []
      return false
    }
    self.popover = popover
    self.list = list
  }

  private func setRow(_ number: Int, _ text: String) {
    guard let list else { return }
    if number == rows.count {
      let label: NativeWidget = gtk_label_new(nil)
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      gtk_label_set_max_width_chars(label.opaque, 40)
      let row: NativeWidget = gtk_list_box_row_new()
      gtk_list_box_row_set_child(row.cast(to: GtkListBoxRow.self), label)
      gtk_list_box_append(list.opaque, row)
      rows.append((row, label))
    }
    let (row, label) = rows[number]
    // Such a text would make its row higher.
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    gtk_label_set_text(label.opaque, line)
    setAccessible(row, GTK_ACCESSIBLE_PROPERTY_LABEL, line)
    gtk_widget_set_visible(row, 1)
  }

  // MARK: - Choosing

  private func select(_ number: Int?) {
    guard number != selected else { return }
    selected = number
    guard let list else { return }
    guard let number, rows.indices.contains(number) else {
      gtk_list_box_unselect_all(list.opaque)
      return onSelect(nil)
    }
    let row = rows[number].row
    gtk_list_box_select_row(list.opaque, row.cast(to: GtkListBoxRow.self))
    scroll(to: row, in: list)
    // The keyboard is in the entry: a screen reader would hear nothing of the list.
    onSelect(tr("{}, {} of {}", texts[number], number + 1, texts.count))
  }

  private func scroll(to row: NativeWidget, in list: NativeWidget) {
    var bounds = graphene_rect_t()
    guard let scroller = gtk_widget_get_ancestor(list, gtk_scrolled_window_get_type()),
      gtk_widget_compute_bounds(row, list, &bounds) != 0,
      let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    else { return }
    let (top, height) = (Double(bounds.origin.y), Double(bounds.size.height))
    gtk_adjustment_clamp_page(adjustment, top, top + height)
  }

  private func choose(_ number: Int?) {
    guard let number, texts.indices.contains(number) else { return }
    let text = texts[number]
    close()
    onChoose(text)
  }

  private func move(by step: Int) {
    // Behind the last and before the first is the text as it was typed.
    let places = texts.count + 1
    let next = ((selected ?? texts.count) + step + places) % places
    select(next == texts.count ? nil : next)
  }

  // MARK: - Keys

  private func listen() {
    guard let keys = gtk_event_controller_key_new() else { return }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(entry, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      let commands = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue
      guard let self, !isComposing, arguments.flags(3) & commands == 0 else { return false }
      return pressed(Int32(arguments.uint(1)))
    }
    if let text = gtk_editable_get_delegate(entry.opaque) {
      connect(text.widget, "preedit-changed") { [weak self] arguments in
        self?.isComposing = arguments.string(1)?.isEmpty == false
        return false
      }
    }
    guard let focus = gtk_event_controller_focus_new() else { return }
    gtk_widget_add_controller(entry, focus)
    connect(UnsafeMutableRawPointer(focus), "leave") { [weak self] _ in
      self?.close()
      return false
    }
  }

  private func pressed(_ key: Int32) -> Bool {
    switch key {
    case GDK_KEY_Down, GDK_KEY_KP_Down:
      if isOpen { move(by: 1) } else { onOpen() }
      return true
    case GDK_KEY_Up, GDK_KEY_KP_Up:
      guard isOpen else { return false }
      move(by: -1)
      return true
    case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter:
      let isChosen = isOpen && selected != nil
      if isChosen { choose(selected) } else { close() }
      return isChosen
    case GDK_KEY_Escape:
      defer { close() }
      return isOpen
    default: return false
    }
  }
}
