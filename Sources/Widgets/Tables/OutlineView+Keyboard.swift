internal import CGTK
internal import Outlines

extension OutlineView {
  /// The row that has the keyboard focus.
  public var focusedRow: Int? {
    guard native != nil, let focus = gtk_widget_get_root(list).flatMap({ gtk_root_get_focus($0) }),
      gtk_widget_is_ancestor(focus, list) != 0, let item = gtk_widget_get_focus_child(list),
      let child = gtk_widget_get_first_child(item), let cell = Part.of(child) as? RowCell
    else { return nil }
    return cell.row
  }

  /// Moves the keyboard focus to a row, which comes into view.
  @discardableResult
  public func focus(row: Int) -> Bool {
    guard native != nil, (0..<outline.rowCount).contains(row) else { return false }
    scroll(to: row)
    // A row that is far away gets its cell first.
    if cell(at: row) == nil, row < model.count { bringIntoView(row) }
    let isFocused = cell(at: row)?.focus() ?? false
    if !isFocused { pendingFocus = outline.id(atRow: row) }
    return isFocused
  }

  func listenToKeys() {
    connect(UnsafeMutableRawPointer(list), "activate") { [weak self] arguments in
      guard let self, arguments.uint(1) < outline.rowCount else { return false }
      hooks.didActivate?(outline.row(at: arguments.uint(1)))
      return false
    }
    guard let keys = gtk_event_controller_key_new() else { return }
    // Before the list itself, which has its own meaning for Space.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(list, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      guard let self, let row = focusedRow, row < outline.rowCount, isRowItselfFocused else {
        return false
      }
      return pressed(arguments.uint(1), modifiers: arguments.flags(3), at: row)
    }
  }

  /// False while the focus is in something inside a row, which has its own meaning for keys.
  private var isRowItselfFocused: Bool {
    gtk_widget_get_focus_child(list).map { gtk_widget_is_focus($0) != 0 } ?? false
  }

  /// Moves the focus out of the list, or into what takes it in the row: GTK would go through all rows.
  private func leave(forward: Bool) -> Bool {
    let direction = forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
    if forward, let row = focusedRow, let content = cell(at: row)?.native,
      gtk_widget_child_focus(content, direction) != 0
    {
      return true
    }
    guard let root = gtk_widget_get_root(list) else { return false }
    gtk_widget_set_can_focus(list, 0)
    defer { gtk_widget_set_can_focus(list, 1) }
    return gtk_widget_child_focus(root.widget, direction) != 0
  }

  /// - Returns: True when the key has been dealt with.
  private func pressed(_ key: Int, modifiers: UInt32, at position: Int) -> Bool {
    let commands = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
    let row = outline.row(at: position)
    guard modifiers & commands == 0 else {
      return pressedToMove(key, modifiers: modifiers, at: row)
    }
    let isMirrored = gtk_widget_get_direction(list) == GTK_TEXT_DIR_RTL
    switch Int32(key) {
    case GDK_KEY_Tab, GDK_KEY_KP_Tab:
      return leave(forward: modifiers & GDK_SHIFT_MASK.rawValue == 0)
    case GDK_KEY_ISO_Left_Tab: return leave(forward: false)
    case GDK_KEY_Left, GDK_KEY_KP_Left:
      return isMirrored ? inward(row, position) : outward(row, position)
    case GDK_KEY_Right, GDK_KEY_KP_Right:
      return isMirrored ? outward(row, position) : inward(row, position)
    case GDK_KEY_space, GDK_KEY_KP_Space:
      if retryByUser(row) { return true }
      if row.isSection { toggleByUser(row: position) } else { toggleSelectionByUser(row) }
      return true
    case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter:
      if retryByUser(row) { return true }
      if row.isSection { toggleByUser(row: position) } else { hooks.didActivate?(row) }
      return true
    default: return typed(key, at: position)
    }
  }

  /// Closes an open row; from a closed one or a leaf goes to the parent.
  private func outward(_ row: OutlineRow<Item>, _ position: Int) -> Bool {
    if row.hasChildren && row.isOpen {
      toggleByUser(row: position)
    } else if let parent = outline.parent(of: row.id), let row = outline.row(of: parent) {
      move(to: row)
    }
    return true
  }

  /// Opens a closed row; from an open one goes to its first child.
  private func inward(_ row: OutlineRow<Item>, _ position: Int) -> Bool {
    guard row.hasChildren else { return true }
    if !row.isOpen {
      toggleByUser(row: position)
    } else if position + 1 < outline.rowCount {
      move(to: position + 1)
    }
    return true
  }

  /// Jumps to the next row that begins with the letters typed. It looks through at most 50,000 rows,
  /// which takes less than a frame or two.
  private func typed(_ key: Int, at position: Int) -> Bool {
    guard typeAhead.isOn,
      let scalar = Unicode.Scalar(gdk_keyval_to_unicode(guint(clamping: key))),
      scalar.value > 0x20
    else { return false }
    let (prefix, mayStay) = typeAhead.add(Character(scalar))
    let wanted = prefix.lowercased()
    let count = outline.rowCount
    for step in (mayStay ? 0 : 1)..<min(count + 1, 50_000) {
      let row = (position + step) % count
      if text(outline.row(at: row).item).lowercased().hasPrefix(wanted) {
        move(to: row)
        break
      }
    }
    return true
  }

  /// Moves the focus, and the selection with it where a plain arrow key would.
  private func move(to row: Int) {
    focus(row: row)
    _ = select(row: row, keepingOthers: false, extending: false)
  }
}
