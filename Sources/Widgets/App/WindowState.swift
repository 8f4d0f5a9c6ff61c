internal import CHikidashiGTK

/// A window's size and whether it fills the screen, kept from one run to the next.
struct WindowState: Codable, Equatable {
  var width: Int
  var height: Int
  var isMaximized: Bool

  /// Whether a screen can hold a window of this size, and a person can see it.
  var isUsable: Bool { (100...32_767).contains(width) && (100...32_767).contains(height) }

  /// What earlier versions kept for the window `name` in a file of GLib's; nil when there is nothing
  /// usable.
  static func load(_ name: String, from file: String) -> WindowState? {
    guard let keys = g_key_file_new() else { return nil }
    defer { g_key_file_unref(keys) }
    guard g_key_file_load_from_file(keys, file, G_KEY_FILE_NONE, nil) != 0 else { return nil }
    let state = WindowState(
      width: Int(g_key_file_get_integer(keys, name, "width", nil)),
      height: Int(g_key_file_get_integer(keys, name, "height", nil)),
      isMaximized: g_key_file_get_boolean(keys, name, "maximized", nil) != 0)
    return state.isUsable ? state : nil
  }
}
