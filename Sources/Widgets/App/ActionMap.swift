internal import CHikidashiGTK

/// The actions of a window or of the app, as GTK finds them by name.
@MainActor
struct ActionMap {
  /// `win` or `app`.
  let prefix: String
  /// A `GActionMap`.
  let native: OpaquePointer
  private(set) var actions: [Action] = []
  /// What enables the actions of a window, by their names.
  private var followers: [String: Follower] = [:]

  init(prefix: String, native: OpaquePointer) {
    self.prefix = prefix
    self.native = native
  }

  /// Adds actions, in place of older ones of the same name; `window` enables those that follow
  /// something.
  mutating func add(_ added: [Action], in window: Window? = nil) {
    for action in added {
      actions.removeAll { $0.name == action.name }
      if let old = followers.removeValue(forKey: action.name) { window?.madeFollowers.remove(old) }
      actions.append(action)
      if action.isOnlyListed { continue }
      let simple = g_simple_action_new(action.name, nil)
      guard let simple else { continue }
      connect(UnsafeMutableRawPointer(simple), "activate") { _ in
        action.run()
        return false
      }
      g_action_map_add_action(native, simple)
      g_object_unref(UnsafeMutableRawPointer(simple))
      if let window { followers[action.name] = enable(action, in: window) }
    }
  }

  /// Lets a window keep the actions enabled that can be run.
  func enableActions(in window: Window) {
    for action in actions { _ = enable(action, in: window) }
  }

  private func enable(_ action: Action, in window: Window) -> Follower? {
    guard let isEnabled = action.isEnabled, window.native != nil else { return nil }
    return window.madeFollowers.add(.window, isEnabled) { [native] in
      guard let found = g_action_map_lookup_action(native, action.name) else { return }
      g_simple_action_set_enabled(found, $0 ? 1 : 0)
    }
  }

  /// Runs an action, unless it is not allowed now.
  ///
  /// - Returns: False where there is none of that name, or it is not allowed.
  func activate(_ name: String) -> Bool {
    guard g_action_group_get_action_enabled(native, name) != 0 else { return false }
    g_action_group_activate_action(native, name, nil)
    return true
  }

  func setEnabled(_ name: String, _ isEnabled: Bool) {
    guard let action = g_action_map_lookup_action(native, name) else { return }
    g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
  }

  /// Tells the application which keys run the actions.
  func bindShortcuts(in application: UnsafeMutablePointer<GtkApplication>) {
    for action in actions
    where !action.shortcuts.isEmpty && !action.isStandard && !action.isOnlyListed {
      withCStrings(action.shortcuts) {
        gtk_application_set_accels_for_action(application, "\(prefix).\(action.name)", $0)
      }
    }
  }
}
