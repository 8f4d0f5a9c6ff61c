public import Preferences
internal import Support

extension Action {
  /// The actions that make what is read larger, smaller, and as large as at first: Ctrl and +, −, 0.
  ///
  /// They change the setting of its size by about a tenth, within its range; the app shows it so, as by
  /// ``TextReader/textSize``. Where a flag or the administrator says the size, they do nothing. Their names are `zoom-in`, `zoom-out` and `zoom-normal`.
  ///
  /// ```swift
  /// window.actions { Action.zoom(settings.size, in: store) }
  /// ```
  ///
  /// - Parameters:
  ///   - size: The setting of the size.
  ///   - store: Where the settings are.
  ///   - group: The heading under which the shortcuts window lists them.
  @MainActor
  public static func zoom(
    _ size: Preference<Int>, in store: PreferenceStore, group: String? = nil
  ) -> [Action] {
    // What is changed now would show at the next start only.
    func mayChange() -> Bool { !store.layer(of: size).isAboveUser }
    func change(by direction: Int) {
      guard mayChange() else { return }
      let old = store[size]
      // The last step to the end of the range is shorter.
      for step in stride(from: max(1, old / 10), to: 0, by: -1) {
        do throws(PreferenceError) {
          return try store.set(size, to: old + direction * step)
        } catch { continue }
      }
    }
    return [
      Action(
        "zoom-in", title: tr("Larger Text"), shortcuts: "<Control>plus", "<Control>equal",
        "<Control>KP_Add", group: group
      ) { change(by: 1) },
      Action(
        "zoom-out", title: tr("Smaller Text"), shortcuts: "<Control>minus",
        "<Control>KP_Subtract", group: group
      ) { change(by: -1) },
      Action(
        "zoom-normal", title: tr("Normal Text Size"), shortcuts: "<Control>0", "<Control>KP_0",
        group: group
      ) { if mayChange() { try? store.reset(size) } },
    ]
  }
}
