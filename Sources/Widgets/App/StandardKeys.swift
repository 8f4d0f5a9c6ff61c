internal import CHikidashiGTK
internal import HikidashiBase

/// The keys that every app has without asking for them: to quit, to close the window, to fill the screen,
/// and to list the shortcuts.
///
/// A window looks at these keys last, after its parts, its actions and those of the app. Whoever takes
/// such a key has it, and the window's menu and list of shortcuts no longer name it here.
@MainActor
enum StandardKeys {
  private static let quit = "<Control>q"
  private static let close = "<Control>w"
  private static let fullscreen = "F11"
  private static let help = "<Control>question"

  /// The actions of a window that is not a dialog.
  static func actions(of window: Window) -> [Action] {
    let general = tr("General")
    return [
      .standard("show-help-overlay", tr("Keyboard Shortcuts"), help, general) {
        [weak window] in window?.show(ShortcutsWindow())
      },
      .standard("fullscreen", tr("Fullscreen"), fullscreen, general) { [weak window] in
        window?.toggleFullscreen()
      },
      .standard("close", tr("Close the window"), close, general) { [weak window] in
        window?.close()
      },
    ]
  }

  /// The actions of an app.
  static func actions(of app: App) -> [Action] {
    [
      .standard("quit", tr("Quit"), quit, tr("General")) { [weak app] in app?.quit() }
    ]
  }

  /// Lets a window, or a dialog, take the keys that nobody else has.
  static func listen(in window: Window) {
    guard let controller = gtk_shortcut_controller_new() else { return }
    let dialog = ["window.close": close, "app.quit": quit]
    let own = [
      "win.close": close, "win.fullscreen": fullscreen,
      "win.show-help-overlay": help, "app.quit": quit,
    ]
    for (action, key) in window.actionMap == nil || window.isDialog ? dialog : own {
      guard let trigger = gtk_shortcut_trigger_parse_string(key) else { continue }
      let press = Unmanaged.passRetained(Press(window: window, action: action, key: key))
      let callback = gtk_callback_action_new(
        { _, _, press in
          guard let press else { return 0 }
          let taken = Unmanaged<Press>.fromOpaque(press).takeUnretainedValue()
          return MainActor.assumeIsolated { taken.run() } ? 1 : 0
        }, press.toOpaque(), { press in press.map { Unmanaged<Press>.fromOpaque($0).release() } })
      gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(trigger, callback))
    }
    window.addController(controller)
  }

  @MainActor
  private final class Press {
    private weak var window: Window?
    private let action: String
    private let key: String

    init(window: Window, action: String, key: String) {
      self.window = window
      self.action = action
      self.key = key
    }

    func run() -> Bool {
      guard let window, let native = window.native, !window.hasTaken(Key(key)) else { return false }
      // A dialog of GTK's own does not know the app.
      if action == "app.quit" { return (window.app ?? App.current)?.activate("quit") ?? false }
      return gtk_widget_activate_action_variant(native, action, nil) != 0
    }
  }

  /// A key with what is held, however it is written.
  struct Key: Hashable {
    private var symbol: guint = 0
    private var held: UInt32 = 0

    init(_ shortcut: String) {
      var modifiers = GdkModifierType(0)
      gtk_accelerator_parse(shortcut, &symbol, &modifiers)
      held = modifiers.rawValue
    }
  }
}

extension Window {
  /// Everything that the shortcuts window has to list, the app's own first.
  var listedActions: [Action] {
    let all = (actionMap?.actions ?? []) + (app?.actionMap?.actions ?? [])
    let own = all.filter { !$0.isStandard }
    let taken = takenKeys(own)
    var standard = all.filter(\.isStandard)
    if mainMenu != nil {
      standard.insert(.listed(tr("Open the menu"), keys: "F10", group: tr("General")), at: 0)
    }
    return own
      + standard.compactMap { action in
        var action = action
        action.shortcuts.removeAll { taken.contains(StandardKeys.Key($0)) }
        return action.shortcuts.isEmpty ? nil : action
      }
  }

  /// The keys of the standard actions that a menu may name, by the action's whole name.
  var standardKeys: [String: String] {
    var keys: [String: String] = [:]
    for (map, prefix) in [(actionMap, "win"), (app?.actionMap, "app")] {
      for action in map?.actions ?? [] where action.isStandard {
        guard let key = action.shortcuts.first, !hasTaken(StandardKeys.Key(key)) else { continue }
        keys["\(prefix).\(action.name)"] = key
      }
    }
    return keys
  }

  /// Whether an action or a menu of the app's own has the key in this window.
  func hasTaken(_ key: StandardKeys.Key) -> Bool {
    let all = (actionMap?.actions ?? []) + (app?.actionMap?.actions ?? [])
    return takenKeys(all.filter { !$0.isStandard }).contains(key)
  }

  private func takenKeys(_ actions: [Action]) -> Set<StandardKeys.Key> {
    let all = actions + menuButtons.flatMap(\.commands)
    return Set(all.flatMap(\.shortcuts).map(StandardKeys.Key.init))
  }

  private var mainMenu: MenuButton? { menuButtons.first(where: \.isPrimary) }

  private var menuButtons: [MenuButton] {
    var found: [MenuButton] = []
    var open = native.map { [$0] } ?? []
    while let widget = open.popLast() {
      if let button = Part.of(widget) as? MenuButton {
        found.append(button)
        continue
      }
      var child = gtk_widget_get_first_child(widget)
      while let next = child {
        open.append(next)
        child = gtk_widget_get_next_sibling(next)
      }
    }
    return found
  }

  /// What stands at the end of the main menu.
  var standardEntries: [Menu] {
    func own(_ name: String, _ title: String) -> [Menu] {
      guard let action = actionMap?.actions.first(where: { $0.name == name }) else { return [] }
      return [Menu.item(action.title ?? title, action: "win.\(name)")]
    }
    return own("preferences", tr("Preferences")) + [
      Menu.item(tr("Keyboard Shortcuts"), action: "win.show-help-overlay"),
      Menu.item(tr("Fullscreen"), action: "win.fullscreen"),
    ] + own("about", tr("About")) + [Menu.item(tr("Quit"), action: "app.quit")]
  }
}
