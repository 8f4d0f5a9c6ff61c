internal import CGTK
public import Outlines

extension OutlineView {
  /// The row that has the keyboard focus.
  public var focusedRow: Int? { rows.focusedRow }

  /// Moves the keyboard focus to a row, which comes into view.
  @discardableResult
  public func focus(row: Int) -> Bool { rows.focus(row: row) }

  /// Opens a menu on a row where it is pressed with the second button, and, on the row that has the
  /// keyboard, by the Menu key and by Shift+F10.
  ///
  /// ```swift
  /// list.rowMenu { row in
  ///   Action("copy", title: "Copy") { Clipboard.copy(row.item) }
  /// }
  /// ```
  ///
  /// - Parameter entries: Asked for each time; nothing opens where there are none.
  @discardableResult
  public func rowMenu(
    @MenuBuilder _ entries: @escaping @MainActor (OutlineRow<Item>) -> [Menu]
  ) -> Self {
    let menu = ContextMenu { [weak self] point in
      guard let self, let row = point.map({ self.row(at: $0) }) ?? focusedRow,
        row < outline.rowCount
      else { return [] }
      return entries(outline.row(at: row))
    }
    if let native { menu.attach(to: native) }
    return self
  }

  /// The row at a point of the view.
  private func row(at point: Point) -> Int? {
    var (x, y) = (0.0, 0.0)
    guard let native,
      gtk_widget_translate_coordinates(native, rows.list, point.x, point.y, &x, &y) != 0, y >= 0
    else { return nil }
    return rows.onScreen.first { shown in
      rows.bounds(of: shown.cell).map { $0.top <= y && y < $0.bottom } ?? false
    }?.row
  }

  func activated(row: Int) { hooks.didActivate?(outline.row(at: row)) }

  /// False while the focus is in something inside a row, which has its own meaning for keys.
  private var isRowItselfFocused: Bool {
    gtk_widget_get_focus_child(rows.list).map { gtk_widget_is_focus($0) != 0 } ?? false
  }

  /// Moves the focus out of the list, or into what takes it in the row.
  private func leave(forward: Bool) -> Bool {
    if forward, let row = focusedRow, let content = rows.cell(at: row)?.native,
      gtk_widget_child_focus(content, GTK_DIR_TAB_FORWARD) != 0
    {
      return true
    }
    return rows.leave(forward: forward)
  }

  /// - Returns: True when the key has been dealt with.
  func pressed(_ key: Int, modifiers held: UInt32) -> Bool {
    guard let position = focusedRow, position < outline.rowCount, isRowItselfFocused else {
      return false
    }
    let commands = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
    let row = outline.row(at: position)
    guard held & commands == 0 else {
      return pressedToMove(key, modifiers: held, at: row)
    }
    let isMirrored = gtk_widget_get_direction(rows.list) == GTK_TEXT_DIR_RTL
    switch Int32(key) {
    case GDK_KEY_Tab, GDK_KEY_KP_Tab:
      return leave(forward: held & GDK_SHIFT_MASK.rawValue == 0)
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
    _ = select(.only(row))
  }
}
