internal import CHikidashiGTK

// g_object_set takes variable arguments, which do not come across. A value that the property's type
// does not take is reported by GLib in the log.

func setProperty(_ object: UnsafeMutablePointer<GObject>, _ name: String, _ text: String) {
  set(object, name, .string) { g_value_set_string(&$0, text) }
}

func setProperty(_ object: UnsafeMutablePointer<GObject>, _ name: String, _ number: Int) {
  set(object, name, .int) { g_value_set_int(&$0, gint(clamping: number)) }
}

func setProperty(_ object: UnsafeMutablePointer<GObject>, _ name: String, _ number: Double) {
  set(object, name, .double) { g_value_set_double(&$0, number) }
}

func setProperty(_ object: UnsafeMutablePointer<GObject>, _ name: String, _ isOn: Bool) {
  set(object, name, .boolean) { g_value_set_boolean(&$0, isOn ? 1 : 0) }
}

/// GLib turns numbers into enumerations of any type.
func setProperty(
  _ object: UnsafeMutablePointer<GObject>, _ name: String, enumeration: UInt32
) {
  set(object, name, .int) { g_value_set_int(&$0, gint(clamping: enumeration)) }
}

/// - Parameter colour: As in a style sheet: `#b35c00`.
func setProperty(_ object: UnsafeMutablePointer<GObject>, _ name: String, colour: String) {
  var color = GdkRGBA()
  guard gdk_rgba_parse(&color, colour) != 0 else { return }
  set(object, name, gdk_rgba_get_type()) { g_value_set_boxed(&$0, &color) }
}

private func set(
  _ object: UnsafeMutablePointer<GObject>, _ name: String, _ type: GType,
  _ store: (inout GValue) -> Void
) {
  var value = GValue()
  g_value_init(&value, type)
  store(&value)
  g_object_set_property(object, name, &value)
  g_value_unset(&value)
}
