internal import CGTK
internal import Outlines

extension RowList {
  /// The row that has the keyboard focus.
  var focusedRow: Int? {
    guard isAlive, let focus = gtk_widget_get_root(list).flatMap({ gtk_root_get_focus($0) }),
      gtk_widget_is_ancestor(focus, list) != 0, let item = gtk_widget_get_focus_child(list),
      let child = gtk_widget_get_first_child(item), let cell = Part.of(child) as? Cell
    else { return nil }
    return cell.row
  }

  /// The node of the row that has the keyboard focus.
  var focusedNode: NodeID? {
    guard let owner, let row = focusedRow, row < owner.rowCount else { return nil }
    return owner.id(atRow: row)
  }

  /// Moves the keyboard focus to a row, which comes into view.
  ///
  /// - Returns: False when the row gets it later, or is none.
  @discardableResult
  func focus(row: Int) -> Bool {
    guard isAlive, let owner, (0..<owner.rowCount).contains(row) else { return false }
    scroll(to: row)
    let isFocused = cell(at: row)?.focusRow() ?? false
    if !isFocused {
      pendingFocus = owner.id(atRow: row)
      settle()
    }
    return isFocused
  }

  func focusPending() {
    guard let row = pendingFocus.flatMap({ owner?.row(of: $0) }) else { return }
    pendingFocus = nil
    focus(row: row)
  }

  func listenToKeys() {
    connect(UnsafeMutableRawPointer(list), "activate") { [weak self] arguments in
      if let owner = self?.owner, arguments.uint(1) < owner.rowCount {
        owner.activated(row: arguments.uint(1))
      }
      return false
    }
    guard let keys = gtk_event_controller_key_new() else { return }
    // Before the list itself, which has its own meaning for Space and Tab.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(list, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      let held = arguments.flags(3) & gtk_accelerator_get_default_mod_mask().rawValue
      return self?.owner?.pressed(arguments.uint(1), modifiers: held) ?? false
    }
  }

  /// Moves the focus out of the list: GTK would go through all rows.
  func leave(forward: Bool) -> Bool {
    guard let root = gtk_widget_get_root(list) else { return false }
    gtk_widget_set_can_focus(list, 0)
    defer { gtk_widget_set_can_focus(list, 1) }
    let direction = forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
    return gtk_widget_child_focus(root.widget, direction) != 0
  }
}

/// The node that had the keyboard focus at some time, if one had.
struct HeldFocus {
  var node: NodeID?
}
