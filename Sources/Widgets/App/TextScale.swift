internal import CHikidashiGTK

/// How large the desktop's text is, against 96 dots per inch.
@MainActor
enum TextScale {
  private static let name = "gtk-xft-dpi"

  static var current: Double {
    guard let settings = gtk_settings_get_default() else { return 1 }
    var value = GValue()
    g_value_init(&value, .int)
    defer { g_value_unset(&value) }
    let object = UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self)
    g_object_get_property(object, name, &value)
    let dots = Double(g_value_get_int(&value)) / 1_024
    return dots > 0 ? dots / 96 : 1
  }

  /// Sets the size of text in proportion to the desktop's.
  static func set(_ scale: Double) {
    guard let settings = gtk_settings_get_default() else { return }
    gtk_settings_reset_property(settings, name)
    guard scale > 0, scale != 1 else { return }
    let dots = (current * scale * 96 * 1_024).rounded()
    setProperty(
      UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), name, Int(dots))
  }

  /// Calls `body` after each change, until the connection is ended.
  static func onChange(_ body: @escaping @MainActor () -> Void) -> SignalConnection? {
    guard let settings = gtk_settings_get_default() else { return nil }
    return connect(UnsafeMutableRawPointer(settings), "notify::" + name) { _ in
      body()
      return false
    }
  }
}
