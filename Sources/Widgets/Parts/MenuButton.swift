internal import CHikidashiGTK
internal import HikidashiBase

/// A button that opens a menu.
///
/// ```swift
/// MenuButton(icon: "open-menu-symbolic", label: "Menu") {
///   Menu.item("Keyboard Shortcuts", action: "win.show-help-overlay")
/// }
/// ```
public final class MenuButton: Part {
  private var model = MenuModel([])
  private var entries: [Menu] = []
  /// The keys that stand beside the lines of the popover; nil until there is one for the entries.
  private var shownKeys: [String: String]?
  /// Whether F10 opens it: the main menu of its window.
  private(set) var isPrimary = false
  /// Whether below the entries stands what every app has.
  private var endsAsAll = false

  /// The actions of the menu's own.
  var commands: [Action] { entries.commands }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    // What the lines do may hold this button.
    model = MenuModel([])
    entries = []
    shortcuts = nil
  }

  /// Creates a menu button with an icon.
  ///
  /// - Parameters:
  ///   - icon: The name of an icon of the desktop's theme.
  ///   - label: Its tooltip, and what a screen reader says.
  ///   - isPrimary: Whether F10 opens it: the main menu of its window.
  ///   - entries: The lines of the menu.
  public convenience init(
    icon: String, label: String, isPrimary: Bool = false, _ entries: [Menu]
  ) {
    self.init(entries)
    self.isPrimary = isPrimary
    tooltip(label).accessibleLabel(label)
    guard let native else { return }
    gtk_menu_button_set_icon_name(native.opaque, icon)
    setAccessibleButton(in: native, label)
    gtk_menu_button_set_primary(native.opaque, isPrimary ? 1 : 0)
  }

  /// Creates a menu button with an icon, and the menu that a closure lists.
  public convenience init(
    icon: String, label: String, isPrimary: Bool = false, @MenuBuilder menu: () -> [Menu]
  ) {
    self.init(icon: icon, label: label, isPrimary: isPrimary, menu())
  }

  /// Creates the main menu of a window: the lines of the app, and below them what every app has: preferences and
  /// words about the app where the window has them (``Window/preferences(_:)``, ``Window/about(_:)``), the list of
  /// shortcuts, the whole screen, and the end. F10 opens it.
  ///
  /// ```swift
  /// HeaderBar {} end: {
  ///   MenuButton.main { Menu.item("Import …", action: "win.import") }
  /// }
  /// ```
  ///
  /// A window without a header bar of its own has it by itself.
  public static func main(@MenuBuilder _ menu: () -> [Menu] = { [] }) -> MenuButton {
    let button = MenuButton(
      icon: "open-menu-symbolic", label: tr("Main Menu"), isPrimary: true, menu())
    button.endsAsAll = true
    return button
  }

  /// Creates a menu button with a text and an arrow.
  public convenience init(_ title: String, @MenuBuilder menu: () -> [Menu]) {
    self.init(menu())
    accessibleLabel(title)
    guard let native else { return }
    gtk_menu_button_set_label(native.opaque, title)
  }

  private init(_ entries: [Menu]) {
    super.init(native: gtk_menu_button_new())
    show(entries)
    guard let native else { return }
    // A popover takes longer to make than the button, and most menus of a window are never opened.
    gtk_menu_button_set_create_popup_func(
      native.opaque,
      { button, _ in
        MainActor.assumeIsolated {
          (button.flatMap { Part.of($0.widget) } as? MenuButton)?.makePopover()
        }
      }, nil, nil)
  }

  /// Replaces the menu.
  public func show(_ entries: [Menu]) {
    self.entries = entries
    shownKeys = nil
    take(MenuModel(entries, in: self))
    bindShortcuts(of: entries.commands)
    if isOpen { makePopover() }
  }

  private func take(_ model: MenuModel) {
    self.model = model
    guard let native else { return }
    gtk_widget_insert_action_group(native, MenuModel.prefix, model.actions)
  }

  private var isOpen: Bool {
    guard let popover = native.flatMap({ gtk_menu_button_get_popover($0.opaque) }) else {
      return false
    }
    return gtk_widget_get_visible(OpaquePointer(popover).widget) != 0
  }

  /// Fills the popover with the entries, and the keys that the window has now.
  private func makePopover() {
    let window = native.flatMap { gtk_widget_get_root($0) }.flatMap {
      Part.of($0.widget) as? Window
    }
    let end = endsAsAll ? window?.standardEntries ?? [] : []
    let lines = entries.isEmpty || end.isEmpty ? entries + end : entries + [.separator] + end
    let names = lines.actionNames
    let keys = (window?.standardKeys ?? [:]).filter { names.contains($0.key) }
    guard keys != shownKeys || endsAsAll, let native else { return }
    if endsAsAll || keys != shownKeys ?? [:] { take(MenuModel(lines, keys: keys, in: self)) }
    gtk_menu_button_set_menu_model(native.opaque, model.lines)
    shownKeys = keys
  }

  private var shortcuts: OpaquePointer?

  /// The shortcuts of the menu's own actions work in the whole window.
  private func bindShortcuts(of actions: [Action]) {
    guard let native else { return }
    if let shortcuts { gtk_widget_remove_controller(native, shortcuts) }
    shortcuts = nil
    guard actions.contains(where: { !$0.shortcuts.isEmpty }),
      let controller = gtk_shortcut_controller_new()
    else { return }
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
    for action in actions {
      for key in action.shortcuts {
        guard let trigger = gtk_shortcut_trigger_parse_string(key) else {
          reportMisuse("“\(key)” of “\(action.name)” is no shortcut, as <Control>f or F5 is")
          continue
        }
        let name = gtk_named_action_new("\(MenuModel.prefix).\(action.name)")
        gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(trigger, name))
      }
    }
    addController(controller)
    shortcuts = controller
  }
}
