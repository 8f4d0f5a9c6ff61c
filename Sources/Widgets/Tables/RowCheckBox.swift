internal import CHikidashiGTK
internal import HikidashiOutlines

/// The check box of a row in a tree: GTK's own, which shows what the outline says. A click on it, or the
/// space bar on its row, asks the outline for another state.
@MainActor
final class RowCheckBox {
  /// Large enough to be hit; what is in it takes no click itself.
  let native: NativeWidget
  private let check: NativeWidget

  init() {
    native = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    check = gtk_check_button_new()
    gtk_widget_add_css_class(native, "hk-box")
    gtk_widget_set_can_target(check, 0)
    gtk_widget_set_can_focus(check, 0)
    gtk_widget_set_hexpand(check, 1)
    gtk_widget_set_hexpand(native, 0)
    gtk_widget_set_halign(check, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(native, GTK_ALIGN_CENTER)
    // Its state is told by the row.
    setAccessible(native, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    gtk_box_append(native.cast(to: GtkBox.self), check)
    boxSheet.install()
  }

  private(set) var isVisible = true

  /// - Parameters:
  ///   - state: Nil for a row without a box.
  ///   - row: What a screen reader reads of the row.
  func show(_ state: SelectionState?, of row: NativeWidget?) {
    isVisible = state != nil
    gtk_widget_set_visible(native, isVisible ? 1 : 0)
    let button = check.cast(to: GtkCheckButton.self)
    gtk_check_button_set_inconsistent(button, state == SelectionState.some ? 1 : 0)
    gtk_check_button_set_active(button, state == SelectionState.on ? 1 : 0)
    guard let row else { return }
    guard let state else {
      return gtk_accessible_reset_state(row.opaque, GTK_ACCESSIBLE_STATE_CHECKED)
    }
    switch state {
    case .off: setAccessibleChecked(row, GTK_ACCESSIBLE_TRISTATE_FALSE)
    case .some: setAccessibleChecked(row, GTK_ACCESSIBLE_TRISTATE_MIXED)
    case .on: setAccessibleChecked(row, GTK_ACCESSIBLE_TRISTATE_TRUE)
    }
  }
}

private let boxSheet = StyleSheet(
  "table-boxes",
  css: """
    .hk-box { min-width: 24px; min-height: 24px; }
    .hk-box > checkbutton { padding: 0; min-height: 0; }
    """)
