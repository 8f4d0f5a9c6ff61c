internal import CGTK
internal import Records

extension RecordsView {
  func activated(row: Int) {
    guard row < listing.count else { return }
    if let onActivate { return onActivate(listing[row]) }
    if isEditable { edit(listing[row]) }
  }

  /// - Returns: True when the key has been dealt with.
  func pressed(_ key: Int, modifiers held: UInt32) -> Bool {
    switch (Int32(key), held) {
    case (GDK_KEY_Tab, 0), (GDK_KEY_KP_Tab, 0): return rows.leave(forward: true)
    case (GDK_KEY_Tab, GDK_SHIFT_MASK.rawValue), (GDK_KEY_ISO_Left_Tab, _):
      return rows.leave(forward: false)
    case (GDK_KEY_space, 0), (GDK_KEY_KP_Space, 0): return pressedSpace()
    case (GDK_KEY_Return, 0), (GDK_KEY_KP_Enter, 0), (GDK_KEY_ISO_Enter, 0):
      guard let row = rows.focusedRow else { return false }
      activated(row: row)
      return true
    // Columns stay in view by themselves; GTK would go to the rows beside.
    case (GDK_KEY_Left, 0), (GDK_KEY_Right, 0), (GDK_KEY_KP_Left, 0), (GDK_KEY_KP_Right, 0):
      let isBack = Int32(key) == GDK_KEY_Left || Int32(key) == GDK_KEY_KP_Left
      scrollSideways(by: isBack ? -40 : 40)
      return true
    default: return pressedCommand(key, held)
    }
  }

  private func pressedSpace() -> Bool {
    guard let row = rows.focusedRow, row < listing.count, selectionStyle != .none else {
      return false
    }
    let isOn = listing.isSelected(row: row)
    selectByUser {
      if selectionStyle == .single, !isOn {
        $0.select(only: row)
      } else {
        $0.setSelected(row: row, !isOn)
      }
    }
    return true
  }

  private func scrollSideways(by distance: Double) {
    guard let adjustment = gtk_scrolled_window_get_hadjustment(rows.scroller.opaque) else { return }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
  }

  /// The keys of the commands that the menus have, too.
  private func pressedCommand(_ key: Int, _ held: UInt32) -> Bool {
    let control = GDK_CONTROL_MASK.rawValue
    let again = control | GDK_SHIFT_MASK.rawValue
    switch (Int32(key), held) {
    case (GDK_KEY_c, control), (GDK_KEY_C, control), (GDK_KEY_Insert, control): return copy()
    case (GDK_KEY_f, control), (GDK_KEY_F, control): openFilter()
    case (GDK_KEY_Escape, 0) where filterBar.isVisible: closeFilter()
    case (GDK_KEY_Delete, 0), (GDK_KEY_KP_Delete, 0):
      guard isEditable else { return false }
      deleteSelected()
    case (GDK_KEY_Insert, 0), (GDK_KEY_KP_Insert, 0):
      guard isEditable else { return false }
      add()
    case (GDK_KEY_F2, 0):
      guard isEditable else { return false }
      editSelected()
    case (GDK_KEY_z, control), (GDK_KEY_Z, control):
      guard isEditable, records.canUndo else { return false }
      undo()
    case (GDK_KEY_z, again), (GDK_KEY_Z, again), (GDK_KEY_y, control), (GDK_KEY_Y, control):
      guard isEditable, records.canRedo else { return false }
      redo()
    default: return false
    }
    return true
  }
}
