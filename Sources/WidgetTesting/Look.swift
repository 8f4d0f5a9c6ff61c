internal import CHikidashiGTK
internal import HikidashiWidgets

/// Describes as text what a cell's look depends on: types, style classes, and every property that is a
/// text, a number or a truth value.
@MainActor
enum Look {
  static func of(_ widget: NativeWidget) -> String {
    var text = typeName(widget) + classes(widget) + properties(widget)
    var child = gtk_widget_get_first_child(widget)
    while let inner = child {
      // What is not seen may be as it likes.
      if gtk_widget_get_visible(inner) != 0 { text += " { " + of(inner) + " }" }
      child = gtk_widget_get_next_sibling(inner)
    }
    return text
  }

  private static func typeName(_ widget: NativeWidget) -> String {
    String(cString: g_type_name(type(of: widget)))
  }

  private static func type(of widget: NativeWidget) -> GType {
    widget.cast(to: GTypeInstance.self).pointee.g_class.pointee.g_type
  }

  private static func classes(_ widget: NativeWidget) -> String {
    guard let names = gtk_widget_get_css_classes(widget) else { return "" }
    defer { g_strfreev(names) }
    var list: [String] = []
    var place = 0
    while let name = names[place] {
      list.append(String(cString: name))
      place += 1
    }
    // One that only has GTK look again.
    return list.filter { $0 != "hk-restyled" }.sorted().map { "." + $0 }.joined()
  }

  /// Properties that tell of the pointer, the keyboard and the current size, and not of the look.
  private static let passing: Set = [
    "has-default", "has-focus", "has-tooltip", "scale-factor", "cursor-position", "selection-bound",
    "css-name", "name",
  ]

  private static func properties(_ widget: NativeWidget) -> String {
    var count: guint = 0
    let instance = widget.cast(to: GTypeInstance.self).pointee.g_class
    guard let instance,
      let list = g_object_class_list_properties(
        UnsafeMutableRawPointer(instance).assumingMemoryBound(to: GObjectClass.self), &count)
    else { return "" }
    defer { g_free(list) }
    var texts: [String] = []
    for index in 0..<Int(count) {
      guard let property = list[index],
        property.pointee.flags.rawValue & G_PARAM_READABLE.rawValue != 0
      else { continue }
      let name = String(cString: property.pointee.name)
      // A box asks its layout, which may be another than its own.
      if property.pointee.owner_type == gtk_box_get_type(), !hasOwnLayout(widget) { continue }
      guard !passing.contains(name), let value = value(widget, property, name) else { continue }
      texts.append("\(name)=\(value)")
    }
    return "[" + texts.sorted().joined(separator: " ") + "]"
  }

  private static func hasOwnLayout(_ box: NativeWidget) -> Bool {
    guard let layout = gtk_widget_get_layout_manager(box) else { return false }
    return g_type_check_instance_is_a(
      UnsafeMutableRawPointer(layout).assumingMemoryBound(to: GTypeInstance.self),
      gtk_box_layout_get_type()) != 0
  }

  /// The value of a property that is no object, unless it is as it is at first.
  private static func value(
    _ widget: NativeWidget, _ property: UnsafeMutablePointer<GParamSpec>, _ name: String
  ) -> String? {
    var value = GValue()
    g_value_init(&value, property.pointee.value_type)
    defer { g_value_unset(&value) }
    let fundamental = g_type_fundamental(property.pointee.value_type)
    // Objects, boxed values and pointers differ where nothing is seen of it.
    guard (GType(3 << 2)...GType(16 << 2)).contains(fundamental) else { return nil }
    g_object_get_property(widget.object, name, &value)
    guard g_param_value_defaults(property, &value) == 0, let text = g_strdup_value_contents(&value)
    else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}
