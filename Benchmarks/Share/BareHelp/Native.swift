public import CBare

/// A pointer to an object of GTK, which Swift has as two kinds of pointer.
public protocol Native {
  var opaque: OpaquePointer { get }
}

extension OpaquePointer: Native {
  public var opaque: OpaquePointer { self }
}

extension UnsafeMutablePointer: Native {
  public var opaque: OpaquePointer { OpaquePointer(self) }
}

extension Native {
  /// The same object as another of its classes.
  public func cast<T>() -> UnsafeMutablePointer<T> { UnsafeMutablePointer(opaque) }
  public var widget: UnsafeMutablePointer<GtkWidget> { cast() }
}

/// Sets a property.
public func set(_ object: some Native, _ name: String, _ value: Bool) {
  setProperty(object, name, 5) { g_value_set_boolean($0, value ? 1 : 0) }
}

public func set(_ object: some Native, _ name: String, _ value: Int) {
  setProperty(object, name, 6) { g_value_set_int($0, gint(value)) }
}

public func set(_ object: some Native, _ name: String, _ value: String) {
  setProperty(object, name, 16) { g_value_set_string($0, value) }
}

private func setProperty(
  _ object: some Native, _ name: String, _ type: UInt,
  _ fill: (UnsafeMutablePointer<GValue>) -> Void
) {
  var value = GValue()
  g_value_init(&value, GType(type << 2))
  fill(&value)
  g_object_set_property(object.cast(), name, &value)
  g_value_unset(&value)
}

/// Gives a widget the name by which a screen reader calls it.
public func setAccessibleLabel(_ widget: some Native, _ label: String) {
  var property = GTK_ACCESSIBLE_PROPERTY_LABEL
  var value = GValue()
  g_value_init(&value, GType(16 << 2))
  g_value_set_string(&value, label)
  gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
  g_value_unset(&value)
}
