internal import HikidashiBase
public import HikidashiPreferences

extension Window {
  /// Lets a person change the settings of a store from this window: by Ctrl+comma, by an item of the main
  /// menu (``MenuButton/main(_:)``), and by whatever has the action `win.preferences`.
  ///
  /// ```swift
  /// Window("Notes") { list }.preferences(store)
  /// ```
  ///
  /// The window of settings stands over this one and is closed with it. An app that needs more of it, such
  /// as rows of its own, makes a ``PreferencesWindow`` and an action that presents it.
  @discardableResult
  public func preferences(_ store: PreferenceStore) -> Self {
    // Most are never opened.
    lazy var preferences = PreferencesWindow(store)
    return actions {
      Action(
        "preferences", title: tr("Preferences"), shortcuts: "<Control>comma", group: tr("General")
      ) { [weak self] in preferences.present(over: self) }
    }
  }
}
