internal import CHikidashiGTK

/// A window's size and whether it fills the screen, kept from one run to the next.
struct WindowState: Equatable {
  var width: Int
  var height: Int
  var isMaximized: Bool

  /// What was kept for the window `name`, or nil when there is nothing usable.
  static func load(_ name: String, from file: String) -> WindowState? {
    guard let keys = g_key_file_new() else { return nil }
    defer { g_key_file_unref(keys) }
    guard g_key_file_load_from_file(keys, file, G_KEY_FILE_NONE, nil) != 0 else { return nil }
    let state = WindowState(
      width: Int(g_key_file_get_integer(keys, name, "width", nil)),
      height: Int(g_key_file_get_integer(keys, name, "height", nil)),
      isMaximized: g_key_file_get_boolean(keys, name, "maximized", nil) != 0)
    // A damaged file must not open a window that nobody can see or that no screen holds.
    guard (100...32_767).contains(state.width), (100...32_767).contains(state.height) else {
      return nil
    }
    return state
  }

  /// Keeps the state; the other windows' stay as they are. The file is replaced as a whole.
  ///
  /// - Returns: False when the file could not be written.
  @discardableResult
  func save(_ name: String, to file: String) -> Bool {
    guard let keys = g_key_file_new() else { return false }
    defer { g_key_file_unref(keys) }
    g_key_file_load_from_file(keys, file, G_KEY_FILE_KEEP_COMMENTS, nil)
    g_key_file_set_integer(keys, name, "width", gint(clamping: width))
    g_key_file_set_integer(keys, name, "height", gint(clamping: height))
    g_key_file_set_boolean(keys, name, "maximized", isMaximized ? 1 : 0)
    return g_key_file_save_to_file(keys, file, nil) != 0
  }
}
