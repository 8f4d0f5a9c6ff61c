internal import CHikidashiGTK
internal import HikidashiRecords

/// What keys do in the rows of a table of records.
@MainActor
final class RecordsKeyboard {
  private let rows: RecordsRows
  private let arranger: RecordsArranger
  private let editor: RecordsEditor

  init(_ rows: RecordsRows, _ arranger: RecordsArranger, _ editor: RecordsEditor) {
    self.rows = rows
    self.arranger = arranger
    self.editor = editor
    rows.list.events.pressed = { [weak self] in self?.pressed($0, held: $1) ?? false }
  }

  /// Listens to the keys that need no row wherever the keyboard is in the table: at a title, at a button,
  /// or in place of rows where there are none. In a text they are those of its input.
  func listen(in part: Part) {
    guard let native = part.native, let keys = gtk_event_controller_key_new() else { return }
    gtk_widget_add_controller(native, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      let held = arguments.flags(3) & gtk_accelerator_get_default_mod_mask().rawValue
      guard let self, !isTyping(in: native) else { return false }
      switch RowKey(arguments.uint(1), held: held) {
      case .find, .escape, .undo, .redo, .insert: return pressed(arguments.uint(1), held: held)
      default: return false
      }
    }
  }

  private func isTyping(in native: NativeWidget) -> Bool {
    guard let root = gtk_widget_get_root(native), let focus = gtk_root_get_focus(root) else {
      return false
    }
    return g_type_check_instance_is_a(focus.cast(to: GTypeInstance.self), gtk_editable_get_type())
      != 0
  }

  /// - Returns: True when the key has been dealt with.
  private func pressed(_ key: Int, held: UInt32) -> Bool {
    switch RowKey(key, held: held) {
    case .leave(let forward): return rows.list.leave(forward: forward)
    case .space where held == 0:
      guard let row = rows.list.focusedRow, row < rows.listing.count,
        rows.selection != .none || rows.isOpen(row: row) != nil
      else { return false }
      rows.toggle(row: row)
    case .enter where held == 0:
      guard let row = rows.list.focusedRow else { return false }
      if let isOpen = rows.isOpen(row: row) {
        rows.setOpen(!isOpen, row: row)
      } else {
        rows.list.events.activated?(row)
      }
    // Columns stay in view by themselves; GTK would go to the rows beside.
    case .left where held == 0: isMirrored ? inward() : outward()
    case .right where held == 0: isMirrored ? outward() : inward()
    case .copy: return editor.copy()
    case .find: arranger.openFilter()
    case .escape where arranger.filterBar.isVisible: arranger.closeFilter()
    case .undo:
      guard editor.isEditable, rows.records.canUndo else { return false }
      editor.undo()
    case .redo:
      guard editor.isEditable, rows.records.canRedo else { return false }
      editor.redo()
    default: return held == 0 && editor.isEditable && pressedToEdit(key)
    }
    return true
  }

  private func pressedToEdit(_ key: Int) -> Bool {
    switch Int32(key) {
    case GDK_KEY_Delete, GDK_KEY_KP_Delete: editor.deleteSelected()
    case GDK_KEY_Insert, GDK_KEY_KP_Insert: editor.add()
    case GDK_KEY_F2: editor.editSelected()
    default: return false
    }
    return true
  }

  private var isMirrored: Bool {
    gtk_widget_get_direction(rows.list.list) == GTK_TEXT_DIR_RTL
  }

  /// Closes an open group, and goes from a record or a closed group to the heading around it; where
  /// there is none, to the columns before.
  private func outward() {
    guard let row = rows.list.focusedRow, rows.listing.view.isGrouped else {
      return scrollSideways(by: isMirrored ? 40 : -40)
    }
    if rows.isOpen(row: row) == true {
      rows.setOpen(false, row: row)
    } else if let heading = rows.listing.view.row(around: row) {
      rows.list.focus(row: heading)
    }
  }

  /// Opens a closed group, and goes from an open one to what it contains; from a record to the columns
  /// behind.
  private func inward() {
    guard let row = rows.list.focusedRow, let isOpen = rows.isOpen(row: row) else {
      return scrollSideways(by: isMirrored ? -40 : 40)
    }
    if isOpen { rows.list.focus(row: row + 1) } else { rows.setOpen(true, row: row) }
  }

  private func scrollSideways(by distance: Double) {
    let scroller = rows.list.scroller
    guard let adjustment = gtk_scrolled_window_get_hadjustment(scroller.opaque) else { return }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
  }
}
