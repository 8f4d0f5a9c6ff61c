package import CHikidashiGTK

// gtk_accessible_update_property and its like take variable arguments, which do not come across.

package func setAccessible(
  _ widget: NativeWidget, _ property: GtkAccessibleProperty, _ text: String
) {
  var value = GValue()
  gtk_accessible_property_init_value(property, &value)
  g_value_set_string(&value, text)
  var property = property
  gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
  g_value_unset(&value)
}

package func setAccessible(
  _ widget: NativeWidget, _ property: GtkAccessibleProperty, _ number: Int
) {
  var value = GValue()
  gtk_accessible_property_init_value(property, &value)
  g_value_set_int(&value, Int32(clamping: number))
  var property = property
  gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
  g_value_unset(&value)
}

package func setAccessible(
  _ widget: NativeWidget, _ property: GtkAccessibleProperty, _ isOn: Bool
) {
  var value = GValue()
  gtk_accessible_property_init_value(property, &value)
  g_value_set_boolean(&value, isOn ? 1 : 0)
  var property = property
  gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
  g_value_unset(&value)
}

/// Says whether a widget is chosen, of one whose role has that and whose kind does not tell.
func setAccessibleChecked(_ widget: NativeWidget, _ isChecked: Bool) {
  let state = isChecked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE
  setAccessibleChecked(widget, state)
}

func setAccessibleChecked(_ widget: NativeWidget, _ state: GtkAccessibleTristate) {
  var value = GValue()
  g_value_init(&value, .int)
  g_value_set_int(&value, gint(clamping: state.rawValue))
  var checked = GTK_ACCESSIBLE_STATE_CHECKED
  gtk_accessible_update_state_value(widget.opaque, 1, &checked, &value)
  g_value_unset(&value)
}

/// Sets an accessible state to true or false; nil resets it.
package func setAccessible(_ widget: NativeWidget, _ state: GtkAccessibleState, _ isOn: Bool?) {
  var state = state
  guard let isOn else { return gtk_accessible_reset_state(widget.opaque, state) }
  var value = GValue()
  gtk_accessible_state_init_value(state, &value)
  // Some states are truth values. Others are three-valued, of which GTK takes the number alone,
  // though it begins some of them as an enumeration.
  if value.g_type == .boolean {
    g_value_set_boolean(&value, isOn ? 1 : 0)
  } else {
    g_value_unset(&value)
    g_value_init(&value, .int)
    g_value_set_int(&value, isOn ? 1 : 0)
  }
  gtk_accessible_update_state_value(widget.opaque, 1, &state, &value)
  g_value_unset(&value)
}

/// Names the button in a menu button or a drop-down, at which the keyboard stops: GTK 4.8 names only what
/// is around it.
func setAccessibleButton(in widget: NativeWidget, _ text: String) {
  if let button = gtk_widget_get_first_child(widget) {
    setAccessible(button, GTK_ACCESSIBLE_PROPERTY_LABEL, text)
  }
}
